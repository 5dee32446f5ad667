import { type Day, monthOf } from '../../kit/day.ts';
import type { Derivation, RowChange } from '../../server/gateway.ts';
import { countryOn } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { NIL } from './aggregates.ts';

/** People and the first month from which what held for them may have changed. */
interface Affected {
  users: string[];
  from: Day;
}

const rowsOf = (changes: readonly RowChange[]): Record<string, unknown>[] =>
  changes.flatMap(({ before, after }) => [before, after].filter((row) => row !== undefined));

/**
 * A grade, a team or a place that is corrected for days gone by moves the hours of those days: the months are made anew from the
 * entries, in the transaction that corrects. Without it a later change of an old entry would take its hours from a row in
 * which they never stood.
 */
export const restateDated: Derivation = async (tx, changes) => {
  const rows = rowsOf(changes);
  const days = rows.map((row) => String(row['valid_from'])).sort();
  await restate(tx, { users: [...new Set(rows.map((row) => String(row['user_id'])))], from: monthOf(days[0] ?? '0001-01-01') });
};

/** Of who never moved all hours are of the country they are in: another one is a correction of all their time. */
export const restateCountry: Derivation = async (tx, changes) => {
  const moved = changes.filter(({ before, after }) => before && after && before['country'] !== after['country']);
  const users = moved.map(({ after }) => String(after?.['id']));
  if (users.length > 0) await restate(tx, { users, from: '0001-01-01' });
};

async function restate(tx: Tx, { users, from }: Affected): Promise<void> {
  // Whoever writes an entry holds the person by its key: entries under way are waited for, and later ones see what is corrected here.
  await tx.all(sql`
    select u.id from people.users u where u.tenant_id = ${tx.tenant} and u.id = any(${users}::uuid[]) order by u.id for update`);
  const gone = tx.all(sql`
    delete from time.months where tenant_id = ${tx.tenant} and user_id = any(${users}::uuid[]) and month >= ${from} returning 1`);
  // A month that somebody else's entry opened meanwhile stands already: both count.
  const made = tx.all(sql`
    with held as materialized (
      select p.user_id, p.day, ${countryOn(tx, sql`p.user_id`, sql`p.day`, sql`u.country`)} as country,
        coalesce((
          select g.grade from people.grades g where g.tenant_id = ${tx.tenant} and g.user_id = p.user_id
            and g.valid_from <= p.day and g.valid_to > p.day), '') as grade,
        coalesce((
          select t.team_id from people.team_members t where t.tenant_id = ${tx.tenant} and t.user_id = p.user_id and t.is_primary
            and t.valid_from <= p.day and t.valid_to > p.day), ${NIL}::uuid) as team_id
      from time.person_days p join people.users u on u.tenant_id = p.tenant_id and u.id = p.user_id
      where p.tenant_id = ${tx.tenant} and p.user_id = any(${users}::uuid[]) and p.day >= ${from} and p.entry_count > 0
    )
    insert into time.months as m
      (tenant_id, month, user_id, project_id, task_type_id, chargeable, grade, team_id, country, seconds, entry_count)
    select ${tx.tenant}::int, date_trunc('month', e.day::timestamp)::date, e.user_id, coalesce(e.project_id, ${NIL}::uuid),
      coalesce(e.task_type_id, ${NIL}::uuid), e.chargeable, h.grade, h.team_id, h.country, sum(e.seconds), count(*)::int
    from time.entries e join held h on h.user_id = e.user_id and h.day = e.day
    where e.tenant_id = ${tx.tenant} and e.user_id = any(${users}::uuid[]) and e.day >= ${from}
    group by 2, 3, 4, 5, 6, 7, 8, 9
    order by 2, 3, 4, 5, 6, 7, 8, 9
    on conflict (tenant_id, month, user_id, project_id, task_type_id, chargeable, grade, team_id, country) do update set
      seconds = m.seconds + excluded.seconds, entry_count = m.entry_count + excluded.entry_count
    returning 1`);
  const raised = tx.all(sql`
    update time.person_months r set revision = r.revision + 1
    where r.tenant_id = ${tx.tenant} and r.user_id = any(${users}::uuid[]) and r.month >= ${from} returning 1`);
  await Promise.all([gone, made, raised]);
}
