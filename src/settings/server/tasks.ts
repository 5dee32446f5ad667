import { conflict, invalid, notAllowed, notFound } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
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

/** A role may see the settings and not change them. */
function refuseReadOnly(actor: Actor): void {
  if (actor.accesses['settings']?.['can_edit'] === false) throw notAllowed();
}

/** Every task type of the firm, by name; a firm has dozens, so the list is whole. */
export const listTasks = (tx: Tx): Promise<TaskTypeRow[]> =>
  tx.all<TaskTypeRow>(sql`
    select id, name, chargeable, is_active, version from settings.task_types where tenant_id = ${tx.tenant} order by name_lc collate app.names`);

/** Names as they are stored. @throws Problem 422 at the path of the one that is empty or taken */
async function freeNames(tx: Tx, names: readonly Named[], except: readonly string[]): Promise<string[]> {
  const tidy = names.map(({ name }) => name.trim());
  const taken = await tx.all<{ name: string; name_lc: string }>(sql`
    select name, name_lc from settings.task_types
    where tenant_id = ${tx.tenant} and name_lc = any(${tidy.map((name) => name.toLowerCase())}) and not id = any(${except}::uuid[])`);
  const errors = names.flatMap(({ path }, index): { path: string; message: Text }[] => {
    const name = tidy[index] ?? '';
    if (name === '') return [{ path, message: 'Must not be empty.' }];
    const known = taken.find((row) => row.name_lc === name.toLowerCase());
    return known ? [{ path, message: said`There is a task type "${known.name}" already.` }] : [];
  });
  if (errors.length > 0) throw invalid(errors);
  return tidy;
}

interface Named {
  path: string;
  name: string;
}

const present = ({ id, name, chargeable, is_active, version }: TaskTypeRow): TaskTypeRow => ({
  id,
  name,
  chargeable,
  is_active,
  version,
});

export async function addTask(
  tx: Tx,
  actor: Actor,
  { body }: { body: { id?: string; name: string; chargeable: boolean; is_active?: boolean } },
): Promise<TaskTypeRow> {
  refuseReadOnly(actor);
  const [name] = await freeNames(tx, [{ path: 'name', name: body.name }], []);
  const [row] = await tx.write.insert<TaskTypeRow>('settings.task_types', [{ ...body, name }]);
  return row as TaskTypeRow;
}

export async function editTasks(
  tx: Tx,
  actor: Actor,
  { body }: { body: { tasks: { id: string; name?: string; chargeable?: boolean; is_active?: boolean; version?: number }[] } },
): Promise<TaskTypeRow[]> {
  refuseReadOnly(actor);
  const ids = body.tasks.map((task) => task.id);
  const rows = await tx.all<TaskTypeRow>(sql`
    select * from settings.task_types where tenant_id = ${tx.tenant} and id = any(${ids}) for update`);
  const known = new Map(rows.map((row) => [row.id, row]));
  const changes = body.tasks.map(({ id, version, ...set }) => {
    const before = known.get(id);
    if (!before) throw notFound('There is no such task type.');
    if (version !== undefined && version !== before.version)
      throw conflict('Somebody else changed this in the meantime.', present(before));
    return { before, set: { ...set } };
  });
  const renamed = changes.flatMap(({ set }, index) =>
    set.name === undefined ? [] : [{ path: `tasks.${index}.name`, name: set.name, set }],
  );
  const names = await freeNames(tx, renamed, ids);
  renamed.forEach(({ set }, index) => {
    set.name = names[index];
  });
  return tx.write.update<TaskTypeRow>('settings.task_types', changes);
}

/** @throws Problem 409 that names what uses a type: deactivate it instead */
export async function deleteTasks(tx: Tx, actor: Actor, { body }: { body: { ids: string[] } }): Promise<{ success: boolean }> {
  refuseReadOnly(actor);
  const rows = await tx.all<TaskTypeRow>(sql`
    select * from settings.task_types where tenant_id = ${tx.tenant} and id = any(${body.ids}) for update`);
  for (const row of rows) await refuseIfUsed(tx, 'settings.task_types', row.id, `"${row.name}"`);
  await tx.write.remove('settings.task_types', rows);
  return { success: true };
}
