import { proportion, sharesOf } from '../kit/money.ts';

/** What a pricing comes to. The page and the server compute with these functions alone, so both show the same to the cent. */

export const KINDS = ['standard', 'secondment', 'multi'] as const;
export type Kind = (typeof KINDS)[number];
export const TABLE_KINDS = ['standard', 'secondment'] as const;
export type TableKind = (typeof TABLE_KINDS)[number];
export const UNITS = ['phase', 'month'] as const;
export const STATUSES = ['draft', 'submitted', 'approved', 'rejected', 'won', 'lost', 'replaced'] as const;
export type Status = (typeof STATUSES)[number];
/** The grades that approve: the lowest that is needed, lowest first. */
export const TIERS = ['Manager', 'Director', 'Partner'] as const;
export type Tier = (typeof TIERS)[number];

/** The most of an amount, in minor units: sums of a pricing stay exact. */
export const MOST_MONEY = 1_000_000_000_000;
/** The most that a cell may hold: ten thousand hours. */
export const MOST_MINUTES = 600_000;
export const MOST_COLUMNS = 60;
export const MOST_LINES = 500;
export const MOST_TABLES = 40;
/** Hundredths of a per cent in a whole. */
export const WHOLE = 10_000;
const MILLION = 1_000_000;
const HOUR = 60;

/** What an hour of a line is worth, in minor units of the table's currency; null: there is no such rate. */
export interface LineRates {
  standard_rate: number | null;
  charge_rate: number | null;
  /** Null also for who may not see it. */
  cost_rate: number | null;
  nfi_rate: number | null;
}

export interface PricedLine extends LineRates {
  /** One number for each column. */
  minutes: readonly number[];
  /** Agreed for this line: an hour, or in a secondment a day; null: the charge rate. */
  rate: number | null;
  /** Paid on top of the hours in each column that has any. */
  allowance: number;
}

export interface Floors {
  /** Hundredths of a per cent; null: nothing is asked. */
  target_margin: number | null;
  floor_margin: number | null;
  target_recovery: number | null;
  floor_recovery: number | null;
}

export interface PricedTable extends Floors {
  kind: TableKind;
  /** What a minor unit is worth in minor units of the whole, in millionths. */
  exchange: number;
  minutes_per_day: number;
  on_cost: number;
  discount: number;
  fee: number | null;
  lines: readonly PricedLine[];
  expenses: readonly { paid: number; charged: number }[];
}

/** Money in minor units of the currency of what it is said of; minutes. */
export interface Figures {
  minutes: number;
  /** Hours at the standard rate: what ratios divide by. */
  standard: number;
  /** Hours at the agreed rates, before a discount or an agreed sum. */
  agreed: number;
  /** What the client pays for the work. */
  fee: number;
  /** What the client pays beside it, and what others are paid. */
  charged: number;
  paid: number;
  /** Net fee income: fee and what is charged, less what others are paid. */
  nfi: number;
  /** What the hours cost; null: not known of all, or not to be seen. */
  cost: number | null;
  /** Hours by the price card of NFI; null: it does not have all of them. */
  nfi_card: number | null;
}

export interface LineFigures extends Figures {
  /** It has hours and no standard rate. */
  missing: boolean;
}
export interface TableFigures extends Figures {
  lines: LineFigures[];
  missing: number;
  tier: Tier;
}
export interface PricingFigures extends Figures {
  tables: TableFigures[];
  missing: number;
  tier: Tier;
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
/** A sum in which one unknown makes the whole unknown. */
const sumKnown = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((all, value) => (all === null || value === null ? null : all + value), 0);

/** Minutes at so much for each `unit` of minutes; no time is worth nothing, at a rate that is not known it is unknown. */
const worth = (minutes: number, rate: number | null, unit = HOUR): number | null =>
  minutes === 0 ? 0 : rate === null ? null : proportion(minutes, rate, unit);

/** What a line of a table costs: its hours with what is added to them, and what is paid on top of each column. */
function costOf(line: PricedLine, minutes: number, onCost: number): number | null {
  const hours = worth(minutes, line.cost_rate);
  if (hours === null) return null;
  return hours + proportion(hours, onCost, WHOLE) + line.allowance * line.minutes.filter((each) => each > 0).length;
}

interface Weighed {
  minutes: number;
  standard: number | null;
  agreed: number;
  cost: number | null;
  nfi_card: number | null;
}

function weigh(line: PricedLine, { kind, minutes_per_day, on_cost }: PricedTable): Weighed {
  const minutes = sum(line.minutes);
  const unit = line.rate !== null && kind === 'secondment' ? minutes_per_day : HOUR;
  return {
    minutes,
    standard: worth(minutes, line.standard_rate),
    agreed: worth(minutes, line.rate ?? line.charge_rate ?? line.standard_rate, unit) ?? 0,
    cost: costOf(line, minutes, on_cost),
    nfi_card: worth(minutes, line.nfi_rate),
  };
}

/** What a table's client pays for its work: the agreed sum, or the hours at agreed rates less the discount. */
export const feeOf = ({ fee, discount }: Pick<PricedTable, 'fee' | 'discount'>, agreed: number): number =>
  fee ?? proportion(agreed, WHOLE - discount, WHOLE);

/**
 * The figures of one table in its own currency. Every line's share of the fee follows what it is worth at agreed rates, and the
 * shares are the fee to the minor unit.
 */
export function priceTable(table: PricedTable): TableFigures {
  const weighed = table.lines.map((line) => weigh(line, table));
  const agreed = sum(weighed.map((line) => line.agreed));
  const standard = sum(weighed.map((line) => line.standard ?? 0));
  const fee = feeOf(table, agreed);
  const weights = weighed.map((line) => (agreed > 0 ? line.agreed : standard > 0 ? (line.standard ?? 0) : line.minutes));
  const fees = sharesOf(fee, weights);
  const lines = weighed.map(
    (line, index): LineFigures => ({
      ...line,
      standard: line.standard ?? 0,
      fee: fees[index] ?? 0,
      charged: 0,
      paid: 0,
      nfi: fees[index] ?? 0,
      missing: line.standard === null,
    }),
  );
  const [charged, paid] = [sum(table.expenses.map((each) => each.charged)), sum(table.expenses.map((each) => each.paid))];
  const figures: Figures = {
    minutes: sum(weighed.map((line) => line.minutes)),
    standard,
    agreed,
    fee,
    charged,
    paid,
    nfi: fee + charged - paid,
    cost: sumKnown(weighed.map((line) => line.cost)),
    nfi_card: sumKnown(weighed.map((line) => line.nfi_card)),
  };
  return { ...figures, lines, missing: lines.filter(({ missing }) => missing).length, tier: tierOf(figures, table) };
}

/** Figures in the currency of the whole: each sum is converted once. */
export function converted(figures: Figures, exchange: number): Figures {
  const at = (value: number): number => (exchange === MILLION ? value : proportion(value, exchange, MILLION));
  const [fee, charged, paid] = [at(figures.fee), at(figures.charged), at(figures.paid)];
  return {
    minutes: figures.minutes,
    standard: at(figures.standard),
    agreed: at(figures.agreed),
    fee,
    charged,
    paid,
    nfi: fee + charged - paid,
    cost: figures.cost === null ? null : at(figures.cost),
    nfi_card: figures.nfi_card === null ? null : at(figures.nfi_card),
  };
}

/** Sums of figures in one currency. */
export const added = (all: readonly Figures[]): Figures => ({
  minutes: sum(all.map((each) => each.minutes)),
  standard: sum(all.map((each) => each.standard)),
  agreed: sum(all.map((each) => each.agreed)),
  fee: sum(all.map((each) => each.fee)),
  charged: sum(all.map((each) => each.charged)),
  paid: sum(all.map((each) => each.paid)),
  nfi: sum(all.map((each) => each.nfi)),
  cost: sumKnown(all.map((each) => each.cost)),
  nfi_card: sumKnown(all.map((each) => each.nfi_card)),
});

/**
 * What is asked of the whole: the targets of its tables, weighed by what they are asked of (recovery by standard value, margin by
 * NFI). Tables that ask for nothing do not weigh.
 */
export function floorsOfWhole(tables: readonly PricedTable[], figures: readonly Figures[]): Floors {
  const weighed = (field: keyof Floors, by: (each: Figures) => number): number | null => {
    const asked = tables.flatMap((table, index) => {
      const [value, weight] = [table[field], Math.max(0, by(figures[index] as Figures))];
      return value === null ? [] : [{ value, weight }];
    });
    const weights = sum(asked.map(({ weight }) => weight));
    if (weights === 0) return asked[0]?.value ?? null;
    return Number(asked.reduce((all, { value, weight }) => all + BigInt(value) * BigInt(weight), 0n) / BigInt(weights));
  };
  return {
    target_margin: weighed('target_margin', ({ nfi }) => nfi),
    floor_margin: weighed('floor_margin', ({ nfi }) => nfi),
    target_recovery: weighed('target_recovery', ({ standard }) => standard),
    floor_recovery: weighed('floor_recovery', ({ standard }) => standard),
  };
}

/** The figures of all tables and of the whole, in the whole's currency. The strictest tier of any of them is the whole's. */
export function price(tables: readonly PricedTable[]): PricingFigures {
  const each = tables.map(priceTable);
  const own = each.map((figures, index) => converted(figures, tables[index]?.exchange ?? MILLION));
  const whole = added(own);
  const total = tierOf(whole, floorsOfWhole(tables, own));
  const missing = sum(each.map((table) => table.missing));
  return { ...whole, tables: each, missing, tier: strictest([total, ...each.map(({ tier }) => tier)]) };
}

export const strictest = (tiers: readonly Tier[]): Tier =>
  TIERS[Math.max(0, ...tiers.map((tier) => TIERS.indexOf(tier)))] as Tier;

/** `part / whole >= hundredths`, without dividing. */
const reaches = (part: number, whole: number, hundredths: number | null): boolean =>
  hundredths === null || BigInt(part) * BigInt(WHOLE) >= BigInt(whole) * BigInt(hundredths);

type Judged = Pick<Figures, 'standard' | 'fee' | 'nfi' | 'cost'>;

/**
 * Who must approve: a Manager at or above what is aimed at, a Director below it, a Partner below the floor. Of recovery and of
 * margin the worse counts; a margin that is not known is not judged. What has neither hours nor income has nothing to judge.
 */
export function tierOf(figures: Judged, floors: Floors): Tier {
  const { standard, fee, nfi, cost } = figures;
  const judged = [
    ...(standard > 0 ? [{ part: fee, whole: standard, target: floors.target_recovery, floor: floors.floor_recovery }] : []),
    ...(cost !== null && (cost > 0 || nfi !== 0)
      ? [{ part: nfi - cost, whole: nfi, target: floors.target_margin, floor: floors.floor_margin }]
      : []),
  ];
  // Without any income a margin falls below whatever is asked.
  const holds = (part: number, whole: number, asked: number | null): boolean =>
    asked === null || (whole > 0 && reaches(part, whole, asked));
  if (judged.some(({ part, whole, floor }) => !holds(part, whole, floor))) return 'Partner';
  return judged.some(({ part, whole, target }) => !holds(part, whole, target)) ? 'Director' : 'Manager';
}

const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/**
 * Fee by standard value, also called realization; null without a standard value. ICAEW's guidance on fees: of 470 on the clock
 * 70 are written off and 400 billed, which recovers 85 %.
 */
export const recoveryOf = ({ fee, standard }: Pick<Figures, 'fee' | 'standard'>): number | null => ratio(fee, standard);
/** Standard value that is not charged: 70 of the 470; below 0: more than the standard value. */
export const underRecovery = ({ fee, standard }: Pick<Figures, 'fee' | 'standard'>): number => standard - fee;
/** NFI less the cost of the hours; null where that is not known. */
export const marginOf = ({ nfi, cost }: Pick<Figures, 'nfi' | 'cost'>): number | null => (cost === null ? null : nfi - cost);
/** Margin by NFI; null without income or known cost. */
export const marginRatio = (figures: Pick<Figures, 'nfi' | 'cost'>): number | null => {
  const margin = marginOf(figures);
  return margin === null ? null : ratio(margin, figures.nfi);
};
/** What an hour brings: fee by hours, in minor units, rounded; null without hours. */
export const effectiveRate = ({ fee, minutes }: Pick<Figures, 'fee' | 'minutes'>): number | null =>
  minutes > 0 ? proportion(fee, HOUR, minutes) : null;
