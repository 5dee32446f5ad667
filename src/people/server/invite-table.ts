import { CATEGORIES, GRADES, LANGUAGES } from '../../kit/grades.ts';
import { invalid } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import type { Table } from '../../server/tables.ts';
import { inLanguage } from '../../server/texts.ts';
import type { TemplateColumn } from '../../server/tables-write.ts';
import { INVITE_FIELDS, type InviteField, NEEDED } from '../rules.ts';

/** What is wrong with one cell; row 0 stands for the list as a whole, no field for the row. */
export interface Fault {
  row: number;
  /** The heading as the reader has it. */
  column: Text;
  field: InviteField | '';
  message: Text;
}

/** One line of a list: everything as text, empty where nothing was given. */
export type InviteRow = { row: number } & Record<InviteField, string>;

/** Headings of the template, in English; files may carry those of any of our languages, or the names of the fields. */
const HEADINGS: Readonly<Record<InviteField, Text>> = {
  first_name: said`First name`,
  last_name: said`Last name`,
  email: said`E-mail`,
  grade: said`Grade`,
  category: said`Category`,
  role: said`Role`,
  team: said`Team`,
  manager: said`Manager`,
  country: said`Country`,
  region: said`Region`,
  employed_from: said`First day`,
  language: said`Language`,
  hours_a_week: said`Hours a week`,
};

export const headingOf = (field: InviteField): Text => HEADINGS[field];

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

const byHeading = new Map<string, InviteField>(
  INVITE_FIELDS.flatMap((field) =>
    [field, ...LANGUAGES.map((language) => inLanguage(HEADINGS[field], language))].map((name) => [plain(name), field] as const),
  ),
);

/** The firm's own lists, as the template offers them and as a list is judged by them. */
export interface Lists {
  teams: readonly { id: string; name: string }[];
  roles: readonly string[];
  countries: readonly { code: string; name: string }[];
}

/** Columns of the template in the reader's language, with drop-downs where there is a list to choose from. */
export function templateColumns({ teams, roles, countries }: Lists, language: string): TemplateColumn[] {
  const options: Partial<Record<InviteField, readonly string[]>> = {
    grade: GRADES,
    category: CATEGORIES,
    role: roles,
    team: teams.map(({ name }) => name),
    country: countries.map(({ name }) => name),
    language: LANGUAGES,
  };
  const examples: Partial<Record<InviteField, string>> = {
    email: 'ana.silva@example.org',
    manager: 'ben.okafor@example.org',
    region: 'BY',
    employed_from: '2026-01-15',
    hours_a_week: '40',
  };
  return INVITE_FIELDS.map((field) => {
    const [choose, example] = [options[field], examples[field]];
    return {
      title: inLanguage(HEADINGS[field], language),
      ...(choose ? { options: choose } : {}),
      ...(example ? { example } : {}),
    };
  });
}

const emptyRow = (row: number): InviteRow =>
  ({ row, ...Object.fromEntries(INVITE_FIELDS.map((field) => [field, ''])) }) as InviteRow;

/**
 * The lines of a table by the headings that we know, whatever their order, and what is wrong with the headings: unknown ones
 * are refused rather than passed over, since a column that is lost is not noticed before it is missed.
 */
export function rowsOf(table: Table, language: string): { rows: InviteRow[]; faults: Fault[] } {
  const row = table.header_row;
  const faults: Fault[] = [];
  const fields = table.header.map((heading) => byHeading.get(plain(heading)));
  const known = (): Text => said`${INVITE_FIELDS.map((field) => inLanguage(HEADINGS[field], language))}`;
  for (const [index, heading] of table.header.entries()) {
    const field = fields[index];
    if (heading === '' && !table.rows.some(({ cells }) => (cells[index] ?? '').trim() !== '')) continue;
    if (field === undefined)
      faults.push({
        row,
        column: heading || `#${index + 1}`,
        field: '',
        message: said`This heading is not known. Known are: ${known()}.`,
      });
    else if (fields.indexOf(field) < index) faults.push({ row, column: heading, field, message: 'This heading stands twice.' });
  }
  for (const field of NEEDED)
    if (!fields.includes(field)) faults.push({ row, column: HEADINGS[field], field, message: 'This column is missing.' });
  if (!fields.includes('first_name') && !fields.includes('last_name'))
    faults.push({ row, column: HEADINGS.last_name, field: 'last_name', message: 'This column is missing.' });
  const rows = table.rows.map(({ row: number, cells }) => {
    const line = emptyRow(number);
    for (const [index, field] of fields.entries()) if (field !== undefined) line[field] ||= (cells[index] ?? '').trim();
    return line;
  });
  for (const { row: merged, range } of table.merged ?? [])
    faults.push({
      row: merged,
      column: range,
      field: '',
      message: 'These cells are merged. Unmerge them, so that each row says what it holds.',
    });
  return { rows, faults };
}

/** Lines as they came with a call: numbers given or counted, blanks around texts taken off. */
export function rowsFrom(data: readonly ({ row?: number | null } & Partial<Record<InviteField, string | null>>)[]): InviteRow[] {
  const seen = new Set<number>();
  return data.map((given, index) => {
    const line = emptyRow(given.row ?? index + 2);
    if (seen.has(line.row)) throw invalid([{ path: `data.${index}.row`, message: said`Row ${line.row} stands twice.` }]);
    seen.add(line.row);
    for (const field of INVITE_FIELDS) line[field] = (given[field] ?? '').trim();
    return line;
  });
}
