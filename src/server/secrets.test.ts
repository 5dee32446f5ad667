import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { readSecretKeys, seal, unseal } from './secrets.ts';

const dirs: string[] = [];
const folder = (): string => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-secrets-'));
  dirs.push(dir);
  return dir;
};
afterEach(() => {
  for (const dir of dirs.splice(0)) fs.rmSync(dir, { recursive: true, force: true });
});

const [OLD, NEW] = ['an old key of thirty-two signs or more 1', 'a new key of thirty-two signs or more too'];
const withKeys = (keys: string): { secretKeys: string[]; dataDir: string } => ({
  secretKeys: readSecretKeys(keys),
  dataDir: '/nowhere',
});

describe('G3: kept secrets', () => {
  test('open with the key that sealed them, in their place alone', () => {
    const sealed = seal(withKeys(NEW), 'client secret', 'place');
    expect(sealed).not.toContain('client secret');
    expect(unseal(withKeys(NEW), sealed, 'place')).toBe('client secret');
    expect(() => unseal(withKeys(NEW), sealed, 'another place')).toThrow();
    expect(() => unseal(withKeys(OLD), sealed, 'place')).toThrow('sealed with a key that is not here');
    expect(seal(withKeys(NEW), 'client secret', 'place')).not.toBe(sealed);
  });

  test('a changed byte opens nothing', () => {
    const parts = seal(withKeys(NEW), 'client secret', 'place').split('.');
    const body = Buffer.from(parts[3] ?? '', 'base64url');
    body[0] = (body[0] ?? 0) ^ 1;
    expect(() => unseal(withKeys(NEW), [...parts.slice(0, 3), body.toString('base64url')].join('.'), 'place')).toThrow();
  });

  test('keys rotate: the new one seals, the old one still opens, and without it its secrets are gone', () => {
    const before = seal(withKeys(OLD), 'kept', 'place');
    const rotated = withKeys(`${NEW},${OLD}`);
    expect(unseal(rotated, before, 'place')).toBe('kept');
    const after = seal(rotated, 'kept', 'place');
    expect(unseal(withKeys(NEW), after, 'place')).toBe('kept');
    expect(() => unseal(withKeys(NEW), before, 'place')).toThrow();
  });

  test.each(['short', 'x'.repeat(40), `${NEW},short`, `${NEW},`])('no key: %s', (keys) => {
    expect(() => readSecretKeys(keys)).toThrow('CADRE_SECRET_KEY must hold random keys');
  });

  test('without a setting, a key of the data folder for its owner alone', () => {
    const dataDir = folder();
    const sealed = seal({ secretKeys: [], dataDir }, 'kept', 'place');
    expect(fs.statSync(path.join(dataDir, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(unseal({ secretKeys: [], dataDir }, sealed, 'place')).toBe('kept');
    fs.writeFileSync(path.join(dataDir, 'secret.key'), 'short\n');
    expect(() => seal({ secretKeys: [], dataDir }, 'kept', 'place')).toThrow('holds no key');
  });
});
