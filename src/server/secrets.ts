import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Config } from './config.ts';

/** Shorter keys could be guessed; so could one sign again and again. */
const LEAST_BYTES = 32;
const LEAST_DIFFERENT_SIGNS = 10;
const FILE = 'secret.key';

interface Key {
  id: string;
  bytes: Buffer;
}

/** The keys of `CADRE_SECRET_KEY`, the newest first. @throws Error in one line when one is no key */
export function readSecretKeys(text: string | undefined): string[] {
  if (text === undefined || text === '') return [];
  const keys = text.split(',').map((key) => key.trim());
  for (const key of keys) {
    if (Buffer.byteLength(key) < LEAST_BYTES || new Set(key).size < LEAST_DIFFERENT_SIGNS) {
      throw new Error('CADRE_SECRET_KEY must hold random keys of at least 32 characters, the newest first, separated by commas.');
    }
  }
  return keys;
}

const toKey = (text: string): Key => {
  const bytes = createHash('sha256').update('cadre secret key ').update(text).digest();
  return { id: createHash('sha256').update(bytes).digest('base64url').slice(0, 8), bytes };
};

/** The key of the data folder, made at its first use and readable for its owner alone. */
function keyOfFolder(dataDir: string): string {
  const file = path.join(dataDir, FILE);
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    fs.writeFileSync(file, `${randomBytes(LEAST_BYTES).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const text = fs.readFileSync(file, 'utf8').trim();
  if (Buffer.byteLength(text) < LEAST_BYTES) throw new Error(`${file} holds no key. Restore it, or set CADRE_SECRET_KEY.`);
  return text;
}

const known = new WeakMap<object, Key[]>();

function keysOf(config: Pick<Config, 'secretKeys' | 'dataDir'>): Key[] {
  const found =
    known.get(config) ?? (config.secretKeys.length > 0 ? config.secretKeys : [keyOfFolder(config.dataDir)]).map(toKey);
  known.set(config, found);
  return found;
}

/** Which key seals now: tells keys apart and nothing of them. */
export const keyId = (config: Pick<Config, 'secretKeys' | 'dataDir'>): string => (keysOf(config)[0] as Key).id;

/** Encrypts a secret for keeping (AES-256-GCM, the newest key). It opens again only with the same `context`: a place of its own. */
export function seal(config: Pick<Config, 'secretKeys' | 'dataDir'>, text: string, context: string): string {
  const key = keysOf(config)[0] as Key;
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return ['v1', key.id, iv.toString('base64url'), sealed.toString('base64url')].join('.');
}

/** What was sealed, by whichever of the keys. @throws Error when its key is gone, or the text was sealed for another place */
export function unseal(config: Pick<Config, 'secretKeys' | 'dataDir'>, sealed: string, context: string): string {
  const [version, id, iv = '', body = ''] = sealed.split('.');
  const key = keysOf(config).find((each) => each.id === id);
  if (version !== 'v1' || !key) throw new Error('A stored secret was sealed with a key that is not here: see CADRE_SECRET_KEY.');
  const bytes = Buffer.from(body, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(iv, 'base64url')).setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8');
}
