import { minorDigits } from '../../kit/money.ts';
import { type Text, said } from '../../kit/said.ts';
import { dayReader } from '../../server/tables-days.ts';
import {
  type Cells,
  type Fault,
  type Offer,
  type Say,
  TableImport,
  dayFrom,
  finder,
  inEveryLanguage,
  numberIn,
} from '../../server/table-import.ts';
import { inLanguage } from '../../server/texts.ts';
import { PROJECT_FIELDS, type ProjectField } from '../rules.ts';
import type { CustomColumn, ReadCustom } from '../../settings/server/public.ts';
import type { NewProject } from './bulk.ts';

/** Projects as a table: its headings, its lists to choose from, and the judgement of every cell. */
export const projectTable = new TableImport<ProjectField>({
  name: 'projects',
  fields: PROJECT_FIELDS,
  headings: {
    code: said`Code`,
    name: said`Project`,
    client: said`Client`,
    managers: said`Managers`,
    team: said`Team`,
    status: said`Status`,
    billing_status: said`Billing status`,
    chargeable: said`Chargeable`,
    fee_kind: said`Fee`,
    starts_on: said`From`,
    ends_on: said`To`,
    budget_hours: said`Budget (h)`,
    budget_fee: said`Budget (fee)`,
    currency: said`Currency`,
  },
  needed: ['name'],
});

const STATUSES = [
  ['planned', said`planned`],
  ['active', said`active`],
  ['on_hold', said`on hold`],
  ['completed', said`completed`],
  ['archived', said`archived`],
] as const;
const BILLING = [
  ['not_started', said`not started`],
  ['in_progress', said`in progress`],
  ['ready_to_bill', said`ready to bill`],
  ['part_billed', said`partly billed`],
  ['billed', said`billed`],
  ['written_off', said`written off`],
  ['internal', said`internal`],
] as const;
const FEES = [
  ['time_and_materials', said`time and materials`],
  ['fixed', said`fixed fee`],
  ['retainer', said`retainer`],
  ['capped', said`capped`],
  ['internal', said`internal`],
] as const;
const ANSWERS = [
  ['yes', said`yes`],
  ['no', said`no`],
] as const;

type Choices = readonly (readonly [value: string, words: Text])[];
const namesOf = ([value, words]: Choices[number]): string[] => [value, ...inEveryLanguage(words)];

const finders = {
  status: finder<Choices[number]>(STATUSES, namesOf),
  billing_status: finder<Choices[number]>(BILLING, namesOf),
  fee_kind: finder<Choices[number]>(FEES, namesOf),
  chargeable: finder<Choices[number]>(ANSWERS, (answer) => [...namesOf(answer), answer[0] === 'yes' ? 'true' : 'false']),
};
const allowed = { status: STATUSES, billing_status: BILLING, chargeable: ANSWERS, fee_kind: FEES };

export type ProjectColumn = ProjectField | CustomColumn;

/** The firm's own lists, as the template offers them and as a table is judged by them. */
export interface Lists {
  clients: readonly { id: string; name: string }[];
  teams: readonly { id: string; name: string }[];
  /** The firm's currency, which holds where a row names none. */
  currency: string;
}

/** What is known before a table is judged. */
export interface Known extends Lists {
  /** Codes in use, in small letters. */
  codes: ReadonlySet<string>;
  /** `client_id name` of projects in use, in small letters; nothing for the client of the firm's own work. */
  names: ReadonlySet<string>;
  /** The people who have an address or a name. */
  person: (name: string) => readonly string[];
  namesIn: (text: string) => string[];
  /** The table with the firm's own columns, and how those are judged. */
  table: TableImport<ProjectColumn>;
  readCustom: ReadCustom;
}

/** A project that a row stands for. */
export type ProjectLine = NewProject & { managers: string[] };

/** What the template offers to choose from. */
export function offersOf({ clients, teams, currency }: Lists, language: string): Partial<Record<ProjectField, Offer>> {
  const words = (choices: Choices): Offer => ({ options: choices.map(([, text]) => inLanguage(text, language)) });
  const names = (list: Lists['clients']): Offer => (list.length > 0 ? { options: list.map(({ name }) => name) } : {});
  return {
    client: names(clients),
    team: names(teams),
    status: words(STATUSES),
    billing_status: words(BILLING),
    chargeable: words(ANSWERS),
    fee_kind: words(FEES),
    managers: { example: 'ana.silva@example.org; ben.okafor@example.org' },
    starts_on: { example: '2026-01-01' },
    ends_on: { example: '2026-12-31' },
    budget_hours: { example: '400' },
    budget_fee: { example: '60000' },
    currency: { example: currency },
  };
}

const LONGEST: Partial<Record<ProjectField, number>> = { code: 60, name: 200 };
const DAYS = { from: '1950-01-01', to: '2200-12-31' };
const MOST_HOURS = 1_000_000;
const MOST_FEE = 10_000_000_000;

type SayField = Say<ProjectColumn>;

/** Judges single cells by what the firm has. */
class Judge {
  readonly #known: Known;
  readonly #day: Record<'starts_on' | 'ends_on', ReturnType<typeof dayReader>>;
  readonly #find: Record<'client' | 'team', (text: string) => { id: string } | undefined>;

  constructor(known: Known, rows: readonly Cells<ProjectColumn>[]) {
    this.#known = known;
    this.#day = { starts_on: dayReader(rows.map((row) => row.starts_on)), ends_on: dayReader(rows.map((row) => row.ends_on)) };
    this.#find = {
      client: finder(known.clients, ({ name }) => [name]),
      team: finder(known.teams, ({ name }) => [name]),
    };
  }

  line(cells: Cells<ProjectColumn>, say: SayField): ProjectLine {
    for (const [field, longest] of Object.entries(LONGEST) as [ProjectField, number][])
      if (cells[field].length > longest) say(field, said`At most ${longest} characters.`);
    if (cells.name === '') say('name', 'A project needs a name.');
    const client_id = this.#named('client', cells, say);
    const [starts_on, ends_on] = [this.#dayOf('starts_on', cells, say), this.#dayOf('ends_on', cells, say)];
    if (starts_on && ends_on && ends_on < starts_on) say('ends_on', 'Must not lie before the first day.');
    const currency = this.#currency(cells, say);
    const hours = this.#number('budget_hours', cells, MOST_HOURS, 2, say);
    const fee = this.#number('budget_fee', cells, MOST_FEE, minorDigits(currency), say);
    const answer = this.#choice('chargeable', cells, say);
    const fee_kind = this.#choice('fee_kind', cells, say);
    if (fee_kind === 'internal' && answer === 'yes') say('fee_kind', 'Internal work is not charged.');
    const usual = fee_kind === undefined ? client_id !== null : fee_kind !== 'internal';
    return {
      code: cells.code || undefined,
      name: cells.name,
      client_id,
      team_id: this.#named('team', cells, say),
      status: this.#choice('status', cells, say) ?? 'active',
      billing_status: this.#choice('billing_status', cells, say) ?? 'not_started',
      chargeable: answer === undefined ? usual : answer === 'yes',
      ...(fee_kind === undefined ? {} : { fee_kind }),
      starts_on,
      ends_on,
      budget_minutes: hours === undefined ? null : Math.round(hours * 60),
      budget_fee: fee === undefined ? null : Math.round(fee * 10 ** minorDigits(currency)),
      currency,
      managers: this.#managers(cells.managers, say),
    };
  }

  #named(field: 'client' | 'team', cells: Cells<ProjectColumn>, say: SayField): string | null {
    if (cells[field] === '') return null;
    const found = this.#find[field](cells[field]);
    const list = field === 'client' ? this.#known.clients : this.#known.teams;
    const some = list.slice(0, 30).map(({ name }) => name);
    if (!found)
      say(
        field,
        some.length > 0 ? said`"${cells[field]}" is not known. Allowed are: ${some}.` : said`"${cells[field]}" is not known.`,
      );
    return found?.id ?? null;
  }

  #choice(field: keyof typeof finders, cells: Cells<ProjectColumn>, say: SayField): string | undefined {
    if (cells[field] === '') return undefined;
    const found = finders[field](cells[field]);
    if (!found) say(field, said`"${cells[field]}" is not known. Allowed are: ${allowed[field].map(([, words]) => words)}.`);
    return found?.[0];
  }

  #dayOf(field: 'starts_on' | 'ends_on', cells: Cells<ProjectColumn>, say: SayField): string | null {
    if (cells[field] === '') return null;
    return dayFrom(cells[field], { ...DAYS, day: this.#day[field] }, (message) => say(field, message)) ?? null;
  }

  #number(field: ProjectField, cells: Cells<ProjectColumn>, most: number, decimals: number, say: SayField): number | undefined {
    if (cells[field] === '') return undefined;
    const value = numberIn(cells[field], most, decimals);
    if (value === undefined) say(field, said`Write a number from 0 to ${most}.`);
    return value;
  }

  #currency(cells: Cells<ProjectColumn>, say: SayField): string {
    const code = cells.currency.toUpperCase();
    if (code === '') return this.#known.currency;
    if (Intl.supportedValuesOf('currency').includes(code)) return code;
    say('currency', said`"${cells.currency}" is no currency. Write its three letters, such as EUR.`);
    return this.#known.currency;
  }

  #managers(text: string, say: SayField): string[] {
    const managers = new Set<string>();
    for (const name of this.#known.namesIn(text)) {
      const [id, ...more] = this.#known.person(name);
      if (id === undefined) say('managers', said`There is nobody named "${name}".`);
      else if (more.length > 0) say('managers', said`Several people are named "${name}". Write the e-mail address.`);
      else managers.add(id);
    }
    return [...managers];
  }
}

/**
 * Judges a table whole. A row whose code the firm has already, or whose client has a project of that name where no code is
 * given, stands for that project and changes nothing.
 */
export function judgeLines(
  rows: readonly Cells<ProjectColumn>[],
  known: Known,
): { lines: ProjectLine[]; known: number[]; faults: Fault<ProjectColumn>[] } {
  const judge = new Judge(known, rows);
  const first = new Map<string, number>();
  const there: number[] = [];
  const { read, faults } = known.table.judge(rows, (cells, say) => {
    const line = judge.line(cells, say);
    const code = line.code?.toLowerCase();
    const name = `${line.client_id ?? ''} ${line.name.toLowerCase()}`;
    const identity = code === undefined ? `name ${name}` : `code ${code}`;
    const twin = first.get(identity);
    if (twin === undefined) first.set(identity, cells.row);
    else say(code === undefined ? 'name' : 'code', said`This project stands in row ${twin} too.`);
    const isThere = code === undefined ? known.names.has(name) : known.codes.has(code);
    const { custom } = known.readCustom(cells, say, !isThere);
    if (!isThere) return { ...line, custom };
    there.push(cells.row);
    return undefined;
  });
  return { lines: read.filter((line) => line !== undefined), known: there, faults };
}
