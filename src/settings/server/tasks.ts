import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { refuseIfUsed } from '../../server/usage.ts';

export interface TaskTypeRow extends Record<string, unknown> {
  id: string;
  name: string;
  chargeable: boolean;
  is_active: boolean;
  version: number;
}

/** Every task type of the firm, by name; a firm has dozens, so the list is whole. */
export const listTasks = (tx: Tx): Promise<TaskTypeRow[]> =>
  tx.all<TaskTypeRow>(sql`
    select id, name, chargeable, is_active, version from settings.task_types where tenant_id = ${tx.tenant} order by name_lc`);

async function refuseTakenNames(tx: Tx, names: readonly string[], except: readonly string[]): Promise<void> {
  const taken = await tx.one<{ name: string }>(sql`
    select name from settings.task_types
    where tenant_id = ${tx.tenant} and name_lc = any(${names.map((name) => name.trim().toLowerCase())}) and not id = any(${except}::uuid[])`);
  if (taken) throw conflict(`There is a task type "${taken.name}" already.`);
}

export async function addTask(
  tx: Tx,
  _actor: Actor,
  { body }: { body: { id?: string; name: string; chargeable: boolean; is_active?: boolean } },
): Promise<TaskTypeRow> {
  const name = body.name.trim();
  if (name === '') throw invalid([{ path: 'name', message: 'Must not be empty.' }]);
  await refuseTakenNames(tx, [name], []);
  const [row] = await tx.write.insert<TaskTypeRow>('settings.task_types', [{ ...body, name }]);
  return row as TaskTypeRow;
}

export async function editTasks(
  tx: Tx,
  _actor: Actor,
  { body }: { body: { tasks: { id: string; name?: string; chargeable?: boolean; is_active?: boolean; version?: number }[] } },
): Promise<TaskTypeRow[]> {
  const ids = body.tasks.map((task) => task.id);
  const rows = await tx.all<TaskTypeRow>(sql`
    select * from settings.task_types where tenant_id = ${tx.tenant} and id = any(${ids}) for update`);
  const known = new Map(rows.map((row) => [row.id, row]));
  const changes = body.tasks.map(({ id, version, ...set }) => {
    const before = known.get(id);
    if (!before) throw notFound('There is no such task type.');
    if (version !== undefined && version !== before.version)
      throw conflict('Somebody else changed this in the meantime.', before);
    return { before, set };
  });
  const names = changes.flatMap(({ set }) => (set.name === undefined ? [] : [set.name]));
  await refuseTakenNames(tx, names, ids);
  return tx.write.update<TaskTypeRow>('settings.task_types', changes);
}

/** @throws Problem 409 that names what uses a type: deactivate it instead */
export async function deleteTasks(tx: Tx, _actor: Actor, { body }: { body: { ids: string[] } }): Promise<{ success: boolean }> {
  const rows = await tx.all<TaskTypeRow>(sql`
    select * from settings.task_types where tenant_id = ${tx.tenant} and id = any(${body.ids}) for update`);
  for (const row of rows) await refuseIfUsed(tx, 'settings.task_types', row.id, `"${row.name}"`);
  await tx.write.remove('settings.task_types', rows);
  return { success: true };
}
