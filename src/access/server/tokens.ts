import { createHash, randomBytes } from 'node:crypto';

/** Tokens are random and opaque; the database holds their digest alone. */
export const digest = (token: string): Buffer => createHash('sha256').update(token).digest();
/** `kind` stands in front of what is random, for those that say more than that. */
export const newToken = (kind = ''): string => `cdr_${kind}${randomBytes(32).toString('base64url')}`;
