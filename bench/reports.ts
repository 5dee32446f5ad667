import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { addDays } from '../src/kit/day.ts';
import { newId } from '../src/kit/ids.ts';
import { keepWorth } from '../src/reporting/server/worth-keep.ts';
import { worthDifferences } from '../src/reporting/server/worth-proof.ts';
import { readConfig } from '../src/server/config.ts';
import { sql } from '../src/server/sql.ts';
import { type Running, open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { EMAIL, PASSWORD, asker, timeOf, withServer } from './large.ts';
import { type Line, aboutRun, median, program, report } from './measure.ts';
import { type Read, catchUp, last, layReports, readBehind, reads, today, vacuum } from './reports-world.ts';
import { type Server, signIn } from './server.ts';

/**
 * Measures reports of money in a large firm among small ones: rating everything, what an entry pays for its sums, every report's first
 * page while all stands, while people write, and right after rates changed. Kept in bench/results.
 */
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '2000000' },
    users: { type: 'string', default: '1000' },
    others: { type: 'string', default: '20' },
    each: { type: 'string', default: '50000' },
    data: { type: 'string' },
    'lay-only': { type: 'boolean', default: false },
  },
});
const [ENTRIES, USERS, OTHERS, EACH] = [values.entries, values.users, values.others, values.each].map(Number) as [
  number,
  number,
  number,
  number,
];
const WRITES = 300;
/** People of each firm beside it. */
const STAFF = 80;
const ms = (lines: Line[], what: string, ours: number, target: number, beside?: string): void =>
  void lines.push({ what, ours, target, unit: 'ms', kind: 'most', ...(beside ? { beside } : {}) });

/** How long turns take: the 95th of a hundred, and the one in the middle. */
async function turns(rounds: number, work: () => Promise<unknown>): Promise<{ p95: number; p50: number }> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timeOf(work));
  times.sort((a, b) => a - b);
  return { p95: times[Math.floor(times.length * 0.95)] ?? 0, p50: median(times) };
}

async function prepare(dataDir: string, lines: Line[]): Promise<void> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  const tenant = await layReports(running, { entries: ENTRIES, users: USERS, others: OTHERS, each: EACH, staff: STAFF });
  await rating(lines, running, tenant);
  await writing(lines, running, tenant);
  await vacuum(running);
  await running.close();
}

/** Everything is rated once, portion after portion, and proved. */
async function rating(lines: Line[], { host }: Running, tenant: number): Promise<void> {
  let [portions, longest] = [0, 0];
  const all = await timeOf(async () => {
    for (let more = true; more; portions++) {
      const one = await timeOf(async () => {
        more = await withTenant(host, { tenant }, keepWorth);
      });
      longest = Math.max(longest, one);
    }
  });
  const beside = `${portions} portions, the longest ${(longest / 1000).toFixed(1)} s`;
  lines.push({
    what: `rating ${(ENTRIES / 1e6).toFixed(0)}M entries anew, online`,
    ours: all / 1000,
    target: 120,
    unit: 's',
    kind: 'most',
    beside,
  });
  const proof = await timeOf(async () => {
    const found = await withTenant(host, { tenant, readOnly: true }, worthDifferences);
    if (found.length > 0) throw new Error(`${found.length} months are not what their entries are worth.`);
  });
  lines.push({ what: 'proving it, as every night', ours: proof / 1000, target: 120, unit: 's', kind: 'most' });
}

/** What an entry pays for days, months and the mark on the person's month: the same insert with and without them. */
async function writing(lines: Line[], { host }: Running, tenant: number): Promise<void> {
  const options = { tenant };
  const [users, projects] = await withTenant(host, options, (tx) =>
    Promise.all([
      tx.all<{ id: string }>(sql`select id from people.users where tenant_id = ${tenant} order by id limit 200`),
      tx.all<{ id: string }>(sql`select id from clients.projects where tenant_id = ${tenant} order by id limit 200`),
    ]),
  );
  const row = (turn: number) => ({
    id: newId(),
    user_id: users[turn % users.length]?.id,
    day: addDays(today, turn % 5),
    project_id: projects[(turn * 7) % projects.length]?.id,
    seconds: 60,
    chargeable: true,
  });
  const times: Record<'with' | 'without', number[]> = { with: [], without: [] };
  for (let turn = 0; turn < 2 * WRITES; turn++) {
    const entry = row(turn);
    if (turn % 2 === 0) {
      times.with.push(
        await timeOf(() => withTenant(host, options, (tx) => tx.write.insert('time.entries', [entry], { covered: true }))),
      );
      continue;
    }
    const plain = () =>
      withTenant({ ...host, derivations: new Map() }, options, (tx) =>
        tx.write.insert('time.entries', [entry], { covered: true }),
      );
    times.without.push(await timeOf(plain));
    // What stands in no sum is taken away again.
    await withTenant(host, options, (tx) =>
      tx.all(sql`delete from time.entries where tenant_id = ${tenant} and id = ${entry.id} returning 1`),
    );
  }
  const [dear, cheap] = [median(times.with), median(times.without)];
  ms(
    lines,
    'what an entry pays for all of its sums',
    dear - cheap,
    0.4,
    `${dear.toFixed(2)} with, ${cheap.toFixed(2)} without; medians of ${WRITES}`,
  );
}

/** One call as it is repeated, at the 95th of a hundred. */
async function one(lines: Line[], { what, target, rounds, work }: Read): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await work();
  const { p95, p50 } = await turns(rounds, work);
  ms(lines, `${what}, p95`, p95, target, `p50 ${p50.toFixed(0)} ms`);
}

/** A file of about a million entries: its first byte, and what the server holds while it is sent. */
async function downloading(lines: Line[], server: Server, token: string): Promise<void> {
  const period = { from: addDays(last, -540), to: last };
  const before = server.memory();
  const start = performance.now();
  const answer = await fetch(`${server.url}/api/utilization/export_projects?format=csv`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...period, by: 'entry' }),
  });
  let [first, rows, most] = [0, 0, before];
  let seen = performance.now();
  for await (const chunk of answer.body ?? []) {
    first ||= performance.now() - start;
    for (const byte of chunk) if (byte === 10) rows++;
    if (performance.now() - seen > 200) {
      most = Math.max(most, server.memory());
      seen = performance.now();
    }
  }
  const whole = (performance.now() - start) / 1000;
  if (!answer.ok) throw new Error(`The file was refused: ${answer.status}.`);
  const about = `${rows - 1} entries in ${whole.toFixed(0)} s`;
  ms(lines, 'a file of a million entries, first byte', first, 1000, about);
  lines.push({ what: 'memory that sending it takes', ours: most - before, target: 60, unit: 'MB', kind: 'most' });
}

async function main(): Promise<void> {
  const lines: Line[] = [];
  if (values.data && values['lay-only']) {
    await prepare(values.data, lines);
    return;
  }
  if (values.data && fs.existsSync(values.data)) await catchUp(values.data);
  await withServer(
    'reports',
    (dataDir) => prepare(dataDir, lines),
    async (server) => {
      const token = await signIn(server.url, EMAIL, PASSWORD);
      const ask = asker(server, token);
      for (const read of [...reads(ask), await readBehind(ask)]) await one(lines, read);
      await downloading(lines, server, token);
      lines.push({ what: 'memory of the server after all that', ours: server.memory(), target: 300, unit: 'MB', kind: 'most' });
    },
    values.data,
  );
  const about = `${(ENTRIES / 1e6).toFixed(1)}M entries of ${USERS} people in one firm, ${OTHERS} firms of 50,000 beside it; three years`;
  // What is kept was not rated in this run: its figures are for looking at.
  report(values.data ? undefined : 'reports', 'Reports of a large firm', aboutRun(about), lines);
}

program(main);
