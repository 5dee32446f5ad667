import { minorDigits } from '../../kit/money.ts';
import { refuseFlag, today, usersAmong } from '../../people/server/public.ts';
import { withCustomColumns } from '../../settings/server/public.ts';
import { tableFile } from '../../server/export.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import type { Column } from '../../server/tables-write.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { ProjectListRow } from '../contract.ts';
import { type ProjectListFilters, projectOrder, selectListed } from './projects.ts';
import { selectProjects } from './project-rows.ts';

/** Rows that are in memory at a time. */
const CHUNK = 1000;

const COLUMNS: readonly Column[] = [
  { key: 'code', title: 'Code', kind: 'text' },
  { key: 'name', title: 'Project', kind: 'text' },
  { key: 'client', title: 'Client', kind: 'text' },
  { key: 'team', title: 'Team', kind: 'text' },
  { key: 'managers', title: 'Managers', kind: 'text' },
  { key: 'status', title: 'Status', kind: 'text' },
  { key: 'billing_status', title: 'Billing status', kind: 'text' },
  { key: 'chargeable', title: 'Chargeable', kind: 'text' },
  { key: 'fee_kind', title: 'Fee', kind: 'text' },
  { key: 'starts_on', title: 'From', kind: 'date' },
  { key: 'ends_on', title: 'To', kind: 'date' },
  { key: 'budget', title: 'Budget (h)', kind: 'hours' },
  { key: 'fee', title: 'Budget (fee)', kind: 'number' },
  { key: 'currency', title: 'Currency', kind: 'text' },
];

const cellsOf = (row: ProjectListRow) => ({
  ...row,
  managers: row.managers.map(({ name }) => name).join(', '),
  budget: row.budget_minutes === null ? null : row.budget_minutes * 60,
  fee: row.budget_fee === null ? null : row.budget_fee / 10 ** minorDigits(row.currency),
});

/**
 * The projects that the filters show, as a file. What is in the file and its order is settled at once, its rows are read a
 * thousand at a time while it is sent, each in a transaction of its own: memory stays the same for any number.
 */
export async function exportProjects(
  tx: Tx,
  actor: Actor,
  { body = {}, query }: { body?: ProjectListFilters & { sort?: string }; query: { format?: string } },
  { within }: Pick<Visit, 'within'>,
): Promise<FileReply> {
  refuseFlag(actor, 'can_export', ['clients_projects']);
  const day = await today(tx);
  const [found, { columns }] = await Promise.all([
    tx.all<{ id: string }>(sql`select id from (${selectListed(tx, body, day)}) whole order by ${projectOrder(body.sort)}`),
    withCustomColumns(tx, { collection: 'projects', rows: [], usersAmong }),
  ]);
  const ids = found.map(({ id }) => id);
  async function* rows(): AsyncIterable<Record<string, unknown>> {
    for (let start = 0; start < ids.length; start += CHUNK) {
      const wanted = ids.slice(start, start + CHUNK);
      const chunk = await within({ tenant: actor.tenantId, userId: actor.userId }, async (later) => {
        const found = await later.all<ProjectListRow>(selectProjects(later, sql`p.id = any(${wanted}::uuid[])`, day));
        return (await withCustomColumns(later, { collection: 'projects', rows: found.map(cellsOf), usersAmong })).rows;
      });
      const byId = new Map(chunk.map((row) => [row.id, row]));
      for (const id of wanted) {
        const row = byId.get(id);
        if (row) yield row;
      }
    }
  }
  return tableFile('projects', query.format, [...COLUMNS, ...columns], rows());
}
