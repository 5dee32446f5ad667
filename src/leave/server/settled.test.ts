import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type TestApp, type TestFirm, makeFirm, startTestApp } from '../../../test/app.ts';
import { firmDay } from '../../../test/today.ts';
import { addStaff } from '../../server/world/firm.ts';
import { sql } from '../../server/sql.ts';
import { settle } from './accounts.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const today = firmDay();
const year = Number(today.slice(0, 4));
/** People whom one process settles, and how many of them in one transaction (`test/ledger-killed.ts`). */
const PEOPLE = 60;
const LOT = 10;
const POINTS = process.env['CADRE_FULL'] ? 12 : 5;

/** A firm with days granted and carried over each year, and some hundred people who have been there for long. */
async function firmOf(people: number): Promise<{ firm: TestFirm; ids: string[] }> {
  const firm = await makeFirm(app);
  const hr = await firm.user({ category: 'hr', grade: 'Partner' });
  const types = await firm.call(hr, 'GET', '/api/leave_types');
  const type_id = types.body.find((each: { name: string }) => each.name === 'Vacation').id as string;
  const rule = {
    country: 'DE',
    type_id,
    layer: 'statutory',
    days: 20,
    carry_days: 5,
    carry_months: 3,
    valid_from: `${year - 3}-01-01`,
  };
  expect((await firm.call(hr, 'POST', '/api/pto/create', { ...rule, manner: 'accrued' })).status).toBe(200);
  const person = { category: 'operational', grade: 'Senior', country: 'DE', employedFrom: '2015-01-01' } as const;
  const staff = Array.from({ length: people }, (_, n) => ({
    ...person,
    firstName: 'P',
    lastName: String(n),
    email: `p${n}-${firm.slug}@example.org`,
  }));
  return { firm, ids: await firm.within((tx) => addStaff(tx, staff)) };
}

/** How many lines the ledger has of each of some people, 0 for who has none. */
async function linesOf(firm: TestFirm, ids: readonly string[]): Promise<number[]> {
  const rows = await firm.within((tx) =>
    tx.all<{ user_id: string; n: number }>(sql`
      select user_id, count(*)::int as n from leave.ledger where tenant_id = ${tx.tenant} and user_id = any(${ids}) group by 1`),
  );
  const byUser = new Map(rows.map(({ user_id, n }) => [user_id, n]));
  return ids.map((id) => byUser.get(id) ?? 0);
}

interface Settler {
  begin: (ids: readonly string[]) => void;
  said: (word: string) => Promise<void>;
  kill: () => Promise<void>;
}

async function settler(firm: TestFirm): Promise<Settler> {
  const script = path.resolve(import.meta.dirname, '../../../test/ledger-killed.ts');
  const child: ChildProcess = spawn(process.execPath, [script, inject('adminUrl'), String(firm.tenant), today], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let heard = '';
  child.stdout?.on('data', (text: Buffer) => void (heard += text.toString()));
  const over = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const said = async (word: string): Promise<void> => {
    while (!heard.includes(word)) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  await said('ready');
  return {
    begin: (ids) => void child.stdin?.write(`${ids.join(' ')}\n`),
    said,
    kill: async () => {
      child.kill('SIGKILL');
      await over;
    },
  };
}

test('a process that is killed while it settles the ledger leaves nobody half; the next turn makes it whole, once', async () => {
  const { firm, ids } = await firmOf(PEOPLE * (POINTS + 1));
  const lots = Array.from({ length: POINTS + 1 }, (_, n) => ids.slice(n * PEOPLE, (n + 1) * PEOPLE));
  const [first = [], ...rest] = lots;
  // Once to the end: how long it takes, and what everybody is to have.
  const whole = await settler(firm);
  const started = performance.now();
  whole.begin(first);
  await whole.said('done');
  const took = performance.now() - started;
  await whole.kill();
  const [due = 0] = await linesOf(firm, first);
  expect(due).toBeGreaterThan(20);
  expect(new Set(await linesOf(firm, first))).toEqual(new Set([due]));

  let broken = 0;
  for (const [point, people] of rest.entries()) {
    const process_ = await settler(firm);
    process_.begin(people);
    await new Promise((resolve) => setTimeout(resolve, (took * (point + 1)) / (POINTS + 1)));
    await process_.kill();
    const lines = await linesOf(firm, people);
    expect(new Set([...lines, 0, due])).toEqual(new Set([0, due]));
    // A lot is one transaction: all of its people have theirs, or none.
    for (let start = 0; start < PEOPLE; start += LOT) expect(new Set(lines.slice(start, start + LOT)).size).toBe(1);
    if (lines.includes(0)) broken += 1;
    await firm.within((tx) => settle(tx, people, today));
    expect(new Set(await linesOf(firm, people))).toEqual(new Set([due]));
  }
  expect(broken).toBeGreaterThan(1);
  expect(await firm.within((tx) => settle(tx, ids, today))).toBe(0);
}, 60_000);
