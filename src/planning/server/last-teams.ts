import type { Day } from '../../kit/day.ts';
import { checkRange } from '../../leave/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { LastTeam } from '../contract/demands.ts';
import { bookable } from './policy.ts';

/** A year in whole weeks: Mondays stay Mondays. */
const YEAR = 364;

/**
 * The teams that projects without one had a year before: their own, that of the project which they were copied from, or of one of the
 * same client that is called the same but for its numbers (`Audit 2026`, `Audit 2027`), the first of these that anybody was booked
 * on. The year before is that of the project's own days, or of the range where it has none. Closed projects have none.
 * @returns for each project with such a team what `roll_forward` takes over, with how many people and bookings
 */
export async function lastTeams(
  tx: Tx,
  actor: Actor,
  { body }: { body: { project_ids: string[]; from: Day; to: Day } },
): Promise<{ teams: LastTeam[] }> {
  const { project_ids: ids, from, to } = body;
  checkRange(from, to);
  const teams = await tx.all<LastTeam>(sql`
    with wanted as (
      select p.id, p.client_id, p.copied_from, regexp_replace(p.name_lc, '[0-9]+', '', 'g') as stem,
        coalesce(p.starts_on, ${from}::date) - ${YEAR}::int as first,
        least(coalesce(p.ends_on, ${to}::date), coalesce(p.starts_on, ${from}::date) + ${YEAR - 1}::int) - ${YEAR}::int as last
      from clients.projects p
      where p.tenant_id = ${tx.tenant} and p.id = any(${ids}::uuid[]) and p.status in ('planned', 'active', 'on_hold')
        and not exists (select 1 from planning.bookings b where b.tenant_id = ${tx.tenant} and b.project_id = p.id
          and b.first_day <= ${to} and b.last_day >= ${from})),
    source as (
      select w.*, o.id as of, o.rank from wanted w cross join lateral (
        select w.id, 0 as rank
        union all select w.copied_from, 1 where w.copied_from is not null
        union all select s.id, 2 from clients.projects s
          where s.tenant_id = ${tx.tenant} and s.client_id = w.client_id and s.id <> w.id
            and regexp_replace(s.name_lc, '[0-9]+', '', 'g') = w.stem) o),
    found as (
      select s.id, s.of, s.rank, s.first, s.last, count(*)::int as bookings, count(distinct b.user_id)::int as people
      from source s
      join planning.bookings b on b.tenant_id = ${tx.tenant} and b.project_id = s.of and b.first_day between s.first and s.last
      join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
      where u.id = ${actor.userId} or ${bookable(tx, actor)}
      group by s.id, s.of, s.rank, s.first, s.last)
    select distinct on (f.id) f.id as project_id, f.of as from_project_id, o.name as from_project, f.first as from, f.last as to,
      ${YEAR}::int as days, f.people, f.bookings
    from found f join clients.projects o on o.tenant_id = ${tx.tenant} and o.id = f.of
    order by f.id, f.rank, f.bookings desc, f.of`);
  return { teams };
}
