import type { PricedLine, PricedTable } from '../rules.ts';

export interface ComparedLine extends PricedLine {
  role: string;
  grade: string;
  user: string | null;
  note: string;
}
export interface ComparedTable extends PricedTable {
  name: string;
  currency: string;
  lines: readonly ComparedLine[];
}

/** What differs between two versions of a pricing, of one table or line: a side is null where it has no such table or line. */
export interface Difference {
  table: string;
  currency: string;
  /** Undefined: it is said of the table itself. */
  line?: { role: string; grade: string; user: string | null; note: string };
  what: 'table' | 'line' | 'minutes' | 'rate' | 'standard_rate' | 'discount' | 'fee' | 'on_cost' | 'paid' | 'charged';
  before: number | null;
  after: number | null;
}

const minutesOf = ({ minutes }: PricedLine): number => minutes.reduce((all, each) => all + each, 0);
const total = (table: ComparedTable, field: 'paid' | 'charged'): number =>
  table.expenses.reduce((all, each) => all + each[field], 0);

/** What stands on both sides, and on one alone, by a key; of equal keys the first belongs to the first. */
function paired<T>(before: readonly T[], after: readonly T[], keyOf: (each: T) => string): [T | undefined, T | undefined][] {
  const rest = Map.groupBy(before, keyOf);
  const pairs = after.map((each): [T | undefined, T | undefined] => [rest.get(keyOf(each))?.shift(), each]);
  return [...pairs, ...[...rest.values()].flat().map((each): [T, undefined] => [each, undefined])];
}

function ofLines(table: ComparedTable, [before, after]: [ComparedLine | undefined, ComparedLine | undefined]): Difference[] {
  const line = after ?? before;
  if (!line) return [];
  const { role, grade, user, note } = line;
  const place = { table: table.name, currency: table.currency, line: { role, grade, user, note } };
  if (!before || !after) {
    const minutes = minutesOf(line);
    return minutes === 0 ? [] : [{ ...place, what: 'line', before: before ? minutes : null, after: after ? minutes : null }];
  }
  const pairs = [
    { what: 'minutes' as const, before: minutesOf(before), after: minutesOf(after) },
    { what: 'rate' as const, before: before.rate ?? before.charge_rate, after: after.rate ?? after.charge_rate },
    { what: 'standard_rate' as const, before: before.standard_rate, after: after.standard_rate },
  ];
  return pairs.filter((pair) => pair.before !== pair.after).map((pair) => ({ ...place, ...pair }));
}

/** What differs from one version to another: tables by name, lines by role, grade, person and note. */
export function differencesOf(before: readonly ComparedTable[], after: readonly ComparedTable[]): Difference[] {
  return paired(before, after, ({ name }) => name).flatMap(([old, now]): Difference[] => {
    const table = now ?? old;
    if (!table) return [];
    const place = { table: table.name, currency: table.currency };
    if (!old || !now) {
      const minutes = table.lines.reduce((all, line) => all + minutesOf(line), 0);
      return [{ ...place, what: 'table', before: old ? minutes : null, after: now ? minutes : null }];
    }
    const own = [
      { what: 'discount' as const, before: old.discount, after: now.discount },
      { what: 'fee' as const, before: old.fee, after: now.fee },
      { what: 'on_cost' as const, before: old.on_cost, after: now.on_cost },
      { what: 'paid' as const, before: total(old, 'paid'), after: total(now, 'paid') },
      { what: 'charged' as const, before: total(old, 'charged'), after: total(now, 'charged') },
    ].filter((pair) => pair.before !== pair.after);
    const key = ({ role, grade, user, note }: ComparedLine): string => JSON.stringify([role, grade, user, note]);
    return [
      ...own.map((pair) => ({ ...place, ...pair })),
      ...paired(old.lines, now.lines, key).flatMap((pair) => ofLines(now, pair)),
    ];
  });
}
