import { createHash } from 'node:crypto';
import dns from 'node:dns';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, makeFirm, startTestApp } from '../../test/app.ts';
import { type S3Server, signatureOf, startS3 } from '../../test/s3.ts';
import { type Config, readConfig } from './config.ts';
import { type FileStore, keyOf, readUpload, storeFile, storeOf } from './files.ts';
import { newId } from '../kit/ids.ts';
import { sql } from './sql.ts';

/** The worked examples that Amazon publishes for signatures of version 4 on S3: keys, requests and what comes out. */
const published = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' };
const nothing = createHash('sha256').update('').digest('hex');
const usual = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-content-sha256': nothing, 'x-amz-date': '20130524T000000Z' };
const examples: [url: string, method: string, headers: Record<string, string>, signature: string][] = [
  ['/test.txt', 'GET', { ...usual, range: 'bytes=0-9' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
  [
    '/test%24file.text',
    'PUT',
    {
      ...usual,
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-content-sha256': createHash('sha256').update('Welcome to Amazon S3.').digest('hex'),
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  ['/?lifecycle', 'GET', usual, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['/?max-keys=2&prefix=J', 'GET', usual, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
];

test.each(examples)('the test’s own store works out the published signature of %s', (url, method, headers, signature) => {
  const names = Object.keys(headers).sort();
  expect(signatureOf({ method, url, headers }, names, '20130524/us-east-1/s3/aws4_request', published.secretAccessKey)).toBe(
    signature,
  );
});

const keys = { accessKeyId: 'cadre', secretAccessKey: 'a secret of forty characters or about so' };
let s3: S3Server;
let app: TestApp;
let firm: TestFirm;
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-store-'));

const settings = (changed: NodeJS.ProcessEnv = {}): Config =>
  readConfig({
    CADRE_DATA: dataDir,
    S3_BUCKET: 'our-files',
    S3_ENDPOINT: s3.endpoint,
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: keys.accessKeyId,
    S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    ...changed,
  });

/** Buckets with names of their own below localhost, which not every machine resolves. */
const { lookup } = dns;
const resolveLocally = ((name: string, ...rest: [never, never]) =>
  lookup(name.endsWith('.localhost') ? '127.0.0.1' : name, ...rest)) as typeof lookup;

beforeAll(async () => {
  dns.lookup = resolveLocally;
  s3 = await startS3('our-files', keys, 'eu-central-1');
  app = await startTestApp();
  firm = await makeFirm(app);
});
beforeEach(() => {
  s3.objects.clear();
  s3.faults.length = 0;
  s3.requests.length = 0;
});
afterAll(async () => {
  dns.lookup = lookup;
  await app.close();
  await s3.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const listed = async (store: FileStore, folder: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const key of store.list(folder)) found.push(key);
  return found.sort();
};

describe.each([
  ['the data folder', () => readConfig({ CADRE_DATA: dataDir })],
  ['a bucket, its name in the path', () => settings()],
  [
    'a bucket, its name in the host',
    () => settings({ S3_ENDPOINT: s3.endpoint.replace('127.0.0.1', 'localhost'), S3_PATH_STYLE: '0' }),
  ],
])('files in %s', (_where, config) => {
  test('what is put is got, listed and removed', async () => {
    const store = storeOf(config());
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 31) % 256);
    const ids = Array.from({ length: 5 }, () => newId());
    for (const id of ids) await store.put(keyOf(7, id), bytes);
    await store.put(keyOf(71, ids[0] as string), new Uint8Array());
    expect(Buffer.compare(Buffer.from(await store.get(keyOf(7, ids[3] as string))), Buffer.from(bytes))).toBe(0);
    expect(await store.get(keyOf(71, ids[0] as string))).toHaveLength(0);
    expect(await listed(store, '7')).toEqual(ids.map((id) => keyOf(7, id)).sort());
    await store.remove(keyOf(7, ids[0] as string));
    await store.remove(keyOf(7, ids[0] as string));
    expect(await listed(store, '7')).toEqual(
      ids
        .slice(1)
        .map((id) => keyOf(7, id))
        .sort(),
    );
    await expect(store.get(keyOf(7, ids[0] as string))).rejects.toThrow();
    expect(await listed(store, '8')).toEqual([]);
  });

  test('an upload is stored with its row and read back by its owner alone', async () => {
    const place = config();
    const owner = await firm.user();
    const other = await firm.user();
    const row = await firm.within(
      (tx) => storeFile(tx, place, owner.id, { name: 'a.csv', media_type: 'text/csv', bytes: Buffer.from('a;b') }),
      owner.id,
    );
    expect(row).toMatchObject({ name: 'a.csv', size: 3 });
    const read = await firm.within((tx) => readUpload(tx, place, owner.id, row.id));
    expect(Buffer.from(read.bytes).toString()).toBe('a;b');
    await expect(firm.within((tx) => readUpload(tx, place, other.id, row.id))).rejects.toMatchObject({ status: 404 });
  });
});

test('a store that stumbles is asked again; what is stored is whole', async () => {
  s3.faults.push(503, 'cut', 500);
  const key = keyOf(1, newId());
  await storeOf(settings()).put(key, Buffer.from('whole'));
  expect(s3.objects.get(key)?.toString()).toBe('whole');
  expect(s3.requests).toHaveLength(4);
});

test.each([
  ['a wrong secret', { S3_SECRET_ACCESS_KEY: 'another' }, 'SignatureDoesNotMatch'],
  ['an unknown key', { S3_ACCESS_KEY_ID: 'stranger' }, 'InvalidAccessKeyId'],
  ['another region', { S3_REGION: 'us-west-2' }, 'AuthorizationHeaderMalformed'],
])('%s is refused at once, and the cause says why', async (_what, changed, code) => {
  const place = settings(changed);
  const owner = await firm.user();
  const refused = firm.within(
    (tx) => storeFile(tx, place, owner.id, { name: 'x', media_type: 'text/csv', bytes: Buffer.from('x') }),
    owner.id,
  );
  await expect(refused).rejects.toMatchObject({
    status: 503,
    body: { detail: 'The file store cannot be reached just now. Please try again.' },
    cause: { message: expect.stringContaining(`403 ${code}`) as string },
  });
  expect(s3.requests).toHaveLength(1);
  const rows = await firm.within((tx) =>
    tx.all(sql`select 1 from app.files where tenant_id = ${tx.tenant} and created_by = ${owner.id}`),
  );
  expect(rows).toEqual([]);
});

test('settings that cannot be used are named', () => {
  expect(() => settings({ S3_SECRET_ACCESS_KEY: '' })).toThrow('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  expect(() => settings({ S3_BUCKET: 'Not A Bucket' })).toThrow('S3_BUCKET must be the name of a bucket, not "Not A Bucket".');
  expect(() => settings({ S3_ENDPOINT: 'ftp://x' })).toThrow('S3_ENDPOINT must be an http or https address, not "ftp://x".');
  expect(readConfig({ S3_BUCKET: 'abc', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' }).s3).toMatchObject({
    endpoint: 'https://s3.us-east-1.amazonaws.com',
    pathStyle: false,
  });
});
