import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

export interface LeaveTypeRow {
  id: string;
  name: string;
  is_paid: boolean;
  counts: 'off' | 'worked';
  needs_reason: boolean;
  is_private: boolean;
  smallest: 'day' | 'half_day' | 'hour';
  is_active: boolean;
  /** Some country's rules keep an account of it. */
  has_balance: boolean;
  version: number;
}

export type LeaveTypeFields = Partial<Omit<LeaveTypeRow, 'id' | 'has_balance' | 'version'>>;

const selectTypes = (tx: Tx): Sql => sql`
  select t.id, t.name, t.is_paid, t.counts, t.needs_reason, t.is_private, t.smallest, t.is_active, t.version,
    exists (select 1 from leave.policies p where p.tenant_id = t.tenant_id and p.type_id = t.id) as has_balance
  from leave.types t where t.tenant_id = ${tx.tenant}`;

/** The firm's leave types by name; a firm has a handful, so the list is whole. */
export const listLeaveTypes = (tx: Tx, _actor: Actor, { query }: { query: { all?: boolean } }): Promise<LeaveTypeRow[]> =>
  tx.all<LeaveTypeRow>(sql`
    ${selectTypes(tx)} and (t.is_active or ${query.all ?? false}) order by t.name_lc collate app.names`);

async function readType(tx: Tx, id: string): Promise<LeaveTypeRow> {
  const row = await tx.one<LeaveTypeRow>(sql`${selectTypes(tx)} and t.id = ${id}`);
  if (!row) throw notFound('There is no such leave type.');
  return row;
}

/** The name as it is stored. @throws Problem 422 when it is empty or taken */
async function freeName(tx: Tx, name: string, except: string | undefined): Promise<string> {
  const tidy = name.trim();
  if (tidy === '') throw invalid([{ path: 'name', message: 'Must not be empty.' }]);
  const taken = await tx.one<{ id: string; name: string }>(sql`
    select id, name from leave.types where tenant_id = ${tx.tenant} and name_lc = ${tidy.toLowerCase()}`);
  if (taken && taken.id !== except)
    throw invalid([{ path: 'name', message: said`There is a leave type "${taken.name}" already.` }]);
  return tidy;
}

export async function addLeaveType(
  tx: Tx,
  _actor: Actor,
  { body }: { body: LeaveTypeFields & { id?: string; name: string } },
): Promise<LeaveTypeRow> {
  const name = await freeName(tx, body.name, undefined);
  const [row] = await tx.write.insert<{ id: string }>('leave.types', [{ ...body, name }]);
  tx.say({ topic: 'leave_rules' });
  return readType(tx, row?.id ?? '');
}

/** Changes a leave type; who uses it keeps it. @throws Problem 409 when stale */
export async function editLeaveType(
  tx: Tx,
  _actor: Actor,
  { params, body }: { params: { id: string }; body: LeaveTypeFields & { version?: number } },
): Promise<LeaveTypeRow> {
  const before = await tx.one<{ id: string; version: number }>(sql`
    select * from leave.types where tenant_id = ${tx.tenant} and id = ${params.id} for update`);
  if (!before) throw notFound('There is no such leave type.');
  const { version, ...set } = body;
  if (version !== undefined && version !== before.version)
    throw conflict('Somebody else changed this in the meantime.', await readType(tx, params.id));
  if (set.name !== undefined) set.name = await freeName(tx, set.name, params.id);
  await tx.write.update('leave.types', [{ before: { ...before }, set }]);
  tx.say({ topic: 'leave_rules' });
  return readType(tx, params.id);
}
