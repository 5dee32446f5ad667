import { newId } from '../../kit/ids.ts';
import { LANGUAGES } from '../../kit/grades.ts';
import { type Text, said } from '../../kit/said.ts';
import { refuseFlag, usersCalled } from '../../people/server/public.ts';
import { type CustomColumn, CustomColumns, type ReadCustom } from '../../settings/server/public.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import {
  type Cells,
  type Fault,
  type Given,
  type Offer,
  type Say,
  TableImport,
  countryNames,
  finder,
  inEveryLanguage,
  numberIn,
} from '../../server/table-import.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { CLIENT_FIELDS, type ClientField, vatNumber } from '../rules.ts';
import { listSectors } from './clients.ts';

const PAGES = ['clients_projects'];
type Column = ClientField | CustomColumn;

const table = new TableImport<ClientField>({
  name: 'clients',
  fields: CLIENT_FIELDS,
  headings: {
    name: said`Client`,
    sector: said`Sector`,
    status: said`Status`,
    group: said`Group`,
    responsible: said`Responsible`,
    legal_name: said`Legal name`,
    street: said`Street`,
    postal_code: said`Postal code`,
    city: said`City`,
    country: said`Country`,
    vat_id: said`VAT number`,
    billing_email: said`E-mail for invoices`,
    language: said`Language`,
    currency: said`Currency`,
    payment_days: said`Payment days`,
  },
  needed: ['name'],
});

const STATUSES: readonly (readonly ['prospect' | 'active' | 'archived', Text])[] = [
  ['prospect', said`prospect`],
  ['active', said`active`],
  ['archived', said`archived`],
];
const findStatus = finder(STATUSES, ([value, words]) => [value, ...inEveryLanguage(words)]);
const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
const findCountry = finder(
  // Every code of two letters that has a name of its own is a country's: those of countries that are no more lead to others.
  Array.from({ length: 676 }, (_, n) => String.fromCharCode(65 + Math.floor(n / 26), 65 + (n % 26))).filter(
    (code) => regions.of(code) !== undefined && new Intl.Locale(`und-${code}`).region === code,
  ),
  countryNames,
);
const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
const LONGEST: Partial<Record<ClientField, number>> = { sector: 100, postal_code: 20, city: 100 };
const MOST_DAYS = 365;

/** An empty table of clients, with the sectors in use to choose from. */
export async function clientTemplate(tx: Tx, actor: Actor, { query }: { query: { format?: string } }): Promise<FileReply> {
  refuseFlag(actor, 'can_edit', PAGES);
  const [sectors, custom] = await Promise.all([listSectors(tx), CustomColumns.of(tx, 'clients')]);
  const offers: Partial<Record<Column, Offer>> = {
    sector: sectors.length > 0 ? { options: sectors } : {},
    status: { options: STATUSES.map(([, words]) => inLanguage(words, actor.language)) },
    responsible: { example: 'ana.silva@example.org' },
    country: { example: 'DE' },
    vat_id: { example: 'DE123456789' },
    language: { options: [...LANGUAGES] },
    payment_days: { example: '30' },
    ...custom.offers(actor.language),
  };
  return custom.after(table).template(actor.language, offers, query.format);
}

/** What a table is judged by. */
interface Known {
  /** Clients by their names in small letters. */
  clients: ReadonlyMap<string, string>;
  person: (name: string) => readonly string[];
  custom: ReadCustom;
}

async function knownFor(tx: Tx, rows: readonly Cells<Column>[], columns: CustomColumns): Promise<Known> {
  const names = rows.flatMap(({ name, group }) => [name.toLowerCase(), group.toLowerCase()]);
  const people = [...new Set(rows.map(({ responsible }) => responsible.toLowerCase()))].filter(Boolean);
  const [clients, found, custom] = await Promise.all([
    tx.all<{ id: string; name_lc: string }>(sql`
      select id, name_lc from clients.clients where tenant_id = ${tx.tenant} and name_lc = any(${[...new Set(names)]})`),
    people.length > 0 ? usersCalled(tx, people) : [],
    columns.reader(tx, rows, usersCalled),
  ]);
  return {
    clients: new Map(clients.map(({ id, name_lc }) => [name_lc, id])),
    person: (name) => {
      const address = found.find(({ email_lc }) => email_lc === name);
      return address ? [address.id] : found.filter(({ name_lc }) => name_lc === name).map(({ id }) => id);
    },
    custom,
  };
}

interface NewClient extends Record<string, unknown> {
  id: string;
  name: string;
}

interface Verdict {
  added: NewClient[];
  /** Rows of clients whom the firm has already. */
  known: number[];
  faults: Fault<Column>[];
}

function lineOf(cells: Cells<Column>, known: Known, say: Say<Column>): NewClient {
  for (const field of CLIENT_FIELDS) {
    const longest = LONGEST[field] ?? 200;
    if (cells[field].length > longest) say(field, said`At most ${longest} characters.`);
  }
  const status = cells.status === '' ? undefined : findStatus(cells.status);
  if (cells.status !== '' && !status)
    say('status', said`"${cells.status}" is not known. Allowed are: ${STATUSES.map(([, words]) => words)}.`);
  const country = cells.country === '' ? null : (findCountry(cells.country) ?? null);
  if (cells.country !== '' && country === null) say('country', said`"${cells.country}" is no country.`);
  const vat_id = cells.vat_id === '' ? null : (vatNumber(cells.vat_id, country) ?? null);
  if (cells.vat_id !== '' && vat_id === null)
    say('vat_id', said`"${cells.vat_id}" has not the form of a VAT number of this country.`);
  if (cells.billing_email !== '' && !EMAIL.test(cells.billing_email))
    say('billing_email', said`"${cells.billing_email}" is no e-mail address.`);
  const language = LANGUAGES.find((each) => each === cells.language.toLowerCase());
  if (cells.language !== '' && !language)
    say('language', said`"${cells.language}" is not known. Allowed are: ${[...LANGUAGES]}.`);
  const currency = cells.currency.toUpperCase();
  if (currency !== '' && !Intl.supportedValuesOf('currency').includes(currency))
    say('currency', said`"${cells.currency}" is no currency. Write its three letters, such as EUR.`);
  const days = cells.payment_days === '' ? null : numberIn(cells.payment_days, MOST_DAYS);
  if (days === undefined) say('payment_days', said`Write a number from 0 to ${MOST_DAYS}.`);
  return {
    id: newId(),
    name: cells.name,
    sector: cells.sector || null,
    status: status?.[0] ?? 'active',
    responsible_id: responsibleOf(cells, known, say),
    legal_name: cells.legal_name,
    street: cells.street,
    postal_code: cells.postal_code,
    city: cells.city,
    country,
    vat_id,
    billing_email: cells.billing_email || null,
    language: language ?? null,
    currency: currency || null,
    payment_days: days ?? null,
    custom: known.custom(cells, say, !known.clients.has(cells.name.toLowerCase())).custom,
  };
}

function responsibleOf(cells: Cells<Column>, known: Known, say: Say<Column>): string | null {
  if (cells.responsible === '') return null;
  const [id, ...more] = known.person(cells.responsible.toLowerCase());
  if (id === undefined) say('responsible', said`There is nobody named "${cells.responsible}".`);
  else if (more.length > 0) say('responsible', said`Several people are named "${cells.responsible}". Write the e-mail address.`);
  return id ?? null;
}

/** Groups are clients that are there, or rows of the same table; a row whose groups lead back to itself is refused. */
function checkGroups(rows: readonly Cells<Column>[], known: Known, say: (row: number, message: Text) => void): void {
  const groupOf = new Map(rows.map((row) => [row.name.toLowerCase(), row.group.toLowerCase()]));
  for (const row of rows) {
    const group = row.group.toLowerCase();
    if (group === '') continue;
    if (!known.clients.has(group) && !groupOf.has(group)) say(row.row, said`There is no client "${row.group}".`);
    const seen = new Set([row.name.toLowerCase()]);
    // Clients that are there stay as they are: a circle can only run through new ones.
    for (let name = group; name !== '' && !known.clients.has(name); name = groupOf.get(name) ?? '') {
      if (seen.has(name)) {
        say(row.row, 'A client cannot stand below itself.');
        break;
      }
      seen.add(name);
    }
  }
}

async function judged(tx: Tx, rows: readonly Cells<Column>[], columns: CustomColumns): Promise<Verdict> {
  const known = await knownFor(tx, rows, columns);
  const first = new Map<string, number>();
  const there: number[] = [];
  const lines: { line: NewClient; group: string }[] = [];
  const { faults } = columns.after(table).judge(rows, (cells, say) => {
    const name = cells.name.toLowerCase();
    const twin = first.get(name);
    if (name === '') say('name', 'A client needs a name.');
    else if (twin !== undefined) say('name', said`This name stands in row ${twin} too.`);
    else first.set(name, cells.row);
    const line = lineOf(cells, known, say);
    if (known.clients.has(name)) there.push(cells.row);
    else lines.push({ line, group: cells.group.toLowerCase() });
  });
  checkGroups(rows, known, (row, message) => faults.push({ row, field: 'group', column: table.heading('group'), message }));
  const made = new Map([...known.clients, ...lines.map(({ line }) => [line.name.toLowerCase(), line.id] as const)]);
  return { added: lines.map(({ line, group }) => ({ ...line, parent_id: made.get(group) ?? null })), known: there, faults };
}

interface Body {
  filename?: string;
  data?: Given<Column>;
}

/** Judges a table of clients: every row with every fault. Nothing is written. @throws Problem 404, 413, 415, 422 for the file */
export async function judgeClients(tx: Tx, actor: Actor, { body }: { body: Body }, { config }: Visit) {
  refuseFlag(actor, 'can_edit', PAGES);
  const columns = await CustomColumns.of(tx, 'clients');
  const own = columns.after(table);
  const { rows, faults } = await own.given(tx, actor, config, body);
  const verdict = await judged(tx, rows, columns);
  return { ...own.answer(rows, [...faults, ...verdict.faults], actor.language), known: verdict.known };
}

/** Adds every client of a table, or none. Who is there stays as it is. @throws Problem 422 with every fault at its row */
export async function insertClients(tx: Tx, actor: Actor, { body }: { body: { data: Given<Column> } }) {
  refuseFlag(actor, 'can_edit', PAGES);
  const columns = await CustomColumns.of(tx, 'clients');
  const rows = columns.after(table).rowsFrom(body.data);
  const { added, known, faults } = await judged(tx, rows, columns);
  columns.after(table).refuse(rows, faults);
  await tx.write.insert('clients.clients', added);
  tx.say({ topic: 'clients' });
  return { success: true, created: added.length, unchanged: known.length };
}
