import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Day, addDays, dayIn, mondayOf } from '../src/kit/day.ts';
import { readConfig } from '../src/server/config.ts';
import { open } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { addStaff } from '../src/server/world/firm.ts';
import { layScale } from '../src/server/world/scale.ts';
import { EMAIL, PASSWORD, type Ask, asker, often, timeOf, withServer } from './large.ts';
import { type Line, aboutRun, median, program, report } from './measure.ts';
import { type Server, freePort, signIn, startServer } from './server.ts';

/**
 * Measures what everybody does with time every week, in a firm of 5,000 people with half a year of entries: saving a full week,
 * opening one, and the matrix of completion. `--data FOLDER` uses the firm that `bench/run.ts` keeps there.
 */
const { values } = parseArgs({ options: { data: { type: 'string' } } });
const WEEKS = 26;
const ROUNDS = 40;

async function lay(dataDir: string): Promise<void> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  const today = dayIn('Europe/Berlin', new Date());
  const from = addDays(mondayOf(today), -7 * (WEEKS - 1));
  const made = await layScale(running.host, running.adminUrl, { slug: 'bench', users: 5000, entries: 500_000, from, to: today });
  await withTenant(running.host, { tenant: made.tenant }, (tx) =>
    addStaff(tx, [
      {
        firstName: 'Bench',
        lastName: 'Partner',
        email: EMAIL,
        password: PASSWORD,
        category: 'hr',
        grade: 'Partner',
        country: 'DE',
        employedFrom: from,
      },
    ]),
  );
  await running.close();
}

/** Five rows of five days each, as a person fills a week: one call. */
async function weekSaved(ask: Ask, monday: Day): Promise<number> {
  const { projects } = (await ask('GET', '/api/time_entries/choices')) as { projects: { id: string }[] };
  const rows = projects.slice(0, 5);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Every other week, so that each call writes what was not there.
    const first = addDays(monday, -7 * (round + 1));
    const cells = rows.flatMap(({ id }) =>
      [0, 1, 2, 3, 4].map((day) => ({ day: addDays(first, day), project_id: id, seconds: 5400 + round })),
    );
    times.push(await timeOf(() => ask('PUT', '/api/timesheets/cells', { cells })));
  }
  return median(times.slice(ROUNDS / 4));
}

async function measure(server: Server): Promise<void> {
  const ask = asker(server, await signIn(server.url, EMAIL, PASSWORD));
  const monday = mondayOf(dayIn('Europe/Berlin', new Date()));
  const from = addDays(monday, -7 * (WEEKS - 1));
  const matrix = { from, to: addDays(monday, 6) };
  const lines: Line[] = [
    { what: 'save a full week, 25 cells in one call', ours: await weekSaved(ask, monday), target: 20, unit: 'ms', kind: 'most' },
    {
      what: 'open a week',
      ours: await often(ROUNDS, () => ask('GET', `/api/timesheets/${addDays(monday, -7)}`)),
      target: 20,
      unit: 'ms',
      kind: 'most',
    },
    {
      what: 'completion, 5,000 people × 26 weeks',
      ours: await often(ROUNDS, () => ask('POST', '/api/utilization/timesheet_completion', matrix)),
      target: 200,
      unit: 'ms',
      kind: 'most',
    },
  ];
  report('time', 'Time', aboutRun(`median of ${ROUNDS} calls over HTTP on the same machine`), lines);
}

async function main(): Promise<void> {
  if (!values.data) return withServer('time', lay, measure);
  if (!fs.existsSync(path.join(values.data, 'bench.json'))) throw new Error('There is no firm in this folder.');
  const server = await startServer(values.data, await freePort());
  try {
    await measure(server);
  } finally {
    await server.stop();
  }
}

program(main);
