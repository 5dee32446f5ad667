import type { Day } from '../../kit/day.ts';
import { checkRange } from '../../leave/server/public.ts';
import { usersAmong } from '../../people/server/public.ts';
import { tableFile } from '../../server/export.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import type { Column } from '../../server/tables-write.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { withCustomColumns } from '../../settings/server/public.ts';
import { type EntryListRow, personOf, selectEntries } from './entries.ts';

const COLUMNS: readonly Column[] = [
  { key: 'day', title: 'Date', kind: 'date' },
  { key: 'client', title: 'Client', kind: 'text' },
  { key: 'project', title: 'Project', kind: 'text' },
  { key: 'project_code', title: 'Code', kind: 'text' },
  { key: 'task_type', title: 'Task', kind: 'text' },
  { key: 'started_at', title: 'Begins', kind: 'text' },
  { key: 'seconds', title: 'Hours', kind: 'hours' },
  { key: 'chargeable', title: 'Chargeable', kind: 'text' },
  { key: 'comment', title: 'Note', kind: 'text' },
];

/** The entries of oneself or of a person one manages as a file, day by day, the firm's own fields at the end. */
export async function exportEntries(
  tx: Tx,
  actor: Actor,
  { query }: { query: { from: Day; to: Day; user_id?: string; format?: string } },
  { looked }: Pick<Visit, 'looked'>,
): Promise<FileReply> {
  checkRange(query.from, query.to);
  const user = await personOf(tx, actor, query.user_id);
  if (user !== actor.userId) looked(user);
  const entries = await tx.all<EntryListRow>(sql`
    ${selectEntries(tx, sql`e.user_id = ${user} and e.day between ${query.from} and ${query.to}`)}
    order by e.day, e.started_at nulls last, e.created_at, e.id`);
  const { columns, rows } = await withCustomColumns(tx, { collection: 'time_entries', rows: entries, usersAmong });
  return tableFile(`time_${query.from}_${query.to}`, query.format, [...COLUMNS, ...columns], rows);
}
