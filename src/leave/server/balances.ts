import { type Day, addDays } from '../../kit/day.ts';
import { notAllowed, notFound } from '../../kit/problem.ts';
import type { Page } from '../../kit/endpoint.ts';
import { teamsBelow, today } from '../../people/server/public.ts';
import { tableFile } from '../../server/export.ts';
import { pageOf } from '../../server/paging.ts';
import type { FileReply } from '../../server/route.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { accountLines, ownDayOn } from './account.ts';
import { type AccountFacts, type Kind, type Line, yearAfter, yearOf } from './account-facts.ts';
import { type Account, accountsFor, defaultOf } from './accounts.ts';
import { checkDay } from './capacity.ts';
import { decidesOn } from './request-rows.ts';

/** All amounts in minutes; days are shown as minutes by `day_minutes`. */
export interface Balance {
  year: number;
  from: Day;
  to: Day;
  as_of: Day;
  day_minutes: number;
  carried_over: number;
  granted: number;
  adjusted: number;
  expired: number;
  taken: number;
  balance: number;
  planned: number;
  pending: number;
  available: number;
  year_end: number;
  expiring: number;
  expires_on: Day | null;
}

interface Pair {
  user_id: string;
  user: string;
  team: string | null;
  type_id: string;
  type: string;
}

export type BalanceRow = Pair & Balance;

interface When {
  year?: number | undefined;
  as_of?: Day | undefined;
}

/** @throws Problem 422 for a day or year that nobody means */
function checkWhen(tx: Tx, { year, as_of }: When): void {
  checkDay(tx, 'as_of', as_of);
  checkDay(tx, 'year', year === undefined ? undefined : `${year}-01-01`);
}

/** The day a balance is asked for: today, or the last day of a year gone by, or of one to come. */
export function asOfDay({ year, as_of }: When, yearMonth: number, now: Day): Day {
  if (as_of !== undefined) return as_of;
  if (year === undefined) return now;
  const begins = `${year}-${String(yearMonth).padStart(2, '0')}-01`;
  const last = addDays(yearAfter(begins), -1);
  return begins <= now && now <= last ? now : last;
}

const sum = (lines: readonly { minutes: number }[]): number => lines.reduce((total, line) => total + line.minutes, 0);

/** The balance of an account on a day, with what is to come in the leave year of that day. */
export function balanceOf({ facts, pending }: Pick<Account, 'facts' | 'pending'>, asOf: Day): Balance {
  const year = yearOf(asOf, facts.yearMonth);
  const end = addDays(yearAfter(year), -1);
  const lines = accountLines(facts, end);
  const past = lines.filter((line) => line.day <= asOf);
  const ahead = lines.filter((line) => line.day > asOf);
  const of = (among: readonly Line[], ...kinds: Kind[]): number =>
    sum(among.filter((line) => line.year === year && kinds.includes(line.kind)));
  const balance = sum(past);
  const parts = {
    granted: of(past, 'grant', 'accrual'),
    adjusted: of(past, 'adjustment'),
    expired: of(past, 'expiry'),
    taken: Math.abs(of(past, 'taken')),
  };
  let running = balance;
  let lowest = balance;
  for (const [, sameDay] of Map.groupBy(ahead, (line) => line.day)) {
    running += sum(sameDay);
    lowest = Math.min(lowest, running);
  }
  const waiting = sum(pending.filter(({ day }) => day >= year && day <= end));
  const expiring = ahead.filter((line) => line.kind === 'expiry' && line.day <= end);
  return {
    year: Number(year.slice(0, 4)),
    from: year,
    to: end,
    as_of: asOf,
    day_minutes: ownDayOn(facts, asOf),
    // Of who left, and whose years are not closed, what is left of former years counts as carried.
    carried_over: balance - parts.granted - parts.adjusted - parts.expired + parts.taken,
    ...parts,
    balance,
    planned: Math.abs(of(ahead, 'taken')),
    pending: waiting,
    available: lowest - waiting,
    year_end: running,
    expiring: Math.abs(sum(expiring)),
    expires_on: expiring[0]?.day ?? null,
  };
}

interface Filters extends When {
  user_ids?: string[];
  teams?: string[];
}

/** People and the leave types that their country has rules for, whom the reader may see: oneself, those one manages, all for hr. */
async function selectPairs(tx: Tx, actor: Actor, { user_ids: users, teams }: Filters, day: Day): Promise<Sql> {
  const fallback = await defaultOf(tx);
  // The few types that have rules are found first: every person beside every type would be most of the work.
  return sql`
    with ruled as materialized (select p.type_id, array_agg(distinct p.country) as countries from leave.policies p
      where p.tenant_id = ${tx.tenant} group by 1)
    select u.id as user_id, u.name as user, u.name_lc, tm.name as team, t.id as type_id, t.name as type, t.name_lc as type_lc
    from people.users u
    join access.memberships a on a.tenant_id = u.tenant_id and a.id = u.id and a.is_active
    join ruled on ruled.countries && (array[u.country, ${fallback}] || array(
      select pl.country from people.places pl where pl.tenant_id = u.tenant_id and pl.user_id = u.id))
    join leave.types t on t.tenant_id = u.tenant_id and t.id = ruled.type_id and t.is_active
    left join people.team_members m on m.tenant_id = u.tenant_id and m.user_id = u.id and m.is_primary
      and m.valid_from <= ${day} and m.valid_to > ${day}
    left join people.teams tm on tm.tenant_id = m.tenant_id and tm.id = m.team_id
    where u.tenant_id = ${tx.tenant}
      and (u.id = ${actor.userId} or ${decidesOn(tx, actor, 'u.id')})
      and ${and(
        users && users.length > 0 ? sql`u.id = any(${users})` : undefined,
        teams && teams.length > 0 ? sql`m.team_id in (${teamsBelow(tx, teams)})` : undefined,
      )}`;
}

const order = sql`name_lc collate app.names, user_id, type_lc collate app.names, type_id`;

async function withBalances(tx: Tx, pairs: readonly Pair[], when: When, now: Day): Promise<BalanceRow[]> {
  const users = [...new Set(pairs.map((pair) => pair.user_id))];
  const latest = [now, asOfDay(when, 1, now), asOfDay(when, 12, now)].sort().at(-1) ?? now;
  const accounts = new Map(
    (await accountsFor(tx, users, latest)).map((account) => [`${account.user_id} ${account.type_id}`, account]),
  );
  return pairs.flatMap(({ user_id, user, team, type_id, type }) => {
    const account = accounts.get(`${user_id} ${type_id}`);
    if (!account) return [];
    return [{ user_id, user, team, type_id, type, ...balanceOf(account, asOfDay(when, account.facts.yearMonth, now)) }];
  });
}

/** Balances of the people whom the reader may see, by name, a row for each leave type that has rules. */
export async function listBalances(
  tx: Tx,
  actor: Actor,
  { body }: { body: Filters & { page_number?: number; per_page?: number } },
): Promise<Page<BalanceRow>> {
  checkWhen(tx, body);
  const now = await today(tx);
  const page = await pageOf<Pair>(tx, await selectPairs(tx, actor, body, now), order, {
    page: body.page_number,
    per_page: body.per_page,
  });
  return { ...page, rows: await withBalances(tx, page.rows, body, now) };
}

const inDays = (minutes: number, dayMinutes: number): number => Math.round((minutes / dayMinutes) * 100) / 100;

/** Every balance as a file, in days of each person's own average working day. */
export async function exportBalances(
  tx: Tx,
  actor: Actor,
  { query }: { query: { format?: string; year?: number; as_of?: Day; teams?: string[] } },
): Promise<FileReply> {
  checkWhen(tx, query);
  const now = await today(tx);
  const pairs = await tx.all<Pair>(sql`select * from (${await selectPairs(tx, actor, query, now)}) whole order by ${order}`);
  const rows = (await withBalances(tx, pairs, query, now)).map((row) => ({
    ...row,
    ...Object.fromEntries(
      (['carried_over', 'granted', 'adjusted', 'expired', 'taken', 'balance', 'planned', 'pending', 'year_end'] as const).map(
        (key) => [key, inDays(row[key], row.day_minutes)],
      ),
    ),
    hours: row.balance * 60,
  }));
  return tableFile(
    'leave balances',
    query.format,
    [
      { key: 'user', title: 'Name', kind: 'text' },
      { key: 'team', title: 'Team', kind: 'text' },
      { key: 'type', title: 'Leave type', kind: 'text' },
      { key: 'year', title: 'Year', kind: 'number' },
      { key: 'as_of', title: 'As of', kind: 'date' },
      { key: 'carried_over', title: 'Carried over (days)', kind: 'number' },
      { key: 'granted', title: 'Granted (days)', kind: 'number' },
      { key: 'adjusted', title: 'Corrected (days)', kind: 'number' },
      { key: 'expired', title: 'Expired (days)', kind: 'number' },
      { key: 'taken', title: 'Taken (days)', kind: 'number' },
      { key: 'balance', title: 'Balance (days)', kind: 'number' },
      { key: 'hours', title: 'Balance (hours)', kind: 'hours' },
      { key: 'planned', title: 'Approved ahead (days)', kind: 'number' },
      { key: 'pending', title: 'Pending (days)', kind: 'number' },
      { key: 'year_end', title: 'At the end of the year (days)', kind: 'number' },
    ],
    rows,
  );
}

/** One account with its person's name, if the reader may see it. @throws Problem 403, 404 */
export async function readAccount(
  tx: Tx,
  actor: Actor,
  { user_id, type_id, ...when }: { user_id?: string; type_id: string } & When,
): Promise<{ row: BalanceRow; facts: AccountFacts; asOf: Day }> {
  checkWhen(tx, when);
  const now = await today(tx);
  const user = user_id ?? actor.userId;
  const [pair] = await tx.all<Pair>(sql`
    select * from (${await selectPairs(tx, actor, { user_ids: [user] }, now)}) whole where type_id = ${type_id}`);
  if (!pair) {
    const known = await tx.one(sql`
      select 1 from people.users u where u.tenant_id = ${tx.tenant} and u.id = ${user} and (u.id = ${actor.userId} or ${decidesOn(tx, actor, 'u.id')})`);
    throw known ? notFound('There is no balance of this leave type.') : notAllowed();
  }
  const latest = when.as_of ?? asOfDay(when, 12, now);
  const account = (await accountsFor(tx, [user], latest > now ? latest : now)).find((each) => each.type_id === type_id);
  if (!account) throw notFound('There is no balance of this leave type.');
  const asOf = asOfDay(when, account.facts.yearMonth, now);
  const { user_id: id, user: name, team, type } = pair;
  return { row: { user_id: id, user: name, team, type_id, type, ...balanceOf(account, asOf) }, facts: account.facts, asOf };
}
