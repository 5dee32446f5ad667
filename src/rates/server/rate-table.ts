import { GRADES } from '../../kit/grades.ts';
import { type Text, said } from '../../kit/said.ts';
import {
  type Cells,
  type Fault,
  type Offer,
  type Say,
  TableImport,
  countryNames,
  dayFrom,
  finder,
  inEveryLanguage,
  numberIn,
} from '../../server/table-import.ts';
import { dayReader } from '../../server/tables-days.ts';
import { inLanguage } from '../../server/texts.ts';
import { type Amount, type Amounts, MOST_RATE, RATE_COLUMNS, type RateColumn, keyOf } from '../rules.ts';
import { type Bounds, type RateFault, type StoredRate, type Wanted, faultsOf } from './plans.ts';

/** Rates as a table: what its columns are, what may stand in them, and the judgement of a line. */

export const rateTable = new TableImport<RateColumn>({
  name: 'rates',
  fields: RATE_COLUMNS,
  headings: {
    service_line: said`Service line`,
    role: said`Role in the service line`,
    grade: said`Grade`,
    country: said`Country`,
    currency: said`Currency`,
    standard_rate: said`Standard rate`,
    charge_rate: said`Charge rate`,
    cost_rate: said`Cost rate`,
    nfi_rate: said`NFI an hour`,
    valid_from: said`Holds from`,
  },
  needed: ['service_line', 'role', 'grade', 'country', 'standard_rate', 'valid_from'],
});

/** In place of an amount: there is to be none. An empty cell leaves what is there. */
const NONE = said`none`;

/** The firm's own lists, by which a table is judged and which its template offers. */
export interface Lists {
  lines: readonly { id: string; name: string; is_active: boolean }[];
  roles: readonly { id: string; service_line_id: string; name: string; is_active: boolean }[];
  countries: readonly { code: string; name: string }[];
  /** The firm's own: of lines that name none. */
  currency: string;
  /** Whether the reader may see and set what hours cost. */
  sees: boolean;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));
const digits = new Map<string, number>();
/** Digits after the decimal sign that a currency has. */
function digitsOf(currency: string): number {
  const known = digits.get(currency);
  if (known !== undefined) return known;
  const found = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  digits.set(currency, found);
  return found;
}

/** What the template offers to choose from. */
export function rateOffers({ lines, roles, countries, currency }: Lists): Partial<Record<RateColumn, Offer>> {
  const active = <Row extends { name: string; is_active: boolean }>(rows: readonly Row[]): string[] => [
    ...new Set(rows.filter(({ is_active }) => is_active).map(({ name }) => name)),
  ];
  return {
    service_line: { options: active(lines) },
    role: { options: active(roles) },
    grade: { options: GRADES },
    country: { options: countries.map(({ name }) => name) },
    currency: { example: currency },
    standard_rate: { example: '145.00' },
    valid_from: { example: '2027-01-01' },
  };
}

/** An amount as people write it: in the currency, with a point. */
const written = (minor: number | null, currency: string): number | null =>
  minor === null ? null : minor / 10 ** digitsOf(currency);

/** A rate as a line of the table: what was exported can be imported again. */
export function cellsOf(rate: StoredRate & { service_line: string; role: string }, language: string, sees: boolean) {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return {
    service_line: rate.service_line,
    role: rate.role,
    grade: rate.grade,
    country: names.of(rate.country) ?? rate.country,
    currency: rate.currency,
    standard_rate: written(rate.standard_rate, rate.currency),
    charge_rate: written(rate.charge_rate, rate.currency),
    cost_rate: sees ? written(rate.cost_rate, rate.currency) : null,
    nfi_rate: written(rate.nfi_rate, rate.currency),
    valid_from: rate.valid_from,
  };
}

/** Reads single cells by the firm's lists. */
class Reader {
  readonly #lists: Lists;
  readonly #country: (text: string) => { code: string } | undefined;
  readonly #line: (text: string) => { id: string; name: string } | undefined;
  readonly #grade = finder(GRADES, (grade) => [grade]);
  readonly #none = finder([true], () => inEveryLanguage(NONE));
  readonly #day: ReturnType<typeof dayReader>;

  constructor(lists: Lists, rows: readonly Cells<RateColumn>[]) {
    this.#lists = lists;
    this.#country = finder(lists.countries, ({ code }) => countryNames(code));
    this.#line = finder(lists.lines, ({ name }) => [name]);
    this.#day = dayReader(rows.map((row) => row.valid_from));
  }

  /** The rate that a line stands for, or undefined after saying what is wrong with it. */
  rate(cells: Cells<RateColumn>, say: Say<RateColumn>): Wanted | undefined {
    const role = this.#role(cells, say);
    const grade = this.#grade(cells.grade);
    if (!grade) say('grade', unknown(cells.grade, GRADES));
    const country = this.#country(cells.country);
    if (!country)
      say(
        'country',
        unknown(
          cells.country,
          this.#lists.countries.map(({ name }) => name),
        ),
      );
    const currency = (cells.currency || this.#lists.currency).toUpperCase();
    const known = currencies.has(currency);
    if (!known) say('currency', said`"${cells.currency}" is no currency. Write its three letters, such as EUR.`);
    const standard = this.#amount(cells, 'standard_rate', known ? currency : 'EUR', say);
    if (cells.standard_rate === '') say('standard_rate', 'This field is required.');
    else if (standard === null) say('standard_rate', 'A rate has a standard rate.');
    const others = this.#others(cells, known ? currency : 'EUR', say);
    const column = { day: this.#day, from: '1990-01-01', to: '2100-12-31' };
    const valid_from = dayFrom(cells.valid_from, column, (message) => say('valid_from', message));
    if (!role || !grade || !country || !known || typeof standard !== 'number' || !valid_from) return undefined;
    return { sl_role_id: role.id, grade, country: country.code, currency, standard_rate: standard, ...others, valid_from };
  }

  #others(cells: Cells<RateColumn>, currency: string, say: Say<RateColumn>): Partial<Amounts> {
    const others: Partial<Amounts> = {};
    for (const field of ['charge_rate', 'cost_rate', 'nfi_rate'] as const) {
      if (cells[field] === '') continue;
      if (field === 'cost_rate' && !this.#lists.sees) say(field, 'Your role does not see what hours cost. Leave this empty.');
      const amount = this.#amount(cells, field, currency, say);
      if (amount !== undefined) others[field] = amount;
    }
    return others;
  }

  /** The role of the service line that the line names. */
  #role(cells: Cells<RateColumn>, say: Say<RateColumn>): { id: string } | undefined {
    const line = this.#line(cells.service_line);
    if (!line) {
      say(
        'service_line',
        unknown(
          cells.service_line,
          this.#lists.lines.filter((each) => each.is_active).map(({ name }) => name),
        ),
      );
      return undefined;
    }
    const own = this.#lists.roles.filter(({ service_line_id }) => service_line_id === line.id);
    const role = finder(own, ({ name }) => [name])(cells.role);
    if (!role)
      say(
        'role',
        unknown(
          cells.role,
          own.filter((each) => each.is_active).map(({ name }) => name),
        ),
      );
    return role;
  }

  /** Minor units; null for none; undefined where nothing stands, or after saying what is wrong. */
  #amount(cells: Cells<RateColumn>, field: Amount, currency: string, say: Say<RateColumn>): number | null | undefined {
    if (cells[field] === '') return undefined;
    if (this.#none(cells[field])) return null;
    const places = digitsOf(currency);
    const value = numberIn(cells[field], MOST_RATE / 10 ** places, places);
    if (value === undefined)
      say(field, said`Write an amount of at most ${MOST_RATE / 10 ** places} with up to ${places} decimals.`);
    return value === undefined ? undefined : Math.round(value * 10 ** places);
  }
}

const unknown = (text: string, allowed: readonly string[]): Text =>
  said`"${text}" is not known. Allowed are: ${said`${allowed}`}.`;

/** Where a fault of a rate stands in the table. */
const columnOf = (field: RateFault['field']): RateColumn | '' => {
  if (field === 'sl_role_id') return 'role';
  return (RATE_COLUMNS as readonly string[]).includes(field) ? (field as RateColumn) : '';
};

/** Judges a table whole: every row, every fault at once. Rates are complete only without faults. */
export function judgeRates(
  rows: readonly Cells<RateColumn>[],
  lists: Lists,
  held: (rate: Wanted) => readonly StoredRate[],
  bounds: Bounds,
): { rates: (Wanted | undefined)[]; faults: Fault<RateColumn>[] } {
  const reader = new Reader(lists, rows);
  const seen = new Map<string, number>();
  const { read, faults } = rateTable.judge(rows, (cells, say) => {
    const rate = reader.rate(cells, say);
    if (!rate) return undefined;
    const own = held(rate);
    // A line that says what holds since that very day says nothing new, in the past too.
    const old = own.some(({ valid_from }) => valid_from === rate.valid_from) && isAsHeld(rate, own);
    if (!old) for (const { field, message } of faultsOf(rate, own, bounds)) say(columnOf(field), message);
    const key = `${keyOf(rate)} ${rate.valid_from}`;
    const twin = seen.get(key);
    if (twin === undefined) seen.set(key, cells.row);
    else say('valid_from', said`This rate stands in row ${twin} too.`);
    return rate;
  });
  return { rates: read, faults };
}

function isAsHeld(rate: Wanted, held: readonly StoredRate[]): boolean {
  const same = held.find(({ valid_from }) => valid_from === rate.valid_from);
  return (
    same !== undefined &&
    same.standard_rate === rate.standard_rate &&
    (['charge_rate', 'cost_rate', 'nfi_rate'] as const).every((field) => rate[field] === undefined || rate[field] === same[field])
  );
}

/** The titles of the table in a reader's language, for an export. */
export const titlesFor = (language: string): Record<RateColumn, string> =>
  Object.fromEntries(RATE_COLUMNS.map((field) => [field, inLanguage(rateTable.heading(field), language)])) as Record<
    RateColumn,
    string
  >;
