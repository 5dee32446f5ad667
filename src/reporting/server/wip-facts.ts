import { type Day, addDays, monthOf } from '../../kit/day.ts';
import { AGES } from '../../invoicing/server/public.ts';
import { countryOn } from '../../people/server/public.ts';
import { type Sql, join, planned, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { NIL, type ReportFilters, conditions } from './facts.ts';
import { unbilledOf, unbilledSelect } from './unbilled.ts';
import { unsettled } from './worth.ts';

const FIRST: Day = '0001-01-01';

/** What a list of a month had come to by a day. */
const upTo = (list: Sql, day: Day): Sql => sql`
  case when f.month < ${monthOf(day)}::date then ${list}[31] when f.month = ${monthOf(day)}::date then ${list}[${Number(day.slice(8))}::int] else 0 end`;

/** Rows of `reporting.unbilled`, kept or live, as facts of a day. */
const standing = (rows: Sql, day: Day, condition: Sql): Sql => sql`
  select f.user_id, f.project_id, f.task_type_id, f.grade, f.team_id, f.country, f.month,
    ${upTo(sql`f.seconds`, day)}::bigint as seconds, case when f.is_rated then 0 else ${upTo(sql`f.seconds`, day)} end::bigint as unrated_seconds,
    ${upTo(sql`f.value`, day)} as unbilled,
    ${join(
      AGES.map((age) => sql`${upTo(sql`f.value`, addDays(day, -age - 1))} as ${raw(`over_${age}`)}`),
      ', ',
    )}, 0::bigint as held
  from (${rows}) f where f.month <= ${day} and ${condition}`;

/** What stood on the day and is no more to be billed: on drafts, on write-offs that wait, and what left since. */
const heldOn = (tx: Tx, day: Day, condition: Sql): Sql => sql`
  select f.user_id, f.project_id, f.task_type_id, f.grade, f.team_id, f.country, null::date as month, 0::bigint as seconds,
    0::bigint as unrated_seconds, 0::bigint as unbilled, ${raw(AGES.map((age) => `0::bigint as over_${age}`).join(', '))}, f.value * 3600 as held
  from (
    select h.user_id, h.project_id, coalesce(e.task_type_id, ${NIL}::uuid) as task_type_id, true as chargeable, h.value,
      coalesce(g.grade, '') as grade, coalesce(t.team_id, ${NIL}::uuid) as team_id,
      ${countryOn(tx, sql`h.user_id`, sql`h.day`, sql`u.country`)} as country
    from (
      select b.id, b.user_id, b.project_id, b.day, b.value from invoicing.invoices i
      join invoicing.billed_time b on b.tenant_id = i.tenant_id and b.invoice_id = i.id
      where i.tenant_id = ${tx.tenant} and i.status = 'draft' and b.day <= ${day}
      union all
      select b.id, b.user_id, b.project_id, b.day, b.value from invoicing.write_offs o
      join invoicing.billed_time b on b.tenant_id = o.tenant_id and b.write_off_id = o.id
      where o.tenant_id = ${tx.tenant} and o.state = 'waiting' and b.day <= ${day}
      union all
      select l.entry_id, l.user_id, l.project_id, l.day, l.value from invoicing.ledger l
      where l.tenant_id = ${tx.tenant} and greatest(l.booked_on, l.day) > ${day} and l.day <= ${day}
    ) h
    join people.users u on u.tenant_id = ${tx.tenant} and u.id = h.user_id
    left join time.entries e on e.tenant_id = ${tx.tenant} and e.id = h.id
    left join people.grades g on g.tenant_id = ${tx.tenant} and g.user_id = h.user_id and g.valid_from <= h.day and g.valid_to > h.day
    left join people.team_members t on t.tenant_id = ${tx.tenant} and t.user_id = h.user_id and t.is_primary
      and t.valid_from <= h.day and t.valid_to > h.day
  ) f where ${condition}`;

/**
 * A select of the work in progress at the end of a day: the keys of `reporting.unbilled`, `seconds`, and in hour-seconds `unbilled`, of
 * it what is older than each age, and `held`. What is kept answers months that stand; what was written or billed a moment ago is rated
 * on the spot by the same function.
 */
export async function wipFacts(tx: Tx, actor: Actor, filters: ReportFilters, day: Day): Promise<Sql> {
  const condition = conditions(tx, actor, filters);
  const waiting = await unsettled(tx, FIRST, monthOf(day));
  const live = await unbilledOf(tx, { months: waiting }, condition);
  const those = sql`(select x.month, x.user_id from json_to_recordset(${JSON.stringify(waiting)}::json) as x(month date, user_id uuid))`;
  const kept = sql`
    select k.*, true as chargeable from reporting.unbilled k
    where k.tenant_id = ${tx.tenant} and ${waiting.length > 0 ? sql`(k.month, k.user_id) not in ${those}` : sql`true`}`;
  return planned(
    join(
      [
        standing(kept, day, condition),
        ...(live.length > 0
          ? [standing(sql`select k.*, true as chargeable from (${unbilledSelect(live)}) k`, day, sql`true`)]
          : []),
        heldOn(tx, day, condition),
      ],
      ' union all ',
    ),
  );
}
