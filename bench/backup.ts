import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { PASSING } from '../src/server/backup.ts';
import { startEmbedded } from '../src/server/database.ts';
import { plan } from '../src/server/distribute.ts';
import { cadre } from './command.ts';
import { type Line, aboutRun, program, report } from './measure.ts';

/**
 * Backs up a large installation and restores it elsewhere, by the command line, and holds both databases against each other: every
 * table's rows and a checksum over all of them that the database itself makes. `--data FOLDER` names an installation that is kept (as
 * `npm run bench -- --data FOLDER --lay-only` lays one); without it two hundred thousand entries are laid. `--beside FOLDER` is where
 * the copy goes.
 */
const { values } = parseArgs({ options: { data: { type: 'string' }, beside: { type: 'string', default: os.tmpdir() } } });
const PEOPLE = 'users=200,years=2,tenants=3';

interface Sums {
  rows: number;
  /** Of every table, in no order: the same rows have the same. */
  checks: Map<string, string>;
}

async function sumsOf(dataDir: string): Promise<Sums> {
  const database = await startEmbedded(dataDir);
  const client = new pg.Client({ connectionString: database.adminUrl });
  try {
    await client.connect();
    const checks = new Map<string, string>();
    let rows = 0;
    for (const { table } of (await plan(database.adminUrl)).tables) {
      // What passes is not in a backup.
      if (PASSING.includes(table)) continue;
      const { rows: found } = await client.query<{ n: string; sum: string }>(
        `select count(*)::text as n, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum from ${table} t`,
      );
      rows += Number(found[0]?.n);
      checks.set(table, `${found[0]?.n} ${found[0]?.sum}`);
    }
    return { rows, checks };
  } finally {
    await client.end();
    await database.stop();
  }
}

async function main(): Promise<void> {
  const work = fs.mkdtempSync(path.join(values.beside, 'cadre-bench-backup-'));
  fs.chmodSync(work, 0o755);
  const from = values.data ?? path.join(work, 'from');
  const to = path.join(work, 'to');
  const file = path.join(work, 'cadre.backup');
  try {
    if (!values.data) await cadre(from, ['seed', '--scale', PEOPLE]);
    const before = await sumsOf(from);
    const made = await cadre(from, ['backup', file]);
    const bytes = fs.statSync(file).size;
    const back = await cadre(to, ['restore', file]);
    const after = await sumsOf(to);
    const differing = [...before.checks].filter(([table, check]) => after.checks.get(table) !== check).map(([table]) => table);
    const entries = Number(before.checks.get('time.entries')?.split(' ')[0]);
    const speed = (seconds: number): string => `${Math.round(before.rows / seconds / 1000)},000 rows a second`;
    const lines: Line[] = [
      {
        what: 'tables whose rows or checksum differ afterwards',
        ours: differing.length,
        target: 0,
        unit: '',
        kind: 'most',
        beside: differing.join(', ') || `${before.checks.size} tables, ${before.rows} rows`,
      },
      { what: 'backup', ours: made.seconds, target: before.rows / 50_000, unit: 's', kind: 'most', beside: speed(made.seconds) },
      { what: 'restore', ours: back.seconds, target: before.rows / 12_500, unit: 's', kind: 'most', beside: speed(back.seconds) },
      { what: 'memory of the backup', ours: made.memory, target: 250, unit: 'MB', kind: 'most' },
      { what: 'memory of the restore', ours: back.memory, target: 250, unit: 'MB', kind: 'most' },
      {
        what: 'bytes of the file, a row',
        ours: bytes / before.rows,
        target: 100,
        unit: 'B',
        kind: 'most',
        beside: `${(bytes / 1e9).toFixed(2)} GB`,
      },
    ];
    report('backup', 'Backup and restore', aboutRun(`${entries} entries; ${before.rows} rows in all`), lines);
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}

program(main);
