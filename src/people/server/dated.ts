import { type Day, addDays } from '../../kit/day.ts';
import type { Grade } from '../../kit/grades.ts';
import { invalid } from '../../kit/problem.ts';
import { raw, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';

interface DatedRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  valid_from: Day;
  valid_to: Day;
  version: number;
}

type DatedTable = 'people.grades' | 'people.patterns' | 'people.places' | 'people.team_members';

const bounds: Record<DatedTable, string> = {
  'people.grades': 'true',
  'people.patterns': 'true',
  'people.places': 'true',
  'people.team_members': 'is_primary',
};

/**
 * Makes a fact hold for each user from a day on, until the day on which the next known fact begins: what held before
 * ends there, what began on that very day is replaced. Nothing that is past is edited.
 */
export async function holdFrom(
  tx: Tx,
  table: DatedTable,
  day: Day,
  facts: readonly ({ user_id: string } & Record<string, unknown>)[],
): Promise<void> {
  if (facts.length === 0) return;
  const users = facts.map((fact) => fact.user_id);
  const rows = await tx.all<DatedRow>(sql`
    select * from ${raw(table)} where tenant_id = ${tx.tenant} and user_id = any(${users}) and ${raw(bounds[table])} and valid_to > ${day}
    order by valid_from for update`);
  const replaced = rows.filter((row) => row.valid_from === day);
  const cut = rows.filter((row) => row.valid_from < day);
  const next = new Map<string, Day>();
  for (const row of rows) if (row.valid_from > day && !next.has(row.user_id)) next.set(row.user_id, row.valid_from);
  await tx.write.remove(table, replaced);
  await tx.write.update(
    table,
    cut.map((before) => ({ before, set: { valid_to: day } })),
  );
  await tx.write.insert(
    table,
    facts.map((fact) => ({ ...fact, valid_from: day, valid_to: next.get(fact.user_id) ?? 'infinity' })),
  );
}

/** Ends what holds for users at a day: people leave a team without joining another. */
export async function endAt(tx: Tx, table: DatedTable, day: Day, users: readonly string[]): Promise<void> {
  if (users.length === 0) return;
  const rows = await tx.all<DatedRow>(sql`
    select * from ${raw(table)}
    where tenant_id = ${tx.tenant} and user_id = any(${users}) and ${raw(bounds[table])} and valid_to > ${day} for update`);
  await tx.write.remove(
    table,
    rows.filter((row) => row.valid_from >= day),
  );
  await tx.write.update(
    table,
    rows.filter((row) => row.valid_from < day).map((before) => ({ before, set: { valid_to: day } })),
  );
}

/** The grade, with its step, that holds for a user on a day; undefined where none is known. */
export const gradeOn = (tx: Tx, userId: string, day: Day): Promise<{ grade: Grade; step_id: string | null } | undefined> =>
  tx.one<{ grade: Grade; step_id: string | null }>(sql`
    select grade, step_id from people.grades
    where tenant_id = ${tx.tenant} and user_id = ${userId} and valid_from <= ${day} and valid_to > ${day}`);

/** What held from the first day of an employment holds from its new first day, when that lies earlier. */
async function reachBack(tx: Tx, table: DatedTable, userId: string, was: Day, first: Day): Promise<void> {
  const rows = await tx.all<DatedRow>(sql`
    select * from ${raw(table)}
    where tenant_id = ${tx.tenant} and user_id = ${userId} and ${raw(bounds[table])} and valid_from <= ${was} order by valid_from for update`);
  const [earliest] = rows;
  if (rows.length !== 1 || earliest?.valid_from !== was) return;
  await tx.write.update(table, [{ before: earliest, set: { valid_from: first } }]);
}

/** Sets the employment of a user by its first and last day, both included; an open end is null. */
export async function employ(tx: Tx, userId: string, first: Day | undefined, lastDay: Day | null): Promise<void> {
  const rows = await tx.all<DatedRow>(sql`
    select * from people.employments where tenant_id = ${tx.tenant} and user_id = ${userId} order by valid_from desc for update`);
  const known = rows[0];
  const start = first ?? known?.valid_from;
  if (start === undefined) throw invalid([{ path: 'employed_from', message: 'An employment needs its first day.' }]);
  if (lastDay !== null && lastDay < start)
    throw invalid([{ path: 'employed_to', message: 'Must not lie before the first day.' }]);
  const end = lastDay === null ? 'infinity' : addDays(lastDay, 1);
  // Who comes back after the last day begins anew; the time in between stays what it was.
  if (!known || (known.valid_to !== 'infinity' && start >= known.valid_to)) {
    await tx.write.insert('people.employments', [{ user_id: userId, valid_from: start, valid_to: end }]);
    return;
  }
  await tx.write.update('people.employments', [{ before: known, set: { valid_from: start, valid_to: end } }]);
  if (start >= known.valid_from) return;
  for (const table of ['people.grades', 'people.patterns', 'people.places', 'people.team_members'] as const)
    await reachBack(tx, table, userId, known.valid_from, start);
}
