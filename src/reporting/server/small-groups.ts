import { said } from '../../kit/said.ts';
import type { Money } from '../rules/money.ts';
import type { MoneyGroup } from '../contract.ts';
import { OF_PEOPLE } from './grouping.ts';
import { type MoneyOf, NOTHING } from './money.ts';

/** The row of all that are too small to be told on their own. */
export const FEW = '~';
export const FEW_NAME = said`Small groups together`;

const SUMS = Object.keys(NOTHING) as (keyof typeof NOTHING)[];

/** Sums of rows; the cost only where each has one. */
export function summed<Row extends Omit<MoneyOf, 'key'>>(rows: readonly Row[]): Omit<MoneyOf, 'key'> {
  const sum: Omit<MoneyOf, 'key'> = { ...NOTHING };
  for (const row of rows) for (const each of SUMS) sum[each] += row[each];
  const adding = (of: 'cost' | 'third_party' | 'uncosted_seconds'): Partial<Money> =>
    rows.every((row) => row[of] !== undefined) ? { [of]: rows.reduce((all, row) => all + (row[of] ?? 0), 0) } : {};
  return { ...sum, ...adding('cost'), ...adding('third_party'), ...adding('uncosted_seconds') };
}

/** A row without what its hours cost. */
const withoutCost = <Row extends Omit<MoneyOf, 'key'>>({ cost: _cost, uncosted_seconds: _uncosted, ...row }: Row): Row =>
  row as unknown as Row;

/** Rows of which those that are too small stand as one; rows that are no people keep all but their cost. */
export function protectedRows<Row extends MoneyOf & { name: string; before?: Omit<MoneyOf, 'key'> | undefined }>(
  rows: readonly Row[],
  hidden: ReadonlySet<string>,
  group: MoneyGroup,
  name: string,
): Row[] {
  if (hidden.size === 0) return [...rows];
  const isHidden = ({ key }: Row): boolean => hidden.has(key);
  if (!OF_PEOPLE.has(group))
    return rows.map((row) =>
      isHidden(row) ? { ...withoutCost(row), ...(row.before ? { before: withoutCost(row.before) } : {}) } : row,
    );
  const few = rows.filter(isHidden);
  const earlier = few.flatMap(({ before }) => before ?? []);
  const [first] = few;
  if (!first) return [...rows];
  const together = { ...first, ...summed(few), key: FEW, name, detail: null };
  return [
    ...rows.filter((row) => !isHidden(row)),
    { ...together, before: earlier.length > 0 ? summed(earlier) : undefined } as Row,
  ];
}
