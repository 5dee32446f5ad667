import { proportion } from '../../kit/money.ts';
import { type Figures, type LineRates, type PricedTable, type PricingFigures, type Tier, price, recoveryOf } from '../rules.ts';

const MILLION = 1_000_000;

export const STRESSES = ['hours_10', 'hours_20', 'grade_up', 'exchange_10'] as const;
export type Stress = (typeof STRESSES)[number];

export interface Stressed extends Figures {
  stress: Stress;
  tier: Tier;
}

/** The worst of a list by its recovery, the first of equals; undefined where none has a standard value. */
export function worstOf(all: readonly Pick<Figures, 'fee' | 'standard'>[]): number | undefined {
  let worst: { index: number; ratio: number } | undefined;
  for (const [index, figures] of all.entries()) {
    const ratio = recoveryOf(figures);
    if (ratio !== null && (worst === undefined || ratio < worst.ratio)) worst = { index, ratio };
  }
  return worst?.index;
}

/** The table with the worst recovery and its worst line, by their places; undefined where nothing has a standard value. */
export function worstPlace({ tables }: PricingFigures): { table: number; line: number | undefined } | undefined {
  const table = worstOf(tables);
  return table === undefined ? undefined : { table, line: worstOf(tables[table]?.lines ?? []) };
}

const more = (minutes: number, hundredths: number): number => proportion(minutes, 100 + hundredths, 100);

type Above = (table: number, line: number) => LineRates | undefined;

/** The tables as a case has them: the client pays what was agreed whatever happens. */
function stressed(tables: readonly PricedTable[], figures: PricingFigures, stress: Stress, above: Above): PricedTable[] {
  const fixed = tables.map((table, index) => ({ ...table, fee: figures.tables[index]?.fee ?? 0 }));
  if (stress === 'exchange_10')
    return fixed.map((table) =>
      table.exchange === MILLION ? table : { ...table, exchange: Math.max(1, proportion(table.exchange, 9, 10)) },
    );
  if (stress === 'grade_up')
    return fixed.map((table, at) => ({
      ...table,
      lines: table.lines.map((line, index) => ({ ...line, ...above(at, index) })),
    }));
  const by = stress === 'hours_10' ? 10 : 20;
  return fixed.map((table) => ({
    ...table,
    lines: table.lines.map((line) => ({ ...line, minutes: line.minutes.map((minutes) => more(minutes, by)) })),
  }));
}

/**
 * What becomes of a pricing at the same fee when it takes 10 or 20 % more hours, when each line needs the next grade, and when
 * other currencies fall by 10 %; the last only where there are any.
 * @param above rates of the next grade of a line; undefined: there is none, and the line stays
 */
export function stressesOf(tables: readonly PricedTable[], above: Above): Stressed[] {
  const before = price(tables);
  const foreign = tables.some(({ exchange }) => exchange !== MILLION);
  return STRESSES.filter((stress) => stress !== 'exchange_10' || foreign).map((stress) => {
    const { tables: _tables, missing: _missing, ...figures } = price(stressed(tables, before, stress, above));
    return { stress, ...figures };
  });
}
