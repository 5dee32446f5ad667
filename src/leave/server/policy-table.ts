import { isDay } from '../../kit/day.ts';
import { GRADES, type Grade, LANGUAGES } from '../../kit/grades.ts';
import { type Text, said } from '../../kit/said.ts';
import { dayReader } from '../../server/tables-days.ts';
import type { Table } from '../../server/tables.ts';
import { inLanguage } from '../../server/texts.ts';
import type { TemplateColumn } from '../../server/tables-write.ts';
import { POLICY_COLUMNS, type PolicyColumn } from '../rules.ts';
import { type NewPolicy, faultOf, ruleOf } from './policies.ts';

/** Paid-time-off rules as a table: its headings, its lists to choose from, and the judgement of every cell at once. */

const HEADINGS: Readonly<Record<PolicyColumn, Text>> = {
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
};

/** What may stand in the columns with a fixed choice, in English; files may say it in any of our languages. */
const CHOICES = {
  layer: { statutory: said`statutory`, contractual: said`contractual` },
  manner: { granted: said`granted for the year`, accrued: said`accrued by the month` },
  pro_rata: { days: said`by days`, months: said`by full months`, none: said`not at all` },
  rounding: { none: said`minutes`, half_day: said`half days`, day: said`whole days` },
} as const;
const UNLIMITED = said`unlimited`;

export type PolicyCells = { row: number } & Record<PolicyColumn, string>;

export interface Fault {
  row: number;
  column: Text;
  field: PolicyColumn | '';
  message: Text;
}

/** The firm's own lists, by which a table is judged and which its template offers. */
export interface Lists {
  types: readonly { id: string; name: string }[];
  countries: readonly { code: string; name: string }[];
}

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const inAll = (text: Text): string[] => LANGUAGES.map((language) => inLanguage(text, language));
const byHeading = new Map(
  POLICY_COLUMNS.flatMap((field) => [field, ...inAll(HEADINGS[field])].map((name) => [plain(name), field] as const)),
);
const countryNames = LANGUAGES.map((language) => new Intl.DisplayNames([language], { type: 'region' }));

/** Columns of the template in the reader's language, with drop-downs where there is a list to choose from. */
export function policyColumns({ types, countries }: Lists, language: string): TemplateColumn[] {
  const say = (text: Text): string => inLanguage(text, language);
  const options: Partial<Record<PolicyColumn, readonly string[]>> = {
    country: countries.map(({ name }) => name),
    type: types.map(({ name }) => name),
    grade: GRADES,
  };
  const examples: Partial<Record<PolicyColumn, string>> = {
    seniority_years: '0',
    days: '25',
    carry_days: '5',
    carry_months: '3',
    negative_days: '0',
    valid_from: '2026-01-01',
  };
  return POLICY_COLUMNS.map((field) => {
    const fixed = field in CHOICES ? Object.values<Text>(CHOICES[field as keyof typeof CHOICES]).map(say) : undefined;
    const choose = options[field] ?? fixed;
    return {
      title: say(HEADINGS[field]),
      ...(choose ? { options: choose } : {}),
      ...(examples[field] ? { example: examples[field] } : {}),
    };
  });
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

const NEEDED: readonly PolicyColumn[] = ['country', 'type', 'days', 'valid_from'];

/** The lines of a table by the headings that we know, and what is wrong with the headings: unknown ones are refused. */
export function policyRows(table: Table): { rows: PolicyCells[]; faults: Fault[] } {
  const row = table.header_row;
  const faults: Fault[] = [];
  const fields = table.header.map((heading) => byHeading.get(plain(heading)));
  for (const [index, heading] of table.header.entries()) {
    const field = fields[index];
    if (heading === '' && !table.rows.some(({ cells }) => (cells[index] ?? '').trim() !== '')) continue;
    if (field === undefined)
      faults.push({ row, column: heading || `#${index + 1}`, field: '', message: 'This heading is not known.' });
    else if (fields.indexOf(field) < index) faults.push({ row, column: heading, field, message: 'This heading stands twice.' });
  }
  for (const field of NEEDED)
    if (!fields.includes(field)) faults.push({ row, column: HEADINGS[field], field, message: 'This column is missing.' });
  const rows = table.rows.map(({ row: number, cells }) => {
    const line = { row: number, ...Object.fromEntries(POLICY_COLUMNS.map((field) => [field, ''])) } as PolicyCells;
    for (const [index, field] of fields.entries()) if (field !== undefined) line[field] ||= (cells[index] ?? '').trim();
    return line;
  });
  return { rows, faults };
}

const choose = <Value extends string>(choices: Readonly<Record<Value, Text>>, text: string): Value | undefined =>
  (Object.entries(choices) as [Value, Text][]).find(([value, words]) =>
    [value, ...inAll(words)].some((name) => plain(name) === plain(text)),
  )?.[0];

function numberOf(text: string, most: number, whole: boolean): number | undefined {
  if (!(whole ? /^\d{1,3}$/ : /^\d{1,3}(?:[.,]\d{1,2})?$/).test(text)) return undefined;
  const value = Number(text.replace(',', '.'));
  return value <= most ? value : undefined;
}

type Say = (field: PolicyColumn, message: Text) => void;

/** Judges one line. @returns the rule that it stands for, as far as it could be read */
function read(cells: PolicyCells, { types, countries }: Lists, day: ReturnType<typeof dayReader>, say: Say): NewPolicy {
  const number = (field: PolicyColumn, most: number, whole: boolean): number | undefined => {
    if (cells[field] === '') return undefined;
    const value = numberOf(cells[field], most, whole);
    if (value === undefined) say(field, said`Write a number from 0 to ${most}.`);
    return value;
  };
  const fixed = <Field extends keyof typeof CHOICES>(field: Field): keyof (typeof CHOICES)[Field] | undefined => {
    if (cells[field] === '') return undefined;
    const found = choose(CHOICES[field] as Readonly<Record<string, Text>>, cells[field]);
    if (found === undefined)
      say(field, said`"${cells[field]}" is not known. Allowed are: ${Object.values<Text>(CHOICES[field])}.`);
    return found as keyof (typeof CHOICES)[Field] | undefined;
  };
  const country = countries.find(({ code }) =>
    [code, ...countryNames.map((names) => names.of(code) ?? '')].some((name) => plain(name) === plain(cells.country)),
  )?.code;
  if (country === undefined)
    say('country', said`"${cells.country}" is not known. Allowed are: ${countries.map(({ name }) => name)}.`);
  const type = types.find(({ name }) => plain(name) === plain(cells.type));
  if (!type) say('type', said`"${cells.type}" is not known. Allowed are: ${types.map(({ name }) => name)}.`);
  const grade = GRADES.find((name) => plain(name) === plain(cells.grade));
  if (cells.grade !== '' && !grade) say('grade', said`"${cells.grade}" is not known. Allowed are: ${GRADES}.`);
  const days = number('days', 366, false);
  if (cells.days === '') say('days', 'This field is required.');
  const unlimited = inAll(UNLIMITED).some((name) => plain(name) === plain(cells.carry_days));
  const months = number('carry_months', 12, true);
  if (months === 0) say('carry_months', said`Write a number from ${1} to ${12}.`);
  const from = day(cells.valid_from);
  const starts = 'day' in from && isDay(from.day) ? from.day : undefined;
  if (starts === undefined) say('valid_from', said`"${cells.valid_from}" is no day. Write it as 2026-01-15.`);
  return {
    country: country ?? '',
    type_id: type?.id ?? '',
    layer: fixed('layer') ?? 'contractual',
    grade: (grade as Grade | undefined) ?? null,
    seniority_years: number('seniority_years', 60, true) ?? 0,
    days: days ?? 0,
    manner: fixed('manner') ?? 'granted',
    pro_rata: fixed('pro_rata') ?? 'days',
    rounding: fixed('rounding') ?? 'none',
    carry_days: unlimited ? null : (number('carry_days', 366, false) ?? 0),
    carry_months: months ?? null,
    negative_days: number('negative_days', 366, false) ?? 0,
    valid_from: starts ?? '',
  };
}

/** Judges a table whole: every row, every fault at once. Rules are complete only without faults. */
export function judgePolicies(
  rows: readonly PolicyCells[],
  lists: Lists,
): { policies: (NewPolicy & { row: number })[]; faults: Fault[] } {
  const faults: Fault[] = [];
  const day = dayReader(rows.map((row) => row.valid_from));
  const seen = new Map<string, number>();
  const policies = rows.map((cells) => {
    const say: Say = (field, message) => void faults.push({ row: cells.row, column: HEADINGS[field], field, message });
    const policy = read(cells, lists, day, say);
    const fault = faultOf(policy);
    if (fault) say(fault.field, fault.message);
    const rule = `${ruleOf(policy)} ${policy.valid_from}`;
    const twin = seen.get(rule);
    if (twin === undefined) seen.set(rule, cells.row);
    else say('valid_from', said`This rule stands in row ${twin} too.`);
    return { row: cells.row, ...policy };
  });
  return { policies, faults };
}
