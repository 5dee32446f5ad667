import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, makeFirm, startTestApp } from '../../test/app.ts';
import { type Worker, jobsOf, startWorker, until } from '../../test/jobs.ts';
import { Postman, type Taken } from '../../test/postman.ts';
import { newId } from '../kit/ids.ts';
import { said } from '../kit/said.ts';
import { readConfig } from './config.ts';
import { jobKind, onErrand } from './jobs.ts';
import { type Letter, mailerOf } from './mail.ts';

const postman = new Postman();
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-mail-'));
let app: TestApp;
let firm: TestFirm;
let worker: Worker | undefined;
beforeAll(async () => {
  await postman.open();
  app = await startTestApp();
  firm = await makeFirm(app);
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});
afterAll(async () => {
  await app.close();
  await postman.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const configOf = (env: NodeJS.ProcessEnv = {}) =>
  readConfig({
    CADRE_DATA: dataDir,
    PUBLIC_URL: 'https://cadre.example.org',
    SMTP_URL: `smtp://127.0.0.1:${postman.port}`,
    ...env,
  });

const letterTo = (to: string, more: Partial<Letter> = {}): Letter => ({
  id: newId(),
  to,
  language: 'de',
  subject: said`Choose a new password for ${'Cadre'}`,
  paragraphs: [
    said`${'Nord & Söhne'} has added you at ${'Cadre'}. Sign in as you do already; the firm stands in the menu of your name.`,
  ],
  link: { label: 'Choose a password', path: '/account/reset/abc' },
  ...more,
});

const head = (raw: string): string => raw.split('\r\n\r\n')[0] ?? '';
const headers = (raw: string, name: string): string[] =>
  head(raw)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));

/** What a part says, its transport encoding taken off. */
function spoken(raw: string): string {
  const bytes = raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

describe('a letter', () => {
  test('reaches its one recipient as text and as a page, in their language', async () => {
    const letter = letterTo('ana@example.org');
    await mailerOf(configOf()).send(letter);
    const { from, to, raw } = postman.taken.at(-1) as Taken;
    expect([from, to]).toEqual(['no-reply@cadre.example.org', ['ana@example.org']]);
    expect(headers(raw, 'message-id')).toEqual([`Message-ID: <${letter.id}@cadre.example.org>`]);
    expect(headers(raw, 'content-language')).toEqual(['Content-Language: de']);
    expect(raw).toMatch(/text\/plain[\s\S]+text\/html/);
    const words = spoken(raw);
    expect(words).toContain('Nord & Söhne hat Sie');
    expect(words).toContain('Nord &#38; Söhne hat Sie');
    expect(words.match(/https:\/\/cadre\.example\.org\/account\/reset\/abc/g)).toHaveLength(3);
  });

  test.each(['en', 'fr', 'de', 'es'])('speaks %s', async (language) => {
    await mailerOf(configOf()).send(letterTo('ana@example.org', { language, link: undefined }));
    const subject = headers(postman.taken.at(-1)?.raw ?? '', 'subject')[0] ?? '';
    expect(subject.includes('Choose a new password')).toBe(language === 'en');
  });

  test('cannot be given a further header or recipient, whatever stands in a name', async () => {
    const evil = 'Firm\r\nBcc: victim@example.org\r\n\r\nbody\u2028X-Evil: 1\u0000';
    await mailerOf(configOf({ CADRE_PRODUCT: evil })).send(
      letterTo('ana@example.org', { subject: said`Your password for ${evil} was changed` }),
    );
    const { to, raw } = postman.taken.at(-1) as Taken;
    expect(to).toEqual(['ana@example.org']);
    for (const name of ['subject', 'from', 'to']) expect(headers(raw, name), name).toHaveLength(1);
    for (const name of ['bcc', 'cc', 'x-evil']) expect(headers(raw, name), name).toEqual([]);
    for (const to_ of [
      'a@example.org, b@example.org',
      'a@example.org\r\nBcc: b@example.org',
      'A <a@example.org>',
      '',
      'a@b@c.org',
    ])
      await expect(mailerOf(configOf()).send(letterTo(to_)), to_).rejects.toThrow('The address of a letter is none.');
  });

  test('is a file where no server is named, and one file however often it is sent', async () => {
    const letter = letterTo('ana@example.org');
    const mailer = mailerOf(configOf({ SMTP_URL: '' }));
    await mailer.send(letter);
    await mailer.send(letter);
    const folder = path.join(dataDir, 'outbox');
    expect(fs.readdirSync(folder)).toEqual([`${letter.id}.eml`]);
    const text = fs.readFileSync(path.join(folder, `${letter.id}.eml`), 'utf8');
    expect(text).toContain(`Message-ID: <${letter.id}@cadre.example.org>`);
    expect(fs.statSync(path.join(folder, `${letter.id}.eml`)).mode & 0o777).toBe(0o600);
  });
});

describe('a letter that is sent with a transaction', () => {
  const kind = jobKind<Letter>('test.letter');
  const job = onErrand(kind, (letter, { mail }) => mail.send({ ...letter, subject: 'Hello', paragraphs: ['Hello'] }));
  const start = async (): Promise<void> => {
    worker = await startWorker(app, [job], { mail: mailerOf(configOf()), pace: { poll: 1 } });
  };
  const ours = (letter: Letter): Taken[] => postman.taken.filter(({ to }) => to[0] === letter.to);

  test('goes out after the commit, and never without one', async () => {
    await start();
    const [kept, dropped] = [letterTo(`${newId()}@example.org`), letterTo(`${newId()}@example.org`)];
    await expect(
      firm.within(async (tx) => {
        await tx.send(kind, dropped);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await firm.within((tx) => tx.send(kind, kept));
    await until('it was taken', () => ours(kept).length === 1);
    expect(ours(dropped)).toEqual([]);
  });

  test('waits for a server that is away, and is delivered once', async () => {
    await start();
    await postman.close();
    const letter = letterTo(`${newId()}@example.org`);
    await firm.within((tx) => tx.send(kind, letter));
    await until('it failed once', async () =>
      (await jobsOf(app, kind.name)).some((row) => row.retry_count > 0 || row.state === 'retry'),
    );
    expect(ours(letter)).toEqual([]);
    await postman.open();
    await until('it was taken', () => ours(letter).length === 1, 20_000);
    await until('it is done', async () => (await jobsOf(app, kind.name)).every((row) => row.state === 'completed'));
    expect(ours(letter)).toHaveLength(1);
    expect(headers(ours(letter)[0]?.raw ?? '', 'message-id')[0]).toContain(letter.id);
    expect(worker?.lines.some(({ level, text }) => level === 'error' && text.includes('will be done again'))).toBe(true);
  }, 30_000);

  test('is sent again when the server refuses it for now', async () => {
    await start();
    postman.refusing = 1;
    const letter = letterTo(`${newId()}@example.org`);
    await firm.within((tx) => tx.send(kind, letter));
    await until('it was taken', () => ours(letter).length === 1, 20_000);
    expect(postman.refusing).toBe(0);
  }, 30_000);
});

test.each([
  [{ SMTP_URL: 'mail.example.org' }, 'SMTP_URL'],
  [{ MAIL_FROM: 'a@b.org, c@d.org' }, 'MAIL_FROM'],
  [{ REGISTRATION: 'everybody' }, 'REGISTRATION'],
  [{ TRUST_PROXY: 'anybody' }, 'TRUST_PROXY'],
])('%j stops the start, with the name of the setting', (env, name) => {
  expect(() => readConfig(env)).toThrow(name);
});
