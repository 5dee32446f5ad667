import { type Day, addDays, eachDay, isoWeek, mondayOf, weekday } from '../../kit/day.ts';
import { said } from '../../kit/said.ts';
import { expectedFor, expectedOn } from '../../leave/server/public.ts';
import { today } from '../../people/server/public.ts';
import { type Job, forEveryFirm } from '../../server/jobs.ts';
import { and, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type AnyNotice, firmOf, noticeKind, notifyEach } from '../../settings/server/public.ts';
import { TIME_DECIDED, TIME_SUBMITTED } from './notices.ts';

/** Days on which a person logged less than was expected of them, both ends of the period included. */
interface Missing {
  from: Day;
  to: Day;
  days: { day: Day; minutes: number }[];
}

type Expected = Parameters<typeof expectedOn>[0];

/** Written as the screens write it: English means the British order. */
const dayWords = (day: Day, language: string): string =>
  new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(day));

/** Names each day with time missing. What was filled in before the mail goes out is named no more; nothing left, no mail. */
const MISSING_TIME = noticeKind<Missing>('time.missing', {
  label: said`Missing time`,
  words: ({ days }, language) => ({
    title: days.length === 1 ? said`Time is missing on one day` : said`Time is missing on ${days.length} days`,
    lines: days.map(({ day, minutes }) => said`${dayWords(day, language)}: ${minutes / 60} h missing`),
    action: said`Open the timesheet`,
  }),
  atSend: async (tx, userId, { from, to }) => (await missingBetween(tx, from, to, [userId])).get(userId),
});

export const timeNotices: readonly AnyNotice[] = [MISSING_TIME, TIME_SUBMITTED, TIME_DECIDED];

/** The days of one person on which less was logged than the pattern without holidays and leave asks for. */
function missingOf(expected: Expected, logged: ReadonlyMap<Day, number>, days: readonly Day[]): Missing['days'] {
  return days.flatMap((day, index) => {
    const { pattern, holiday, leave } = expectedOn(expected, index);
    const minutes = pattern - holiday - leave - Math.floor((logged.get(day) ?? 0) / 60);
    return minutes > 0 ? [{ day, minutes }] : [];
  });
}

/**
 * Who misses time from `from` to `to`, as it is now. Days up to the firm's lock date are nobody's any more, and a day that is
 * locked for a person is complete as it stands. Seven statements for any number of people.
 */
async function missingBetween(tx: Tx, from: Day, to: Day, users: readonly string[] | undefined): Promise<Map<string, Missing>> {
  const [expected, logged, firm] = await Promise.all([
    expectedFor(tx, users, from, to),
    tx.all<{ user_id: string; day: Day; seconds: number; locked: boolean }>(sql`
      select user_id, day, seconds, locked_at is not null as locked from time.person_days
      where tenant_id = ${tx.tenant} and day between ${from} and ${to} and ${and(users && sql`user_id = any(${users}::uuid[])`)}`),
    firmOf(tx),
  ]);
  const byUser = Map.groupBy(logged, (row) => row.user_id);
  const days = eachDay(from, to);
  const result = new Map<string, Missing>();
  for (const [userId, columns] of expected) {
    const rows = byUser.get(userId) ?? [];
    const settled = new Set(rows.filter((row) => row.locked).map((row) => row.day));
    const open = missingOf(columns, new Map(rows.map((row) => [row.day, row.seconds])), days).filter(
      ({ day }) => !settled.has(day) && (firm.locked_through === null || day > firm.locked_through),
    );
    if (open.length > 0) result.set(userId, { from, to, days: open });
  }
  return result;
}

/** Those of some people who can log time, and are there on the day: whoever is on leave is left in peace. */
async function present(tx: Tx, userIds: readonly string[], day: Day): Promise<Set<string>> {
  const [active, expected] = await Promise.all([
    tx.all<{ id: string }>(sql`
      select id from access.memberships
      where tenant_id = ${tx.tenant} and is_active and account_id is not null and id = any(${userIds}::uuid[])`),
    expectedFor(tx, userIds, day, day),
  ]);
  const away = (id: string): boolean => {
    const columns = expected.get(id);
    const { pattern, holiday, leave } = columns ? expectedOn(columns, 0) : { pattern: 0, holiday: 0, leave: 0 };
    return leave > 0 && leave >= pattern - holiday;
  };
  return new Set(active.map(({ id }) => id).filter((id) => !away(id)));
}

/** The hour of the day, 0 to 23, where the firm is. */
export const hourIn = (zone: string, instant: Date): number =>
  Number(new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(instant));

/**
 * Reminds everybody who misses time of the week before: once a week, from the hour and on the day that the firm has set. The hour
 * may be late (no server ran); the same week is never named twice, since the week is the occasion.
 * @returns how many people were told
 */
export async function remind(tx: Tx): Promise<number> {
  const firm = await firmOf(tx);
  const day = await today(tx);
  if (firm.remind_weekday !== weekday(day) || hourIn(firm.time_zone, tx.now) < firm.remind_hour) return 0;
  const monday = addDays(mondayOf(day), -7);
  const missing = await missingBetween(tx, monday, addDays(monday, 6), undefined);
  const there = await present(tx, [...missing.keys()], day);
  const week = isoWeek(monday);
  return notifyEach(
    tx,
    MISSING_TIME,
    [...missing]
      .filter(([userId]) => there.has(userId))
      .map(([userId, facts]) => ({ userId, facts, link: `/time_tracking/timesheet?w=${week}`, occasion: week })),
  );
}

/**
 * Reminds some people of what they miss in a period, each at most once on an occasion, whoever asks.
 * @returns how many were told, how many had been on this occasion, and how many miss nothing
 */
export async function remindOf(
  tx: Tx,
  userIds: readonly string[],
  { from, to, occasion }: { from: Day; to: Day; occasion: string },
): Promise<{ reminded: number; already: number; complete: number }> {
  const missing = await missingBetween(tx, from, to, userIds);
  const named = [...missing].map(([userId, facts]) => ({
    userId,
    facts,
    link: `/time_tracking/timesheet?w=${isoWeek(facts.days[0]?.day ?? from)}`,
    occasion,
  }));
  const reminded = await notifyEach(tx, MISSING_TIME, named);
  return { reminded, already: named.length - reminded, complete: userIds.length - named.length };
}

/** Hourly, because the hour comes for each firm where the firm is. */
const remindWeekly = forEveryFirm('time.remind', { cron: '10 * * * *' }, async (tx, { log }) => {
  const people = await remind(tx);
  if (people > 0) log.info({ tenant: tx.tenant, people }, 'people were reminded of missing time');
});

export const reminderJobs: readonly Job[] = [remindWeekly];
