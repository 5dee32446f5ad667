import type { Day } from '../kit/day.ts';

/** The columns of a table of clients to import, in the order of its template. */
export const CLIENT_FIELDS = [
  'name',
  'sector',
  'status',
  'group',
  'responsible',
  'legal_name',
  'street',
  'postal_code',
  'city',
  'country',
  'vat_id',
  'billing_email',
  'language',
  'currency',
  'payment_days',
] as const;
export type ClientField = (typeof CLIENT_FIELDS)[number];

/** The columns of a table of projects to import, in the order of its template. */
export const PROJECT_FIELDS = [
  'code',
  'name',
  'client',
  'managers',
  'team',
  'status',
  'billing_status',
  'chargeable',
  'fee_kind',
  'starts_on',
  'ends_on',
  'budget_hours',
  'budget_fee',
  'currency',
] as const;
export type ProjectField = (typeof PROJECT_FIELDS)[number];

/** Rows that one table may bring. */
export const MOST_IMPORTED = 10_000;
/** What a budget can be at most: minutes, and minor units of its currency. */
export const MOST_BUDGET = { minutes: 100_000_000, fee: 1_000_000_000_000 } as const;

export const STATUSES = ['planned', 'active', 'on_hold', 'completed', 'archived'] as const;
export const BILLING_STATUSES = [
  'not_started',
  'in_progress',
  'ready_to_bill',
  'part_billed',
  'billed',
  'written_off',
  'internal',
] as const;
/** What the client pays for: hours, a sum, a sum a period, hours up to a sum, nothing. */
export const FEE_KINDS = ['time_and_materials', 'fixed', 'retainer', 'capped', 'internal'] as const;
export const CLIENT_STATUSES = ['prospect', 'active', 'archived'] as const;

/**
 * Forms of VAT identification numbers without their two letters, by country. Source: the table of structures that the European
 * Commission publishes for VIES, and the national forms of GB, CH and NO.
 */
const VAT: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-W][A-IW]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^[A-Z0-9+*]{10}\d{2}$/,
  NO: /^\d{9}(MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

/** Letters of VAT numbers that are not those of the country. */
const LETTERS: Readonly<Record<string, readonly string[]>> = { GR: ['EL'], GB: ['GB', 'XI'], IM: ['GB'], MC: ['FR'] };

/**
 * A VAT number as it is stored: its two letters and the rest without blanks, dots and hyphens. The letters may be left out where
 * the country is known. Undefined when it has not the form of its country; a country without a known form takes 2 to 13
 * letters and digits.
 */
export function vatNumber(given: string, country: string | null): string | undefined {
  const plain = given.toUpperCase().replace(/[\s.\-/]/g, '');
  const letters = country === null ? [] : (LETTERS[country] ?? [country]);
  const own = plain.slice(0, 2);
  const named = VAT[own] !== undefined || (letters.includes(own) && /^[A-Z]{2}/.test(own));
  // Letters of another country are no number of this one, though they may have its form.
  if (named && letters.length > 0 && !letters.includes(own)) return undefined;
  const prefix = named ? own : letters[0];
  if (prefix === undefined) return undefined;
  const rest = prefix === own && named ? plain.slice(2) : plain;
  const form = VAT[prefix];
  return (form ?? /^[A-Z0-9+*]{2,13}$/).test(rest) ? `${prefix}${rest}` : undefined;
}

const NUMBER = /\{(0{1,8})\}/;
const LETTERS_OF_CLIENT = 3;

/** What stands before and after the number of a code, and its digits, by the firm's pattern. */
export function codeParts(
  pattern: string,
  { year, client }: { year: number; client: string | null },
): { before: string; after: string; digits: number } {
  const letters = (client ?? 'INT')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, LETTERS_OF_CLIENT)
    .toUpperCase();
  const filled = pattern
    .replaceAll('{YYYY}', String(year))
    .replaceAll('{YY}', String(year).slice(-2))
    .replaceAll('{CLIENT}', letters || 'INT');
  const [token = '{0000}', zeros = '0000'] = NUMBER.exec(filled) ?? [];
  const at = filled.indexOf(token);
  return { before: filled.slice(0, at), after: filled.slice(at + token.length), digits: zeros.length };
}

/** A code by its parts and number. */
export const codeOf = ({ before, after, digits }: ReturnType<typeof codeParts>, number: number): string =>
  `${before}${String(number).padStart(digits, '0')}${after}`;

/** A day some years later; 29 February becomes the 28th where there is none. */
export function yearsLater(day: Day, years: number): Day {
  const moved = `${String(Number(day.slice(0, 4)) + years).padStart(4, '0')}${day.slice(4)}`;
  const real = new Date(`${moved}T00:00:00Z`);
  return Number.isNaN(real.getTime()) || real.toISOString().slice(0, 10) !== moved ? `${moved.slice(0, 8)}28` : moved;
}

const YEAR = /\b(20\d\d)\b/g;

/** A name for the years that follow: each year in it moves along; a name without one stays. */
export const nameLater = (name: string, years: number): string => name.replace(YEAR, (year) => String(Number(year) + years));
