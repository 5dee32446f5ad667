import { addDays } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { pageOf } from '../../server/paging.ts';
import { raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

/** One change of a person's records: of what kind, and which fields from what to what, in words or plain values. */
export interface HistoryRow {
  id: string;
  at: string;
  actor: string | null;
  action: string;
  about: string;
  changes: { field: string; before: string | null; after: string | null }[];
}

type Facts = Record<string, unknown> | null;
type Found = Omit<HistoryRow, 'changes'> & { before: Facts; after: Facts };

/** What is shown of each kind of record; the rest is of no use to a reader, or none of their business. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'people.users': ['first_name', 'last_name', 'email', 'country', 'region', 'site', 'cost_category', 'manager_id'],
  'access.memberships': ['category', 'grade', 'role', 'is_active', 'is_superuser'],
  'people.grades': ['grade', 'step_id', 'valid_from', 'valid_to'],
  'people.patterns': ['minutes', 'valid_from', 'valid_to'],
  'people.places': ['country', 'region', 'valid_from', 'valid_to'],
  'people.employments': ['valid_from', 'valid_to'],
  'people.team_members': ['team_id', 'valid_from', 'valid_to'],
};

const NAMED = ['manager_id', 'team_id', 'step_id'];

/** Names of the people, teams and steps that changes mention. */
async function namesOf(tx: Tx, rows: readonly Found[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ before, after }) => [before, after].flatMap((facts) => NAMED.map((key) => facts?.[key])));
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))];
  const named = await Promise.all(
    ['people.users', 'people.teams', 'people.grade_steps'].map((table) =>
      tx.all<{ id: string; name: string }>(sql`
        select id, name from ${raw(table)} where tenant_id = ${tx.tenant} and id = any(${wanted}::uuid[])`),
    ),
  );
  return new Map(named.flat().map(({ id, name }) => [id, name]));
}

/** A value as a person reads it: the last day in place of the one after it, hours of a week, names in place of ids. */
function shown(field: string, value: unknown, names: ReadonlyMap<string, string>): string | null {
  if (value === null || value === undefined || value === 'infinity') return null;
  if (field === 'valid_to') return addDays(String(value), -1);
  if (field === 'minutes' && Array.isArray(value)) return String((value as number[]).reduce((sum, each) => sum + each, 0) / 60);
  return NAMED.includes(field) ? (names.get(String(value)) ?? null) : String(value);
}

const fieldName = (field: string): string => field.replace(/^minutes$/, 'hours_a_week').replace(/_id$/, '');

/** What was changed of a person's records, the latest first; what only had to be stored with it is left out. */
export async function personHistory(
  tx: Tx,
  _actor: Actor,
  { params, query }: { params: { id: string }; query: { page?: number; per_page?: number } },
): Promise<Page<HistoryRow>> {
  const { id } = params;
  const facts = ['grades', 'patterns', 'employments', 'team_members'].map(
    (table) => sql`
      union all
      select ${`people.${table}`}, f.id::text from ${raw(`people.${table}`)} f where f.tenant_id = ${tx.tenant} and f.user_id = ${id}`,
  );
  const [grades, patterns, employments, teams] = facts;
  const { rows, pagination } = await pageOf<Found>(
    tx,
    sql`
      select c.id, c.at, u.name as actor, c.action, c.entity as about, d.before, d.after
      from (select 'people.users' as entity, ${id}::text as id
        union all select 'access.memberships', ${id}::text ${grades} ${patterns} ${employments} ${teams}) x
      join app.audit_changes c on c.tenant_id = ${tx.tenant} and c.entity = x.entity and c.entity_id = x.id
      left join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id
      left join people.users u on u.tenant_id = c.tenant_id and u.id = c.actor_id`,
    raw('id desc'),
    query,
  );
  const names = await namesOf(tx, rows);
  return {
    pagination,
    rows: rows.map(({ before, after, ...row }) => ({
      ...row,
      changes: (SHOWN[row.about] ?? []).flatMap((field) => {
        const [was, is] = [shown(field, before?.[field], names), shown(field, after?.[field], names)];
        return was === is ? [] : [{ field: fieldName(field), before: was, after: is }];
      }),
    })),
  };
}
