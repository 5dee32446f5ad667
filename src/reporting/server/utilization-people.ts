import type { Day } from '../../kit/day.ts';
import { expectedFor } from '../../leave/server/public.ts';
import { countryOn, teamsBelow, today, visibleOn } from '../../people/server/public.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { MoneyGroup } from '../contract.ts';
import type { Ahead, Figures } from '../rules.ts';
import { type AheadPart, aheadOf } from './ahead.ts';
import { NIL, REPORT_PAGES, type ReportFilters } from './facts.ts';
import { type TimeBy, type TimeOf, isWork, spansIn, timeBy, timeOf } from './utilization-work.ts';

export interface Row extends Figures {
  key: string;
  name: string;
  grade: string | null;
  team: string | null;
  /** The code of a project. */
  detail?: string | null;
  people: number;
  /** The same row over the days that are compared with. */
  before?: Figures | undefined;
  /** What is to come of the period. */
  ahead?: Ahead | undefined;
  /** The same row month by month, where that is asked for. */
  months?: MonthFigures[] | undefined;
}

export type MonthFigures = Figures & { month: Day; ahead?: AheadPart | undefined };

export interface Person {
  id: string;
  name: string;
  grade: string;
  team_id: string | null;
  team: string | null;
  country: string;
  target: number;
}

const some = <T>(list: T[] | undefined): list is T[] => list !== undefined && list.length > 0;

/** People who count: employed in the period, seen by the actor, met by the filters; grade, team and target as of its end. */
function people(tx: Tx, actor: Actor, filters: ReportFilters): Promise<Person[]> {
  const { from, to } = filters;
  return tx.all<Person>(sql`
    select u.id, u.name, coalesce(g.grade, m.grade) as grade, t.id as team_id, t.name as team, ${countryOn(tx, sql`u.id`, sql`${to}`, sql`u.country`)} as country,
      coalesce(own.basis_points, ofteam.basis_points, usual.basis_points, 0) as target
    from people.users u
    join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
    left join people.grades g on g.tenant_id = u.tenant_id and g.user_id = u.id and g.valid_from <= ${to} and g.valid_to > ${to}
    left join people.team_members tm on tm.tenant_id = u.tenant_id and tm.user_id = u.id and tm.is_primary
      and tm.valid_from <= ${to} and tm.valid_to > ${to}
    left join people.teams t on t.tenant_id = u.tenant_id and t.id = tm.team_id
    left join people.targets own on own.tenant_id = u.tenant_id and own.user_id = u.id and own.valid_from <= ${to} and own.valid_to > ${to}
    left join people.targets ofteam on ofteam.tenant_id = u.tenant_id and ofteam.team_id = tm.team_id
      and ofteam.valid_from <= ${to} and ofteam.valid_to > ${to}
    left join people.targets usual on usual.tenant_id = u.tenant_id and usual.grade = coalesce(g.grade, m.grade)
      and usual.valid_from <= ${to} and usual.valid_to > ${to}
    where u.tenant_id = ${tx.tenant} and ${and(
      visibleOn(tx, actor, REPORT_PAGES, sql`u.id`),
      some(filters.without) ? sql`u.id <> all(${filters.without}::uuid[])` : undefined,
      some(filters.users) ? sql`u.id = any(${filters.users})` : undefined,
      some(filters.teams)
        ? sql`(t.id in (${teamsBelow(tx, filters.teams)})${filters.teams.includes(NIL) ? sql` or t.id is null` : sql``})`
        : undefined,
      some(filters.grades) ? sql`coalesce(g.grade, m.grade) = any(${filters.grades})` : undefined,
      some(filters.countries)
        ? sql`${countryOn(tx, sql`u.id`, sql`${to}`, sql`u.country`)} = any(${filters.countries})`
        : undefined,
    )}
      and exists (select 1 from people.employments e where e.tenant_id = u.tenant_id and e.user_id = u.id
        and e.valid_from <= ${to} and e.valid_to > ${from})
    order by u.name_lc collate app.names, u.id`);
}

export const none = (): Figures => ({
  chargeable_seconds: 0,
  seconds: 0,
  capacity_minutes: 0,
  standard_minutes: 0,
  target_minutes: 0,
});

export function add(sum: Figures, more: Figures): void {
  sum.chargeable_seconds += more.chargeable_seconds;
  sum.seconds += more.seconds;
  sum.capacity_minutes += more.capacity_minutes;
  sum.standard_minutes += more.standard_minutes;
  sum.target_minutes += more.target_minutes;
}

/** Net and standard minutes of one person over columns of `expectedFor` (from `start` up to `end`); leave that counts as worked is not taken off. */
export function minutesOf(
  days: { pattern: Uint16Array; holiday: Uint16Array; leave: Uint16Array; worked: Uint16Array } | undefined,
  start = 0,
  end = days?.pattern.length ?? 0,
): {
  net: number;
  standard: number;
} {
  let standard = 0;
  let leave = 0;
  for (let index = start; days && index < end; index++) {
    standard += (days.pattern[index] ?? 0) - (days.holiday[index] ?? 0);
    leave += (days.leave[index] ?? 0) - (days.worked[index] ?? 0);
  }
  return { net: standard - leave, standard };
}

/** How a report is told apart, and whether by what was planned. */
export interface Wanted {
  group: MoneyGroup;
  months: boolean;
  plan: boolean;
}

/** People with their figures, over the period and its parts, and their time on what was worked on. */
interface Read {
  persons: (Row & { person: Person })[];
  /** Everybody's figures in the months or weeks that the rows are. */
  spans: (Figures & { span: Day })[];
  /** Time by what was worked on, of the people that count. */
  work: TimeBy[];
  /** What is booked of the days to come, month by month where months are asked for. */
  ahead: AheadPart[];
}

/**
 * Who counts, as a condition on `f.user_id`: few strangers (who logged time and was not employed, or is not met by the filters) are left
 * out by name, few people taken by theirs.
 */
function countsOf(persons: readonly Person[], sums: readonly TimeOf[]): Sql {
  const there = new Set(persons.map(({ id }) => id));
  const strangers = [...new Set(sums.map(({ user_id }) => user_id))].filter((id) => !there.has(id));
  if (strangers.length === 0) return sql`true`;
  return strangers.length < there.size
    ? sql`f.user_id <> all(${strangers}::uuid[])`
    : sql`f.user_id = any(${[...there]}::uuid[])`;
}

type Expected = Awaited<ReturnType<typeof expectedFor>>;

/** Time of a person against what they were to work on the days from `start` up to `end`. */
function figuresOf(expected: Expected, person: Person, own: readonly TimeOf[], start?: number, end?: number): Figures {
  const { net, standard } = minutesOf(expected.get(person.id), start, end);
  return {
    chargeable_seconds: own.reduce((sum, row) => sum + row.chargeable_seconds, 0),
    seconds: own.reduce((sum, row) => sum + row.seconds, 0),
    capacity_minutes: net,
    standard_minutes: standard,
    target_minutes: Math.round((net * person.target) / 10_000),
  };
}

/** Everybody's time in months or weeks against what everybody was to work in them. */
function spansOf(expected: Expected, persons: readonly Person[], time: readonly TimeBy[], parts: ReturnType<typeof spansIn>) {
  const logged = new Map(time.map((row) => [row.key, row]));
  return parts.map(({ span, start, end }) => {
    const sum = { span, ...none() };
    for (const person of persons) add(sum, figuresOf(expected, person, [], start, end));
    sum.seconds = logged.get(span)?.seconds ?? 0;
    sum.chargeable_seconds = logged.get(span)?.chargeable_seconds ?? 0;
    return sum;
  });
}

/** Figures by person; time is summed by where people stood on the day, so a mover's earlier team keeps its hours elsewhere. */
export async function readPeople(tx: Tx, actor: Actor, filters: ReportFilters, { group, months, plan }: Wanted): Promise<Read> {
  const { teams: _teams, grades: _grades, countries: _countries, ...timeFilters } = filters;
  const narrow = [filters.users, filters.teams, filters.grades, filters.countries].some(some);
  const [persons, sums] = await Promise.all([people(tx, actor, filters), timeOf(tx, actor, timeFilters, { months, plan })]);
  const by = isWork(group) || group === 'week' || group === 'month' ? group : undefined;
  const counts = countsOf(persons, sums);
  const [expected, time] = await Promise.all([
    expectedFor(tx, narrow ? persons.map((person) => person.id) : undefined, filters.from, filters.to),
    by ? timeBy(tx, actor, timeFilters, by, { months: months && isWork(by), plan, counts }) : [],
  ]);
  const logged = Map.groupBy(sums, (sum) => sum.user_id);
  const parts = months ? spansIn(filters.from, filters.to, 'month') : [];
  const ahead = plan ? undefined : await aheadOf(tx, filters, await today(tx), expected, parts);
  const inMonths = (person: Person, own: readonly TimeOf[]): MonthFigures[] => {
    const ofMonth = Map.groupBy(own, (row) => row.month);
    return parts.map(({ span: month, start, end }) => ({
      month,
      ...figuresOf(expected, person, ofMonth.get(month) ?? [], start, end),
    }));
  };
  const rows = persons.map((person) => {
    const own = logged.get(person.id) ?? [];
    return {
      person,
      key: person.id,
      name: person.name,
      grade: person.grade,
      team: person.team,
      people: 1,
      ...figuresOf(expected, person, own),
      ...(ahead ? { ahead: ahead.of(person.id, person.target > 0) } : {}),
      ...(months ? { months: inMonths(person, own) } : {}),
    };
  });
  const dated = by === 'week' || by === 'month' ? by : undefined;
  return {
    persons: rows,
    spans: dated && persons.length > 0 ? spansOf(expected, persons, time, spansIn(filters.from, filters.to, dated)) : [],
    work: by && isWork(by) ? time : [],
    ahead: ahead?.parts ?? [],
  };
}
