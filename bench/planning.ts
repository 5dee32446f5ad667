import http from 'node:http';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { addDays, dayIn, mondayOf } from '../src/kit/day.ts';
import { newId } from '../src/kit/ids.ts';
import { readConfig } from '../src/server/config.ts';
import { open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff } from '../src/server/world/firm.ts';
import { layScale } from '../src/server/world/scale.ts';
import { type Ask, EMAIL, PASSWORD, asker, often as oftenTimes, timeOf, withServer } from './large.ts';
import { type Line, aboutRun, program, report } from './measure.ts';
import { type Server, signIn } from './server.ts';

/**
 * Measures the planning of a large firm at the server: windows of the board, groups, finding people, many bookings at once,
 * changes of others, and ten thousand bookings that conflict. Kept in bench/results. With `--data FOLDER` the data stays for the
 * next run, and no result is kept.
 */
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '5000' },
    years: { type: 'string', default: '5' },
    conflicts: { type: 'string', default: '10000' },
    editors: { type: 'string', default: '50' },
    data: { type: 'string' },
  },
});
const [USERS, YEARS, CONFLICTS, EDITORS] = [values.users, values.years, values.conflicts, values.editors].map(Number) as [
  number,
  number,
  number,
  number,
];
const ROUNDS = 21;
/** Changes of each editor, one in three seconds. */
const TURNS = 10;
const WEEKS = 26;
const today = dayIn('Europe/Berlin', new Date());
const from = mondayOf(today);
const range = { from, to: addDays(from, 7 * WEEKS - 1), unit: 'week' };

/**
 * Four more bookings a person for the year ahead, the same years back, and a demand for each twentieth person. Ids are as the
 * product makes them (version 7, made over half a year): how small a window packs depends on them.
 */
const lay = [
  `update planning.bookings set id = uuidv7(-random() * interval '200 days')
   where tenant_id = $1::int and $2::int > 0 and $3::date is not null`,
  `insert into planning.bookings (tenant_id, id, user_id, project_id, first_day, last_day, minutes_per_day, level, created_by)
   select $1::int, uuidv7(-random() * interval '200 days'), b.user_id, b.project_id, b.first_day + 3, b.last_day, 120, 'soft', b.user_id
   from planning.bookings b where b.tenant_id = $1 and extract(doy from b.first_day)::int % 5 < 2 and $2::int > 0 and $3::date is not null`,
  `insert into planning.bookings (tenant_id, id, user_id, project_id, first_day, last_day, minutes_per_day, level, created_by)
   select $1::int, uuidv7(-random() * interval '200 days' - y * interval '1 year'), b.user_id, b.project_id, b.first_day - 364 * y, b.last_day - 364 * y, b.minutes_per_day, b.level, b.user_id
   from planning.bookings b cross join generate_series(1, $2::int) y where b.tenant_id = $1 and $3::date is not null`,
  `insert into planning.demands (tenant_id, id, project_id, grade, first_day, last_day, minutes_per_day, created_by)
   select $1::int, gen_random_uuid(), b.project_id, 'Senior', b.first_day, b.last_day, 480, b.user_id
   from planning.bookings b where b.tenant_id = $1 and b.first_day >= $3::date and b.level = 'soft' and random() < 0.02 and $2::int > 0`,
];

async function prepare(dataDir: string): Promise<void> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  const made = await layScale(running.host, running.adminUrl, {
    ...{ slug: 'bench', users: USERS, entries: 50_000 },
    ...{ from: addDays(today, -365), to: addDays(today, -1) },
  });
  const client = new pg.Client({ connectionString: running.adminUrl });
  await client.connect();
  await client.query('begin');
  await client.query('select app.set_tenant($1)', [made.tenant]);
  for (const statement of lay) await client.query(statement, [made.tenant, YEARS, today]);
  await client.query(`update people.booking_levels set over_capacity = 'refuse' where tenant_id = $1 and counts = 'hard'`, [
    made.tenant,
  ]);
  await client.query('commit');
  await client.query('vacuum analyze');
  await client.end();
  const boss = { firstName: 'Bench', lastName: 'Partner', email: EMAIL, password: PASSWORD, employedFrom: addDays(today, -60) };
  await withTenant(running.host, { tenant: made.tenant }, (tx) =>
    addStaff(tx, [{ ...boss, category: 'admin', grade: 'Partner', country: 'DE' }]),
  );
  await running.close();
}

const often = (work: () => Promise<unknown>): Promise<number> => oftenTimes(ROUNDS, work);
const ms = (lines: Line[], what: string, ours: number, target: number): void =>
  void lines.push({ what, ours, target, unit: 'ms', kind: 'most' });

interface Window {
  people: { id: string; name: string; days: number[] }[];
  /** Minutes of seven days, by the indexes of `days`. */
  weeks: number[][];
}

/** Bytes of the answer as they travel: `fetch` of Node would unpack them. */
const wireBytes = (server: Server, token: string, body: object): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'accept-encoding': 'gzip, br' };
    const request = http.request(`${server.url}/api/bookings/board`, { method: 'POST', headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => (bytes += part.length));
      answer.on('end', () => resolve(bytes));
    });
    request.on('error', reject);
    request.end(JSON.stringify(body));
  });

async function board(lines: Line[], server: Server, token: string, ask: Ask): Promise<Window> {
  let offset = 0;
  const next = (more: object = {}): Promise<unknown> => {
    offset = (offset + 60) % Math.max(60, USERS - 60);
    return ask('POST', '/api/bookings/board', { ...range, offset, limit: 60, ...more });
  };
  // The server has just started: what it does often it has compiled after some calls.
  for (let turn = 0; turn < 2 * ROUNDS; turn++) await next();
  ms(lines, `window of 60 of ${USERS} people × ${WEEKS} weeks`, await often(() => next()), 30);
  const window = (await next()) as Window;
  const packed = await wireBytes(server, token, { ...range, offset: 0, limit: 60 });
  lines.push({ what: 'the same on the wire, packed', ours: packed / 1000, target: 20, unit: 'kB', kind: 'most' });
  ms(lines, 'the same by days, four weeks', await often(() => next({ unit: 'day', to: addDays(from, 27) })), 30);
  for (const group of ['team', 'grade', 'client', 'manager'])
    ms(lines, `a window by ${group}`, await often(() => next({ group })), group === 'client' ? 200 : 60);
  ms(
    lines,
    'groups by team with their load',
    await often(() => ask('POST', '/api/bookings/board/groups', { ...range, group: 'team' })),
    600,
  );
  ms(lines, 'those over capacity, most first', await often(() => next({ only: 'over', offset: 0 })), 600);
  return window;
}

async function finding(lines: Line[], ask: Ask, { people }: Window): Promise<void> {
  const three = { from: addDays(from, 14), to: addDays(from, 34) };
  ms(
    lines,
    'find people free for three weeks, by grade',
    await often(() => ask('POST', '/api/bookings/find', { ...three, grades: ['Senior'], least: 50 })),
    250,
  );
  ms(lines, 'the same among everybody', await often(() => ask('POST', '/api/bookings/find', { ...three, least: 50 })), 500);
  ms(
    lines,
    'demands of half a year, first page',
    await often(() => ask('POST', '/api/demands/all', { from: range.from, to: range.to })),
    60,
  );
  const [project] = (await ask('POST', '/api/projects/all', { statuses: ['active'], per_page: 1 })) as { id: string }[];
  const together = async (): Promise<void> => {
    const create = people.slice(0, 20).flatMap(({ id }) =>
      Array.from({ length: 5 }, (_, week) => ({
        ...{ id: newId(), user_id: id, project_id: project?.id, minutes_per_day: 60, level: 'soft' },
        ...{ first_day: addDays(from, 7 * week), last_day: addDays(from, 7 * week + 4) },
      })),
    );
    const { bookings } = (await ask('POST', '/api/bookings/together', { create })) as {
      bookings: { id: string; version: number }[];
    };
    await ask('POST', '/api/bookings/together', { remove: bookings.map(({ id, version }) => ({ id, version })) });
  };
  ms(lines, 'a hundred bookings made and taken away together', await often(together), 400);
}

/** Listens to the live events of the firm as a browser does. */
async function listen(server: Server, token: string, heard: (text: string) => void, end: AbortSignal): Promise<void> {
  const answer = await fetch(`${server.url}/api/events`, { headers: { authorization: `Bearer ${token}` }, signal: end });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  void (async () => {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) return;
      heard(part.value);
    }
  })().catch(() => undefined);
}

/** Fifty editors change bookings of a thousand rows while one watches: from the call to the event in the watcher's hands. */
async function remote(lines: Line[], server: Server, token: string, ask: Ask): Promise<void> {
  const end = new AbortController();
  const waiting = new Map<string, number>();
  const delays: number[] = [];
  await listen(
    server,
    token,
    (text) => {
      for (const [user, start] of waiting)
        if (text.includes(user)) {
          delays.push(performance.now() - start);
          waiting.delete(user);
        }
    },
    end.signal,
  );
  const pages = await Promise.all(
    Array.from({ length: 10 }, (_, page) => ask('POST', '/api/bookings/board', { ...range, offset: page * 100, limit: 100 })),
  );
  const people = (pages as Window[]).flatMap((window) => window.people);
  const [project] = (await ask('POST', '/api/projects/all', { statuses: ['active'], per_page: 1 })) as { id: string }[];
  const pause = (most: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, most * Math.random()));
  const editor = async (lane: number): Promise<void> => {
    // Nobody begins at the same moment as forty-nine others.
    await pause(3000);
    for (let turn = 0; turn < TURNS; turn++) {
      const user = people[(lane * TURNS + turn) % people.length]?.id ?? '';
      waiting.set(user, performance.now());
      await ask('POST', '/api/bookings', {
        ...{
          user_id: user,
          project_id: project?.id,
          first_day: from,
          last_day: addDays(from, 4),
          minutes_per_day: 30,
          level: 'soft',
        },
      });
      // As people do: a change now and then, not as fast as the wire takes them.
      await pause(6000);
    }
  };
  await Promise.all(Array.from({ length: EDITORS }, (_, lane) => editor(lane)));
  end.abort();
  delays.sort((a, b) => a - b);
  ms(
    lines,
    `a change of one of ${EDITORS} editors on a thousand rows heard, p95`,
    delays[Math.floor(delays.length * 0.95)] ?? 9999,
    250,
  );
}

/** Ten thousand bookings of three hours on few person-days of a level that refuses over-capacity: none ends over it. */
async function conflicts(lines: Line[], server: Server, token: string, { people }: Window): Promise<void> {
  const [task] = ((await asker(server, token)('GET', '/api/bookings/choices')) as { task_types: { id: string }[] }).task_types;
  // A week without public holidays.
  const day = mondayOf(`${Number(today.slice(0, 4)) + 2}-02-10`);
  const week = { from: day, to: addDays(day, 6), unit: 'week', users: people.map(({ id }) => id) };
  const known = (await asker(server, token)('POST', '/api/bookings/board', week)) as Window;
  // A day off takes nothing: who works on all five.
  const users = known.people
    .filter(({ days }) => known.weeks[days[0] ?? -1]?.slice(0, 5).every((minutes) => minutes >= 360))
    .map(({ id }) => id)
    .slice(0, 10);
  let [sent, kept, odd, slowest] = [0, 0, 0, 0];
  const lane = async (): Promise<void> => {
    while (sent < CONFLICTS) {
      const turn = sent++;
      const first_day = addDays(day, Math.floor(turn / 10) % 5);
      const body = {
        user_id: users[turn % 10],
        task_type_id: task?.id,
        first_day,
        last_day: first_day,
        minutes_per_day: 180,
        level: 'hard',
      };
      const start = performance.now();
      const answer = await fetch(`${server.url}/api/bookings`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      await answer.arrayBuffer();
      slowest = Math.max(slowest, performance.now() - start);
      if (answer.status === 200) kept += 1;
      else if (answer.status !== 422) odd += 1;
    }
  };
  const taken = await timeOf(() => Promise.all(Array.from({ length: 32 }, lane)));
  const { groups } = (await asker(server, token)('POST', '/api/bookings/board/groups', {
    ...{ from: day, to: addDays(day, 6), unit: 'day', users, group: 'grade' },
  })) as { groups: { load: { over: number[] } }[] };
  const over = groups.flatMap(({ load }) => load.over).filter((minutes) => minutes > 0).length;
  const beside = `${kept} kept, ${odd} neither kept nor refused, in ${(taken / 1000).toFixed(1)} s`;
  lines.push({
    what: `${CONFLICTS} conflicting bookings at once: person-days over capacity`,
    ours: over,
    target: 0,
    unit: '',
    kind: 'most',
    beside,
  });
  ms(lines, 'the slowest of them', slowest, 1000);
}

async function main(): Promise<void> {
  const lines: Line[] = [];
  const measured = async (server: Server): Promise<void> => {
    const token = await signIn(server.url, EMAIL, PASSWORD);
    const ask = asker(server, token);
    const window = await board(lines, server, token, ask);
    await finding(lines, ask, window);
    await remote(lines, server, token, ask);
    await conflicts(lines, server, token, window);
  };
  await withServer('planning', prepare, measured, values.data);
  const history = `${USERS} people, ${YEARS} years of bookings behind the one ahead; medians of ${ROUNDS}`;
  report(values.data ? undefined : 'planning', 'Planning of a large firm', aboutRun(history), lines);
}

program(main);
