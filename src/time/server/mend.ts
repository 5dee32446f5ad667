import { type Day, addMonths } from '../../kit/day.ts';
import { countryOn } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { NIL } from './aggregates.ts';

/**
 * Brings the sums of one month to what its entries say, beside people who write: one statement sees entries and sums of the same
 * moment, and what they differ by is added, as every write adds what it changes. So it is right whatever was written meanwhile.
 * @returns how many rows were mended
 */
export async function mendMonth(tx: Tx, month: Day): Promise<number> {
  const next = addMonths(month, 1);
  const country = countryOn(tx, sql`e.user_id`, sql`e.day`, sql`u.country`);
  const days = await tx.all(sql`
    insert into time.person_days as d (tenant_id, user_id, day, seconds, chargeable_seconds, entry_count)
    select ${tx.tenant}::int, x.user_id, x.day, sum(x.seconds)::int, sum(x.chargeable)::int, sum(x.entries)::int from (
      select e.user_id, e.day, e.seconds, case when e.chargeable then e.seconds else 0 end as chargeable, 1 as entries
      from time.entries e where e.tenant_id = ${tx.tenant} and e.day >= ${month} and e.day < ${next}
      union all select p.user_id, p.day, -p.seconds, -p.chargeable_seconds, -p.entry_count
      from time.person_days p where p.tenant_id = ${tx.tenant} and p.day >= ${month} and p.day < ${next}
    ) x group by x.user_id, x.day having sum(x.seconds) <> 0 or sum(x.chargeable) <> 0 or sum(x.entries) <> 0
    order by x.day, x.user_id
    on conflict (tenant_id, user_id, day) do update set seconds = d.seconds + excluded.seconds,
      chargeable_seconds = d.chargeable_seconds + excluded.chargeable_seconds, entry_count = d.entry_count + excluded.entry_count
    returning 1`);
  const months = await tx.all<{ user_id: string }>(sql`
    insert into time.months as m
      (tenant_id, month, user_id, project_id, task_type_id, chargeable, grade, team_id, country, seconds, entry_count)
    select ${tx.tenant}::int, ${month}::date, x.user_id, x.project_id, x.task_type_id, x.chargeable, x.grade, x.team_id, x.country,
      sum(x.seconds)::bigint, sum(x.entries)::int
    from (
      select e.user_id, coalesce(e.project_id, ${NIL}::uuid) as project_id, coalesce(e.task_type_id, ${NIL}::uuid) as task_type_id,
        e.chargeable, coalesce(g.grade, '') as grade, coalesce(t.team_id, ${NIL}::uuid) as team_id,
        ${country} as country, e.seconds::bigint as seconds, 1 as entries
      from time.entries e
      join people.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      left join people.grades g on g.tenant_id = e.tenant_id and g.user_id = e.user_id and g.valid_from <= e.day and g.valid_to > e.day
      left join people.team_members t on t.tenant_id = e.tenant_id and t.user_id = e.user_id and t.is_primary
        and t.valid_from <= e.day and t.valid_to > e.day
      where e.tenant_id = ${tx.tenant} and e.day >= ${month} and e.day < ${next}
      union all
      select k.user_id, k.project_id, k.task_type_id, k.chargeable, k.grade, k.team_id, k.country, -k.seconds, -k.entry_count
      from time.months k where k.tenant_id = ${tx.tenant} and k.month = ${month}
    ) x group by 3, 4, 5, 6, 7, 8, 9 having sum(x.seconds) <> 0 or sum(x.entries) <> 0
    order by 3, 4, 5, 6, 7, 8, 9
    on conflict (tenant_id, month, user_id, project_id, task_type_id, chargeable, grade, team_id, country) do update set
      seconds = m.seconds + excluded.seconds, entry_count = m.entry_count + excluded.entry_count
    returning user_id`);
  const users = [...new Set(months.map(({ user_id }) => user_id))].sort();
  // What was made of mended months is stale.
  const people = await tx.all(sql`
    insert into time.person_months as r (tenant_id, month, user_id, seconds, chargeable_seconds)
    select ${tx.tenant}::int, ${month}::date, x.user_id, sum(x.seconds)::bigint, sum(x.chargeable)::bigint from (
      select e.user_id, e.seconds::bigint as seconds, case when e.chargeable then e.seconds else 0 end::bigint as chargeable, 0 as stale
      from time.entries e where e.tenant_id = ${tx.tenant} and e.day >= ${month} and e.day < ${next}
      union all select p.user_id, -p.seconds, -p.chargeable_seconds, 0
      from time.person_months p where p.tenant_id = ${tx.tenant} and p.month = ${month}
      union all select u.id, 0, 0, 1 from unnest(${users}::uuid[]) as u(id)
    ) x group by x.user_id having sum(x.seconds) <> 0 or sum(x.chargeable) <> 0 or sum(x.stale) <> 0
    order by x.user_id
    on conflict (tenant_id, month, user_id) do update set revision = r.revision + 1, seconds = r.seconds + excluded.seconds,
      chargeable_seconds = r.chargeable_seconds + excluded.chargeable_seconds
    returning 1`);
  return days.length + months.length + people.length;
}
