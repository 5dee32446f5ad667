import { type Day, daysBetween } from '../../kit/day.ts';
import { expectedFor, expectedOn } from '../../leave/server/public.ts';
import { and, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type Completion, addCompletion, addDayTo, noCompletion } from '../rules.ts';

/** Numbers of one week in a row of weeks: due, filled, logged, leave. */
const WIDTH = 4;

/** The completion of a person, and week by week: a row of numbers, since thousands of people have half a year of weeks each. */
export interface Figures extends Completion {
  packed: Int32Array;
}

/** One of a person's weeks. */
export const weekOf = ({ packed }: Figures, index: number): Completion => ({
  due: packed[index * WIDTH] ?? 0,
  filled: packed[index * WIDTH + 1] ?? 0,
  logged: packed[index * WIDTH + 2] ?? 0,
  leave: packed[index * WIDTH + 3] ?? 0,
});

/** All weeks of a person, as they are answered. */
export const weeksOf = (figures: Figures): Completion[] =>
  Array.from({ length: figures.packed.length / WIDTH }, (_, index) => weekOf(figures, index));

/** Bits of a packed number that hold the seconds of a day; the day stands above them. */
const SECONDS_BITS = 17;
const BYTES = 4;

/**
 * Logged seconds by person and day, packed into one value a person: half a million rows of their own would cost more than all
 * the rest.
 */
async function loggedBy(tx: Tx, users: readonly string[] | undefined, from: Day, to: Day): Promise<Map<string, Buffer>> {
  const rows = await tx.all<{ user_id: string; days: Buffer }>(sql`
    select user_id, string_agg(int4send(((day - ${from}::date) << ${SECONDS_BITS}) | seconds), '') as days
    from time.person_days
    where tenant_id = ${tx.tenant} and day between ${from} and ${to} and ${and(users && sql`user_id = any(${users}::uuid[])`)}
    group by user_id`);
  return new Map(rows.map(({ user_id, days }) => [user_id, days]));
}

/** Lays the seconds of a person's days into a column of days. */
function layInto(column: Int32Array, packed: Buffer | undefined): void {
  column.fill(0);
  for (let at = 0; packed && at < packed.length; at += BYTES) {
    const day = packed.readInt32BE(at);
    column[day >> SECONDS_BITS] = day & ((1 << SECONDS_BITS) - 1);
  }
}

/**
 * The completion of each person, week by week, over the days from `from` to the last one that is over.
 * @param users undefined means everybody
 * @param weeks Mondays, the first at or before `from`
 */
export async function figuresFor(
  tx: Tx,
  users: readonly string[] | undefined,
  { from, through, weeks }: { from: Day; through: Day; weeks: readonly Day[] },
): Promise<(userId: string) => Figures> {
  const none = (): Figures => ({ ...noCompletion(), packed: new Int32Array(weeks.length * WIDTH) });
  if (through < from) return none;
  const [expected, logged] = await Promise.all([expectedFor(tx, users, from, through), loggedBy(tx, users, from, through)]);
  const days = daysBetween(from, through) + 1;
  const lead = daysBetween(weeks[0] ?? from, from);
  const seconds = new Int32Array(days);
  return (userId) => {
    const figures = none();
    const columns = expected.get(userId);
    if (!columns) return figures;
    layInto(seconds, logged.get(userId));
    for (let index = 0; index < weeks.length; index++) {
      const week = noCompletion();
      const end = Math.min(days, 7 * (index + 1) - lead);
      for (let day = Math.max(0, 7 * index - lead); day < end; day++)
        addDayTo(week, expectedOn(columns, day), Math.floor((seconds[day] ?? 0) / 60));
      figures.packed.set([week.due, week.filled, week.logged, week.leave], index * WIDTH);
      addCompletion(figures, week);
    }
    return figures;
  };
}
