import { newId } from '../../kit/ids.ts';
import { addClients, addProjects } from '../../clients/server/public.ts';
import { addPeople } from '../../people/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import { readUpload } from '../../server/files.ts';
import type { Visit } from '../../server/route.ts';
import { readTable } from '../../server/tables.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { readTimeExport, summarise } from './export-rows.ts';
import { type Field, guessColumns, recogniseExport } from './export-formats.ts';
import { type ImportOptions, type ImportPlan, entriesOf, planImport } from './import-plan.ts';
import { type ImportTotals, totalsOf } from './import-totals.ts';

export interface ImportReport {
  format: string;
  rows: number;
  created: number;
  unchanged: number;
  rejected: { row: number; column: string; message: string }[];
  seconds: number;
  users: number;
  projects: number;
  clients: number;
  first_date: string | null;
  last_date: string | null;
  missing: { users: string[]; projects: string[]; clients: string[] };
}

export interface ImportRequest extends ImportOptions {
  format?: string | undefined;
  /** Where the columns are, counted from 0, for a table whose header says nothing. */
  columns?: Partial<Record<Field, number>> | undefined;
  skipRejected: boolean;
  dryRun: boolean;
}

/** Lines at a time: a line may be a week of entries. */
const CHUNK = 300;

/**
 * Imports a file of another system: recognised by its header, checked as a whole, written whole or not at all (unless
 * refused rows may be skipped). Counts, seconds and dates speak of the file's lines.
 */
export async function importTime(
  tx: Tx,
  actor: Actor | undefined,
  file: { name: string; bytes: Uint8Array },
  request: ImportRequest,
): Promise<ImportReport> {
  return (await takeIn(tx, actor, file, request)).report;
}

async function takeIn(
  tx: Tx,
  actor: Actor | undefined,
  file: { name: string; bytes: Uint8Array },
  request: ImportRequest,
): Promise<{ report: ImportReport; plan: ImportPlan }> {
  const { time_zone: zone } = await firmOf(tx);
  const format = (request.format ?? 'auto') as 'auto';
  // The table itself is let go at once: the lines are all that is needed of a large file.
  const parsed = readTimeExport(await readTable(file.bytes, file.name), { format, zone, columns: request.columns });
  const plan = await planImport(tx, actor, parsed.format, parsed.lines, request);
  const language = actor?.language ?? 'en';
  const rejected = [...parsed.rejected, ...plan.rejected]
    .sort((a, b) => a.row - b.row)
    .map((each) => ({ ...each, message: inLanguage(each.message, language) }));
  const summary = summarise(parsed.lines);
  const write = !request.dryRun && (rejected.length === 0 || request.skipRejected);
  if (write && plan.lines.length > 0) await apply(tx, actor, file.name, parsed.format, parsed.lines.length, plan);
  const report = {
    format: parsed.format,
    rows: parsed.lines.length + parsed.rejected.length,
    created: write || request.dryRun ? plan.lines.length : 0,
    unchanged: plan.unchanged,
    rejected,
    seconds: parsed.lines.reduce((sum, line) => sum + line.seconds, 0),
    users: summary.users,
    projects: summary.projects,
    clients: summary.clients,
    first_date: summary.first_date ?? null,
    last_date: summary.last_date ?? null,
    missing: {
      users: plan.people.map((person) => `${person.first_name} ${person.last_name}`.trim()),
      projects: plan.projects.map((project) => project.name),
      clients: plan.clients.map((client) => client.name),
    },
  };
  return { report, plan };
}

async function apply(
  tx: Tx,
  actor: Actor | undefined,
  name: string,
  format: string,
  rowCount: number,
  plan: ImportPlan,
): Promise<void> {
  await addPeople(tx, plan.people);
  await addClients(tx, plan.clients);
  await addProjects(tx, plan.projects);
  // The database plans the check of each entry's foreign keys by what it last counted of those who are added here.
  await tx.write.countAgain();
  const importId = newId();
  await tx.write.insert('time.imports', [
    {
      id: importId,
      file_name: name.slice(0, 300),
      format,
      row_count: rowCount,
      created_count: plan.lines.length,
      created_by: actor?.userId ?? null,
    },
  ]);
  // One person after the other: the months of a person are then added to once or twice instead of with every chunk.
  const lines = plan.lines.toSorted((a, b) => (a.user_id < b.user_id ? -1 : Number(a.user_id > b.user_id)));
  // While the database stores one chunk the next is made ready: both work all the time, and two chunks are all that is held.
  let storing: Promise<unknown> = Promise.resolve();
  for (let start = 0; start < lines.length; start += CHUNK) {
    const entries = lines.slice(start, start + CHUNK).flatMap(entriesOf);
    const rows = entries.map((entry) => ({ ...entry, created_by: actor?.userId ?? null, import_id: importId }));
    const before = storing;
    storing = tx.write.insert('time.entries', rows, { covered: true });
    storing.catch(() => undefined);
    await before;
  }
  await storing;
}

interface Body {
  filename: string;
  format?: string;
  columns?: Partial<Record<Field, number>>;
  create_missing?: boolean;
  user?: string;
  project?: string;
  skip_rejected?: boolean;
}

const requestOf = (body: Body, dryRun: boolean): ImportRequest => ({
  format: body.format,
  columns: body.columns,
  createMissing: body.create_missing ?? false,
  user: body.user,
  project: body.project,
  skipRejected: body.skip_rejected ?? false,
  dryRun,
});

/** What an import would do, with the sums by person, project and month of what it would bring. */
export async function checkImport(
  tx: Tx,
  actor: Actor,
  { body }: { body: Body },
  { config }: Visit,
): Promise<ImportReport & { totals: ImportTotals }> {
  const file = await readUpload(tx, config, actor.userId, body.filename);
  const { report, plan } = await takeIn(tx, actor, file, requestOf(body, true));
  return { ...report, totals: totalsOf(plan) };
}

export async function applyImport(tx: Tx, actor: Actor, { body }: { body: Body }, { config }: Visit): Promise<ImportReport> {
  const file = await readUpload(tx, config, actor.userId, body.filename);
  return importTime(tx, actor, file, requestOf(body, false));
}

const SAMPLE_ROWS = 3;
const SAMPLE_LETTERS = 200;

/** Header and first rows of an uploaded table, the format it is recognised as, and where its columns seem to be. */
export async function importColumns(tx: Tx, actor: Actor, { body }: { body: { filename: string } }, { config }: Visit) {
  const { bytes, name } = await readUpload(tx, config, actor.userId, body.filename);
  const { header, rows } = await readTable(bytes, name);
  return {
    format: recogniseExport(header) ?? null,
    header: [...header],
    sample: rows
      .slice(0, SAMPLE_ROWS)
      .map(({ cells }) => header.map((_, place) => (cells[place] ?? '').slice(0, SAMPLE_LETTERS))),
    columns: guessColumns(header),
  };
}
