import { type Day, addDays, daysBetween, mondayOf } from '../../kit/day.ts';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { invalid } from '../../kit/problem.ts';
import { checkRange } from '../../leave/server/public.ts';
import { managedBy, teamsBelow, today, visibleOn } from '../../people/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { BANDS, type Band, type Completion, bandOf, completionOf } from '../rules.ts';
import { type Figures, eachPacked, figuresFor, packedBy } from './completion-figures.ts';
import { rulesOf } from './time-rules.ts';

/** Whose timesheets, over which days. */
export interface CompletionFilters {
  from: Day;
  to: Day;
  search?: string;
  teams?: string[];
  users?: string[];
  grades?: string[];
  countries?: string[];
  managers?: string[];
  /** Only those whom the caller manages. */
  mine?: boolean;
}

export type CompletionRequest = CompletionFilters & { band?: Band; sort?: string; page?: number; per_page?: number };

interface Person {
  user_id: string;
  name: string;
  email: string | null;
  grade: Grade;
  team: string | null;
  manager: string | null;
}

/** A person as far as the order of the table needs them: what it is sorted by, where that is no figure. */
interface Named {
  user_id: string;
  key: string | null;
}

export interface CompletionRow extends Person, Completion {
  band: Band;
  /** A week each, in the order of the report's weeks. */
  weeks: Completion[];
  reminded_at: string | null;
}

/** Weeks that are over, person by person, and what became of them where the firm asks for approval. */
export interface Submitted {
  /** Person-weeks on which something was due. */
  weeks: number;
  /** Of these: handed in, handed in within the days that the firm gives, and decided on. */
  submitted: number;
  on_time: number;
  decided: number;
  /** Approved without having been sent back. */
  first_time: number;
}

export interface CompletionReport {
  from: Day;
  to: Day;
  /** The last day that counts: today is not over yet. */
  through: Day;
  /** Mondays. */
  weeks: Day[];
  total: Completion;
  by_week: Completion[];
  people: number;
  bands: Record<Band, number>;
  /** Null where the firm asks for no approval. */
  submitted: Submitted | null;
  /** People of the band asked for, on all pages. */
  count: number;
  rows: CompletionRow[];
}

const PAGES = ['timesheet_completion'];
const FILTERS = ['search', 'teams', 'users', 'grades', 'countries', 'managers', 'mine'] as const;
const MOST_WEEKS = 53;
const some = <T>(list: T[] | undefined): list is T[] => list !== undefined && list.length > 0;

/** What is known of people at the end of a period, each joined where it is asked for: five thousand are looked up in no time. */
const KNOWN = {
  grade: sql`join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id`,
  manager: sql`left join people.users b on b.tenant_id = u.tenant_id and b.id = u.manager_id`,
  membership: (to: Day): Sql => sql`left join people.team_members tm on tm.tenant_id = u.tenant_id and tm.user_id = u.id
    and tm.is_primary and tm.valid_from <= ${to} and tm.valid_to > ${to}`,
  team: sql`left join people.teams t on t.tenant_id = u.tenant_id and t.id = tm.team_id`,
};

/** `from` and the firm: users `u`, with grade `m`, team `t` (by `tm`) and manager `b` where they are wanted. */
function joined(tx: Tx, to: Day, wanted: { grade: boolean; manager: boolean; teams: boolean; team: boolean }): Sql {
  const none = sql``;
  return sql`people.users u
    ${wanted.grade ? KNOWN.grade : none}
    ${wanted.manager ? KNOWN.manager : none}
    ${wanted.teams || wanted.team ? KNOWN.membership(to) : none}
    ${wanted.team ? KNOWN.team : none}
    where u.tenant_id = ${tx.tenant}`;
}

/** Words by which the table can be sorted, beside the name. */
const KEYS: Readonly<Record<string, Sql>> = { team: sql`t.name`, manager: sql`b.name`, grade: sql`m.grade` };

const keyOf = (sort: string | undefined): string => (sort ?? 'completion').replace(/^-/, '');

/** Whom the report is about, by name: seen by the actor, met by the filters, employed in the period; as things stand at its end. */
function peopleOf(tx: Tx, actor: Actor, filters: CompletionRequest): Promise<Named[]> {
  const { from, to, search } = filters;
  const key = keyOf(filters.sort);
  const wanted = {
    grade: key === 'grade' || some(filters.grades),
    manager: key === 'manager',
    teams: some(filters.teams),
    team: key === 'team',
  };
  return tx.all<Named>(sql`
    select u.id as user_id, ${KEYS[key] ?? sql`null::text`} as key from ${joined(tx, to, wanted)} and ${and(
      visibleOn(tx, actor, PAGES, sql`u.id`),
      search?.trim() ? sql`position(${search.trim().toLowerCase()} in u.name_lc) > 0` : undefined,
      some(filters.users) ? sql`u.id = any(${filters.users})` : undefined,
      some(filters.teams) ? sql`tm.team_id in (${teamsBelow(tx, filters.teams)})` : undefined,
      some(filters.grades) ? sql`m.grade = any(${filters.grades})` : undefined,
      some(filters.countries) ? sql`u.country = any(${filters.countries})` : undefined,
      some(filters.managers) ? sql`u.manager_id = any(${filters.managers})` : undefined,
      filters.mine ? sql`u.id in (${managedBy(tx, actor)})` : undefined,
    )}
      and exists (select 1 from people.employments e where e.tenant_id = u.tenant_id and e.user_id = u.id
        and e.valid_from <= ${to} and e.valid_to > ${from})
    order by u.name_lc collate app.names, u.id`);
}

/** The people of some rows with everything that is shown of them. */
async function withPeople<Row extends { user_id: string }>(tx: Tx, to: Day, rows: readonly Row[]): Promise<(Row & Person)[]> {
  const people = await tx.all<Person>(sql`
    select u.id as user_id, u.name, u.email, m.grade, t.name as team, b.name as manager
    from ${joined(tx, to, { grade: true, manager: true, teams: true, team: true })} and u.id = any(${rows.map((row) => row.user_id)}::uuid[])`);
  const byId = new Map(people.map((person) => [person.user_id, person]));
  return rows.flatMap((row) => {
    const person = byId.get(row.user_id);
    return person ? { ...row, ...person } : [];
  });
}

/** Weeks of a period as Mondays. @throws Problem 422 for more than a year */
function mondaysOf(from: Day, to: Day): Day[] {
  checkRange(from, to);
  const first = mondayOf(from);
  const count = Math.floor(daysBetween(first, to) / 7) + 1;
  if (count > MOST_WEEKS) throw invalid([{ path: 'to', message: 'At most a year at a time.' }]);
  return Array.from({ length: count }, (_, index) => addDays(first, 7 * index));
}

/** What a packed submission says; its week, counted from the first one, stands above these bits. */
const HANDED_IN = 1;
const ON_TIME = 2;
const DECIDED = 4;
const FIRST_TIME = 8;
const STATE_BITS = 4;

/** Counts what became of the weeks that are over; null where the firm asks for no approval. */
async function submissionsOf(tx: Tx, weeks: readonly Day[], through: Day) {
  const [rules, firm] = await Promise.all([rulesOf(tx), firmOf(tx)]);
  const over = weeks.filter((week) => addDays(week, 6) <= through);
  const [first] = over;
  if (rules.approval === 'off' || first === undefined) return rules.approval === 'off' ? null : () => noSubmissions();
  const isDecided = sql`(state = 'approved' or rejections > 0)`;
  const packed = await packedBy(
    tx,
    sql`((week - ${first}::date) / 7 << ${STATE_BITS}) | case when state in ('submitted', 'approved') then ${HANDED_IN}::int else 0 end
      | case when (first_submitted_at at time zone ${firm.time_zone})::date <= week + 6 + ${rules.submit_days}::int then ${ON_TIME}::int else 0 end
      | case when ${isDecided} then ${DECIDED}::int else 0 end
      | case when ${isDecided} and rejections = 0 then ${FIRST_TIME}::int else 0 end`,
    sql`time.submissions where tenant_id = ${tx.tenant} and week = any(${over}::date[])`,
  );
  return (people: readonly Named[], figures: Figures): Submitted => {
    const sums = noSubmissions();
    // The weeks that are over are the first ones.
    for (const [person, { user_id: id }] of people.entries()) {
      for (let week = 0; week < over.length; week++) if (figures.weekOf(person, week).due > 0) sums.weeks++;
      eachPacked(packed.get(id), (number) => {
        if (figures.weekOf(person, number >> STATE_BITS).due > 0) addSubmission(sums, number);
      });
    }
    return sums;
  };
}

const noSubmissions = (): Submitted => ({ weeks: 0, submitted: 0, on_time: 0, decided: 0, first_time: 0 });

function addSubmission(sums: Submitted, flags: number): void {
  if (flags & HANDED_IN) sums.submitted++;
  if (flags & ON_TIME) sums.on_time++;
  if (flags & DECIDED) sums.decided++;
  if (flags & FIRST_TIME) sums.first_time++;
}

/** A person of the table: their place among the people, and the band. */
interface Ordered {
  person: number;
  band: Band;
}

const missing = ({ due, filled }: Completion): number => due - filled;

/** What a person is sorted by: words, or a number; unknown figures come last. */
function sortKey(sort: string, people: readonly Named[], figures: Figures): (person: number) => string | number {
  const week = /^week:(\d{1,2})$/.exec(sort)?.[1];
  const share = (completion: Completion): number => completionOf(completion) ?? 2;
  if (week !== undefined) return (person) => share(figures.weekOf(person, Math.min(Number(week), figures.weeks)));
  if (sort === 'grade') return (person) => (GRADES as readonly string[]).indexOf(people[person]?.key ?? '');
  if (KEYS[sort]) return (person) => people[person]?.key ?? '';
  if (sort === 'missing') return (person) => missing(figures.of(person));
  if (sort === 'logged') return (person) => figures.of(person).logged;
  return (person) => share(figures.of(person));
}

/** Rows in the order asked for; equal ones stay in the order of names. */
function sorted(rows: readonly Ordered[], by: string | undefined, key: (person: number) => string | number, language: string) {
  const isTurned = by?.startsWith('-') ?? false;
  if (keyOf(by) === 'name') return isTurned ? rows.toReversed() : rows;
  const names = new Intl.Collator(language);
  const keyed = rows.map((row) => ({ row, key: key(row.person) }));
  const compare = (a: string | number, b: string | number): number =>
    typeof a === 'string' ? names.compare(a, String(b)) : a - Number(b);
  return keyed.sort((a, b) => (isTurned ? compare(b.key, a.key) : compare(a.key, b.key))).map(({ row }) => row);
}

/** From so many people on their ids cost more than what they would leave out. */
const MANY = 1000;

/** Whom the report is about, with their figures. Where it is everybody, both are asked at once. */
async function peopleWithFigures(
  tx: Tx,
  actor: Actor,
  filters: CompletionRequest,
  period: Parameters<typeof figuresFor>[2],
): Promise<[Named[], Figures]> {
  const everybody = !visibleOn(tx, actor, PAGES, sql`u.id`) && !FILTERS.some((name) => filters[name]);
  if (everybody) {
    const [people, reckon] = await Promise.all([peopleOf(tx, actor, filters), figuresFor(tx, undefined, period)]);
    return [people, reckon(people)];
  }
  const people = await peopleOf(tx, actor, filters);
  const users = people.length < MANY ? people.map((person) => person.user_id) : undefined;
  return [people, (await figuresFor(tx, users, period))(people)];
}

/** A row of the table before what is shown of its person is known. */
export type FigureRow = Completion & { user_id: string; band: Band; weeks: Completion[] };

/**
 * Everybody of the filters with their weeks, sorted; the sums and bands are of all of them, the rows of the band asked for.
 * @param slice which of the rows are wanted: what is shown of people is asked for these alone
 */
export async function completionOfAll(
  tx: Tx,
  actor: Actor,
  body: CompletionRequest,
  slice: (rows: readonly Ordered[]) => readonly Ordered[] = (rows) => rows,
): Promise<Omit<CompletionReport, 'rows'> & { rows: (FigureRow & Person)[] }> {
  const { from, to } = body;
  const weeks = mondaysOf(from, to);
  const yesterday = addDays(await today(tx), -1);
  const through = to < yesterday ? to : yesterday;
  const [[people, figures], submitted] = await Promise.all([
    peopleWithFigures(tx, actor, body, { from, through, weeks }),
    submissionsOf(tx, weeks, through),
  ]);
  const bands: Record<Band, number> = { nothing: 0, partly: 0, complete: 0, over: 0 };
  const rows: Ordered[] = [];
  for (let person = 0; person < people.length; person++) {
    // Who has none had nothing due and logged nothing: they are no part of the sums either.
    const band = bandOf(figures.of(person));
    if (band === undefined) continue;
    bands[band]++;
    if (body.band === undefined || body.band === band) rows.push({ person, band });
  }
  const wanted = slice(sorted(rows, body.sort, sortKey(keyOf(body.sort), people, figures), actor.language));
  const shown = wanted.map(({ person, band }) => ({
    user_id: people[person]?.user_id ?? '',
    band,
    ...figures.of(person),
    weeks: figures.weeksOf(person),
  }));
  return {
    from,
    to,
    through,
    weeks,
    total: figures.total,
    by_week: figures.byWeek,
    people: BANDS.reduce((sum, band) => sum + bands[band], 0),
    bands,
    submitted: submitted?.(people, figures) ?? null,
    count: rows.length,
    rows: await withPeople(tx, to, shown),
  };
}

/** How full people's timesheets are: the sums of all, and one page of people by weeks. */
export async function timesheetCompletion(
  tx: Tx,
  actor: Actor,
  { body }: { body: CompletionRequest },
): Promise<CompletionReport> {
  const perPage = body.per_page ?? 50;
  const start = ((body.page ?? 1) - 1) * perPage;
  const whole = await completionOfAll(tx, actor, body, (rows) => rows.slice(start, start + perPage));
  const ids = whole.rows.map((row) => row.user_id);
  const told = await tx.all<{ user_id: string; at: string }>(sql`
    select user_id, max(created_at) as at from settings.notifications
    where tenant_id = ${tx.tenant} and user_id = any(${ids}::uuid[]) and kind = 'time.missing' group by 1`);
  const remindedAt = new Map(told.map((row) => [row.user_id, row.at]));
  return { ...whole, rows: whole.rows.map((row) => ({ ...row, reminded_at: remindedAt.get(row.user_id) ?? null })) };
}
