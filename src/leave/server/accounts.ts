import { type Day, addDays, addMonths, daysBetween } from '../../kit/day.ts';
import type { Grade } from '../../kit/grades.ts';
import { defaultCountry } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type PersonFacts, holidayBook, holidaysOf, takenByDay } from '../rules.ts';
import { accountLines } from './account.ts';
import { type AccountFacts, type Kind, type Layer, type Line, type Policy, yearAfter, yearOf } from './account-facts.ts';
import { type PersonLeave, factsFor } from './capacity.ts';

/** Everything that an account of one person and one leave type follows from, and what waits for a decision. */
export interface Account {
  user_id: string;
  type_id: string;
  facts: AccountFacts;
  /** What pending requests would take, by day. */
  pending: { day: Day; minutes: number; request_id: string }[];
}

interface Span {
  from: Day;
  to: Day;
}

interface OfUser extends Span {
  user_id: string;
}

interface AdjustmentRow {
  user_id: string;
  type_id: string;
  day: Day;
  minutes: number;
  layer: Layer | null;
}

const later = (a: Day, b: Day): Day => (a > b ? a : b);
const sooner = (a: Day, b: Day): Day => (a < b ? a : b);

/** The country whose rules hold where a country has none: the one that was chosen, else the firm's own default. */
export const defaultOf = async (tx: Tx): Promise<string> =>
  (await tx.one<{ code: string }>(sql`select code from leave.countries where tenant_id = ${tx.tenant} and is_default`))?.code ??
  (await defaultCountry(tx));

/** What the policies of a firm would be after a change that is only thought of. */
export type Suppose = (policies: readonly Policy[]) => readonly Policy[];

/** The rules of the firm: policies, full-time weeks, leave years. */
export async function rulesOf(tx: Tx, suppose: Suppose = (policies) => policies) {
  const [held, weeks, countries, fallback] = await Promise.all([
    tx.all<Policy>(sql`
      select id, country, type_id, layer, grade, seniority_years, days, manner, pro_rata, rounding, carry_days, carry_months,
        negative_days, valid_from as from, valid_to as to
      from leave.policies where tenant_id = ${tx.tenant} order by valid_from, id`),
    tx.all<{ country: string; minutes: number[]; from: Day; to: Day }>(sql`
      select country, minutes, valid_from as from, valid_to as to from leave.weeks where tenant_id = ${tx.tenant}`),
    tx.all<{ code: string; year_month: number }>(sql`
      select code, year_month from leave.countries where tenant_id = ${tx.tenant}`),
    defaultOf(tx),
  ]);
  const policies = suppose(held);
  const byType = Map.groupBy(policies, (policy) => policy.type_id);
  /** A country's own rules for a type, or those of the default country. */
  const policiesFor = (type: string, country: string): readonly Policy[] => {
    const all = byType.get(type) ?? [];
    const own = all.filter((policy) => policy.country === country);
    return own.length > 0 ? own : all.filter((policy) => policy.country === fallback);
  };
  return {
    types: [...byType.keys()],
    policiesFor,
    yearMonth: (country: string): number => countries.find(({ code }) => code === country)?.year_month ?? 1,
    weeks: (country: string) => weeks.filter((week) => week.country === country),
    begin: policies.reduce<Day | undefined>((first, { from }) => (first === undefined || from < first ? from : first), undefined),
  };
}

/** Days of the future that accounts look at, from the leave year of a day on: that year and the next. */
const horizonOf = (day: Day): Day => addMonths(yearAfter(yearOf(day, 1)), 24);

/** The country whose rules a country has. */
const ruledBy = (policies: readonly Policy[], country: string): string => policies[0]?.country ?? country;

const BEGINNING = '0001-01-01';

/** What each country says of its own time, for who moved: spans cut to the days on which the person was there. */
function byPlace<S extends Span>(
  { country, places = [] }: Pick<PersonFacts, 'country' | 'places'>,
  of: (country: string) => readonly S[],
): readonly S[] {
  if (places.length === 0) return of(country);
  const first = places[0]?.from ?? BEGINNING;
  // Before the first place that is known it is taken to have been the same one.
  const all = places.map((place, index) => ({ ...place, from: index === 0 ? BEGINNING : place.from }));
  const last = places.at(-1)?.to ?? first;
  if (last !== 'infinity') all.push({ from: last, to: 'infinity', country, region: null });
  return all.flatMap((place) =>
    of(place.country)
      .map((span) => ({ ...span, from: later(span.from, place.from), to: sooner(span.to, place.to) }))
      .filter(({ from, to }) => from < to),
  );
}

const push = <Row extends { user_id: string }>(rows: readonly Row[]): ((user: string) => Row[]) => {
  const known = Map.groupBy(rows, (row) => row.user_id);
  return (user) => known.get(user) ?? [];
};

/**
 * The accounts of users, one for each leave type that has rules for their country; `users` undefined means everybody. Day
 * `through` and the two leave years after it are covered. Leave that is only thought of comes as `extra`, rules as `suppose`. A constant number of statements for any number of people.
 */
export async function accountsFor(
  tx: Tx,
  users: readonly string[] | undefined,
  through: Day,
  { extra = [], suppose }: { extra?: readonly PersonLeave[]; suppose?: Suppose } = {},
): Promise<Account[]> {
  const mine = users === undefined ? sql`true` : sql`user_id = any(${users})`;
  const [rules, patterns, employments, grades, adjustments] = await Promise.all([
    rulesOf(tx, suppose),
    tx.all<OfUser & { minutes: number[] }>(sql`
      select user_id, valid_from as from, valid_to as to, minutes from people.patterns where tenant_id = ${tx.tenant} and ${mine}`),
    tx.all<OfUser>(sql`
      select user_id, valid_from as from, valid_to as to from people.employments where tenant_id = ${tx.tenant} and ${mine}`),
    tx.all<OfUser & { grade: Grade }>(sql`
      select user_id, valid_from as from, valid_to as to, grade from people.grades where tenant_id = ${tx.tenant} and ${mine}`),
    tx.all<AdjustmentRow>(sql`
      select user_id, type_id, day, minutes, layer from leave.ledger
      where tenant_id = ${tx.tenant} and kind = 'adjustment' and ${mine} order by day, id`),
  ]);
  if (rules.begin === undefined) return [];
  const from = adjustments.reduce((least, row) => (row.day < least ? row.day : least), rules.begin);
  const to = later(horizonOf(through), addDays(from, 1));
  const { facts, holidays } = await factsFor(tx, users, from, to, ['approved', 'pending']);
  for (const leave of extra) facts.get(leave.user_id)?.leaves.push(leave);
  const book = holidayBook(holidays);
  const length = daysBetween(from, to) + 1;
  const [patternsOf, employmentsOf, gradesOf, adjustmentsOf] = [
    push(patterns),
    push(employments),
    push(grades),
    push(adjustments),
  ];
  return [...facts.values()].flatMap((person) => {
    const id = person.user_id;
    const taken = [...takenByDay<PersonLeave>(person, holidaysOf(book, person), from, length)];
    const daysOf = (type: string, status: PersonLeave['status']) =>
      taken
        .filter(([leave]) => leave.type_id === type && leave.status === status)
        .flatMap(([leave, days]) => days.map((day) => ({ ...day, request_id: leave.id })));
    return rules.types.flatMap((type): Account[] => {
      const policies = byPlace(person, (country) => rules.policiesFor(type, country));
      if (policies.length === 0) return [];
      // The years of an account stay those of the country in which it began: a move would cut one in two.
      const country = policies[0]?.country ?? person.country;
      const account: AccountFacts = {
        country,
        yearMonth: rules.yearMonth(country),
        weeks: byPlace(person, (place) => rules.weeks(ruledBy(rules.policiesFor(type, place), place))),
        patterns: patternsOf(id),
        employments: employmentsOf(id),
        grades: gradesOf(id),
        policies,
        takings: daysOf(type, 'approved'),
        adjustments: adjustmentsOf(id).filter((row) => row.type_id === type),
      };
      return [{ user_id: id, type_id: type, facts: account, pending: daysOf(type, 'pending') }];
    });
  });
}

/** What a line stands for: a second line of the same place corrects the first. */
export const placeOf = (line: Pick<Line, 'kind' | 'layer' | 'year' | 'day' | 'request_id'>): string =>
  `${line.kind} ${line.layer ?? ''} ${line.year} ${line.day} ${line.request_id ?? ''}`;

interface PostedRow {
  user_id: string;
  type_id: string;
  kind: Kind;
  layer: Layer | null;
  year: Day;
  day: Day;
  request_id: string | null;
  minutes: number;
  at: Date;
}

/** What the ledger holds of the lines that follow from rules, by their place. */
export const postedFor = (tx: Tx, users: readonly string[] | undefined): Promise<PostedRow[]> =>
  tx.all<PostedRow>(sql`
    select user_id, type_id, kind, layer, year, day, request_id, sum(minutes)::int as minutes, max(created_at) as at from leave.ledger
    where tenant_id = ${tx.tenant} and kind <> 'adjustment' and ${users === undefined ? sql`true` : sql`user_id = any(${users})`}
    group by 1, 2, 3, 4, 5, 6, 7`);

const LEDGER_LOCK = 4_919_235;
/** One at a time writes a firm's ledger or asks a balance what is left: two would not see each other. */
export const lockLedger = (tx: Tx): Promise<unknown> =>
  tx.all(sql`select pg_advisory_xact_lock(${LEDGER_LOCK}::int, ${tx.tenant}::int)`);

/** Lines that should stand in the ledger on a day: all that was due by then, and what is approved ahead. */
function dueLines(facts: AccountFacts, day: Day): Line[] {
  const last = facts.takings.reduce((latest, taking) => later(latest, taking.day), day);
  return accountLines(facts, last).filter((line) => line.kind !== 'adjustment' && (line.day <= day || line.kind === 'taken'));
}

/** People whose ledger is written at once. */
export const BATCH = 200;

/**
 * Brings the ledger up to what is due: writes what is missing, and where facts of the past were corrected the difference as a
 * line of its own. Doing it again writes nothing. Balances do not wait for it: they follow from the same lines. Everybody
 * (`users` undefined) is taken by the hundred, so that neither the transaction nor the process stands still for long.
 * @returns how many lines were written
 */
export async function settle(tx: Tx, users: readonly string[] | undefined, day: Day): Promise<number> {
  await lockLedger(tx);
  const ids =
    users ??
    (await tx.all<{ id: string }>(sql`select id from people.users where tenant_id = ${tx.tenant} order by id`)).map(
      ({ id }) => id,
    );
  let written = 0;
  for (let start = 0; start < ids.length; start += BATCH) written += await settleBatch(tx, ids.slice(start, start + BATCH), day);
  // The ledger is only added to and its lines follow from facts that are audited: one record says that it was brought up.
  if (written > 0)
    tx.write.event({ action: 'settled', entity: 'leave.ledger', entityId: day, facts: { people: ids.length, lines: written } });
  return written;
}

interface Open {
  line: Omit<Line, 'why'>;
  /** What is due less what stands. */
  minutes: number;
}

async function settleBatch(tx: Tx, users: readonly string[], day: Day): Promise<number> {
  const [accounts, posted] = await Promise.all([accountsFor(tx, users, day), postedFor(tx, users)]);
  const open = new Map<string, Map<string, Open>>();
  const keep = (user: string, type: string, line: Omit<Line, 'why'>, minutes: number): void => {
    const account = open.get(`${user} ${type}`) ?? new Map<string, Open>();
    open.set(`${user} ${type}`, account);
    const place = placeOf(line);
    account.set(place, { line, minutes: (account.get(place)?.minutes ?? 0) + minutes });
  };
  for (const row of posted) keep(row.user_id, row.type_id, row, -row.minutes);
  for (const { user_id, type_id, facts } of accounts) {
    for (const line of dueLines(facts, day)) keep(user_id, type_id, line, line.minutes);
  }
  const rows = [...open].flatMap(([key, places]) => {
    const [user_id, type_id] = key.split(' ');
    return [...places.values()]
      .filter(({ minutes }) => minutes !== 0)
      .map(({ line: { kind, layer, year, day: on, request_id }, minutes }) => ({
        user_id,
        type_id,
        kind,
        layer,
        year,
        day: on,
        request_id,
        minutes,
      }));
  });
  await tx.write.insert('leave.ledger', rows, { covered: true });
  return rows.length;
}
