import { type Day, addDays, addMonths, monthOf } from '../../kit/day.ts';
import { countryOn, visibleOn } from '../../people/server/public.ts';
import type { PersonMonth } from '../../time/server/public.ts';
import { type Sql, join, planned, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { NIL, REPORT_PAGES, type ReportFilters, conditions, splitPeriod } from './facts.ts';
import { type WorthRow, asSelect, rate, unsettled } from './worth.ts';

const COLUMNS = sql`f.user_id, f.project_id, f.task_type_id, f.chargeable, f.grade, f.team_id, f.country, f.seconds, f.standard, f.charge, f.cost,
  f.unpriced_seconds, f.unrated_seconds, f.uncosted_seconds`;

/** A period that ends within a month after whose last day nobody logged anything is as good as one of whole months. */
async function stretched(tx: Tx, { from, to }: { from: Day; to: Day }): Promise<Day> {
  const last = addDays(addMonths(to, 1), -1);
  if (to === last || from > monthOf(to)) return to;
  const later = await tx.one(
    sql`select 1 from time.entries where tenant_id = ${tx.tenant} and day > ${to} and day <= ${last} limit 1`,
  );
  return later ? to : last;
}

/** What was taken off invoices in a period, as rows of the same columns: on the day of the work, booked when it was billed. */
const writtenOff = (tx: Tx, filters: ReportFilters, condition: Sql): Sql => sql`
  select date_trunc('month', f.on_day::timestamp)::date as month, date_trunc('week', f.on_day::timestamp)::date as week,
    ${COLUMNS}, f.written_off
  from (
    select greatest(l.booked_on, l.day) as on_day, l.user_id, l.project_id,
      coalesce(e.task_type_id, ${NIL}::uuid) as task_type_id, true as chargeable,
      coalesce(g.grade, '') as grade, coalesce(t.team_id, ${NIL}::uuid) as team_id,
      ${countryOn(tx, sql`l.user_id`, sql`l.day`, sql`u.country`)} as country,
      0::bigint as seconds, 0::bigint as standard, 0::bigint as charge, 0::bigint as cost, 0::bigint as unpriced_seconds,
      0::bigint as unrated_seconds, 0::bigint as uncosted_seconds, (l.value - l.billed) * 3600 as written_off
    from invoicing.ledger l
    join people.users u on u.tenant_id = l.tenant_id and u.id = l.user_id
    left join time.entries e on e.tenant_id = l.tenant_id and e.id = l.entry_id
    left join people.grades g on g.tenant_id = l.tenant_id and g.user_id = l.user_id and g.valid_from <= l.day and g.valid_to > l.day
    left join people.team_members t on t.tenant_id = l.tenant_id and t.user_id = l.user_id and t.is_primary
      and t.valid_from <= l.day and t.valid_to > l.day
    where l.tenant_id = ${tx.tenant} and l.value <> l.billed and greatest(l.booked_on, l.day) between ${filters.from} and ${filters.to}
  ) f where ${condition}`;

/** What the sums of projects have no column for stands as none. */
const COARSE = sql`${NIL}::uuid as user_id, f.project_id, ${NIL}::uuid as task_type_id, f.chargeable, '' as grade, ${NIL}::uuid as team_id, '' as country`;
const signed = (sign: '' | '-'): Sql =>
  raw(
    ['seconds', 'standard', 'charge', 'cost', 'unpriced_seconds', 'unrated_seconds', 'uncosted_seconds']
      .map((column) => `${sign}f.${column} as ${column}`)
      .join(', '),
  );

/** Whether nothing narrows by who worked or on what task: then the sums of projects do. */
const isOfProjects = (tx: Tx, actor: Actor, { users, teams, grades, task_types, countries, without }: ReportFilters): boolean =>
  [users, teams, grades, task_types, countries, without].every((list) => list === undefined || list.length === 0) &&
  visibleOn(tx, actor, REPORT_PAGES, sql`f.user_id`) === undefined;

/** Whole months that are kept, less those of people that wait: the sums of projects where they do, else everything by its keys. */
function keptMonths(
  tx: Tx,
  [first, last]: [Day, Day],
  { condition, waiting, coarse }: { condition: Sql; waiting: readonly PersonMonth[]; coarse: boolean },
): Sql[] {
  const range = sql`f.tenant_id = ${tx.tenant} and f.month between ${first} and ${last} and ${condition}`;
  const those = sql`(select x.month, x.user_id from json_to_recordset(${JSON.stringify(waiting)}::json) as x(month date, user_id uuid))`;
  const some = waiting.length > 0;
  if (!coarse) {
    const stand = some ? sql`(f.month, f.user_id) not in ${those}` : sql`true`;
    return [
      sql`
      select f.month, null::date as week, ${COLUMNS}, 0::bigint as written_off from reporting.worth f where ${range} and ${stand}`,
    ];
  }
  const whole = sql`
    select f.month, null::date as week, ${COARSE}, ${signed('')}, 0::bigint as written_off from reporting.project_worth f where ${range}`;
  const less = sql`
    select f.month, null::date as week, ${COARSE}, ${signed('-')}, 0::bigint as written_off from reporting.worth f
    where ${range} and (f.month, f.user_id) in ${those}`;
  return some ? [whole, less] : [whole];
}

/**
 * A select of hours with what they are worth for a period and filters: `month`, `week` (only with `weeks`), the keys and sums of
 * `reporting.worth`, and `written_off`. What is kept answers whole months of people whose worth stands; all else (odd days, what was
 * written a moment ago, everything while rates change) is rated on the spot by the same function, so the answer is right at once.
 * With `coarse` only projects, months and chargeability tell rows apart where nothing narrows by people: a hundredth of the rows.
 */
export async function worthFacts(
  tx: Tx,
  actor: Actor,
  filters: ReportFilters,
  { weeks = false, coarse = false }: { weeks?: boolean; coarse?: boolean } = {},
): Promise<Sql> {
  const condition = conditions(tx, actor, filters);
  const ofProjects = coarse && isOfProjects(tx, actor, filters);
  const wanted = { condition, weeks, coarse: ofProjects };
  // A period without an end that was looked at is cut at the days asked for; its last month may be whole all the same.
  const { months, edges } = weeks
    ? { months: undefined, edges: [[filters.from, filters.to]] as [Day, Day][] }
    : splitPeriod(filters.from, await stretched(tx, filters));
  const parts: Sql[] = [writtenOff(tx, filters, condition)];
  const rated: WorthRow[][] = [];
  for (const [from, to] of edges) rated.push(await rate(tx, { from, to }, wanted));
  if (months) {
    const waiting = await unsettled(tx, months[0], months[1]);
    rated.push(await rate(tx, { months: waiting }, wanted));
    parts.push(...keptMonths(tx, months, { condition, waiting, coarse: ofProjects }));
  }
  const rows = rated.flat();
  if (rows.length > 0) parts.push(sql`select f.month, f.week, ${COLUMNS}, 0::bigint as written_off from (${asSelect(rows)}) f`);
  return planned(join(parts, ' union all '));
}

/** Chargeable time of projects over all of their life, in hour-seconds, whoever worked: what fixed fees are earned by. */
export async function worthOfProjects(
  tx: Tx,
  projectIds: readonly string[],
): Promise<Map<string, { standard: number; charge: number }>> {
  if (projectIds.length === 0) return new Map();
  const waiting = await unsettled(tx, '0001-01-01', '9999-12-01');
  const live = await rate(
    tx,
    { months: waiting },
    { condition: sql`f.chargeable and f.project_id = any(${projectIds}::uuid[])` },
  );
  const ofProjects = sql`f.tenant_id = ${tx.tenant} and f.project_id = any(${projectIds}::uuid[]) and f.chargeable`;
  const kept = await tx.all<{ project_id: string; standard: number; charge: number }>(
    planned(sql`
    select f.project_id, sum(f.standard)::bigint as standard, sum(f.charge)::bigint as charge from (
      select f.project_id, f.standard, f.charge from reporting.project_worth f where ${ofProjects}
      union all
      select f.project_id, -f.standard, -f.charge
      from json_to_recordset(${JSON.stringify(waiting)}::json) as x(month date, user_id uuid)
      join reporting.worth f on f.month = x.month and f.user_id = x.user_id where ${ofProjects}
    ) f group by 1`),
  );
  const sums = new Map<string, { standard: number; charge: number }>();
  for (const { project_id, standard, charge } of [...kept, ...live]) {
    const sum = sums.get(project_id) ?? { standard: 0, charge: 0 };
    sum.standard += Number(standard);
    sum.charge += Number(charge);
    sums.set(project_id, sum);
  }
  return sums;
}
