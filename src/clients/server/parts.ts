import { type Day, addDays } from '../../kit/day.ts';
import { invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { raw, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';

/** Since ever, and until further notice, as dated rows hold them. */
export const EVER = '0001-01-01';
export const OPEN = 'infinity';

interface Span {
  first_day?: Day | null | undefined;
  last_day?: Day | null | undefined;
}

interface Dated {
  valid_from: Day;
  valid_to: Day;
}

/** A span with both days included as it is stored: up to and without `valid_to`. */
export const stored = ({ first_day, last_day }: Span): Dated => ({
  valid_from: first_day ?? EVER,
  valid_to: last_day ? addDays(last_day, 1) : OPEN,
});

/** A stored span as it is answered: both days included, null where it is open. */
export const spanOf = ({ valid_from, valid_to }: Dated): { first_day: Day | null; last_day: Day | null } => ({
  first_day: valid_from === EVER ? null : valid_from,
  last_day: valid_to === OPEN ? null : addDays(valid_to, -1),
});

/**
 * Refuses spans that end before they begin, and two of the same key that overlap.
 * @param path of the list in the request; the messages stand at its rows
 */
export function checkSpans<Row extends Span>(path: string, rows: readonly Row[], keyOf: (row: Row) => string): void {
  const seen = new Map<string, Dated[]>();
  rows.forEach((row, index) => {
    const span = stored(row);
    if (span.valid_to <= span.valid_from)
      throw invalid([{ path: `${path}.${index}.last_day`, message: 'Must not lie before the first day.' }]);
    const others = seen.get(keyOf(row)) ?? [];
    if (others.some((other) => other.valid_from < span.valid_to && span.valid_from < other.valid_to))
      throw invalid([{ path: `${path}.${index}.first_day`, message: 'This overlaps with another row.' }]);
    seen.set(keyOf(row), [...others, span]);
  });
}

/** @throws Problem 422 at the row whose key stands twice in a list */
export function checkTwice<Row>(
  path: string,
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  label: (row: Row) => string,
): void {
  const seen = new Set<string>();
  rows.forEach((row, index) => {
    if (seen.has(keyOf(row))) throw invalid([{ path: `${path}.${index}`, message: said`"${label(row)}" stands twice.` }]);
    seen.add(keyOf(row));
  });
}

export type PartTable =
  | 'clients.contacts'
  | 'clients.restrictions'
  | 'clients.project_managers'
  | 'clients.project_members'
  | 'clients.phases'
  | 'clients.grade_budgets'
  | 'clients.project_tasks'
  | 'clients.project_rates';

type Part = Record<string, unknown> & { id?: string | undefined };
type StoredPart = Part & { id: string; version: number };

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/**
 * Makes a list of parts of one record what it should be: what has the id of a part is changed, what is left out goes, the rest
 * is added. Three statements at most.
 * @param owner column and id of the record that they are part of
 * @param leave looks at the parts that are about to go, and may refuse
 * @returns whether anything differed
 */
export async function keepParts(
  tx: Tx,
  table: PartTable,
  owner: { column: 'client_id' | 'project_id'; id: string },
  wanted: readonly Part[],
  leave?: (gone: readonly StoredPart[]) => Promise<void>,
): Promise<boolean> {
  const present = await tx.all<StoredPart>(sql`
    select * from ${raw(table)} where tenant_id = ${tx.tenant} and ${raw(owner.column)} = ${owner.id} order by id for update`);
  const byId = new Map(present.map((row) => [row.id, row]));
  const used = new Set<string>();
  // What comes without an id, but says what a part says already, is that part.
  const twinOf = (row: Part): StoredPart | undefined =>
    present.find((each) => !used.has(each.id) && Object.keys(row).every((key) => key === 'id' || same(each[key], row[key])));
  const added: Part[] = [];
  const changed: { before: StoredPart; set: Record<string, unknown> }[] = [];
  for (const { id, ...row } of wanted) {
    const before = id === undefined || used.has(id) ? undefined : byId.get(id);
    const found = before ?? twinOf(row);
    if (!found) {
      added.push({ ...row, [owner.column]: owner.id });
      continue;
    }
    used.add(found.id);
    if (Object.keys(row).some((key) => !same(found[key], row[key]))) changed.push({ before: found, set: row });
  }
  const gone = present.filter((row) => !used.has(row.id));
  await leave?.(gone);
  await tx.write.remove(table, gone);
  await tx.write.update(table, changed);
  await tx.write.insert(table, added);
  return gone.length + changed.length + added.length > 0;
}
