import { proportion, proportionUp, sharesOf } from '../../kit/money.ts';
import {
  type PricedLine,
  type PricedTable,
  type PricingFigures,
  MOST_MINUTES,
  WHOLE,
  converted,
  price,
  priceTable,
} from '../rules.ts';

const MILLION = 1_000_000;
/** Hours that are solved for come in tenths: six minutes. */
const STEP = 6;

export const WANTS = ['margin', 'recovery', 'fee'] as const;
export const WAYS = ['discount', 'hours'] as const;

export interface Wish {
  want: (typeof WANTS)[number];
  /** Hundredths of a per cent of margin or recovery; minor units of a fee. */
  value: number;
  /** By another fee for the same hours, or by other hours for the same fee. */
  by: (typeof WAYS)[number];
}

/** Why there is no such pricing. */
export type Impossible = 'no_hours' | 'no_cost' | 'no_income' | 'out_of_reach';

/** The fee with which the figures reach what is wanted, rounded up to the minor unit. */
function feeFor({ want, value }: Wish, { standard, cost, charged, paid, minutes }: PricingFigures): number | Impossible {
  if (want === 'fee') return value;
  if (minutes === 0) return 'no_hours';
  if (want === 'recovery') return standard === 0 ? 'no_hours' : proportionUp(standard, value, WHOLE);
  if (cost === null) return 'no_cost';
  if (value >= WHOLE) return 'out_of_reach';
  // margin = (nfi - cost) / nfi, so nfi = cost / (1 - margin), and the fee is what of it is not expenses.
  return Math.max(0, proportionUp(cost, WHOLE, WHOLE - value) - charged + paid);
}

/** A fee laid over the tables by what each is worth at agreed rates; each holds its part as an agreed sum. */
function withFee<T extends PricedTable>(tables: readonly T[], fee: number, atLeast: boolean): T[] {
  const own = tables.map((table) => converted(priceTable(table), table.exchange));
  const agreed = own.some((each) => each.agreed > 0);
  const parts = sharesOf(
    fee,
    own.map((each) => (agreed ? each.agreed : each.standard)),
  );
  const round = atLeast ? proportionUp : proportion;
  return tables.map((table, index) => {
    const part = parts[index] ?? 0;
    return { ...table, fee: table.exchange === MILLION ? part : round(part, MILLION, table.exchange) };
  });
}

/** Every cell times a factor, in tenths of an hour. */
function scaled<T extends PricedTable>(tables: readonly T[], factor: number, round: (value: number) => number): T[] {
  const cell = (minutes: number): number => Math.min(MOST_MINUTES, round((minutes * factor) / STEP) * STEP);
  const line = <L extends PricedLine>(each: L): L => ({ ...each, minutes: each.minutes.map(cell) });
  return tables.map((table) => ({ ...table, lines: table.lines.map(line) }));
}

const reached = ({ want, value }: Wish, { fee, standard, nfi, cost }: PricingFigures): boolean => {
  if (want === 'fee') return fee === value;
  if (want === 'recovery') return fee * WHOLE >= standard * value;
  return cost !== null && (nfi - cost) * WHOLE >= nfi * value;
};

/** Fewer or more hours for the same fee; for a fee, hours at the rates that bring it. Fewer, rather than miss what is wanted. */
function byHours<T extends PricedTable>(tables: readonly T[], wish: Wish, before: PricingFigures): T[] | Impossible {
  if (before.minutes === 0) return 'no_hours';
  if (wish.want === 'fee') {
    const free = tables.map((table) => ({ ...table, fee: null }));
    const { fee } = price(free);
    return fee === 0 ? 'no_income' : scaled(free, wish.value / fee, Math.round);
  }
  const held = tables.map((table, index) => ({ ...table, fee: before.tables[index]?.fee ?? 0 }));
  if (wish.want === 'recovery') {
    if (wish.value === 0 || before.standard === 0) return 'out_of_reach';
    return scaled(held, (before.fee * WHOLE) / (before.standard * wish.value), Math.floor);
  }
  if (before.cost === null) return 'no_cost';
  if (before.nfi <= 0) return 'no_income';
  // What is paid on top of the hours stays while there are any.
  const fixed =
    price(held.map((table) => ({ ...table, lines: table.lines.map((line) => ({ ...line, cost_rate: 0 })) }))).cost ?? 0;
  const hours = before.cost - fixed;
  const room = Math.floor((before.nfi * (WHOLE - wish.value)) / WHOLE) - fixed;
  if (room <= 0) return 'out_of_reach';
  return hours === 0 ? held : scaled(held, room / hours, Math.floor);
}

/**
 * The tables with which a pricing has the wanted margin, recovery or fee, or why there are none. By discount it is reached to the
 * cent; by hours as near as tenths of an hour come, and margin and recovery never fall short of what was wanted.
 */
export function solve<T extends PricedTable>(tables: readonly T[], wish: Wish): T[] | Impossible {
  const before = price(tables);
  if (wish.by === 'hours') {
    const found = byHours(tables, wish, before);
    if (typeof found === 'string' || wish.want === 'fee') return found;
    return reached(wish, price(found)) ? found : 'out_of_reach';
  }
  const fee = feeFor(wish, before);
  if (typeof fee === 'string') return fee;
  const found = withFee(tables, fee, wish.want !== 'fee');
  return wish.want === 'fee' || reached(wish, price(found)) ? found : 'out_of_reach';
}
