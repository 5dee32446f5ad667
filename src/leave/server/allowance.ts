import { type Day, daysBetween, eachDay } from '../../kit/day.ts';
import { conflict } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { today } from '../../people/server/public.ts';
import type { Tx } from '../../server/tx.ts';
import { expectedDays, holidayBook, holidaysOf, takenByDay } from '../rules.ts';
import { accountLines, floorOn, ownDayOn } from './account.ts';
import type { AccountFacts } from './account-facts.ts';
import { type Account, accountsFor } from './accounts.ts';
import { type PersonLeave, factsFor } from './capacity.ts';
import { daysText } from './days.ts';
import type { AskedRequest, ShownRequest } from './request-rows.ts';

/** What a request does to a balance, in minutes. */
export interface Effect {
  type_id: string;
  before: number;
  /** On the last day of the leave. */
  after: number;
  /** The lowest from the first day on, by all that is approved or pending. */
  lowest: number;
  /** How far it may come down: zero or less. */
  limit: number;
  pending: number;
}

type Takings = AccountFacts['takings'];
const sum = (rows: readonly { minutes: number }[]): number => rows.reduce((total, row) => total + row.minutes, 0);

/** The course of a balance with these takings: on a day, and its lowest from a day on. */
function courseOf(facts: AccountFacts, takings: Takings, first: Day, last: Day): { after: number; lowest: number } {
  const end = takings.reduce((latest, taking) => (taking.day > latest ? taking.day : latest), last);
  const lines = accountLines({ ...facts, takings }, end);
  let running = sum(lines.filter((line) => line.day < first));
  let lowest = Number.POSITIVE_INFINITY;
  let after = running;
  for (const [day, sameDay] of Map.groupBy(
    lines.filter((line) => line.day >= first),
    (line) => line.day,
  )) {
    running += sum(sameDay);
    lowest = Math.min(lowest, running);
    if (day <= last) after = running;
  }
  return { after, lowest: Number.isFinite(lowest) ? lowest : running };
}

/** A balance that is brought below what its rules allow, in words; undefined: none is. */
function beyond({ lowest, limit }: Pick<Effect, 'lowest' | 'limit'>, dayMinutes: number): Text | undefined {
  if (lowest >= limit) return undefined;
  return said`This is ${daysText((limit - lowest) / dayMinutes)} more than the balance allows.`;
}

interface Weighed {
  minutes: number;
  days: { day: Day; minutes: number; why: 'work' | 'holiday' | 'free' }[];
  day_minutes: number;
  balance: Effect | null;
  refusal: Text | undefined;
  warning: Text | undefined;
}

const NEW = 'new';

/** What a request that is not stored yet would take and do: the figures that are shown are those that decide. */
export async function weigh(tx: Tx, asked: AskedRequest): Promise<Weighed> {
  const { user_id, first_day: first, last_day: last } = asked;
  const now = await today(tx);
  const leave: PersonLeave = {
    id: NEW,
    user_id,
    type_id: asked.type_id,
    first,
    last,
    part: asked.part,
    minutes: asked.part_minutes,
    worked: false,
    status: 'pending',
  };
  const [{ facts, holidays }, accounts] = await Promise.all([
    factsFor(tx, [user_id], first, last, ['approved', 'pending']),
    accountsFor(tx, [user_id], last > now ? last : now, { extra: [leave] }),
  ]);
  const person = facts.get(user_id);
  const length = daysBetween(first, last) + 1;
  const book = person ? holidaysOf(holidayBook(holidays), person) : [];
  const all = person ? { ...person, leaves: [...person.leaves, leave] } : undefined;
  const taken = (all && takenByDay<PersonLeave>(all, book, first, length).get(leave)) ?? [];
  const due = all && expectedDays({ ...all, leaves: [] }, book, first, length);
  const byDay = new Map(taken.map((each) => [each.day, each.minutes]));
  const days = eachDay(first, last).map((day, index) => ({
    day,
    minutes: byDay.get(day) ?? 0,
    why:
      due?.pattern[index] === 0
        ? ('free' as const)
        : due?.pattern[index] === due?.holiday[index]
          ? ('holiday' as const)
          : ('work' as const),
  }));
  const account = accounts.find((each) => each.type_id === asked.type_id);
  const minutes = sum(taken);
  const dayMinutes = account ? ownDayOn(account.facts, last) : 480;
  const effect = account && effectOf(account, first, last);
  const refusal = minutes === 0 ? 'There is no working time on these days.' : effect && beyond(effect, dayMinutes);
  const warning =
    !refusal && effect && effect.lowest < 0
      ? said`The balance falls below zero, to ${daysText(effect.lowest / dayMinutes)}.`
      : undefined;
  return { minutes, days, day_minutes: dayMinutes, balance: effect ?? null, refusal, warning };
}

function effectOf({ type_id, facts, pending }: Account, first: Day, last: Day): Effect {
  const others = pending.filter((taking) => taking.request_id !== NEW);
  const all = [...facts.takings, ...pending];
  return {
    type_id,
    before: courseOf(facts, [...facts.takings, ...others], first, last).after,
    ...courseOf(facts, all, first, last),
    limit: floorOn(facts, last),
    pending: sum(others),
  };
}

/** Refuses approvals that bring a balance below what its rules allow; the requests are approved already. @throws Problem 409 */
export async function refuseBeyond(tx: Tx, rows: readonly ShownRequest[], day: Day): Promise<void> {
  const last = rows.reduce((latest, row) => (row.last_day > latest ? row.last_day : latest), day);
  const users = [...new Set(rows.map((row) => row.user_id))];
  const accounts = await accountsFor(tx, users, last);
  for (const row of rows) {
    const account = accounts.find((each) => each.user_id === row.user_id && each.type_id === row.type_id);
    if (!account) continue;
    const course = courseOf(account.facts, account.facts.takings, row.first_day, row.last_day);
    const over = beyond({ ...course, limit: floorOn(account.facts, row.last_day) }, ownDayOn(account.facts, row.last_day));
    if (over) throw conflict(said`${row.user}: ${over}`, row);
  }
}
