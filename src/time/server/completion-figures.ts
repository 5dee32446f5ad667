import { type Day, daysBetween } from '../../kit/day.ts';
import { expectedFor } from '../../leave/server/public.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type Completion, addCompletion, addDayTo, noCompletion } from '../rules.ts';

/** Numbers of one sum: due, filled, logged, leave. */
const WIDTH = 4;

/**
 * The completion of people in the order in which they were named, in all and week by week, as one row of numbers: objects for
 * half a year of thousands of people would cost more than to reckon them.
 */
export class Figures {
  readonly weeks: number;
  /** Of everybody. */
  readonly total = noCompletion();
  readonly byWeek: Completion[];
  readonly #numbers: Int32Array;

  constructor(people: number, weeks: number) {
    this.weeks = weeks;
    this.byWeek = Array.from({ length: weeks }, noCompletion);
    this.#numbers = new Int32Array(people * (weeks + 1) * WIDTH);
  }

  #at(person: number, place: number): Completion {
    const at = (person * (this.weeks + 1) + place) * WIDTH;
    const numbers = this.#numbers;
    return {
      due: numbers[at] ?? 0,
      filled: numbers[at + 1] ?? 0,
      logged: numbers[at + 2] ?? 0,
      leave: numbers[at + 3] ?? 0,
    };
  }

  #add(person: number, place: number, { due, filled, logged, leave }: Completion): void {
    const at = (person * (this.weeks + 1) + place) * WIDTH;
    const numbers = this.#numbers;
    numbers[at] = (numbers[at] ?? 0) + due;
    numbers[at + 1] = (numbers[at + 1] ?? 0) + filled;
    numbers[at + 2] = (numbers[at + 2] ?? 0) + logged;
    numbers[at + 3] = (numbers[at + 3] ?? 0) + leave;
  }

  /** Lays in one week of a person and adds it to the sums. */
  lay(person: number, week: number, completion: Completion): void {
    this.#add(person, week, completion);
    this.#add(person, this.weeks, completion);
    addCompletion(this.total, completion);
    addCompletion(this.byWeek[week] ?? noCompletion(), completion);
  }

  of = (person: number): Completion => this.#at(person, this.weeks);

  weekOf = (person: number, week: number): Completion => this.#at(person, week);

  weeksOf = (person: number): Completion[] => Array.from({ length: this.weeks }, (_, week) => this.#at(person, week));
}

const BYTES = 4;

/** Numbers of people packed into one value each: half a million rows of their own would cost more than all the rest. */
export async function packedBy(tx: Tx, numbers: Sql, from: Sql): Promise<Map<string, Buffer>> {
  const rows = await tx.all<{ user_id: string; packed: Buffer }>(
    sql`select user_id, string_agg(int4send(${numbers}), '') as packed from ${from} group by user_id`,
  );
  return new Map(rows.map(({ user_id, packed }) => [user_id, packed]));
}

/** What was packed for a person, one number after the other. */
export function eachPacked(packed: Buffer | undefined, take: (number: number) => void): void {
  for (let at = 0; packed && at < packed.length; at += BYTES) take(packed.readInt32BE(at));
}

/** Bits of a packed number that hold the seconds of a day; the day stands above them. */
const SECONDS_BITS = 17;

const loggedBy = (tx: Tx, users: readonly string[] | undefined, from: Day, to: Day): Promise<Map<string, Buffer>> =>
  packedBy(
    tx,
    sql`((day - ${from}::date) << ${SECONDS_BITS}) | seconds`,
    sql`time.person_days where tenant_id = ${tx.tenant} and day between ${from} and ${to}
      and ${and(users && sql`user_id = any(${users}::uuid[])`)}`,
  );

/**
 * The completion of each person, week by week, over the days from `from` to the last one that is over.
 * @param users undefined means everybody
 * @param weeks Mondays, the first at or before `from`
 * @returns reckons the people that are named
 */
export async function figuresFor(
  tx: Tx,
  users: readonly string[] | undefined,
  { from, through, weeks }: { from: Day; through: Day; weeks: readonly Day[] },
): Promise<(people: readonly { user_id: string }[]) => Figures> {
  if (through < from) return (people) => new Figures(people.length, weeks.length);
  const [expected, logged] = await Promise.all([expectedFor(tx, users, from, through), loggedBy(tx, users, from, through)]);
  const days = daysBetween(from, through) + 1;
  const lead = daysBetween(weeks[0] ?? from, from);
  const seconds = new Int32Array(days);
  const layDay = (number: number): void => void (seconds[number >> SECONDS_BITS] = number & ((1 << SECONDS_BITS) - 1));
  // One day and one week for all of them: a million objects would be made for a moment each.
  const due = { pattern: 0, holiday: 0, leave: 0 };
  const week = noCompletion();
  return (people) => {
    const figures = new Figures(people.length, weeks.length);
    for (let person = 0; person < people.length; person++) {
      const id = people[person]?.user_id ?? '';
      const columns = expected.get(id);
      if (!columns) continue;
      const { pattern, holiday, leave } = columns;
      seconds.fill(0);
      eachPacked(logged.get(id), layDay);
      for (let index = 0; index < weeks.length; index++) {
        week.due = week.filled = week.logged = week.leave = 0;
        const end = Math.min(days, 7 * (index + 1) - lead);
        for (let day = Math.max(0, 7 * index - lead); day < end; day++) {
          due.pattern = pattern[day] ?? 0;
          due.holiday = holiday[day] ?? 0;
          due.leave = leave[day] ?? 0;
          addDayTo(week, due, Math.floor((seconds[day] ?? 0) / 60));
        }
        figures.lay(person, index, week);
      }
    }
    return figures;
  };
}
