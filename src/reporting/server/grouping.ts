import type { Day } from '../../kit/day.ts';
import { type Sql, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { MoneyGroup } from '../contract.ts';
import { isTooFew, tooSmall } from '../rules/small-groups.ts';
import { NIL } from './facts.ts';

/** By what rows of facts `f` are summed first, as they are stored: what is read of them is the project's for the others. */
export const OF_FACTS: Partial<Record<MoneyGroup, string>> = {
  person: 'f.user_id',
  grade: 'f.grade',
  team: 'f.team_id',
  country: 'f.country',
  task_type: 'f.task_type_id',
  month: 'f.month',
  week: 'f.week',
};
/** What sums `s` of a project `p` with its client `c` and its service line `l` stand under. */
export const OF_SUMS: Partial<Record<MoneyGroup, string>> = {
  client: 'p.client_id',
  sector: `coalesce(c.sector, '')`,
  project: 's.project_id',
  service_line: `coalesce(l.line, '')`,
};

/** Rows that are people, or people in one place: each of their figures says something of somebody. */
export const OF_PEOPLE: ReadonlySet<MoneyGroup> = new Set(['person', 'grade', 'team', 'country']);

/** Facts that are told apart by a key: `lines` are the service lines of projects, `more` is a condition on `p` beside the filters. */
export interface Grouped {
  facts: Sql;
  group: MoneyGroup;
  lines: readonly { project_id: string; line: string }[];
  more?: Sql | undefined;
}

/** Rows that are of too few people to be told on their own, and whether all together are. */
export interface Hidden {
  hidden: Set<string>;
  withheld: boolean;
}

/** Which rows are made of the time of too few people. */
export async function protect(tx: Tx, actor: Actor, asked: Grouped, least: number): Promise<Hidden> {
  if (least < 2) return { hidden: new Set(), withheld: false };
  const { facts, group, lines, more } = asked;
  const rows = await tx.all<{ key: string; people: string[] }>(sql`
    with s as materialized (
      select distinct ${raw(OF_FACTS[group] ?? 'null::text')} as key, f.project_id, f.user_id
      from (${facts}) f where f.project_id <> ${NIL}
    )
    select ${raw(OF_SUMS[group] ?? 's.key')}::text as key, array_agg(distinct s.user_id) as people
    from s join clients.projects p on p.tenant_id = ${tx.tenant} and p.id = s.project_id ${keyJoins(group, lines)}
    where p.client_id is not null and p.chargeable and not p.is_template and ${more ?? sql`true`} group by 1`);
  const groups = rows.map(({ key, people }) => ({ key, people: new Set(people) }));
  const all = new Set(rows.flatMap(({ people }) => people));
  return { hidden: tooSmall(groups, least, actor.userId), withheld: isTooFew(all, least, actor.userId) };
}

/** What keys of sums are read from. */
export const keyJoins = (group: MoneyGroup, lines: Grouped['lines']): Sql => {
  if (group === 'sector') return sql`left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id`;
  if (group !== 'service_line') return sql``;
  return sql`left join json_to_recordset(${JSON.stringify(lines)}::json) as l(project_id uuid, line text) on l.project_id = s.project_id`;
};

/** What another currency than the firm's is worth in the month of the work: an exchange rate has a million millionths. */
export const exchangeJoin = (
  exchanges: readonly { currency: string; month: Day; millionths: number }[],
  currency = sql`p.currency`,
): Sql => sql`
  left join json_to_recordset(${JSON.stringify(exchanges)}::json) as x(currency text, month date, millionths numeric)
    on x.currency = ${currency} and x.month = s.month`;
