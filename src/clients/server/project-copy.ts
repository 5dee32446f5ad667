import { newId } from '../../kit/ids.ts';
import { invalid, notFound } from '../../kit/problem.ts';
import { refuseFlag, today } from '../../people/server/public.ts';
import { raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { ProjectDetails } from '../contract.ts';
import { nameLater, yearsLater } from '../rules.ts';
import { nextCodes } from './codes.ts';
import { EVER, OPEN, type PartTable } from './parts.ts';
import { refuseRestricted } from './project-lists.ts';
import { type ProjectRow, readProject } from './project-rows.ts';
import { refuseTakenCode } from './projects.ts';

/** What goes along, and which of its columns are days. Files and those who follow stay with the old one. */
const PARTS: readonly (readonly [PartTable, readonly string[]])[] = [
  ['clients.project_managers', ['valid_from', 'valid_to']],
  ['clients.project_members', ['valid_from', 'valid_to']],
  ['clients.phases', ['starts_on', 'ends_on']],
  ['clients.grade_budgets', []],
  ['clients.project_tasks', []],
  ['clients.project_rates', ['valid_from', 'valid_to']],
];

/** What a copy does not take over: it is its own record. */
const OWN = ['id', 'version', 'created_at', 'code_lc', 'name_lc', 'tenant_id', 'project_id'];

function moved(row: Record<string, unknown>, days: readonly string[], years: number): Record<string, unknown> {
  const copy = Object.fromEntries(Object.entries(row).filter(([key]) => !OWN.includes(key)));
  for (const key of days) {
    const day = copy[key];
    if (typeof day === 'string' && day !== OPEN && day !== EVER) copy[key] = yearsLater(day, years);
  }
  return copy;
}

/** Rows that hold no more are the old project's past. */
const holds = (row: Record<string, unknown>, today: string): boolean =>
  typeof row['valid_to'] !== 'string' || row['valid_to'] > today;

interface CopyInput {
  id: string;
  new_id?: string;
  name?: string;
  code?: string;
  client_id?: string | null;
  years?: number;
  as_template?: boolean;
}

/**
 * Copies a project, to next year if nothing else is said: its days move by whole years and so does a year in its name. Time,
 * bookings, files and billing stay behind. From a template a project comes, from a project a template if that is asked for.
 * @throws Problem 404, 422
 */
export async function duplicateProject(tx: Tx, actor: Actor, { body }: { body: CopyInput }): Promise<ProjectDetails> {
  refuseFlag(actor, 'can_edit', ['clients_projects']);
  const { years = 1, as_template: asTemplate = false } = body;
  const source = await tx.one<ProjectRow>(sql`select * from clients.projects where tenant_id = ${tx.tenant} and id = ${body.id}`);
  if (!source) throw notFound('There is no such project.');
  const clientId = body.client_id === undefined ? source.client_id : body.client_id;
  if (clientId !== null && clientId !== source.client_id) {
    const client = await tx.one(sql`select 1 from clients.clients where tenant_id = ${tx.tenant} and id = ${clientId}`);
    if (!client) throw invalid([{ path: 'client_id', message: 'There is no such client.' }]);
  }
  const id = body.new_id ?? newId();
  const copy = moved(source, ['starts_on', 'ends_on'], years) as Partial<ProjectRow>;
  const [free] = await nextCodes(tx, [{ client_id: clientId, starts_on: copy.starts_on }]);
  const code = body.code?.trim() || (free as string);
  await refuseTakenCode(tx, code, null);
  await tx.write.insert('clients.projects', [
    {
      ...copy,
      id,
      code,
      name: body.name?.trim() || nameLater(source.name, years),
      client_id: clientId,
      status: asTemplate ? 'planned' : source.status === 'planned' ? 'planned' : 'active',
      billing_status: source.billing_status === 'internal' ? 'internal' : 'not_started',
      is_template: asTemplate,
      copied_from: source.id,
    },
  ]);
  const day = await today(tx);
  for (const [table, days] of PARTS) {
    const rows = await tx.all<Record<string, unknown>>(sql`
      select * from ${raw(table)} where tenant_id = ${tx.tenant} and project_id = ${source.id} order by id`);
    await tx.write.insert(
      table,
      rows.filter((row) => holds(row, day)).map((row) => ({ ...moved(row, days, years), project_id: id })),
    );
  }
  await refuseRestricted(tx, [id]);
  tx.say({ topic: 'projects' });
  return readProject(tx, actor, id);
}
