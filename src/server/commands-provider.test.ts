import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestFirm, makeFirm, startTestApp } from '../../test/app.ts';
import { newDatabase } from '../../test/own-database.ts';
import { providerCommands } from './commands-provider.ts';

let app: TestApp;
let firm: TestFirm;
let dataDir: string;
const env = { ...process.env };
beforeAll(async () => {
  const adminUrl = await newDatabase('provider');
  app = await startTestApp(adminUrl);
  firm = await makeFirm(app);
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-provider-'));
  Object.assign(process.env, { DATABASE_URL: adminUrl, CADRE_DATA: dataDir, CLIENT_SECRET: 'the secret of the client' });
});
afterAll(async () => {
  for (const name of ['DATABASE_URL', 'CADRE_DATA', 'CLIENT_SECRET']) {
    if (env[name] === undefined) delete process.env[name];
    else process.env[name] = env[name];
  }
  await app.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const run = async (name: string, values: Record<string, string>): Promise<{ json: unknown; text: string }> =>
  (providerCommands[name] as (typeof providerCommands)[string]).run({
    values: { tenant: firm.slug, ...values },
    positionals: [],
  });

const add = { issuer: 'https://sso.example.org', 'client-id': 'cadre', domains: 'Example.org, example.com' };

test('an operator adds, lists, changes and removes a provider; its secret is never shown', async () => {
  const { json, text } = await run('provider add', add);
  const { id } = json as { id: string };
  expect(json).toMatchObject({ domains: ['example.org', 'example.com'], redirect_uri: 'http://localhost:3000/oauth' });
  expect(text).toContain('http://localhost:3000/oauth');
  const listed = await run('provider list', {});
  expect(listed.json).toMatchObject([
    { id, name: 'sso.example.org', issuer: add.issuer, domains: ['example.com', 'example.org'] },
  ]);
  expect(JSON.stringify(listed)).not.toContain('secret');
  // The same issuer again gives new credentials, and is no second provider.
  const file = path.join(dataDir, 'secret.txt');
  fs.writeFileSync(file, 'another secret\n');
  const again = await run('provider add', { ...add, 'client-id': 'cadre2', 'secret-file': file });
  expect((again.json as { id: string }).id).toBe(id);
  await run('provider domains', { id, domains: 'example.net' });
  expect((await run('provider list', {})).json).toMatchObject([{ client_id: 'cadre2', domains: ['example.net'] }]);
  await run('provider remove', { id });
  expect((await run('provider list', {})).json).toEqual([]);
});

test.each([
  ['provider add', { ...add, tenant: 'nobody' }, 'There is no firm "nobody".'],
  ['provider add', { ...add, issuer: 'http://sso.example.org' }, 'https address'],
  ['provider add', { ...add, domains: 'not a domain' }, '--domains must hold e-mail domains'],
  ['provider add', { issuer: add.issuer }, 'Missing: --client-id.'],
  ['provider remove', { id: '01900000-0000-7000-8000-000000000000' }, 'Not Found'],
  ['provider domains', { id: 'x', domains: '' }, 'has no provider x'],
])('%s refuses in one line: %o', async (name, values, reason) => {
  await expect(run(name, values as Record<string, string>)).rejects.toThrow(reason);
});
