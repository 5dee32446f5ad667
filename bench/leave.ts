import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { addDays, dayIn, mondayOf, weekday } from '../src/kit/day.ts';
import { balanceOf } from '../src/leave/server/balances.ts';
import { accountsFor, settle } from '../src/leave/server/accounts.ts';
import { expectedFor } from '../src/leave/server/public.ts';
import { readConfig } from '../src/server/config.ts';
import { sql } from '../src/server/sql.ts';
import { open } from '../src/server/start.ts';
import { type TxHost, type Tx, withTenant } from '../src/server/tx.ts';
import { addStaff, createFirm } from '../src/server/world/firm.ts';
import { type Line, aboutRun, median, program, report } from './measure.ts';

/** Measures what everybody's days cost, capacity and balances of leave, and keeps the figures in bench/results. */
const { values } = parseArgs({ options: { users: { type: 'string', default: '5000' } } });
const people = Number(values.users);
const CHUNK = 1000;
const ROUNDS = 15;

interface World {
  tenant: number;
  today: string;
  monday: string;
}

/** A firm with people of three patterns, each with leave of a year: three weeks, and single and half days. */
async function prepare(host: TxHost, adminUrl: string): Promise<World> {
  const today = dayIn('Europe/Berlin', new Date());
  const year = Number(today.slice(0, 4));
  const tenant = await createFirm(host, adminUrl, {
    slug: 'bench',
    name: 'Bench',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    countries: ['DE', 'FR', 'GB'],
    years: [year - 1, year, year + 1],
  });
  const patterns = [undefined, [480, 480, 480, 480, 0, 0, 0], [300, 300, 300, 300, 300, 0, 0]];
  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withTenant(host, { tenant }, work);
  const types = await within((tx) =>
    tx.all<{ id: string }>(sql`select id from leave.types where tenant_id = ${tx.tenant} and name = 'Vacation'`),
  );
  const type = types[0]?.id ?? '';
  for (let start = 0; start < people; start += CHUNK) {
    const count = Math.min(CHUNK, people - start);
    const ids = await within((tx) =>
      addStaff(
        tx,
        Array.from({ length: count }, (_, index) => {
          const pattern = patterns[index % 3];
          return {
            firstName: 'Person',
            lastName: String(start + index),
            email: null,
            category: 'operational' as const,
            grade: 'Senior' as const,
            country: ['DE', 'FR', 'GB'][index % 3] ?? 'DE',
            employedFrom: '2020-01-01',
            ...(pattern ? { pattern } : {}),
          };
        }),
      ),
    );
    const rows = ids.flatMap((user_id, index) =>
      [10, 40, 80, 95, 130, 180, 220, 260, 300, 340].map((offset, turn) => {
        let first = addDays(`${year}-01-01`, offset + (index % 7));
        while (weekday(first) > 5) first = addDays(first, 1);
        const long = turn % 3 === 0;
        const part = turn % 4 === 1 ? 'first_half' : 'day';
        return {
          user_id,
          type_id: type,
          first_day: first,
          last_day: long ? addDays(first, 6) : first,
          part: long ? 'day' : part,
          status: 'approved',
        };
      }),
    );
    await within((tx) => tx.write.insert('leave.requests', rows));
  }
  await within((tx) =>
    tx.write.insert(
      'leave.policies',
      ['DE', 'FR', 'GB'].map((country) => ({
        country,
        type_id: type,
        layer: 'statutory',
        days: 2500,
        manner: country === 'FR' ? 'accrued' : 'granted',
        carry_days: 500,
        carry_months: 3,
        valid_from: `${year - 1}-01-01`,
      })),
    ),
  );
  return { tenant, today, monday: mondayOf(`${year}-01-04`) };
}

/** Milliseconds of each of so many runs, after two that warm up. */
async function times(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let round = -2; round < rounds; round++) {
    const start = performance.now();
    await work();
    if (round >= 0) taken.push(performance.now() - start);
  }
  return taken;
}

async function main(): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-bench-'));
  fs.chmodSync(dataDir, 0o755);
  const lines: Line[] = [];
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  try {
    process.stdout.write(`Making ${people} people…\n`);
    const { tenant, today, monday } = await prepare(running.host, running.adminUrl);
    const read = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => withTenant(running.host, { tenant, readOnly: true }, work);
    const year = await times(ROUNDS, () => read((tx) => expectedFor(tx, undefined, monday, addDays(monday, 7 * 52 - 1))));
    lines.push({
      what: `capacity of ${people} people × 52 weeks, by day`,
      ours: median(year),
      target: 100,
      unit: 'ms',
      kind: 'most',
      beside: `fastest ${Math.min(...year).toFixed(0)} ms, slowest ${Math.max(...year).toFixed(0)} ms`,
    });
    const ids = await read((tx) =>
      tx.all<{ id: string }>(sql`select id from people.users where tenant_id = ${tx.tenant} limit 200`),
    );
    const page = await times(ROUNDS, () =>
      read(async (tx) => {
        const accounts = await accountsFor(
          tx,
          ids.map(({ id }) => id),
          today,
        );
        for (const account of accounts) balanceOf(account, today);
      }),
    );
    lines.push({ what: 'balances of a page of 200 people', ours: median(page), target: 500, unit: 'ms', kind: 'most' });
    const start = performance.now();
    const written = await withTenant(running.host, { tenant }, (tx) => settle(tx, undefined, today));
    const first = performance.now() - start;
    const again = await times(1, () => withTenant(running.host, { tenant }, (tx) => settle(tx, undefined, today)));
    lines.push({
      what: 'bring the ledger of the firm up to today, nothing being due',
      ours: median(again) / 1000,
      target: 30,
      unit: 's',
      kind: 'most',
      beside: `the first time ${(first / 1000).toFixed(1)} s for ${written} lines`,
    });
  } finally {
    await running.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
  report('leave', 'Leave', aboutRun(`${people} people`), lines);
}

program(main);
