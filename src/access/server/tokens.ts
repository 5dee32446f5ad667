import { createHash, randomBytes } from 'node:crypto';

/** Tokens are random and opaque; the database holds their digest alone. */
export const digest = (token: string): Buffer => createHash('sha256').update(token).digest();
export const newToken = (): string => `cdr_${randomBytes(32).toString('base64url')}`;
