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
import { type ImportOptions, type ImportPlan, entriesOf, planImport } from './import-plan.ts';

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
  const { time_zone: zone } = await firmOf(tx);
  const format = (request.format ?? 'auto') as 'auto';
  // The table itself is let go at once: the lines are all that is needed of a large file.
  const parsed = readTimeExport(await readTable(file.bytes, file.name), { format, zone });
  const plan = await planImport(tx, actor, parsed.format, parsed.lines, request);
  const language = actor?.language ?? 'en';
  const rejected = [...parsed.rejected, ...plan.rejected]
    .sort((a, b) => a.row - b.row)
    .map((each) => ({ ...each, message: inLanguage(each.message, language) }));
  const summary = summarise(parsed.lines);
  const write = !request.dryRun && (rejected.length === 0 || request.skipRejected);
  if (write && plan.lines.length > 0) await apply(tx, actor, file.name, parsed.format, parsed.lines.length, plan);
  return {
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
  // While the database stores one chunk the next is made ready: both work all the time, and two chunks are all that is held.
  let storing: Promise<unknown> = Promise.resolve();
  for (let start = 0; start < plan.lines.length; start += CHUNK) {
    const entries = plan.lines.slice(start, start + CHUNK).flatMap(entriesOf);
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
  create_missing?: boolean;
  user?: string;
  project?: string;
  skip_rejected?: boolean;
}

async function fromUpload(tx: Tx, actor: Actor, body: Body, { config }: Visit, dryRun: boolean): Promise<ImportReport> {
  const file = await readUpload(tx, config, actor.userId, body.filename);
  return importTime(tx, actor, file, {
    format: body.format,
    createMissing: body.create_missing ?? false,
    user: body.user,
    project: body.project,
    skipRejected: body.skip_rejected ?? false,
    dryRun,
  });
}

export const checkImport = (tx: Tx, actor: Actor, { body }: { body: Body }, visit: Visit): Promise<ImportReport> =>
  fromUpload(tx, actor, body, visit, true);

export const applyImport = (tx: Tx, actor: Actor, { body }: { body: Body }, visit: Visit): Promise<ImportReport> =>
  fromUpload(tx, actor, body, visit, false);
