import { type Day, addDays, monthOf, startOfDay } from '../../kit/day.ts';
import { invalid } from '../../kit/problem.ts';
import { countryOn, today, visibleOn } from '../../people/server/public.ts';
import { type PastRow, changedTables, isForgotten, pastRows, readingThen, rowsAs, tableThen } from '../../server/past.ts';
import type { Visit } from '../../server/route.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { firmOf } from '../../settings/server/public.ts';
import type { PersonMonth } from '../../time/server/public.ts';
import { NIL, REPORT_PAGES, type ReportFilters } from './facts.ts';

/** What says what hours are worth, whoever worked them: after it changed nothing that was kept of worth is what it was. */
const OF_WORTH = /^(rates\.|pricing\.(pricings|versions|tables|lines)$|clients\.project_rates$|invoicing\.terms$)/;
/** What says where hours of a person stand. */
const OF_PEOPLE = new Set(['people.grades', 'people.team_members', 'people.places']);
/** One's own settings, and what is no fact of a report. */
const NO_FACTS = /^(settings\.user_settings|reporting\.|support\.|access\.(?!memberships)|pricing\.(messages|reads))/;

export interface Past {
  /** The first moment that is not part of it. */
  end: Date;
  /** Rows of entries that changed since, as they stood; imports that came since, with all that they brought. */
  entries: readonly PastRow[];
  imports: readonly string[];
  /** Tables of which rows changed since, with how many. */
  changed: readonly { table: string; rows: number }[];
  /** A reading transaction that sees the firm as it stood. */
  over(tx: Tx): Tx;
}

/** @throws Problem 422 for a day that is not over where the firm is */
async function endOf(tx: Tx, day: Day): Promise<Date> {
  if (day >= (await today(tx))) throw invalid([{ path: 'as_of', message: 'Choose a day that is over.' }]);
  const { time_zone: zone } = await firmOf(tx);
  return startOfDay(zone, addDays(day, 1));
}

const idsOf = (rows: readonly PastRow[]): string[] => rows.map(({ id }) => id);
const usersOf = (rows: readonly PastRow[]): string[] => rows.flatMap(({ row }) => (row ? [String(row['user_id'])] : []));

/** Months of people whose hours, or whose grade, team or country, are not what they were. */
async function touchedMonths(tx: Tx, entries: readonly PastRow[], imports: readonly string[], people: readonly string[]) {
  const then = entries.flatMap(({ row }) => (row ? [{ day: row['day'], user_id: row['user_id'] }] : []));
  return tx.all<PersonMonth>(sql`
    select date_trunc('month', x.day::timestamp)::date as month, x.user_id from (
      select e.day, e.user_id from time.entries e where e.tenant_id = ${tx.tenant}
        and (e.id = any(${idsOf(entries)}::uuid[]) or e.import_id = any(${imports}::uuid[]))
      union select day, user_id from json_to_recordset(${JSON.stringify(then)}::json) as t(day date, user_id uuid)
      union select m.month, m.user_id from time.months m where m.tenant_id = ${tx.tenant} and m.user_id = any(${people}::uuid[])
    ) x group by 1, 2`);
}

/** Entries of some months as the sums that are kept of them. */
const sumsOf = (tx: Tx, touched: readonly PersonMonth[]): Sql => sql`
  select ${tx.tenant}::int as tenant_id, date_trunc('month', e.day::timestamp)::date as month, e.user_id,
    coalesce(e.project_id, ${NIL}::uuid) as project_id, coalesce(e.task_type_id, ${NIL}::uuid) as task_type_id, e.chargeable,
    coalesce(g.grade, '') as grade, coalesce(m.team_id, ${NIL}::uuid) as team_id,
    ${countryOn(tx, sql`e.user_id`, sql`e.day`, sql`u.country`)} as country, sum(e.seconds)::bigint as seconds, count(*)::int as entry_count
  from json_to_recordset(${JSON.stringify(touched)}::json) as x(month date, user_id uuid)
  join time.entries e on e.tenant_id = ${tx.tenant} and e.user_id = x.user_id and e.day >= x.month and e.day < x.month + interval '1 month'
  join people.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
  left join people.grades g on g.tenant_id = e.tenant_id and g.user_id = e.user_id and g.valid_from <= e.day and g.valid_to > e.day
  left join people.team_members m on m.tenant_id = e.tenant_id and m.user_id = e.user_id and m.is_primary
    and m.valid_from <= e.day and m.valid_to > e.day
  group by 2, 3, 4, 5, 6, 7, 8, 9`;

/** What a person logged on a day. */
interface DaySum {
  user_id: string;
  day: Day;
  seconds: number;
  chargeable_seconds: number;
}

/** The same by day, without locks: nobody reads those of the past. */
const daysOf = (tx: Tx, touched: readonly PersonMonth[]): Sql => sql`
  select ${tx.tenant}::int as tenant_id, e.user_id, e.day, sum(e.seconds)::int as seconds,
    coalesce(sum(e.seconds) filter (where e.chargeable), 0)::int as chargeable_seconds, count(*)::int as entry_count
  from json_to_recordset(${JSON.stringify(touched)}::json) as x(month date, user_id uuid)
  join time.entries e on e.tenant_id = ${tx.tenant} and e.user_id = x.user_id and e.day >= x.month and e.day < x.month + interval '1 month'
  group by 2, 3`;

/** Months of people with the hours of their days; what was made of them does not stand. */
function peopleOf(tx: Tx, touched: readonly PersonMonth[], days: readonly DaySum[]): object[] {
  const ofMonth = Map.groupBy(days, ({ user_id, day }) => `${user_id} ${monthOf(day)}`);
  const sum = (own: readonly DaySum[], of: 'seconds' | 'chargeable_seconds'): number =>
    own.reduce((all, day) => all + day[of], 0);
  return touched.map(({ month, user_id }) => {
    const own = ofMonth.get(`${user_id} ${month}`) ?? [];
    const sums = { seconds: sum(own, 'seconds'), chargeable_seconds: sum(own, 'chargeable_seconds') };
    return { tenant_id: tx.tenant, month, user_id, revision: 1, settled: -1, ...sums };
  });
}

/** Whether what hours are worth hangs on a change of the row: a project or the firm by its currency alone. */
async function currencyChanged(tx: Tx, table: 'clients.projects' | 'settings.firm', rows: readonly PastRow[]): Promise<boolean> {
  const then = rows.flatMap(({ row }) => (row ? [{ id: row['id'], currency: row['currency'] }] : []));
  const name = table === 'clients.projects' ? sql`clients.projects` : sql`settings.firm`;
  const found = await tx.one(sql`
    select 1 from json_to_recordset(${JSON.stringify(then)}::json) as x(id uuid, currency text)
    join ${name} n on n.tenant_id = ${tx.tenant} and n.id = x.id where n.currency <> x.currency limit 1`);
  return found !== undefined;
}

/**
 * The firm as it stood at the end of a day: every row that was written since as it was, and the sums of the months that this touches
 * made anew from the entries of then. What hours are worth is rated on the spot wherever anything that says so has changed since.
 * @throws Problem 422 for a day that is not over, one before the firm was here, and one that the audit has forgotten
 */
export async function pastOf(tx: Tx, day: Day): Promise<Past> {
  const end = await endOf(tx, day);
  if (await isForgotten(tx, end))
    throw invalid([{ path: 'as_of', message: 'The audit has forgotten what stood on this day. Choose a later one.' }]);
  const changed = (await changedTables(tx, end)).filter(({ table }) => !NO_FACTS.test(table));
  const rows = new Map<string, PastRow[]>();
  for (const { table } of changed) rows.set(table, await pastRows(tx, table, end));
  if (rows.get('settings.firm')?.some(({ row }) => row === null))
    throw invalid([{ path: 'as_of', message: 'The firm was not here yet on this day.' }]);
  const imports = idsOf((rows.get('time.imports') ?? []).filter(({ row }) => row === null));
  const came = new Set(imports);
  // What an import brought and its undoing took away was not there either.
  const entries = (rows.get('time.entries') ?? []).map((each) =>
    each.row && came.has(String(each.row['import_id'])) ? { ...each, row: null } : each,
  );
  const moved = [...OF_PEOPLE].flatMap((table) => rows.get(table) ?? []);
  const nowOf = await Promise.all([...OF_PEOPLE].map((table) => ownersNow(tx, table, idsOf(rows.get(table) ?? []))));
  const people = [...new Set([...usersOf(moved), ...nowOf.flat(), ...idsOf(rows.get('people.users') ?? [])])];
  const touched = await touchedMonths(tx, entries, imports, people);
  const stamps = rows.get('invoicing.stamps') ?? [];
  const stamped = await touchedMonths(tx, [...stamps], [], []);
  const everything =
    changed.some(({ table }) => OF_WORTH.test(table)) ||
    (await currencyChanged(tx, 'clients.projects', rows.get('clients.projects') ?? [])) ||
    (await currencyChanged(tx, 'settings.firm', rows.get('settings.firm') ?? []));

  const replaced = new Map<string, Sql>();
  for (const [table, list] of rows) {
    if (table !== 'time.entries') replaced.set(table, tableThen(tx, table, list));
  }
  if (entries.length > 0 || imports.length > 0) {
    const older = sql`(t.import_id is null or t.import_id <> all(${imports}::uuid[]))`;
    replaced.set('time.entries', tableThen(tx, 'time.entries', entries, older));
  }
  const base = new Map(replaced);
  const now = new Date(end.getTime() - 1);
  const before = readingThen(tx, now, base);
  const [months, days] = await Promise.all([
    before.all<Record<string, unknown>>(sumsOf(tx, touched)),
    before.all<DaySum>(daysOf(tx, touched)),
  ]);
  const those = (all: readonly PersonMonth[]): Sql =>
    sql`select x.month, x.user_id from json_to_recordset(${JSON.stringify(all)}::json) as x(month date, user_id uuid)`;
  if (touched.length > 0) {
    replaced.set(
      'time.months',
      sql`select t.* from time.months t where t.tenant_id = ${tx.tenant} and (t.month, t.user_id) not in (${those(touched)})
        union all ${rowsAs('time.months', months)}`,
    );
    replaced.set(
      'time.person_days',
      sql`select t.* from time.person_days t where t.tenant_id = ${tx.tenant}
          and (date_trunc('month', t.day::timestamp)::date, t.user_id) not in (${those(touched)})
        union all ${rowsAs('time.person_days', days)}`,
    );
  }
  if (everything || touched.length + stamped.length > 0) {
    const stale = everything ? sql`true` : sql`(t.month, t.user_id) in (${those(stamped)})`;
    // What does not stand is rated when it is read.
    replaced.set(
      'time.person_months',
      sql`select t.tenant_id, t.month, t.user_id, t.revision, case when ${stale} then -1 else t.settled end as settled, t.seconds,
          t.chargeable_seconds
        from time.person_months t where t.tenant_id = ${tx.tenant} and (t.month, t.user_id) not in (${those(touched)})
        union all ${rowsAs('time.person_months', peopleOf(tx, touched, days))}`,
    );
  }
  return { end, entries, imports, changed, over: (open) => readingThen(open, now, replaced) };
}

/** Whose rows of a dated fact are, as they stand today. */
async function ownersNow(tx: Tx, table: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const tables: Record<string, Sql> = {
    'people.grades': sql`people.grades`,
    'people.team_members': sql`people.team_members`,
    'people.places': sql`people.places`,
  };
  const rows = await tx.all<{ user_id: string }>(sql`
    select distinct t.user_id from ${tables[table] ?? sql`people.grades`} t where t.tenant_id = ${tx.tenant} and t.id = any(${ids}::uuid[])`);
  return rows.map(({ user_id }) => user_id);
}

/** Who may be seen is a matter of today: the people whom the reader sees now, as a filter; undefined where these are all. */
export async function seenNow(tx: Tx, actor: Actor): Promise<string[] | undefined> {
  const condition = visibleOn(tx, actor, REPORT_PAGES, sql`u.id`);
  if (!condition) return undefined;
  const rows = await tx.all<{ id: string }>(
    sql`select u.id from people.users u where u.tenant_id = ${tx.tenant} and ${condition}`,
  );
  return rows.map(({ id }) => id);
}

/** The reader without the limits that the filter of `seenNow` sets already. */
const unlimited = (actor: Actor): Actor => ({
  ...actor,
  accesses: {
    ...actor.accesses,
    ...Object.fromEntries(REPORT_PAGES.map((page) => [page, { ...actor.accesses[page], see_all_teams: true }])),
  },
});

type Dated = ReportFilters & { as_of?: Day };
type Looked = Pick<Visit, 'within' | 'looked'>;

/**
 * A report that can be opened as it stood at the end of a day: by the same function, over the firm of then, for the people whom the
 * reader may see today.
 */
export const dated =
  <Input extends { body: object }, Reply, V extends Looked>(
    read: (tx: Tx, actor: Actor, input: Input, visit: V) => Promise<Reply>,
  ) =>
  async (tx: Tx, actor: Actor, input: Input, visit: V): Promise<Reply> => {
    const { as_of: day, ...body } = input.body as unknown as Dated;
    if (day === undefined) return read(tx, actor, input, visit);
    const [past, seen] = await Promise.all([pastOf(tx, day), seenNow(tx, actor)]);
    const users = seen && (body.users?.length ? body.users.filter((id) => seen.includes(id)) : seen);
    const narrowed = users ? { ...body, users: users.length > 0 ? users : [NIL] } : body;
    // Pages of a file are read in transactions of their own.
    const within: Visit['within'] = (whose, work) => visit.within(whose, (open) => work(past.over(open)));
    return read(past.over(tx), unlimited(actor), { ...input, body: narrowed }, { ...visit, within });
  };
