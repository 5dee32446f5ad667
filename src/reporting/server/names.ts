import { type Sql, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import type { MoneyGroup } from '../contract.ts';

/** Names of the keys of a group, with what stands beside them: the code of a project. Statements: one, or none. */
export async function namesOf(
  tx: Tx,
  group: MoneyGroup,
  keys: readonly string[],
): Promise<Map<string, [name: string, detail: string | null]>> {
  const select = NAMES[group];
  if (!select) return new Map();
  const rows = await tx.all<{ key: string; name: string; detail: string | null }>(
    // '' stands for none, and is no id.
    select(tx, keys.filter(Boolean)),
  );
  return new Map(rows.map(({ key, name, detail }) => [key, [name, detail]]));
}

const NAMES: Partial<Record<MoneyGroup, (tx: Tx, keys: readonly string[]) => Sql>> = {
  person: (tx, keys) => sql`
    select u.id::text as key, u.name, m.grade as detail from people.users u
    join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
    where u.tenant_id = ${tx.tenant} and u.id = any(${keys}::uuid[])`,
  team: (tx, keys) =>
    sql`select id::text as key, name, null as detail from people.teams where tenant_id = ${tx.tenant} and id = any(${keys}::uuid[])`,
  client: (tx, keys) =>
    sql`select id::text as key, name, null as detail from clients.clients where tenant_id = ${tx.tenant} and id = any(${keys}::uuid[])`,
  project: (tx, keys) => sql`
    select p.id::text as key, p.name, p.code as detail from clients.projects p
    where p.tenant_id = ${tx.tenant} and p.id = any(${keys}::uuid[])`,
  service_line: (tx, keys) => sql`
    select id::text as key, name, null as detail from rates.service_lines
    where tenant_id = ${tx.tenant} and id::text = any(${keys}::text[])`,
  task_type: (tx, keys) => sql`
    select id::text as key, name, null as detail from settings.task_types
    where tenant_id = ${tx.tenant} and id = any(${keys}::uuid[])`,
};

/** Whether rows are days: those of two periods belong together by their places. */
export const isDated = (group: MoneyGroup): boolean => group === 'month' || group === 'week';
/** Whether a key is its own name. */
export const namesItself = (group: MoneyGroup): boolean =>
  isDated(group) || group === 'grade' || group === 'country' || group === 'sector';
