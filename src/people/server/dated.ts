import type { Day } from '../../kit/day.ts';
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

type DatedTable = 'people.grades' | 'people.patterns' | 'people.team_members';

const bounds: Record<DatedTable, string> = {
  'people.grades': 'true',
  'people.patterns': 'true',
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

/** Ends what holds for a user at a day: a person leaves a team without joining another. */
export async function endAt(tx: Tx, table: DatedTable, day: Day, userId: string): Promise<void> {
  const rows = await tx.all<DatedRow>(sql`
    select * from ${raw(table)}
    where tenant_id = ${tx.tenant} and user_id = ${userId} and ${raw(bounds[table])} and valid_to > ${day} for update`);
  await tx.write.remove(
    table,
    rows.filter((row) => row.valid_from >= day),
  );
  await tx.write.update(
    table,
    rows.filter((row) => row.valid_from < day).map((before) => ({ before, set: { valid_to: day } })),
  );
}

/** Sets the span of a user's employment; an open end is null. */
export async function employ(tx: Tx, userId: string, from: Day | undefined, to: Day | null | undefined): Promise<void> {
  const rows = await tx.all<DatedRow>(sql`
    select * from people.employments where tenant_id = ${tx.tenant} and user_id = ${userId} order by valid_from desc for update`);
  const last = rows[0];
  const start = from ?? last?.valid_from;
  if (start === undefined) throw invalid([{ path: 'employed_from', message: 'An employment needs its first day.' }]);
  const end = to === undefined ? (last?.valid_to ?? 'infinity') : (to ?? 'infinity');
  if (end !== 'infinity' && end <= start) throw invalid([{ path: 'employed_to', message: 'Must lie after the first day.' }]);
  if (last) await tx.write.update('people.employments', [{ before: last, set: { valid_from: start, valid_to: end } }]);
  else await tx.write.insert('people.employments', [{ user_id: userId, valid_from: start, valid_to: end }]);
}
