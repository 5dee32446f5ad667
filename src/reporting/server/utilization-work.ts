import { type Day, addDays, addMonths, daysBetween, mondayOf, monthOf } from '../../kit/day.ts';
import { type Sql, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { MoneyGroup } from '../contract.ts';
import { type ReportFilters, facts, weeklyFacts } from './facts.ts';
import { linesOf } from './lines.ts';
import { plannedTime } from './plan.ts';

/** Logged (or planned) time of one person within a span, on work of one key. */
export interface TimeOf {
  user_id: string;
  /** The first day of the month or week; null where the whole period is one. */
  span: Day | null;
  key: string | null;
  seconds: number;
  chargeable_seconds: number;
}

export type SpanKind = 'month' | 'week' | undefined;
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
const KEYS: Record<Work, { key: string; of: 'project_id' | 'task_type_id'; joins: (tx: Tx, lines: string) => Sql }> = {
  project: { key: 's.work::text', of: 'project_id', joins: () => raw('') },
  task_type: { key: 's.work::text', of: 'task_type_id', joins: () => raw('') },
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

/** Time of people in spans of a period, told apart by what was worked on where that is asked for. */
export async function timeOf(
  tx: Tx,
  actor: Actor,
  filters: ReportFilters,
  { span, work, plan = false }: { span: SpanKind; work?: Work | undefined; plan?: boolean },
): Promise<TimeOf[]> {
  const source = plan
    ? await plannedFacts(tx, actor, filters, span)
    : span === 'week'
      ? weeklyFacts(tx, actor, filters, work !== undefined)
      : facts(tx, actor, filters);
  const lines = work === 'service_line' ? JSON.stringify(await linesOf(tx)) : '[]';
  const of = work && KEYS[work];
  return tx.all<TimeOf>(sql`
    with s as materialized (
      select user_id, ${raw(span ?? 'null::date')} as span, ${raw(of?.of ?? 'null::uuid')} as work, sum(seconds)::bigint as seconds,
        coalesce(sum(seconds) filter (where chargeable), 0)::bigint as chargeable_seconds
      from (${source}) f group by 1, 2, 3
    )
    select s.user_id, s.span, ${raw(of?.key ?? 'null::text')} as key, sum(s.seconds)::bigint as seconds,
      sum(s.chargeable_seconds)::bigint as chargeable_seconds
    from s ${of?.joins(tx, lines) ?? raw('')} group by 1, 2, 3`);
}

async function plannedFacts(tx: Tx, actor: Actor, filters: ReportFilters, span: SpanKind): Promise<Sql> {
  const rows = await plannedTime(tx, actor, filters, span === 'week');
  return sql`select * from json_to_recordset(${JSON.stringify(rows)}::json)
    as x(month date, week date, user_id uuid, project_id uuid, task_type_id uuid, chargeable boolean, seconds bigint)`;
}
