import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../src/kit/ids.ts';
import { Jobs, onErrand } from '../src/server/jobs.ts';
import { withTenant } from '../src/server/tx.ts';
import { type TestApp, type TestFirm, makeFirm, startTestApp } from './app.ts';
import { figure, times } from './fault.ts';
import { until } from './jobs.ts';
import { LETTER } from './mails-killed.ts';
import { newDatabase } from './own-database.ts';
import { Postman } from './postman.ts';

/** Letters, while who sends them is killed and the mail server is away (R17). */
const postman = new Postman();
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-mails-'));
let adminUrl: string;
let app: TestApp;
let firm: TestFirm;
let child: ChildProcess | undefined;
beforeAll(async () => {
  // A queue of its own: nobody else takes a letter out of it.
  adminUrl = await newDatabase('mails');
  app = await startTestApp(adminUrl);
  firm = await makeFirm(app);
  await postman.open();
});
afterAll(async () => {
  child?.kill('SIGKILL');
  await app.close();
  await postman.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

function relay(): ChildProcess {
  const file = path.resolve(import.meta.dirname, 'mails-killed.ts');
  return spawn(process.execPath, [file, adminUrl, `smtp://127.0.0.1:${postman.port}`, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** Waits for some letters more than were taken before, and kills the sender over the next one. */
async function killOver(process: ChildProcess, letters: number): Promise<void> {
  let sent = 0;
  await new Promise<void>((resolve) => {
    process.stdout?.on('data', (text: Buffer) => {
      sent += text.length;
      if (sent >= letters) resolve();
    });
  });
  process.kill('SIGKILL');
  await new Promise((resolve) => (process.exitCode === null ? process.once('exit', resolve) : resolve(undefined)));
}

const idsOf = (): string[] =>
  postman.taken.map(({ raw }) => /^message-id: <([^@>]+)@/im.exec(raw.replace(/\r\n[ \t]+/g, ' '))?.[1] ?? 'none');

describe('R17: who sends the mails is killed over them, and the mail server is away', () => {
  test('none is lost, few come twice and then under the same id, and none of what was taken back', {
    timeout: 400_000,
  }, async () => {
    const count = times(60, 500);
    const kills = times(1, 10);
    const letters = Array.from({ length: count }, () => ({ id: newId(), to: 'somebody@example.org' }));
    const never = Array.from({ length: 20 }, () => ({ id: newId(), to: 'nobody@example.org' }));
    child = relay();
    // This side only asks; the process above does.
    const jobs = new Jobs(app.host.db.streams, [onErrand(LETTER, async () => undefined)], () => undefined);
    const host = { ...app.host, jobs };
    const asking = { tenant: firm.tenant };
    await withTenant(host, asking, (tx) => tx.sendAll(LETTER, letters));
    const undone = new Error('taken back');
    await withTenant(host, asking, async (tx) => {
      await tx.sendAll(LETTER, never);
      throw undone;
    }).catch((error: unknown) => expect(error).toBe(undone));

    for (let round = 0; round < kills; round++) {
      await killOver(child, 1 + (round % 4));
      child = relay();
      if (round === 4) {
        await postman.close();
        await wait(20_000);
        await postman.open();
      }
    }
    const wanted = new Set(letters.map(({ id }) => id));
    const arrived = (): Set<string> => new Set(idsOf().filter((id) => wanted.has(id)));
    await until('every letter arrived', () => arrived().size === count, 300_000);
    const ids = idsOf();
    const twice = ids.filter((id) => wanted.has(id)).length - count;
    expect(ids.filter((id) => never.some((letter) => letter.id === id))).toEqual([]);
    expect(twice).toBeLessThanOrEqual(kills);
    figure('R17 letters that were lost', count - arrived().size, 0, '', { beside: `${kills} kills over ${count} letters` });
    figure('R17 letters that came twice, under the same id', twice, kills, '');
  });
});
