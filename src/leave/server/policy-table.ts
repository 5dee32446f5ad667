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
import { POLICY_COLUMNS, type PolicyColumn } from '../rules.ts';
import { type NewPolicy, faultOf, ruleOf } from './policies.ts';

/** Paid-time-off rules as a table: what its columns are, what may stand in them, and the judgement of a line. */

/** What may stand in the columns with a fixed choice, in English; files may say it in any of our languages. */
const CHOICES = {
  layer: { statutory: said`statutory`, contractual: said`contractual` },
  manner: { granted: said`granted for the year`, accrued: said`accrued by the month` },
  pro_rata: { days: said`by days`, months: said`by full months`, none: said`not at all` },
  rounding: { none: said`minutes`, half_day: said`half days`, day: said`whole days` },
} as const;
type Chosen = keyof typeof CHOICES;
const UNLIMITED = said`unlimited`;

export const policyTable = new TableImport<PolicyColumn>({
  name: 'paid time off',
  fields: POLICY_COLUMNS,
  headings: {
    country: said`Country`,
    type: said`Leave type`,
    layer: said`Layer`,
    grade: said`Grade`,
    seniority_years: said`From years of service`,
    days: said`Days a year`,
    manner: said`Given`,
    pro_rata: said`In proportion`,
    rounding: said`Rounded up to`,
    carry_days: said`Carried over at most (days)`,
    carry_months: said`Carried over for (months)`,
    negative_days: said`May go below zero by (days)`,
    valid_from: said`Holds from`,
  },
  needed: ['country', 'type', 'days', 'valid_from'],
});

/** The firm's own lists, by which a table is judged and which its template offers. */
export interface Lists {
  types: readonly { id: string; name: string }[];
  countries: readonly { code: string; name: string }[];
}

/** What the template offers to choose from, in the reader's language. */
export function policyOffers({ types, countries }: Lists, language: string): Partial<Record<PolicyColumn, Offer>> {
  const fixed = (field: Chosen): Offer => ({
    options: Object.values<Text>(CHOICES[field]).map((words) => inLanguage(words, language)),
  });
  return {
    country: { options: countries.map(({ name }) => name) },
    type: { options: types.map(({ name }) => name) },
    grade: { options: GRADES },
    layer: fixed('layer'),
    manner: fixed('manner'),
    pro_rata: fixed('pro_rata'),
    rounding: fixed('rounding'),
    seniority_years: { example: '0' },
    days: { example: '25' },
    carry_days: { example: '5' },
    carry_months: { example: '3' },
    negative_days: { example: '0' },
    valid_from: { example: '2026-01-01' },
  };
}

/** A rule as a line of the table, in the reader's language: what was exported can be imported again. */
export function cellsOf(
  policy: Required<Omit<NewPolicy, 'id' | 'type_id' | 'valid_to'>> & { type: string },
  language: string,
): Record<PolicyColumn, string> {
  const say = (text: Text): string => inLanguage(text, language);
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return {
    country: names.of(policy.country) ?? policy.country,
    type: policy.type,
    layer: say(CHOICES.layer[policy.layer]),
    grade: policy.grade ?? '',
    seniority_years: String(policy.seniority_years),
    days: String(policy.days),
    manner: say(CHOICES.manner[policy.manner]),
    pro_rata: say(CHOICES.pro_rata[policy.pro_rata]),
    rounding: say(CHOICES.rounding[policy.rounding]),
    carry_days: policy.carry_days === null ? say(UNLIMITED) : String(policy.carry_days),
    carry_months: policy.carry_months === null ? '' : String(policy.carry_months),
    negative_days: String(policy.negative_days),
    valid_from: policy.valid_from,
  };
}

/** Reads single cells by the firm's lists and the fixed choices. */
class Reader {
  readonly #lists: Lists;
  readonly #country: (text: string) => { code: string } | undefined;
  readonly #type: (text: string) => { id: string } | undefined;
  readonly #grade = finder(GRADES, (grade) => [grade]);
  readonly #unlimited = finder([true], () => inEveryLanguage(UNLIMITED));
  readonly #day: ReturnType<typeof dayReader>;

  constructor(lists: Lists, rows: readonly Cells<PolicyColumn>[]) {
    this.#lists = lists;
    this.#country = finder(lists.countries, ({ code }) => countryNames(code));
    this.#type = finder(lists.types, ({ name }) => [name]);
    this.#day = dayReader(rows.map((row) => row.valid_from));
  }

  /** The rule that a line stands for, as far as it could be read. */
  policy(cells: Cells<PolicyColumn>, say: Say<PolicyColumn>): NewPolicy {
    const country = this.#country(cells.country);
    const type = this.#type(cells.type);
    const grade = this.#grade(cells.grade);
    if (!country)
      say(
        'country',
        this.#unknown(
          cells.country,
          this.#lists.countries.map(({ name }) => name),
        ),
      );
    if (!type)
      say(
        'type',
        this.#unknown(
          cells.type,
          this.#lists.types.map(({ name }) => name),
        ),
      );
    if (cells.grade !== '' && !grade) say('grade', this.#unknown(cells.grade, GRADES));
    if (cells.days === '') say('days', 'This field is required.');
    const unlimited = this.#unlimited(cells.carry_days) ?? false;
    const months = this.#number(cells, 'carry_months', 12, 0, say);
    if (months === 0) say('carry_months', said`Write a number from ${1} to ${12}.`);
    const column = { day: this.#day, from: '1990-01-01', to: '2100-12-31' };
    return {
      country: country?.code ?? '',
      type_id: type?.id ?? '',
      layer: this.#chosen('layer', cells, say) ?? 'contractual',
      grade: grade ?? null,
      seniority_years: this.#number(cells, 'seniority_years', 60, 0, say) ?? 0,
      days: this.#number(cells, 'days', 366, 2, say) ?? 0,
      manner: this.#chosen('manner', cells, say) ?? 'granted',
      pro_rata: this.#chosen('pro_rata', cells, say) ?? 'days',
      rounding: this.#chosen('rounding', cells, say) ?? 'none',
      carry_days: unlimited ? null : (this.#number(cells, 'carry_days', 366, 2, say) ?? 0),
      carry_months: months ?? null,
      negative_days: this.#number(cells, 'negative_days', 366, 2, say) ?? 0,
      valid_from: dayFrom(cells.valid_from, column, (message) => say('valid_from', message)) ?? '',
    };
  }

  #unknown(text: string, allowed: readonly string[]): Text {
    return said`"${text}" is not known. Allowed are: ${said`${allowed}`}.`;
  }

  #number(
    cells: Cells<PolicyColumn>,
    field: PolicyColumn,
    most: number,
    decimals: number,
    say: Say<PolicyColumn>,
  ): number | undefined {
    if (cells[field] === '') return undefined;
    const value = numberIn(cells[field], most, decimals);
    if (value === undefined) say(field, said`Write a number from 0 to ${most}.`);
    return value;
  }

  #chosen<Field extends Chosen>(
    field: Field,
    cells: Cells<PolicyColumn>,
    say: Say<PolicyColumn>,
  ): keyof (typeof CHOICES)[Field] | undefined {
    if (cells[field] === '') return undefined;
    const choices = Object.entries<Text>(CHOICES[field]);
    const found = finder(choices, ([value, words]) => [value, ...inEveryLanguage(words)])(cells[field]);
    if (!found) say(field, said`"${cells[field]}" is not known. Allowed are: ${said`${choices.map(([, words]) => words)}`}.`);
    return found?.[0] as keyof (typeof CHOICES)[Field] | undefined;
  }
}

/** Judges a table whole: every row, every fault at once. Rules are complete only without faults. */
export function judgePolicies(
  rows: readonly Cells<PolicyColumn>[],
  lists: Lists,
): { policies: NewPolicy[]; faults: Fault<PolicyColumn>[] } {
  const reader = new Reader(lists, rows);
  const seen = new Map<string, number>();
  const { read, faults } = policyTable.judge(rows, (cells, say) => {
    const policy = reader.policy(cells, say);
    const fault = faultOf(policy);
    if (fault) say(fault.field, fault.message);
    const rule = `${ruleOf(policy)} ${policy.valid_from}`;
    const twin = seen.get(rule);
    if (twin === undefined) seen.set(rule, cells.row);
    else say('valid_from', said`This rule stands in row ${twin} too.`);
    return policy;
  });
  return { policies: read, faults };
}
