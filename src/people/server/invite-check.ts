import { CATEGORIES, type Category, GRADES, type Grade, LANGUAGES } from '../../kit/grades.ts';
import { newId } from '../../kit/ids.ts';
import { type Text, said } from '../../kit/said.ts';
import type { Custom, ReadCustom } from '../../settings/server/public.ts';
import { type Say as SayOf, type TableImport, countryNames, dayFrom, finder, numberIn } from '../../server/table-import.ts';
import { type ReadDay, dayReader } from '../../server/tables-days.ts';
import { INVITE_FIELDS, type InviteField, MOST_INVITED } from '../rules.ts';
import type { NewPerson } from './bulk.ts';
import type { Fault, InviteColumn, InviteRow, Lists } from './invite-table.ts';

/** What is known before a list is judged. */
export interface Known extends Lists {
  /** The firm's people by address (small letters), those who sign in with it included. */
  addresses: ReadonlyMap<string, string>;
  /** The firm's people by name (small letters); several may have one. */
  names: ReadonlyMap<string, readonly string[]>;
  today: string;
  /** The firm's default country, and the language of who invites. */
  country: string;
  language: string;
  /** The table with the firm's own columns, and how those are judged. */
  table: TableImport<InviteColumn>;
  readCustom: ReadCustom;
}

/** A list as it was understood. */
export interface Verdict {
  /** The rows with everything written as it is stored: days as 2026-01-15, grades and teams by their names. */
  rows: InviteRow[];
  /** Rows of people whom the firm has already. */
  known: number[];
  faults: Fault[];
  /** Who is to be added; complete only without faults. */
  people: NewPerson[];
}

const ADDRESS = /^[^\s@<>()[\]",:;\\]+@[^\s@<>()[\]",:;\\]+\.[^\s@<>()[\]",:;\\.]+$/;
const LONGEST: Partial<Record<InviteField, number>> = { first_name: 100, last_name: 100, email: 320, region: 20 };
const FULL_WEEK = 40;
const MOST_HOURS = 120;
const WORKDAYS = 5;

const lower = (text: string): string => text.toLowerCase();
const nameOf = (row: InviteRow): string => lower(`${row.first_name} ${row.last_name}`.trim());

type Say = SayOf<InviteColumn>;
type Choose = (text: string) => string | undefined;

/** Judges single cells: what a cell names, found whatever its case, or why it names nothing. */
class Judge {
  readonly #known: Known;
  readonly #choices: Readonly<Partial<Record<InviteField, { find: Choose; allowed: () => Text }>>>;
  readonly #teams: ReadonlyMap<string, { id: string; name: string }>;
  readonly #day: (text: string) => ReadDay;
  readonly #custom = new Map<number, Custom>();

  constructor(known: Known, rows: readonly InviteRow[]) {
    this.#known = known;
    // Exactly as they are called: "Tax 1" and "Tax-1" may both be there.
    this.#teams = new Map(known.teams.map((team) => [lower(team.name), team]));
    const country = finder(known.countries, ({ code }) => countryNames(code));
    const oneOf = (list: readonly string[]): { find: Choose; allowed: () => Text } => ({
      find: finder(list, (item) => [item]),
      allowed: () => said`${list}`,
    });
    this.#choices = {
      grade: oneOf(GRADES),
      category: oneOf(CATEGORIES),
      role: oneOf(known.roles),
      language: oneOf(LANGUAGES),
      team: {
        find: (text) => this.#teams.get(lower(text))?.name,
        allowed: () => said`${known.teams.slice(0, 30).map(({ name }) => name)}`,
      },
      country: {
        find: (text) => country(text)?.code,
        allowed: () => said`${known.countries.map(({ name }) => name)}`,
      },
    };
    this.#day = dayReader(rows.map((row) => row.employed_from));
  }

  /** The row with what was understood written as it is stored. */
  read(row: InviteRow, say: Say): InviteRow {
    const read: InviteRow = { ...row };
    for (const field of INVITE_FIELDS) {
      const text = row[field];
      if (text === '') continue;
      const longest = LONGEST[field] ?? 200;
      if (/\p{Cc}/u.test(text)) say(field, 'A character cannot be shown. Type the text anew.');
      else if (text.length > longest) say(field, said`At most ${longest} characters.`);
      else read[field] = this.#value(field, text, say) ?? text;
    }
    if (row.first_name === '' && row.last_name === '') say('last_name', 'A person needs a name.');
    if (row.email === '') say('email', 'An invitation needs an e-mail address.');
    if (row.grade === '') say('grade', said`A grade is needed. Allowed are: ${said`${GRADES}`}.`);
    const { custom, cells } = this.#known.readCustom(row, say, !this.#known.addresses.has(lower(row.email)));
    this.#custom.set(row.row, custom);
    return Object.assign(read, cells);
  }

  #value(field: InviteField, text: string, say: Say): string | undefined {
    const choice = this.#choices[field];
    if (choice) {
      const found = choice.find(text);
      if (found === undefined) say(field, said`"${text}" is not known. Allowed are: ${choice.allowed()}.`);
      return found;
    }
    if (field === 'employed_from') {
      return dayFrom(text, { day: this.#day, from: '1950-01-01', to: '2100-01-01' }, (message) => say(field, message));
    }
    if (field === 'email' && !ADDRESS.test(text)) say(field, said`"${text}" is no e-mail address.`);
    if (field === 'hours_a_week' && hoursOf(text) === undefined)
      say(field, 'Write the hours of a week as a number from 0 to 120.');
    return undefined;
  }

  person(row: InviteRow): NewPerson {
    const team = this.#teams.get(lower(row.team));
    const hours = row.hours_a_week === '' ? FULL_WEEK : (hoursOf(row.hours_a_week) ?? FULL_WEEK);
    const minutes = Math.round((hours * 60) / WORKDAYS);
    return {
      id: newId(),
      email: row.email,
      first_name: row.first_name,
      last_name: row.last_name,
      employed_from: row.employed_from || this.#known.today,
      grade: row.grade as Grade,
      category: (row.category || 'operational') as Category,
      role: row.role || 'user',
      language: row.language || this.#known.language,
      country: row.country || this.#known.country,
      region: row.region || null,
      team_id: team?.id ?? null,
      pattern: [minutes, minutes, minutes, minutes, minutes, 0, 0],
      custom: this.#custom.get(row.row) ?? {},
    };
  }
}

const hoursOf = (text: string): number | undefined => numberIn(text, MOST_HOURS, 2);

/**
 * Judges a list whole: every row and every fault at once, and who would be added. Nothing is written. A row whose address the
 * firm has already stands for somebody who is there, and changes nothing.
 */
export function judge(rows: readonly InviteRow[], known: Known): Verdict {
  const judging = new Judge(known, rows);
  const { table } = known;
  const { read, faults } = table.judge(rows, (row, say) => judging.read(row, say));
  const sayOf =
    (row: number): Say =>
    (field, message) =>
      void faults.push({ row, field, column: field === '' ? '' : table.heading(field), message });
  const byAddress = new Map<string, InviteRow>();
  const there: number[] = [];
  const people = new Map<string, NewPerson>();
  for (const row of read) {
    const address = lower(row.email);
    const first = address === '' ? undefined : byAddress.get(address);
    if (first) {
      sayOf(row.row)('email', said`This address stands in row ${first.row} too.`);
      continue;
    }
    if (address !== '') byAddress.set(address, row);
    if (known.addresses.has(address)) there.push(row.row);
    else {
      if (people.size === MOST_INVITED)
        sayOf(row.row)('', said`A list may invite ${MOST_INVITED} people. Split it from this row on.`);
      people.set(address || `${row.row}`, judging.person(row));
    }
  }
  putUnderManagers(read, people, known, sayOf);
  return { rows: read, known: there, faults: faults.sort((a, b) => a.row - b.row), people: [...people.values()] };
}

/** Finds the managers: people of the firm or of the list itself, by address or by a name that one of them alone has. */
function putUnderManagers(
  rows: readonly InviteRow[],
  people: ReadonlyMap<string, NewPerson>,
  known: Known,
  sayOf: (row: number) => Say,
): void {
  const rowOf = new Map<string, InviteRow>();
  const named = new Map<string, string[]>();
  for (const row of rows) {
    const person = people.get(lower(row.email));
    if (!person || rowOf.has(person.id)) continue;
    rowOf.set(person.id, row);
    named.set(nameOf(row), [...(named.get(nameOf(row)) ?? []), person.id]);
  }
  for (const row of rows) {
    if (row.manager === '') continue;
    const wanted = lower(row.manager);
    const address = people.get(wanted)?.id ?? known.addresses.get(wanted);
    const candidates = address ? [address] : [...new Set([...(known.names.get(wanted) ?? []), ...(named.get(wanted) ?? [])])];
    const [manager] = candidates;
    const say = sayOf(row.row);
    const person = people.get(lower(row.email));
    if (manager === undefined)
      say(
        'manager',
        said`There is nobody "${row.manager}". Write the address or the full name of somebody of the firm or of this list.`,
      );
    else if (candidates.length > 1) say('manager', said`Several people are called "${row.manager}". Write the address.`);
    else if (person && person.id === manager) say('manager', 'A person cannot stand below themselves.');
    else if (person) person.manager_id = manager;
  }
  refuseCircles(people, rowOf, sayOf);
}

/** Nobody of the list stands below themselves, however far. */
function refuseCircles(
  people: ReadonlyMap<string, NewPerson>,
  rowOf: ReadonlyMap<string, InviteRow>,
  sayOf: (row: number) => Say,
): void {
  const above = new Map([...people.values()].map(({ id, manager_id }) => [id, manager_id ?? undefined]));
  const settled = new Set<string>();
  for (const start of above.keys()) {
    const trail = new Set<string>();
    let at: string | undefined = start;
    while (at !== undefined && above.has(at) && !settled.has(at) && !trail.has(at)) {
      trail.add(at);
      at = above.get(at);
    }
    const row = at !== undefined && trail.has(at) ? rowOf.get(at) : undefined;
    if (row) sayOf(row.row)('manager', 'A person cannot stand below themselves.');
    for (const each of trail) settled.add(each);
  }
}
