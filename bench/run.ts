import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Day, addDays, addMonths, dayIn, mondayOf, monthOf } from '../src/kit/day.ts';
import { newId } from '../src/kit/ids.ts';
import { readConfig } from '../src/server/config.ts';
import { joinEmbedded } from '../src/server/database.ts';
import { sql } from '../src/server/sql.ts';
import { open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff } from '../src/server/world/firm.ts';
import { layScale } from '../src/server/world/scale.ts';
import { Bare } from './bare.ts';
import { type Line, aboutRun, median, program, report, timed } from './measure.ts';
import { type Server, freePort, signIn, startServer } from './server.ts';
import { call } from './wire.ts';

/**
 * Measures the product beside bare SQL in the same run and keeps the figures in bench/results. `--entries` sets the size
 * (1,000,000 unless told), `--compare FILE` takes the figures of a smaller run to show growth, `--seconds` the length of each
 * series. `--data FOLDER` keeps the firm there for another run; `--lay-only` makes it and measures nothing.
 */
const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '1000000' },
    compare: { type: 'string' },
    seconds: { type: 'string', default: '6' },
    users: { type: 'string', default: '5000' },
    data: { type: 'string' },
    'lay-only': { type: 'boolean', default: false },
  },
});
const entries = Number(values.entries);
const span = Number(values.seconds) * 1000;
const PASSWORD = 'bench bench bench';
const EMAIL = 'bench@bench.example';
/** Connections at once where a figure is asked for many. */
const LANES = 16;

interface Prepared {
  dataDir: string;
  tenant: number;
  made: number;
  users: string[];
  projects: string[];
  today: Day;
}

/** A large firm with one person who may see everything, on a database with its usual safety (synchronous commit). */
async function prepare(): Promise<Prepared> {
  const kept = values.data && path.join(values.data, 'bench.json');
  if (kept && fs.existsSync(kept)) return JSON.parse(fs.readFileSync(kept, 'utf8')) as Prepared;
  const dataDir = values.data ?? fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-bench-'));
  fs.mkdirSync(dataDir, { recursive: true });
  fs.chmodSync(dataDir, 0o755);
  const world = await lay(dataDir);
  if (kept) fs.writeFileSync(kept, JSON.stringify(world));
  return world;
}

async function lay(dataDir: string): Promise<Prepared> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  const today = dayIn('Europe/Berlin', new Date());
  // A person fills four entries a working day at most, so that more of them take more years.
  const years = Math.max(1, Math.ceil(entries / (Number(values.users) * 1000)));
  const first = addMonths(today, -12 * years);
  const made = await layScale(running.host, running.adminUrl, {
    slug: 'bench',
    users: Number(values.users),
    entries,
    from: first,
    to: addDays(monthOf(today), -1),
  });
  const options = { tenant: made.tenant };
  await withTenant(running.host, options, (tx) =>
    addStaff(tx, [
      {
        firstName: 'Bench',
        lastName: 'Partner',
        email: EMAIL,
        password: PASSWORD,
        category: 'hr',
        grade: 'Partner',
        country: 'DE',
        employedFrom: first,
      },
    ]),
  );
  const [users, projects] = await withTenant(running.host, { ...options, readOnly: true }, (tx) =>
    Promise.all([
      tx.all<{ id: string }>(
        sql`select id from people.users where tenant_id = ${tx.tenant} and email is null order by id limit 400`,
      ),
      tx.all<{ id: string }>(
        sql`select id from clients.projects where tenant_id = ${tx.tenant} and chargeable order by code limit 200`,
      ),
    ]),
  );
  await running.close();
  return {
    dataDir,
    tenant: made.tenant,
    made: made.entries,
    users: users.map((row) => row.id),
    projects: projects.map((row) => row.id),
    today,
  };
}

let counter = 0;
const pick = <T>(list: readonly T[]): T => list[counter++ % list.length] as T;

async function writes(lines: Line[], server: Server, token: string, bare: Bare, world: Prepared): Promise<void> {
  // Each person's days in turn: no day fills up, however long the series.
  const day = (): Day => addDays(world.today, -(Math.floor(counter / world.users.length) % 300));
  const post = (): Promise<unknown> =>
    call(server.url, token, 'POST', '/api/time_entries', {
      user_id: pick(world.users),
      project_id: pick(world.projects),
      day: day(),
      seconds: 60,
      comment: 'Bench',
    });
  const one = await timed(1, span, post);
  const bareOne = await timed(1, span, (lane) => bare.logEntry(lane, pick(world.users), pick(world.projects), day()));
  const many = await timed(LANES, span, post);
  const bareMany = await timed(LANES, span, (lane) => bare.logEntry(lane, pick(world.users), pick(world.projects), day()));
  lines.push(
    {
      what: 'log one entry, p50 at 1 connection',
      ours: one.p50,
      target: 3,
      unit: 'ms',
      kind: 'most',
      beside: `p99 ${one.p99.toFixed(1)} ms; bare SQL p50 ${bareOne.p50.toFixed(2)} ms`,
    },
    {
      what: 'log one entry, at 16 connections',
      ours: many.perSecond,
      target: bareMany.perSecond / 2,
      unit: '/s',
      kind: 'least',
      beside: `bare SQL ${bareMany.perSecond.toFixed(0)}/s; ours p99 ${many.p99.toFixed(1)} ms`,
    },
  );
}

/** People of the firm who sign in with the password of the one who may see everything. @returns their ids and tokens */
async function readers(server: Server, world: Prepared, count: number): Promise<{ user: string; token: string }[]> {
  const people = world.users.slice(0, count);
  const client = new pg.Client({ connectionString: joinEmbedded(world.dataDir).adminUrl });
  await client.connect();
  for (const [index, user] of people.entries())
    await client.query(
      `with account as (
         insert into access.accounts (id, email, password_hash, is_verified)
         select $1, $2, password_hash, true from access.accounts where email_lc = $3 on conflict do nothing returning id)
       update access.memberships set account_id = account.id from account where tenant_id = $4 and memberships.id = $5`,
      [newId(), `reader-${index}@bench.example`, EMAIL, world.tenant, user],
    );
  await client.end();
  return Promise.all(
    people.map(async (user, index) => ({
      user,
      token: await signIn(server.url, `reader-${index}@bench.example`, PASSWORD),
    })),
  );
}

/** Everybody's own week; reading another's writes a line of the access log as well, which bare SQL does not. */
async function reads(lines: Line[], server: Server, token: string, bare: Bare, world: Prepared): Promise<void> {
  const people = await readers(server, world, LANES);
  const monday = (): Day => addDays(mondayOf(world.today), -7 * (2 + (counter++ % 40)));
  const read = (by: string, from: Day, user: string): Promise<unknown> =>
    call(server.url, by, 'GET', `/api/time_entries?from=${from}&to=${addDays(from, 6)}&user_id=${user}`);
  const own = (lane: number): Promise<unknown> => read(people[lane]?.token ?? '', monday(), people[lane]?.user ?? '');
  const bareWeek = (lane: number): Promise<unknown> => {
    const from = monday();
    return bare.readWeek(lane, people[lane]?.user ?? '', from, addDays(from, 6));
  };
  const one = await timed(1, span, own);
  const bareOne = await timed(1, span, bareWeek);
  const many = await timed(LANES, span, own);
  const bareMany = await timed(LANES, span, bareWeek);
  const others = await timed(LANES, span, () => read(token, monday(), pick(world.users)));
  lines.push(
    {
      what: 'read a week, p50 at 1 connection',
      ours: one.p50,
      target: 3,
      unit: 'ms',
      kind: 'most',
      beside: `p99 ${one.p99.toFixed(1)} ms; bare SQL p50 ${bareOne.p50.toFixed(2)} ms`,
    },
    {
      what: 'read a week, at 16 connections',
      ours: many.perSecond,
      target: bareMany.perSecond / 2,
      unit: '/s',
      kind: 'least',
      beside: `bare SQL ${bareMany.perSecond.toFixed(0)}/s; ours p99 ${many.p99.toFixed(1)} ms; another's week, with its line in the access log ${others.perSecond.toFixed(0)}/s`,
    },
  );
}

async function reports(lines: Line[], server: Server, token: string, bare: Bare, world: Prepared): Promise<void> {
  const to = addDays(monthOf(world.today), -1);
  const from = addMonths(monthOf(world.today), -12);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 15; round++) {
    let start = performance.now();
    await call(server.url, token, 'POST', '/api/utilization/timespent_by_projects', { from, to, per_page: 200 });
    ours.push(performance.now() - start);
    start = performance.now();
    await bare.hoursByProject(0, from, to);
    theirs.push(performance.now() - start);
  }
  const bareMedian = median(theirs);
  lines.push(
    { what: 'hours by project × month of a year', ours: median(ours), target: 150, unit: 'ms', kind: 'most' },
    {
      what: 'the same against bare SQL',
      ours: median(ours) / bareMedian,
      target: 1.5,
      unit: '×',
      kind: 'most',
      beside: `bare SQL ${bareMedian.toFixed(1)} ms`,
    },
  );
}

async function board(lines: Line[], server: Server, token: string, world: Prepared): Promise<void> {
  const from = mondayOf(world.today);
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < 15; round++) {
    const start = performance.now();
    const answer = await call(server.url, token, 'POST', '/api/bookings/board', {
      from,
      to: addDays(from, 7 * 52 - 1),
      unit: 'week',
      offset: 60 * round,
      limit: 60,
    });
    times.push(performance.now() - start);
    bytes = Math.max(bytes, answer.bytes);
  }
  lines.push(
    { what: 'board, 60 of 5,000 people × 52 weeks', ours: median(times), target: 150, unit: 'ms', kind: 'most' },
    { what: 'the same on the wire', ours: bytes / 1000, target: 400, unit: 'kB', kind: 'most' },
  );
}

/** The matrix of completion over half a year of everybody: the sums need every day of every person, the page shows fifty. */
async function completion(lines: Line[], server: Server, token: string, world: Prepared): Promise<void> {
  const from = addDays(mondayOf(world.today), -7 * 25);
  const times: number[] = [];
  for (let round = 0; round < 15; round++) {
    const start = performance.now();
    await call(server.url, token, 'POST', '/api/utilization/timesheet_completion', { from, to: addDays(from, 7 * 26 - 1) });
    times.push(performance.now() - start);
  }
  lines.push({ what: 'completion, 5,000 people × 26 weeks', ours: median(times), target: 200, unit: 'ms', kind: 'most' });
}

/** Growth against a smaller run: the same figure must not double. */
function growth(lines: Line[], file: string): void {
  const before = (JSON.parse(fs.readFileSync(file, 'utf8')) as { lines: Line[] }).lines;
  for (const line of [...lines].filter((each) => each.unit === 'ms')) {
    const earlier = before.find((each) => each.what === line.what);
    if (earlier) lines.push({ what: `growth: ${line.what}`, ours: line.ours / earlier.ours, target: 2, unit: '×', kind: 'most' });
  }
}

async function main(): Promise<void> {
  process.stdout.write(`Laying in ${entries.toLocaleString('en')} entries…\n`);
  const world = await prepare();
  if (values['lay-only']) return;
  const lines: Line[] = [];
  try {
    const port = await freePort();
    const first = await startServer(world.dataDir, port);
    await first.stop();
    const server = await startServer(world.dataDir, port);
    try {
      lines.push({ what: 'warm start to ready', ours: server.ready / 1000, target: 3, unit: 's', kind: 'most' });
      const token = await signIn(server.url, EMAIL, PASSWORD);
      const bare = await Bare.open(joinEmbedded(world.dataDir).adminUrl, world.tenant, LANES);
      await reads(lines, server, token, bare, world);
      await reports(lines, server, token, bare, world);
      await board(lines, server, token, world);
      await completion(lines, server, token, world);
      await writes(lines, server, token, bare, world);
      lines.push({ what: 'memory of the server after all that', ours: server.memory(), target: 250, unit: 'MB', kind: 'most' });
      await bare.close();
    } finally {
      await server.stop();
    }
  } finally {
    if (!values.data) fs.rmSync(world.dataDir, { recursive: true, force: true });
  }
  if (values.compare) growth(lines, values.compare);
  const size = world.made >= 900_000 ? `${Math.round(world.made / 1e6)}M` : `${Math.round(world.made / 1000)}k`;
  const about = aboutRun(`${world.made.toLocaleString('en')} entries, ${values.users} people`);
  report(`server-${size}`, `The server with ${size} entries`, about, lines);
}

program(main);
