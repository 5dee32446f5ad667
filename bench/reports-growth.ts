import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/server/config.ts';
import { open } from '../src/server/start.ts';
import { EMAIL, PASSWORD, asker, filtersPainted, often, withServer } from './large.ts';
import { type Line, aboutRun, program, report } from './measure.ts';
import { catchUp, layReports, readBehind, reads, vacuum, year } from './reports-world.ts';
import { type Server, signIn } from './server.ts';

/**
 * How reports grow with ten times the time: the same firms with the same people, first with a tenth of their entries. Then how long a
 * filter takes until it is painted in the larger one. `--firms` and `--each` set the size (50 firms of 200,000 entries), `--data FOLDER`
 * keeps both for another run. Kept in bench/results.
 */
const { values } = parseArgs({
  options: { firms: { type: 'string', default: '50' }, each: { type: 'string', default: '200000' }, data: { type: 'string' } },
});
const [FIRMS, EACH] = [Number(values.firms), Number(values.each)];
/** Entries a person has in three years. */
const USERS = Math.max(10, Math.round(EACH / 2000));
const TIMES = 10;
const ROUNDS = 41;
const MOST = 1.5;
/** Milliseconds from a filter to its rows on the screen. */
const PAINTED = 300;

async function lay(dataDir: string, each: number): Promise<void> {
  const running = await open({ ...readConfig({ CADRE_DATA: dataDir }), port: 0 });
  await layReports(running, { entries: each, users: USERS, others: FIRMS - 1, each, staff: USERS });
  await vacuum(running);
  await running.close();
  await catchUp(dataDir);
}

/** Medians of all reports, by what they are. */
async function medians(server: Server): Promise<Map<string, number>> {
  const ask = asker(server, await signIn(server.url, EMAIL, PASSWORD));
  const found = new Map<string, number>();
  for (const { what, work } of [...reads(ask), await readBehind(ask)]) {
    await often(5, work);
    found.set(what, await often(ROUNDS, work));
  }
  return found;
}

async function painting(lines: Line[], server: Server): Promise<void> {
  const days = `?from=${year.from}&to=${year.to}`;
  // Each from its own table, whose rows stand until the others are there.
  const views = [
    ['hours by person', `${days}&by=person`],
    ['fees by person', `${days}&by=money&money=person`],
    ['work in progress by person', `${days}&by=money&rows=wip&money=person`],
  ] as const;
  for (const [what, view] of views) {
    const filters = [`${view}&grades=Senior`, `${view}&grades=Junior`];
    await filtersPainted(
      server,
      `/reporting/management_reporting${view}`,
      [[`painted: ${what}, filtered`, filters]],
      (name, ours) => lines.push({ what: name, ours, target: PAINTED, unit: 'ms', kind: 'most' }),
    );
  }
}

async function main(): Promise<void> {
  const lines: Line[] = [];
  const kept = (name: string): string | undefined => values.data && path.join(values.data, name);
  let before = new Map<string, number>();
  for (const name of ['tenth', 'whole']) {
    const folder = kept(name);
    if (folder && fs.existsSync(folder)) await catchUp(folder);
  }
  await withServer(
    'reports-tenth',
    (dataDir) => lay(dataDir, EACH / TIMES),
    async (server) => {
      before = await medians(server);
    },
    kept('tenth'),
  );
  await withServer(
    'reports-whole',
    (dataDir) => lay(dataDir, EACH),
    async (server) => {
      for (const [what, ours] of await medians(server)) {
        const then = before.get(what) ?? ours;
        const beside = `${then.toFixed(1)} ms before, ${ours.toFixed(1)} ms now`;
        lines.push({ what, ours: ours / then, target: MOST, unit: '×', kind: 'most', beside });
      }
      await painting(lines, server);
    },
    kept('whole'),
  );
  const sizes = `${FIRMS} firms of ${USERS} people over three years: from ${(EACH * FIRMS) / TIMES} to ${EACH * FIRMS} entries; medians of ${ROUNDS}`;
  report('reports-growth', 'Reports with ten times the time', aboutRun(sizes), lines);
}

program(main);
