import { type Day, addDays, addMonths, daysBetween, mondayOf, monthOf } from '../../kit/day.ts';
import { type Sql, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { MoneyGroup } from '../contract.ts';
import { type ReportFilters, facts, sumsOfPeople, weeklyFacts } from './facts.ts';
import { linesOf } from './lines.ts';
import { plannedTime } from './plan.ts';

/** Logged (or planned) time of one person in a period, or in one of its months. */
export interface TimeOf {
  user_id: string;
  /** Its first day; null where the whole period is one. */
  month: Day | null;
  seconds: number;
  chargeable_seconds: number;
}

/** Time of all that count by what was worked on or by when, with how many they are. */
export interface TimeBy extends Omit<TimeOf, 'user_id'> {
  key: string;
  people: number;
}

export type Span = 'month' | 'week';
export type Work = 'client' | 'sector' | 'project' | 'service_line' | 'task_type';
const WORK: readonly MoneyGroup[] = ['client', 'sector', 'project', 'service_line', 'task_type'];
export const isWork = (group: MoneyGroup): group is Work => WORK.includes(group);

/** The months or weeks of a period, each with where its days lie among those of the period: from `start` up to `end`. */
export function spansIn(from: Day, to: Day, kind: 'month' | 'week'): { span: Day; start: number; end: number }[] {
  const spans: { span: Day; start: number; end: number }[] = [];
  const next = (day: Day): Day => (kind === 'month' ? addMonths(day, 1) : addDays(day, 7));
  for (let span = kind === 'month' ? monthOf(from) : mondayOf(from); span <= to; span = next(span)) {
    const after = next(span);
    spans.push({
      span,
      start: Math.max(0, daysBetween(from, span)),
      end: after > to ? daysBetween(from, to) + 1 : daysBetween(from, after),
    });
  }
  return spans;
}

/** What sums `s` of time stand under, with what has to be joined for it. */
const KEYS: Record<Work | Span, { key: string; of: string; joins?: (tx: Tx, lines: string) => Sql }> = {
  month: { key: 's.work::text', of: 'month' },
  // Days are summed first: to reckon the week of each row would cost more than the sum.
  week: { key: `date_trunc('week', s.work::timestamp)::date::text`, of: 'day' },
  project: { key: 's.work::text', of: 'project_id' },
  task_type: { key: 's.work::text', of: 'task_type_id' },
  client: {
    key: `coalesce(p.client_id::text, '')`,
    of: 'project_id',
    joins: (tx) => sql`left join clients.projects p on p.tenant_id = ${tx.tenant} and p.id = s.work`,
  },
  sector: {
    key: `coalesce(c.sector, '')`,
    of: 'project_id',
    joins: (tx) => sql`left join clients.projects p on p.tenant_id = ${tx.tenant} and p.id = s.work
      left join clients.clients c on c.tenant_id = ${tx.tenant} and c.id = p.client_id`,
  },
  service_line: {
    key: `coalesce(l.line, '')`,
    of: 'project_id',
    joins: (_tx, lines) =>
      sql`left join json_to_recordset(${lines}::json) as l(project_id uuid, line text) on l.project_id = s.work`,
  },
};

/** What time is read from: what was logged, or what was planned. */
interface Asked {
  plan: boolean;
  months: boolean;
}

/** Facts of any kind as `month` (or, for weeks, `day`), `user_id`, the keys of what was worked on, `seconds` and `chargeable_seconds`. */
async function sourceOf(tx: Tx, actor: Actor, filters: ReportFilters, span: Span, plan: boolean): Promise<Sql> {
  const source = plan
    ? await plannedFacts(tx, actor, filters, span)
    : span === 'week'
      ? weeklyFacts(tx, actor, filters)
      : facts(tx, actor, filters);
  return sql`
    select ${raw(span === 'week' ? 'day' : 'month')}, user_id, project_id, task_type_id, seconds, case when chargeable then seconds else 0 end as chargeable_seconds
    from (${source}) each`;
}

/** Time of people over a period, or month by month. */
export async function timeOf(tx: Tx, actor: Actor, filters: ReportFilters, { months, plan }: Asked): Promise<TimeOf[]> {
  const sums = plan ? undefined : sumsOfPeople(tx, actor, filters, 'month');
  const source = sums ?? (await sourceOf(tx, actor, filters, 'month', plan));
  return tx.all<TimeOf>(sql`
    select f.user_id, ${raw(months ? 'f.month' : 'null::date as month')}, sum(f.seconds)::bigint as seconds,
      sum(f.chargeable_seconds)::bigint as chargeable_seconds
    from (${source}) f group by 1, 2`);
}

/**
 * Time of the people that count, told apart by what was worked on or by months or weeks; the former month by month where that is asked
 * for. Added up by the database: a row a person of each would be many thousands.
 * @param counts a condition on `f.user_id`
 */
export async function timeBy(
  tx: Tx,
  actor: Actor,
  filters: ReportFilters,
  by: Work | Span,
  { months, plan, counts }: Asked & { counts: Sql },
): Promise<TimeBy[]> {
  const { key, of, joins } = KEYS[by];
  const span = by === 'week' ? 'week' : 'month';
  const sums = plan || isWork(by) ? undefined : sumsOfPeople(tx, actor, filters, span);
  const source = sums ?? (await sourceOf(tx, actor, filters, span, plan));
  const lines = by === 'service_line' ? JSON.stringify(await linesOf(tx)) : '[]';
  const who = isWork(by) ? raw('f.user_id') : raw('null::uuid as user_id');
  return tx.all<TimeBy>(sql`
    with s as materialized (
      select ${raw(`f.${of}`)} as work, ${who}, ${raw(months && isWork(by) ? 'f.month' : 'null::date as month')},
        sum(f.seconds)::bigint as seconds, sum(f.chargeable_seconds)::bigint as chargeable_seconds
      from (${source}) f where ${counts} group by 1, 2, 3
    )
    select ${raw(key)} as key, s.month, count(distinct s.user_id)::int as people, sum(s.seconds)::bigint as seconds,
      sum(s.chargeable_seconds)::bigint as chargeable_seconds
    from s ${joins?.(tx, lines) ?? raw('')} group by ${months ? raw('grouping sets ((1, 2), (1))') : raw('1, 2')}`);
}

async function plannedFacts(tx: Tx, actor: Actor, filters: ReportFilters, span: Span): Promise<Sql> {
  const rows = await plannedTime(tx, actor, filters, span === 'week');
  return sql`select * from json_to_recordset(${JSON.stringify(rows)}::json)
    as x(month date, day date, user_id uuid, project_id uuid, task_type_id uuid, chargeable boolean, seconds bigint)`;
}
