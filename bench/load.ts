import { parseArgs } from 'node:util';
import { type Day, addDays, dayIn, isoWeek, mondayOf } from '../src/kit/day.ts';
import { readConfig } from '../src/server/config.ts';
import { open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff } from '../src/server/world/firm.ts';
import { layScale } from '../src/server/world/scale.ts';
import { withServer } from './large.ts';
import { type Line, aboutRun, program, report } from './measure.ts';
import { type Server, signIn } from './server.ts';
import { call } from './wire.ts';

/**
 * A Friday afternoon: 200 people of a firm of 5,000 at once, each doing something every five seconds. Six of ten save cells of their
 * week, a quarter reads (week, home), one of ten looks at the board, one of twenty asks for a report. `--minutes` says how long.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '5' } } });
const PEOPLE = 200;
const MANAGERS = 20;
const PASSWORD = 'bench bench bench';
const PAUSE_MS: readonly [least: number, most: number] = [2000, 8000];
/** By then everything is loaded and warm: memory is held against what it was then. */
const WARM_MS = 60_000;
const WEEKS = 26;

const emailOf = (person: number): string => `friday.${person}@bench.example`;

async function lay(dataDir: string): Promise<void> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  const today = dayIn('Europe/Berlin', new Date());
  const from = addDays(mondayOf(today), -7 * WEEKS);
  const made = await layScale(running.host, running.adminUrl, {
    slug: 'bench',
    users: 5000,
    entries: 500_000,
    from,
    to: addDays(today, -1),
  });
  await withTenant(running.host, { tenant: made.tenant }, (tx) =>
    addStaff(
      tx,
      Array.from({ length: PEOPLE }, (_, person) => ({
        firstName: 'Friday',
        lastName: `Person ${person}`,
        email: emailOf(person),
        password: PASSWORD,
        category: 'operational' as const,
        grade: person < MANAGERS ? ('Manager' as const) : ('Senior' as const),
        country: 'DE',
        employedFrom: from,
      })),
    ),
  );
  await running.close();
}

interface Done {
  what: string;
  took: number;
}

interface Person {
  token: string;
  projects: readonly string[];
}

const oneOf = <T>(some: readonly T[]): T => some[Math.floor(Math.random() * some.length)] as T;
const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** What a person does next, and how it is called. */
function nextAct(
  { url }: Server,
  { token, projects }: Person,
  managers: readonly string[],
  monday: Day,
): [what: string, act: () => Promise<unknown>] {
  const dice = Math.random();
  const half = { from: addDays(monday, -7 * WEEKS), to: addDays(monday, 6) };
  const ask =
    (method: string, path: string, body?: unknown, by = token) =>
    () =>
      call(url, by, method, path, body);
  if (dice < 0.6) {
    const project = oneOf(projects);
    const cells = [0, 1, 2, 3, 4]
      .slice(0, 1 + Math.floor(Math.random() * 5))
      .map((day) => ({ day: addDays(monday, day), project_id: project, seconds: 900 * (1 + Math.floor(Math.random() * 6)) }));
    return ['a save', ask('PUT', '/api/timesheets/cells', { cells })];
  }
  if (dice < 0.85) return ['a read', ask('GET', oneOf([`/api/timesheets/${isoWeek(monday)}`, '/api/home']))];
  // Reports are for Managers: there is always one who asks.
  if (dice < 0.9) return ['a report', ask('POST', '/api/utilization/timespent_by_projects', half, oneOf(managers))];
  return [
    'the board',
    ask('POST', '/api/bookings/board', { from: monday, to: addDays(monday, 7 * 13 - 1), unit: 'week', limit: 60 }),
  ];
}

async function people(server: Server): Promise<Person[]> {
  const all: Person[] = [];
  for (let person = 0; person < PEOPLE; person++) {
    const token = await signIn(server.url, emailOf(person), PASSWORD);
    const answer = await fetch(`${server.url}/api/time_entries/choices`, { headers: { authorization: `Bearer ${token}` } });
    const { projects } = (await answer.json()) as { projects: { id: string }[] };
    all.push({ token, projects: projects.slice(0, 8).map(({ id }) => id) });
  }
  return all;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

async function measure(server: Server): Promise<void> {
  const crowd = await people(server);
  const managers = crowd.slice(0, MANAGERS).map(({ token }) => token);
  const monday = mondayOf(dayIn('Europe/Berlin', new Date()));
  const until = performance.now() + Number(values.minutes) * 60_000;
  const done: Done[] = [];
  const faults: string[] = [];
  let warm = 0;
  setTimeout(() => (warm = server.memory()), Math.min(WARM_MS, Number(values.minutes) * 15_000));
  const work = async (person: Person): Promise<void> => {
    const [least, most] = PAUSE_MS;
    await sleep(Math.random() * most);
    while (performance.now() < until) {
      const [what, act] = nextAct(server, person, managers, monday);
      const start = performance.now();
      await act().catch((error: unknown) => faults.push(String(error)));
      done.push({ what, took: performance.now() - start });
      await sleep(least + Math.random() * (most - least));
    }
  };
  await Promise.all(crowd.map(work));
  const memory = server.memory();
  const times = (what?: string): number[] =>
    done
      .filter((each) => what === undefined || each.what === what)
      .map(({ took }) => took)
      .sort((a, b) => a - b);
  const kinds = ['a save', 'a read', 'the board', 'a report'].map((what) => {
    const all = times(what);
    return `${what} ${at(all, 0.5).toFixed(0)}/${at(all, 0.99).toFixed(0)} ms (${all.length})`;
  });
  for (const fault of new Set(faults)) process.stdout.write(`${fault}\n`);
  const lines: Line[] = [
    {
      what: 'an answer, p99',
      ours: at(times(), 0.99),
      target: 250,
      unit: 'ms',
      kind: 'most',
      beside: `p50/p99: ${kinds.join(', ')}`,
    },
    { what: 'calls that failed', ours: faults.length, target: 0, unit: '', kind: 'most', beside: `of ${done.length}` },
    {
      what: 'memory in the end against that of the first minute',
      ours: memory / warm,
      target: 1.15,
      unit: '×',
      kind: 'most',
      beside: `${warm.toFixed(0)} → ${memory.toFixed(0)} MB`,
    },
  ];
  report(
    Number(values.minutes) >= 5 ? 'load' : undefined,
    'A Friday afternoon',
    aboutRun(`${PEOPLE} people at once for ${values.minutes} minutes, each doing something every five seconds`),
    lines,
  );
}

program(() => withServer('load', lay, measure));
