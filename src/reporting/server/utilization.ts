import { type Day, addMonths, daysBetween, monthOf } from '../../kit/day.ts';
import { checkRange, expectedFor } from '../../leave/server/public.ts';
import { countryOn, teamsBelow, today, visibleOn } from '../../people/server/public.ts';
import { tableFile } from '../../server/export.ts';
import type { FileReply } from '../../server/route.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type Ahead, type Figures, type Measure, attainment, utilization, utilizationOf } from '../rules.ts';
import type { MoneyGroup } from '../contract.ts';
import { addAhead, aheadOf, noneAhead } from './ahead.ts';
import { exportMoney } from './money-report.ts';
import { REPORT_PAGES, type ReportFilters, facts } from './facts.ts';
import { sortRows } from './utilization-order.ts';

export interface Row extends Figures {
  key: string;
  name: string;
  grade: string | null;
  team: string | null;
  people: number;
  /** The same row over the days that are compared with. */
  before?: Figures | undefined;
  /** What is to come of the period. */
  ahead?: Ahead | undefined;
  /** The same row month by month, where that is asked for. */
  months?: MonthFigures[] | undefined;
}

export type MonthFigures = Figures & { month: Day };

interface Person {
  id: string;
  name: string;
  grade: string;
  team_id: string | null;
  team: string | null;
  country: string;
  target: number;
}

const GROUPS = ['person', 'grade', 'team', 'country'] as const;
type Group = (typeof GROUPS)[number];
const isGroup = (group: string | undefined): group is Group => GROUPS.includes(group as Group);

type Request = ReportFilters & {
  group?: Group;
  compare?: { from: Day; to: Day };
  months?: boolean;
  measure?: Measure;
  sort?: string;
  page?: number;
  per_page?: number;
};

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
      some(filters.users) ? sql`u.id = any(${filters.users})` : undefined,
      some(filters.teams) ? sql`t.id in (${teamsBelow(tx, filters.teams)})` : undefined,
      some(filters.grades) ? sql`coalesce(g.grade, m.grade) = any(${filters.grades})` : undefined,
    )}
      and exists (select 1 from people.employments e where e.tenant_id = u.tenant_id and e.user_id = u.id
        and e.valid_from <= ${to} and e.valid_to > ${from})
    order by u.name_lc collate app.names, u.id`);
}

const none = (): Figures => ({ chargeable_seconds: 0, seconds: 0, capacity_minutes: 0, standard_minutes: 0, target_minutes: 0 });

function add(sum: Figures, more: Figures): void {
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

interface LoggedMonth {
  user_id: string;
  month: Day;
  seconds: number;
  chargeable_seconds: number;
}

/** The months of a period, each with where its days lie among those of the period: from `start` up to `end`. */
function monthsIn(from: Day, to: Day): { month: Day; start: number; end: number }[] {
  const months: { month: Day; start: number; end: number }[] = [];
  for (let month = monthOf(from); month <= to; month = addMonths(month, 1)) {
    const next = addMonths(month, 1);
    months.push({
      month,
      start: Math.max(0, daysBetween(from, month)),
      end: next > to ? daysBetween(from, to) + 1 : daysBetween(from, next),
    });
  }
  return months;
}

/** Figures by person; time is summed by where people stood on the day, so a mover's earlier team keeps its hours elsewhere. */
async function rowsByPerson(tx: Tx, actor: Actor, filters: Request): Promise<(Row & { person: Person })[]> {
  const { teams: _teams, grades: _grades, ...timeFilters } = filters;
  const [persons, sums] = await Promise.all([
    people(tx, actor, filters),
    tx.all<LoggedMonth>(sql`
      select user_id, ${filters.months ? sql`month` : sql`null::date`} as month, sum(seconds)::bigint as seconds, coalesce(sum(seconds) filter (where chargeable), 0)::bigint as chargeable_seconds
      from (${facts(tx, actor, timeFilters)}) f group by 1, 2`),
  ]);
  const narrow = some(filters.users) || some(filters.teams) || some(filters.grades);
  const expected = await expectedFor(tx, narrow ? persons.map((person) => person.id) : undefined, filters.from, filters.to);
  const ahead = await aheadOf(tx, filters, await today(tx), expected);
  const logged = Map.groupBy(sums, (sum) => sum.user_id);
  const spans = filters.months ? monthsIn(filters.from, filters.to) : [];
  return persons.map((person) => {
    const days = expected.get(person.id);
    const time = logged.get(person.id) ?? [];
    const figures = (own: readonly LoggedMonth[], start?: number, end?: number): Figures => {
      const { net, standard } = minutesOf(days, start, end);
      return {
        chargeable_seconds: own.reduce((sum, row) => sum + row.chargeable_seconds, 0),
        seconds: own.reduce((sum, row) => sum + row.seconds, 0),
        capacity_minutes: net,
        standard_minutes: standard,
        target_minutes: Math.round((net * person.target) / 10_000),
      };
    };
    const months = spans.map(({ month, start, end }) => ({
      month,
      ...figures(
        time.filter((row) => row.month === month),
        start,
        end,
      ),
    }));
    return {
      person,
      key: person.id,
      name: person.name,
      grade: person.grade,
      team: person.team,
      people: 1,
      ...figures(time),
      ...(ahead ? { ahead: ahead(person.id, person.target > 0) } : {}),
      ...(filters.months ? { months } : {}),
    };
  });
}

const groupings: Record<'grade' | 'team' | 'country', (person: Person) => [key: string, name: string]> = {
  grade: (person) => [person.grade, person.grade],
  team: (person) => [person.team_id ?? '', person.team ?? ''],
  country: (person) => [person.country, person.country],
};

function withAhead(sum: Ahead | undefined, more: Ahead | undefined): Ahead | undefined {
  if (!more) return sum;
  const whole = sum ?? noneAhead();
  addAhead(whole, more);
  return whole;
}

/** Months of a group with those of one more row; every row has the same. */
const addMonthly = (sums: MonthFigures[] | undefined, more: readonly MonthFigures[] | undefined): MonthFigures[] | undefined =>
  more?.map((month, index) => {
    const sum = { ...none(), ...sums?.[index], month: month.month };
    add(sum, month);
    return sum;
  });

function grouped(rows: readonly (Row & { person: Person })[], by: 'grade' | 'team' | 'country'): Row[] {
  const groups = new Map<string, Row>();
  for (const row of rows) {
    const [key, name] = groupings[by](row.person);
    const group = groups.get(key) ?? { key, name, grade: null, team: null, people: 0, ...none() };
    add(group, row);
    group.ahead = withAhead(group.ahead, row.ahead);
    group.months = addMonthly(group.months, row.months);
    group.people++;
    groups.set(key, group);
  }
  return [...groups.values()];
}

interface Report {
  from: Day;
  to: Day;
  total: Figures;
  before?: Figures | undefined;
  ahead?: Ahead | undefined;
  /** The sums month by month, where that is asked for. */
  months?: MonthFigures[] | undefined;
  people: number;
  largest: Record<Measure, number | null>;
  count: number;
  rows: Row[];
}

async function rowsOf(
  tx: Tx,
  actor: Actor,
  filters: Request,
  group: Group,
): Promise<{ rows: Row[]; total: Figures; ahead: Ahead | undefined; months: MonthFigures[] | undefined }> {
  checkRange(filters.from, filters.to);
  const persons = await rowsByPerson(tx, actor, filters);
  const total = none();
  let months: MonthFigures[] | undefined;
  let ahead: Ahead | undefined;
  for (const row of persons) {
    add(total, row);
    ahead = withAhead(ahead, row.ahead);
    months = addMonthly(months, row.months);
  }
  const rows = group === 'person' ? persons.map(({ person: _person, ...row }) => row) : grouped(persons, group);
  return { rows, total, ahead, months };
}

const figuresOf = ({ chargeable_seconds, seconds, capacity_minutes, standard_minutes, target_minutes }: Figures): Figures => ({
  chargeable_seconds,
  seconds,
  capacity_minutes,
  standard_minutes,
  target_minutes,
});

/** Everybody of the filters in groups, sorted, with the sums; beside each row what it was over the days compared with. */
async function report(tx: Tx, actor: Actor, body: Request): Promise<Report> {
  const { from, to, group = 'person', measure = 'capacity' } = body;
  const [now, before] = await Promise.all([
    rowsOf(tx, actor, body, group),
    body.compare && rowsOf(tx, actor, { ...body, ...body.compare, months: false }, group),
  ]);
  const earlier = new Map(before?.rows.map((row) => [row.key, figuresOf(row)]));
  const rows = now.rows.map((row) => ({ ...row, before: earlier.get(row.key) }));
  const largest = (of: Measure): number | null => {
    const ratios = rows.flatMap((row) => utilizationOf(row, of) ?? []);
    return ratios.length === 0 ? null : ratios.reduce((most, ratio) => Math.max(most, ratio));
  };
  return {
    from,
    to,
    total: now.total,
    before: before?.total,
    ahead: now.ahead,
    months: now.months,
    people: rows.reduce((sum, row) => sum + row.people, 0),
    largest: { capacity: largest('capacity'), standard: largest('standard') },
    count: rows.length,
    rows: sortRows(rows, body.sort, { group, measure, language: actor.language }),
  };
}

/** Chargeable time against capacity: everybody's sum, and one page of rows. */
export async function actualUtilization(tx: Tx, actor: Actor, { body }: { body: Request }): Promise<Report> {
  const whole = await report(tx, actor, body);
  const perPage = body.per_page ?? 100;
  const start = ((body.page ?? 1) - 1) * perPage;
  return { ...whole, rows: whole.rows.slice(start, start + perPage) };
}

export async function exportUtilization(
  tx: Tx,
  actor: Actor,
  { body: asked, query }: { body: Omit<Request, 'group'> & { by?: string; group?: MoneyGroup }; query: { format?: string } },
): Promise<FileReply> {
  if (asked.by === 'money') return exportMoney(tx, actor, asked, query.format);
  const { group, ...rest } = asked;
  const body: Request = { ...rest, ...(isGroup(group) ? { group } : {}) };
  const { rows } = await report(tx, actor, body);
  const flat = rows.map((row) => ({
    ...row,
    capacity: row.capacity_minutes * 60,
    standard: row.standard_minutes * 60,
    utilization: utilization(row.chargeable_seconds, row.capacity_minutes),
    attainment: attainment(row.chargeable_seconds, row.target_minutes),
  }));
  return tableFile(
    `utilization_${body.from}_${body.to}`,
    query.format,
    [
      { key: 'name', title: 'Name', kind: 'text' },
      { key: 'grade', title: 'Grade', kind: 'text' },
      { key: 'team', title: 'Team', kind: 'text' },
      { key: 'people', title: 'People', kind: 'number' },
      { key: 'chargeable_seconds', title: 'Chargeable hours', kind: 'hours' },
      { key: 'seconds', title: 'Hours', kind: 'hours' },
      { key: 'capacity', title: 'Capacity (pattern − holidays − leave)', kind: 'hours' },
      { key: 'standard', title: 'Standard hours (pattern − holidays)', kind: 'hours' },
      { key: 'utilization', title: 'Utilization (chargeable ÷ capacity)', kind: 'number' },
      { key: 'attainment', title: 'Target attainment', kind: 'number' },
    ],
    flat,
  );
}
