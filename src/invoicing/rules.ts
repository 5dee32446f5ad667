import { proportion } from '../kit/money.ts';

/** Pure arithmetic of invoices. Money is minor units, rates of tax are hundredths of a per cent, quantities thousandths. */

export const KINDS = ['invoice', 'credit_note'] as const;
export type Kind = (typeof KINDS)[number];
export const STATUSES = ['draft', 'issued', 'part_paid', 'paid', 'credited'] as const;
export type Status = (typeof STATUSES)[number];
export const LINE_KINDS = ['time', 'fixed', 'expense'] as const;
export type LineKind = (typeof LINE_KINDS)[number];
export const UNITS = ['hour', 'day', 'month', 'piece'] as const;
export type Unit = (typeof UNITS)[number];
export const GROUPS = ['person', 'grade', 'task', 'phase', 'project'] as const;
export type Group = (typeof GROUPS)[number];
export const INSTALMENT_KINDS = ['instalment', 'milestone', 'retainer'] as const;
/** Who costs a project beside its own people: subcontractors, other firms of the network, and what is paid out for the client. */
export const COST_KINDS = ['subcontractor', 'other_firm', 'disbursement'] as const;
export type CostKind = (typeof COST_KINDS)[number];
/** Categories of VAT (UNCL 5305): standard, zero rated, exempt, reverse charge, outside of its scope. */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'O'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

export const MOST_LINES = 400;
export const MOST_MONEY = 1_000_000_000_000;
export const MOST_QUANTITY = 1_000_000_000;
/** Entries that one invoice bills at most. */
export const MOST_ENTRIES = 20_000;
const SECONDS_AN_HOUR = 3600;
const THOUSAND = 1000;
const PER_CENT = 10_000;

/** What time is worth at a rate an hour. */
export const valueOf = (seconds: number, rate: number): number => proportion(seconds, rate, SECONDS_AN_HOUR);

/** What a line is made of. */
export interface LineBase {
  kind: LineKind;
  seconds: number | null;
  quantity: number;
  price: number;
  adjustment: number;
}

/**
 * What a line comes to (BT-131): its quantity at its price, to the minor unit; of time what it is worth with what is written off
 * or up. EN 16931 rounds each line, and sums what is rounded.
 */
export const amountOf = ({ kind, seconds, quantity, price, adjustment }: LineBase): number =>
  kind === 'time' ? valueOf(seconds ?? 0, price) + adjustment : proportion(quantity, price, THOUSAND);

export interface TaxedLine {
  amount: number;
  tax_category: TaxCategory;
  tax_rate: number;
  tax_reason?: string;
}

/** The lines of one category and rate, with their tax: a group of BG-23. */
export interface TaxGroup {
  tax_category: TaxCategory;
  tax_rate: number;
  tax_reason: string;
  base: number;
  tax: number;
}

export interface Totals {
  net: number;
  tax: number;
  gross: number;
  taxes: TaxGroup[];
}

/**
 * What lines come to: tax is computed once for each category and rate from the sum of their lines, and rounded there (BR-CO-17,
 * BR-S-08, BR-S-09), never line by line.
 */
export function totalsOf(lines: readonly TaxedLine[]): Totals {
  const groups = new Map<string, TaxGroup>();
  for (const { amount, tax_category, tax_rate, tax_reason = '' } of lines) {
    const key = `${tax_category} ${tax_rate}`;
    const group = groups.get(key) ?? { tax_category, tax_rate, tax_reason, base: 0, tax: 0 };
    group.base += amount;
    if (group.tax_reason === '') group.tax_reason = tax_reason;
    groups.set(key, group);
  }
  const order = (group: TaxGroup): number => TAX_CATEGORIES.indexOf(group.tax_category) * PER_CENT - group.tax_rate;
  const taxes = [...groups.values()]
    .map((group) => ({ ...group, tax: proportion(group.base, group.tax_rate, PER_CENT) }))
    .sort((a, b) => order(a) - order(b));
  const net = taxes.reduce((all, { base }) => all + base, 0);
  const tax = taxes.reduce((all, each) => all + each.tax, 0);
  return { net, tax, gross: net + tax, taxes };
}

/** Where an invoice stands by what was paid and credited of it. */
export function statusOf({ gross, paid, credited }: { gross: number; paid: number; credited: number }): Exclude<Status, 'draft'> {
  if (gross > 0 && credited === gross) return 'credited';
  if (paid + credited >= gross) return 'paid';
  return paid + credited > 0 ? 'part_paid' : 'issued';
}

/** What is still to be paid; below 0 what is to be paid back. */
export const openOf = ({ gross, paid, credited }: { gross: number; paid: number; credited: number }): number =>
  gross - paid - credited;

/** Who must agree that time is billed at less or more than it is worth. */
export const TIERS = ['Manager', 'Director', 'Partner'] as const;
export type Tier = (typeof TIERS)[number];
/** What of a value a tier may agree to write off, in hundredths of a per cent. */
export const MOST_OFF: Readonly<Record<Tier, number>> = { Manager: 1000, Director: 3000, Partner: PER_CENT };

/** The grade that decides on an adjustment: more than the value needs a Manager; the larger the write-off, the higher. */
export const tierOf = (value: number, adjustment: number): Tier =>
  TIERS.find((tier) => -adjustment * PER_CENT <= value * MOST_OFF[tier]) ?? 'Partner';

/** What becomes of work in progress that is given up without an invoice. */
export const WRITE_OFF_STATES = ['waiting', 'approved', 'rejected', 'withdrawn', 'taken_back'] as const;
export type WriteOffState = (typeof WRITE_OFF_STATES)[number];

const NUMBER = /\{(0{1,8})\}/;

/** A number by the pattern of its series: `INV-{YYYY}-{0000}`. */
export function numberText(pattern: string, { year, place }: { year: number; place: number }): string {
  const [token = '{0000}', zeros = '0000'] = NUMBER.exec(pattern) ?? [];
  return pattern
    .replace(token, String(place).padStart(zeros.length, '0'))
    .replaceAll('{YYYY}', String(year))
    .replaceAll('{YY}', String(year).slice(-2));
}

/** Whether a pattern begins anew each year. */
export const isYearly = (pattern: string): boolean => /\{YY(YY)?\}/.test(pattern);

export const isPattern = (text: string): boolean =>
  NUMBER.test(text) &&
  text
    .replace(NUMBER, '')
    .replace(/\{YY(YY)?\}/g, '')
    .search(/[{}]/) < 0;

/** What a project is billed as, by what was invoiced, what waits and what is left; undefined: as before. */
export function billingStatusOf(found: {
  /** Net of what was issued, less what was credited. */
  billed: number;
  /** Whether there is a draft. */
  drafted: boolean;
  /** Whether time or instalments are left. */
  left: boolean;
  status: string;
}): 'in_progress' | 'ready_to_bill' | 'part_billed' | 'billed' | undefined {
  if (found.status === 'internal' || found.status === 'written_off') return undefined;
  if (found.billed > 0) return found.left || found.drafted ? 'part_billed' : 'billed';
  if (found.drafted) return 'ready_to_bill';
  return ['part_billed', 'billed', 'ready_to_bill'].includes(found.status) ? 'in_progress' : undefined;
}
