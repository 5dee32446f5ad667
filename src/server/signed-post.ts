import { createHmac, randomBytes } from 'node:crypto';
import { invalid } from '../kit/problem.ts';
import { type Text, said } from '../kit/said.ts';
import type { Config } from './config.ts';
import { guardedFetch } from './outbound.ts';
import { inLanguage } from './texts.ts';

/** Attempts before a delivery is given up; the waits between them come to more than two hours. */
const MOST_ATTEMPTS = 9;
const FIRST_WAIT_SECONDS = 30;
const LONGEST_WAIT_SECONDS = 3600;
const KEY_BYTES = 32;

/** Seconds until the next attempt after so many failed ones; undefined: it is given up. */
export const waitAfter = (attempts: number): number | undefined =>
  attempts >= MOST_ATTEMPTS ? undefined : Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (attempts - 1));

/** A new key for signatures, told once. */
export const newSigningKey = (): string => randomBytes(KEY_BYTES).toString('base64url');

/** An address that may be posted to, as it is kept. @throws Problem 422 for `address` */
export function postableAddress(given: string, { outboundAllow }: Pick<Config, 'outboundAllow'>): string {
  const text = given.trim();
  const refuse = (message: string) => invalid([{ path: 'address', message }]);
  if (!URL.canParse(text)) throw refuse('This is no address.');
  const url = new URL(text);
  if (url.username || url.password) throw refuse('An address holds no password.');
  if (url.protocol !== 'https:' && !outboundAllow.includes(url.origin)) throw refuse('The address must begin with https.');
  return text;
}

/** What went wrong on the way, as people read it. */
const TROUBLE: Readonly<Record<string, Text>> = {
  ENOTFOUND: said`There is no server of this name.`,
  EAI_AGAIN: said`There is no server of this name.`,
  ECONNREFUSED: said`The server does not take the call.`,
  ECONNRESET: said`The server broke off the call.`,
  ABORT_ERR: said`The server did not answer in time.`,
};

/** Why a delivery failed, in the words of a language where it is known. */
export function failureIn(error: string, language: string): string {
  const [, status] = /^The receiver answered (\d+)\.$/.exec(error) ?? [];
  if (status !== undefined) return inLanguage(said`The receiver answered ${Number(status)}.`, language);
  const known = Object.values(TROUBLE).find((text) => inLanguage(text, 'en') === error);
  return known ? inLanguage(known, language) : error;
}

/** One delivery: `id` is the same at each attempt, so that a receiver takes it once. */
export interface SignedPost {
  id: string;
  address: string;
  key: string;
  body: string;
}

/**
 * Posts JSON, signed by HMAC-SHA256 of `timestamp.body` with the key. @returns the status
 * @throws Error unless the receiver answers 2xx in time
 */
export async function signedPost({ id, address, key, body }: SignedPost, { outboundAllow }: Config): Promise<number> {
  const at = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', key).update(`${at}.${body}`).digest('hex');
  const sending = guardedFetch({ allow: outboundAllow })(address, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'idempotency-key': id,
      'cadre-timestamp': at,
      'cadre-signature': `v1=${signature}`,
    },
  });
  const answer = await sending.catch((error: NodeJS.ErrnoException) => {
    const known = TROUBLE[error.code ?? ''];
    throw new Error(known ? inLanguage(known, 'en') : error.message, { cause: error });
  });
  if (answer.status < 200 || answer.status >= 300) throw new Error(`The receiver answered ${answer.status}.`);
  return answer.status;
}
