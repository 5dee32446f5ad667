/**
 * What hours are worth and what they bring. Amounts of time are kept as seconds times minor units an hour ("hour-seconds"): whole
 * numbers that add up exactly, and are divided by 3,600 and rounded once, where they are shown. Ratios are divided from sums; a
 * denominator of nothing gives null, which is shown as "n/a".
 */

/** What an hour of some time is worth, in minor units; null: nothing says so. */
export interface HourWorth {
  standard_rate: number | null;
  /** What was agreed with the client; null: the standard rate is charged. */
  charge_rate: number | null;
  cost_rate: number | null;
}

export interface WorthOfTime {
  seconds: number;
  standard: number;
  charge: number;
  cost: number;
  unpriced_seconds: number;
  unrated_seconds: number;
  uncosted_seconds: number;
}

/**
 * Time at its rates: standard value, what is charged for it (of chargeable time alone) and what it costs, in hour-seconds, with the
 * seconds that nothing prices.
 * @param rates undefined: time on no project, which is worth nothing to anybody
 */
export function worthOf(
  { seconds, chargeable }: { seconds: number; chargeable: boolean },
  rates: HourWorth | undefined,
): WorthOfTime {
  const none = { seconds, standard: 0, charge: 0, cost: 0, unpriced_seconds: 0, unrated_seconds: 0, uncosted_seconds: 0 };
  if (!rates) return none;
  const { standard_rate: standard, cost_rate: cost } = rates;
  const charge = chargeable ? (rates.charge_rate ?? standard) : 0;
  return {
    seconds,
    standard: seconds * (standard ?? 0),
    charge: seconds * (charge ?? 0),
    cost: seconds * (cost ?? 0),
    unpriced_seconds: standard === null ? seconds : 0,
    unrated_seconds: charge === null ? seconds : 0,
    uncosted_seconds: cost === null ? seconds : 0,
  };
}

/** How a project pays for its hours: a share of their standard value, or of what is charged for them. */
export interface Earning {
  basis: 'standard' | 'charge';
  /** `fee = basis × share of / whole`, in minor units for `of`, in hour-seconds for `whole`; without `whole` all of the basis. */
  of: number;
  whole: number;
  /** The fee of a fixed-fee project is not known, or its work has no plan ahead while it is open. */
  flag: 'no_fee' | 'no_plan' | null;
}

export interface Engagement {
  fee_kind: string;
  /** Agreed for the whole work, in minor units; null: not agreed. */
  fee: number | null;
  open: boolean;
  /** All of its chargeable time up to now, and the confirmed plan from tomorrow on, in hour-seconds. */
  standard: number;
  charge: number;
  planned: number;
}

/** What everything is charged by: hours at what was agreed for them. */
const BY_THE_HOUR: Earning = { basis: 'charge', of: 0, whole: 0, flag: null };

/**
 * How the fee of a project is earned. Time and materials: hours at charge rates. Fixed (and retainers): fee × progress, and progress is
 * standard value to date ÷ (that + standard value of the confirmed plan ahead), so any slice of the work earns its share of the
 * standard value and the whole never more than the fee (PRODUCT 1, ICAEW on fees). Capped: hours at charge rates until the cap, from
 * which on every hour earns its share of it.
 */
export function earningOf({ fee_kind, fee, open, standard, charge, planned }: Engagement): Earning {
  if (fee_kind === 'fixed' || fee_kind === 'retainer') {
    if (fee === null) return { basis: 'standard', of: 0, whole: 1, flag: 'no_fee' };
    return { basis: 'standard', of: fee, whole: standard + planned, flag: open && planned === 0 ? 'no_plan' : null };
  }
  if (fee_kind === 'internal') return { basis: 'charge', of: 0, whole: 1, flag: null };
  if (fee_kind === 'capped' && fee !== null && charge > fee * HOUR)
    return { basis: 'charge', of: fee, whole: charge, flag: null };
  return BY_THE_HOUR;
}
const HOUR = 3600;

/** Sums of a period, a group or a project: seconds and minor units of one currency. */
export interface Money {
  seconds: number;
  /** Chargeable time on projects of clients. */
  chargeable_seconds: number;
  /** Standard value of the chargeable time. */
  standard: number;
  /** The same time at what was agreed for an hour. */
  charge: number;
  /** What it earns. */
  fee: number;
  /** Taken off invoices (below 0: put on top). */
  written_off: number;
  /** Cost of all time on the projects; only for who may see it. */
  cost?: number | undefined;
  /** What third parties cost them, unless the client pays it on top of the fee; only for who may see costs. */
  third_party?: number | undefined;
  /** Time that has no standard rate, nothing to charge, and (with the cost) no cost rate. */
  unpriced_seconds: number;
  unrated_seconds: number;
  uncosted_seconds?: number | undefined;
}

const ratio = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

/** What is left of the fees after write-offs. */
export const earned = ({ fee, written_off }: Pick<Money, 'fee' | 'written_off'>): number => fee - written_off;
/** Fees ÷ standard value. Of 470 on the clock, 70 written off and 400 billed: 85 % (ICAEW). Null without standard value. */
export const recovery = (money: Money): number | null => ratio(earned(money), money.standard);
/** Standard value that is not earned; below 0 where more is earned. */
export const underRecovery = (money: Money): number => money.standard - earned(money);
/** The same ÷ standard value: 15 % of the 470. */
export const underRecoveryRatio = (money: Money): number | null => ratio(underRecovery(money), money.standard);
/** Of the under-recovery: from standard to agreed rates. */
export const discount = ({ standard, charge }: Money): number => standard - charge;
/** Of the under-recovery: hours at agreed rates for which a fixed fee does not pay. */
export const overrun = ({ charge, fee }: Money): number => charge - fee;
/** What an hour of chargeable time brings, in minor units; null without such time. */
export const effectiveRate = (money: Money): number | null =>
  money.chargeable_seconds > 0 ? (earned(money) * HOUR) / money.chargeable_seconds : null;
/** Net fee income: fees less what subcontractors, other firms and disbursements cost (PRODUCT 1); null where it is not to be seen. */
export const netFees = (money: Money): number | null =>
  money.third_party === undefined ? null : earned(money) - money.third_party;
/** Net fee income less the cost of the hours; null where the cost is not to be seen. */
export const margin = (money: Money): number | null => {
  const net = netFees(money);
  return net === null || money.cost === undefined ? null : net - money.cost;
};
/** Margin ÷ net fee income. */
export const marginRatio = (money: Money): number | null => {
  const [left, net] = [margin(money), netFees(money)];
  return left === null || net === null ? null : ratio(left, net);
};
