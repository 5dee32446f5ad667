import { type Day, addDays, daysBetween, mondayOf } from '../../kit/day.ts';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { invalid } from '../../kit/problem.ts';
import { checkRange } from '../../leave/server/public.ts';
import { managedBy, teamsBelow, today, visibleOn } from '../../people/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { BANDS, type Band, type Completion, addCompletion, bandOf, completionOf, noCompletion } from '../rules.ts';
import { type Figures, figuresFor, weekOf, weeksOf } from './completion-figures.ts';
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

/** Whom the report is about: seen by the actor, met by the filters, employed in the period; as things stand at its end. */
function peopleOf(tx: Tx, actor: Actor, filters: CompletionFilters): Promise<Person[]> {
  const { from, to, search } = filters;
  return tx.all<Person>(sql`
    select u.id as user_id, u.name, u.email, m.grade, t.name as team, b.name as manager
    from people.users u
    join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
    left join people.users b on b.tenant_id = u.tenant_id and b.id = u.manager_id
    left join people.team_members tm on tm.tenant_id = u.tenant_id and tm.user_id = u.id and tm.is_primary
      and tm.valid_from <= ${to} and tm.valid_to > ${to}
    left join people.teams t on t.tenant_id = u.tenant_id and t.id = tm.team_id
    where u.tenant_id = ${tx.tenant} and ${and(
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

/** Weeks of a period as Mondays. @throws Problem 422 for more than a year */
function mondaysOf(from: Day, to: Day): Day[] {
  checkRange(from, to);
  const first = mondayOf(from);
  const count = Math.floor(daysBetween(first, to) / 7) + 1;
  if (count > MOST_WEEKS) throw invalid([{ path: 'to', message: 'At most a year at a time.' }]);
  return Array.from({ length: count }, (_, index) => addDays(first, 7 * index));
}

interface Submission {
  user_id: string;
  week: Day;
  state: string;
  on_time: boolean;
  rejections: number;
}

/** Counts what became of the weeks that are over; undefined where the firm asks for no approval. */
async function submissionsOf(tx: Tx, weeks: readonly Day[], through: Day) {
  const [rules, firm] = await Promise.all([rulesOf(tx), firmOf(tx)]);
  if (rules.approval === 'off') return undefined;
  const over = weeks.filter((week) => addDays(week, 6) <= through);
  const rows = await tx.all<Submission>(sql`
    select user_id, week, state, rejections,
      (first_submitted_at at time zone ${firm.time_zone})::date <= week + 6 + ${rules.submit_days}::int as on_time
    from time.submissions where tenant_id = ${tx.tenant} and week = any(${over}::date[])`);
  const known = new Map(rows.map((row) => [`${row.user_id} ${row.week}`, row]));
  const sums: Submitted = { weeks: 0, submitted: 0, on_time: 0, decided: 0, first_time: 0 };
  const count = (userId: string, own: Figures): void => {
    // The weeks that are over are the first ones.
    for (const [index, week] of over.entries()) {
      if (weekOf(own, index).due === 0) continue;
      sums.weeks++;
      addSubmission(sums, known.get(`${userId} ${week}`));
    }
  };
  return { sums, count };
}

function addSubmission(sums: Submitted, row: Submission | undefined): void {
  if (!row) return;
  if (row.state === 'submitted' || row.state === 'approved') sums.submitted++;
  if (row.on_time) sums.on_time++;
  const decided = row.state === 'approved' || row.rejections > 0;
  if (decided) sums.decided++;
  if (decided && row.rejections === 0) sums.first_time++;
}

/** A person with figures, the weeks still packed. */
type Ordered = Person & Figures & { band: Band };

const missing = ({ due, filled }: Completion): number => due - filled;

/** What the table can be sorted by; equal ones stay in the order of names. */
function compareBy(sort: string, language: string): (a: Ordered, b: Ordered) => number {
  const names = new Intl.Collator(language);
  const key = sort.replace(/^-/, '');
  const week = /^week:(\d{1,2})$/.exec(key)?.[1];
  const byText = (of: (row: Ordered) => string | null) => (a: Ordered, b: Ordered) => names.compare(of(a) ?? '', of(b) ?? '');
  const byNumber = (of: (row: Ordered) => number | null) => (a: Ordered, b: Ordered) => (of(a) ?? 2) - (of(b) ?? 2);
  const orders: Record<string, (a: Ordered, b: Ordered) => number> = {
    name: () => 0,
    team: byText((row) => row.team),
    manager: byText((row) => row.manager),
    grade: byNumber((row) => (GRADES as readonly string[]).indexOf(row.grade)),
    completion: byNumber(completionOf),
    missing: byNumber(missing),
    logged: byNumber((row) => row.logged),
  };
  return week === undefined
    ? (orders[key] ?? byNumber(completionOf))
    : byNumber((row) => completionOf(weekOf(row, Number(week))));
}

function sorted(rows: Ordered[], sort: string, language: string): Ordered[] {
  const compare = compareBy(sort, language);
  const turned = sort.startsWith('-') ? (a: Ordered, b: Ordered) => compare(b, a) : compare;
  if (/^-?name$/.test(sort)) return sort === 'name' ? rows : rows.toReversed();
  return rows.toSorted(turned);
}

/** From so many people on their ids cost more than what they would leave out. */
const MANY = 1000;

/** Whom the report is about, with their figures. Where it is everybody, both are asked at once. */
async function peopleWithFigures(
  tx: Tx,
  actor: Actor,
  filters: CompletionFilters,
  period: Parameters<typeof figuresFor>[2],
): Promise<[Person[], Awaited<ReturnType<typeof figuresFor>>]> {
  const everybody = !visibleOn(tx, actor, PAGES, sql`u.id`) && !FILTERS.some((name) => filters[name]);
  if (everybody) return Promise.all([peopleOf(tx, actor, filters), figuresFor(tx, undefined, period)]);
  const people = await peopleOf(tx, actor, filters);
  const users = people.length < MANY ? people.map((person) => person.user_id) : undefined;
  return [people, await figuresFor(tx, users, period)];
}

/** Everybody of the filters with their weeks, sorted; the sums and bands are of all of them, the rows of the band asked for. */
export async function completionOfAll(
  tx: Tx,
  actor: Actor,
  body: CompletionRequest,
): Promise<Omit<CompletionReport, 'rows'> & { rows: Ordered[] }> {
  const { from, to } = body;
  const weeks = mondaysOf(from, to);
  const yesterday = addDays(await today(tx), -1);
  const through = to < yesterday ? to : yesterday;
  const [people, figures] = await peopleWithFigures(tx, actor, body, { from, through, weeks });
  const [total, byWeek] = [noCompletion(), weeks.map(noCompletion)];
  const submissions = await submissionsOf(tx, weeks, through);
  const bands: Record<Band, number> = { nothing: 0, partly: 0, complete: 0, over: 0 };
  const rows: Ordered[] = [];
  for (const person of people) {
    const own = figures(person.user_id);
    const band = bandOf(own);
    if (band === undefined) continue;
    addCompletion(total, own);
    for (const [index, week] of byWeek.entries()) addCompletion(week, weekOf(own, index));
    bands[band]++;
    submissions?.count(person.user_id, own);
    if (body.band === undefined || body.band === band) rows.push({ ...person, ...own, band });
  }
  return {
    from,
    to,
    through,
    weeks,
    total,
    by_week: byWeek,
    people: BANDS.reduce((sum, band) => sum + bands[band], 0),
    bands,
    submitted: submissions?.sums ?? null,
    count: rows.length,
    rows: sorted(rows, body.sort ?? 'completion', actor.language),
  };
}

/** How full people's timesheets are: the sums of all, and one page of people by weeks. */
export async function timesheetCompletion(
  tx: Tx,
  actor: Actor,
  { body }: { body: CompletionRequest },
): Promise<CompletionReport> {
  const whole = await completionOfAll(tx, actor, body);
  const perPage = body.per_page ?? 50;
  const start = ((body.page ?? 1) - 1) * perPage;
  const page = whole.rows.slice(start, start + perPage);
  const ids = page.map((row) => row.user_id);
  const told = await tx.all<{ user_id: string; at: string }>(sql`
    select user_id, max(created_at) as at from settings.notifications
    where tenant_id = ${tx.tenant} and user_id = any(${ids}::uuid[]) and kind = 'time.missing' group by 1`);
  const remindedAt = new Map(told.map((row) => [row.user_id, row.at]));
  const rows = page.map(({ packed, ...row }) => ({
    ...row,
    weeks: weeksOf({ ...row, packed }),
    reminded_at: remindedAt.get(row.user_id) ?? null,
  }));
  return { ...whole, rows };
}
