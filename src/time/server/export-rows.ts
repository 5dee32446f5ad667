import { type Day, daysBetween } from '../../kit/day.ts';
import { Problem } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import type { Table } from '../../server/tables.ts';
import { type DateOrder, dateOrder } from '../../server/tables-days.ts';
import {
  type Columns,
  columnsAt,
  columnsOf,
  type Field,
  FORMATS,
  type Format,
  lacking,
  recogniseExport,
} from './export-formats.ts';
import { decimalSign, readClock, readDuration, readStamp, readYesNo, type Stamp } from './export-values.ts';

/** One line of another system's export. */
export interface TimeLine {
  /** Row of the file as a spreadsheet program numbers it. */
  row: number;
  /** The day on which the work starts; for a line that covers a period its first day. */
  first_day: Day;
  last_day: Day;
  seconds: number;
  /** `HH:MM:SS` as written, or in the firm's zone for a bare UTC stamp. */
  start?: string;
  user?: { email?: string; name?: string };
  project?: { code?: string; name: string };
  client?: string;
  task?: string;
  comment?: string;
  chargeable?: boolean;
  /** The row's own cells by their headers, whatever the order of the columns: tells a row that was imported before. */
  content: string;
}

export interface RejectedLine {
  row: number;
  column: string;
  message: Text;
}

export interface TimeExport {
  format: Format;
  lines: TimeLine[];
  rejected: RejectedLine[];
}

type SourceTable = Pick<Table, 'header' | 'rows'>;

const DAY_SECONDS = 86_400;
const totalWords =
  /^(?:grand |sub)?(?:total|totals|totale|sum|summe|gesamt|gesamtsumme|insgesamt|somme|suma|total general|total général)\b\s*:?/i;
const identity: readonly Field[] = [
  'user',
  'email',
  'first_name',
  'last_name',
  'project',
  'project_code',
  'client',
  'task',
  'issue',
  'comment',
];

/** Refuses one row; caught where rows are walked. */
class Refusal extends Error {
  readonly column: string;
  readonly reason: Text;

  constructor(column: string, reason: Text) {
    super(String(reason));
    this.column = column;
    this.reason = reason;
  }
}

/** A moment on the firm's calendar: the day, and seconds since its midnight where a time is written. */
interface Moment {
  day: Day;
  clock: number | undefined;
  /** Seconds that tell two moments apart: since 1970 in UTC where an offset is known, else as written. */
  instant: number;
}

const two = (value: number): string => String(value).padStart(2, '0');
const clockText = (clock: number): string =>
  `${two(Math.floor(clock / 3600))}:${two(Math.floor(clock / 60) % 60)}:${two(clock % 60)}`;

/** Seconds in one of the unit that a duration's header names; hours where it names none. */
function unitOf(title: string): number {
  if (/second|sekund|segund|\bsec|\(s\)/i.test(title)) return 1;
  return /minut|\bmin/i.test(title) ? 60 : 3600;
}

class ExportReader {
  private readonly header: readonly string[];
  private readonly columns: Columns;
  private readonly zone: string;
  private readonly order: DateOrder;
  private readonly durations: { at: number; unit: number; sign: '.' | ',' | undefined }[];
  private readonly byName: { at: number; name: string }[];
  private readonly stamps = new Map<string, Stamp | 'impossible' | undefined>();
  private local: Intl.DateTimeFormat | undefined;

  constructor(table: SourceTable, columns: Columns, zone: string) {
    this.header = table.header;
    this.columns = columns;
    this.zone = zone;
    const { at, habit } = columns;
    const cellsOf = (...fields: Field[]): string[] =>
      fields.flatMap((field) => at[field].slice(0, 1)).flatMap((place) => table.rows.map(({ cells }) => cells[place] ?? ''));
    const twelveHours = cellsOf('date', 'start').some((cell) => /\d\s*[ap]\.?m\.?$/i.test(cell));
    this.order = dateOrder(cellsOf('date', 'start', 'end_date', 'end'), habit, twelveHours);
    this.durations = at.duration.map((place) => ({
      at: place,
      unit: unitOf(table.header[place] ?? ''),
      sign: decimalSign(table.rows.map(({ cells }) => cells[place] ?? '')),
    }));
    this.byName = table.header
      .map((name, place) => ({ at: place, name: name.toLowerCase() || `#${place + 1}` }))
      .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.at - b.at));
  }

  private title(field: Field): string {
    return this.header[this.columns.at[field][0] ?? -1] ?? field;
  }

  /** The first filled cell of a field's columns, blanks at the ends cut. */
  private text(cells: readonly string[], field: Field): string {
    for (const place of this.columns.at[field]) {
      const text = (cells[place] ?? '').trim();
      if (text !== '') return text;
    }
    return '';
  }

  private content(cells: readonly string[]): string {
    const parts: string[] = [];
    for (const { at, name } of this.byName) {
      const text = (cells[at] ?? '').trim();
      if (text !== '') parts.push(`${name}=${text}`);
    }
    for (const [place, cell] of cells.slice(this.header.length).entries()) {
      if (cell.trim() !== '') parts.push(`#${this.header.length + place + 1}=${cell.trim()}`);
    }
    return parts.join('\u001f');
  }

  private stamp(text: string): Stamp | 'impossible' | undefined {
    if (!this.stamps.has(text)) this.stamps.set(text, readStamp(text, this.order));
    return this.stamps.get(text);
  }

  private toMoment({ day, clock, offset }: Stamp): Moment {
    const written = Date.parse(`${day}T00:00:00Z`) / 1000 + (clock ?? 0);
    if (offset !== 'Z') return { day, clock, instant: written - (offset ?? 0) * 60 };
    this.local ??= new Intl.DateTimeFormat('sv-SE', { timeZone: this.zone, dateStyle: 'short', timeStyle: 'medium' });
    const [localDay = day, time = ''] = this.local.format(written * 1000).split(' ');
    return { day: localDay, clock: readClock(time)?.clock, instant: written };
  }

  /**
   * The moment that a date column and a column of times give together; either may hold both, and a time alone belongs to
   * `sameDay`. Undefined where nothing tells the day.
   */
  private moment(cells: readonly string[], dateField: Field, timeField: Field, sameDay?: Day): Moment | undefined {
    const [date, time] = [this.text(cells, dateField), this.text(cells, timeField)];
    const field = date === '' ? timeField : dateField;
    const dated = date || time;
    if (dated === '') return undefined;
    const clock = readClock(time);
    if (date === '' && clock !== undefined) return sameDay === undefined ? undefined : this.toMoment({ day: sameDay, ...clock });
    const written = this.stamp(dated);
    if (written === 'impossible') throw new Refusal(this.title(field), said`“${dated}” is no date that exists.`);
    if (written === undefined) throw new Refusal(this.title(field), said`“${dated}” is no date that can be read.`);
    if (clock !== undefined) return this.toMoment({ day: written.day, ...clock });
    const beside = written.clock === undefined && time !== '' ? this.stamp(time) : undefined;
    if (beside === undefined || beside === 'impossible') return this.toMoment(written);
    return { ...this.toMoment(beside), day: written.day };
  }

  /** Seconds in the first filled duration column; undefined where there is none. */
  private duration(cells: readonly string[]): number | undefined {
    for (const { at, unit, sign } of this.durations) {
      const text = (cells[at] ?? '').trim();
      if (text === '') continue;
      const seconds = readDuration(text, unit, sign);
      const title = this.header[at] ?? '';
      if (seconds === 'negative') throw new Refusal(title, 'The duration is negative.');
      if (seconds === undefined) throw new Refusal(title, said`“${text}” is no duration that can be read.`);
      return seconds;
    }
    return undefined;
  }

  /** The duration column counts; start and end only where it has nothing to say. */
  private seconds(cells: readonly string[], start: Moment): number {
    const duration = this.duration(cells);
    if (duration !== undefined) return duration;
    const end = this.columns.period ? undefined : this.moment(cells, 'end_date', 'end', start.day);
    if (end?.clock === undefined || start.clock === undefined) {
      if (this.durations.length > 0) throw new Refusal(this.title('duration'), 'The duration is missing.');
      throw new Refusal(this.title('end'), 'The start or the end is missing.');
    }
    const dated = this.text(cells, 'end_date') !== '' || typeof this.stamp(this.text(cells, 'end')) === 'object';
    if (!dated) return end.clock - start.clock + (end.clock < start.clock ? DAY_SECONDS : 0);
    if (end.instant < start.instant) throw new Refusal(this.title('end'), 'The end is before the start.');
    return end.instant - start.instant;
  }

  /** Total rows, banners between groups and repeated headers are no data. */
  private isNoData(cells: readonly string[]): boolean {
    const filled = cells.filter((cell) => cell.trim() !== '');
    const day = this.text(cells, 'date') || this.text(cells, 'start');
    if (day !== '' && this.stamp(day) !== undefined) return false;
    if (filled.length <= 1 || totalWords.test(filled[0]?.trim() ?? '')) return true;
    if (cells.every((cell, place) => cell.trim() === (this.header[place] ?? ''))) return true;
    return day === '' && identity.every((field) => this.text(cells, field) === '');
  }

  private user(cells: readonly string[]): TimeLine['user'] {
    const name = this.text(cells, 'user') || `${this.text(cells, 'first_name')} ${this.text(cells, 'last_name')}`.trim();
    const email = this.text(cells, 'email') || (/^\S+@\S+$/.test(name) ? name : '');
    if (name === '' && email === '') return undefined;
    return { ...(email === '' ? {} : { email }), ...(name === '' || name === email ? {} : { name }) };
  }

  private project(cells: readonly string[]): TimeLine['project'] {
    const [name, code] = [this.text(cells, 'project'), this.text(cells, 'project_code')];
    if (name === '' && code === '') return undefined;
    return { ...(code === '' ? {} : { code }), name: name || code };
  }

  /** Issue trackers name what was worked on by its key: it goes before the comment. */
  private comment(cells: readonly string[]): string {
    const issue = this.text(cells, 'issue').replace(/^(?=\d+$)/, '#');
    return [issue, this.text(cells, 'comment')].filter((part) => part !== '').join(' ');
  }

  private period(cells: readonly string[], first: Day): Day {
    if (!this.columns.period) return first;
    const last = this.moment(cells, 'end_date', 'end_date')?.day ?? first;
    if (last < first) throw new Refusal(this.title('end_date'), 'The period ends before it starts.');
    if (daysBetween(first, last) > 366) throw new Refusal(this.title('end_date'), 'The period is longer than a year.');
    return last;
  }

  /** @returns undefined for a row that is no data */
  read(row: number, cells: readonly string[]): TimeLine | undefined {
    if (this.isNoData(cells)) return undefined;
    const start = this.moment(cells, 'date', 'start');
    if (start === undefined)
      throw new Refusal(this.title(this.columns.at.date.length > 0 ? 'date' : 'start'), 'The date is missing.');
    const last_day = this.period(cells, start.day);
    const seconds = this.seconds(cells, start);
    const line: TimeLine = { row, first_day: start.day, last_day, seconds, content: this.content(cells) };
    if (start.clock !== undefined && start.clock < DAY_SECONDS) line.start = clockText(start.clock);
    const [user, project, chargeable] = [this.user(cells), this.project(cells), readYesNo(this.text(cells, 'billable'))];
    const [client, task, comment] = [this.text(cells, 'client'), this.text(cells, 'task'), this.comment(cells)];
    if (user) line.user = user;
    if (project) line.project = project;
    if (client !== '') line.client = client;
    if (task !== '') line.task = task;
    if (comment !== '') line.comment = comment;
    if (chargeable !== undefined) line.chargeable = chargeable;
    return line;
  }
}

function chooseFormat(header: readonly string[], wanted: Format | 'auto'): Format {
  if (wanted !== 'auto' && !FORMATS.includes(wanted)) {
    throw new Problem(422, {
      detail: said`“${wanted.slice(0, 40)}” is no known format. Known: auto, ${FORMATS.join(', ')}.`,
    });
  }
  const format = wanted === 'auto' ? recogniseExport(header) : wanted;
  if (format === undefined) {
    throw new Problem(422, {
      detail: 'No known time export: the header needs at least a date and a duration (or a start and an end).',
    });
  }
  const missing = lacking(columnsOf(format, header));
  if (missing !== undefined) throw new Problem(422, { detail: said`For the format ${format} the header lacks ${missing}.` });
  return format;
}

function chosenColumns(header: readonly string[], places: Partial<Record<Field, number>>): Columns {
  const columns = columnsAt(header, places);
  const missing = lacking(columns);
  if (missing !== undefined) throw new Problem(422, { detail: said`The columns that were chosen lack ${missing}.` });
  return columns;
}

/**
 * Reads a table as the time export of another system. Dates count as written; a bare UTC stamp goes to `zone`; the duration
 * column counts, start and end only where it is missing; an entry belongs to the day on which it starts. Total rows,
 * banners and repeated headers are left out. Whether a day passes 24 h is not judged here.
 * @param options.columns where the columns are, by a person's choice; the format is `generic` then
 * @param options.zone IANA name of the firm's time zone
 * @returns lines in the order of the file, and each row that cannot be read with its column and the reason
 * @throws Problem 422 when the format is unknown or the header lacks what it needs
 */
export function readTimeExport(
  table: SourceTable,
  options: { format?: Format | 'auto'; zone: string; columns?: Partial<Record<Field, number>> | undefined },
): TimeExport {
  const format = options.columns ? 'generic' : chooseFormat(table.header, options.format ?? 'auto');
  const columns = options.columns ? chosenColumns(table.header, options.columns) : columnsOf(format, table.header);
  const reader = new ExportReader(table, columns, options.zone);
  const lines: TimeLine[] = [];
  const rejected: RejectedLine[] = [];
  for (const { row, cells } of table.rows) {
    try {
      const line = reader.read(row, cells);
      if (line !== undefined) lines.push(line);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      rejected.push({ row, column: error.column, message: error.reason });
    }
  }
  return { format, lines, rejected };
}

export interface ExportSummary {
  rows: number;
  /** Two decimals, rounded once at the end. */
  hours: number;
  /** Distinct names as written (e-mail addresses where there is no name). */
  users: number;
  projects: number;
  clients: number;
  first_date: Day | undefined;
  last_date: Day | undefined;
}

/** Figures of an export's lines; dates are of the start of work. */
export function summarise(lines: readonly TimeLine[]): ExportSummary {
  const distinct = (of: (line: TimeLine) => string | undefined): number => new Set(lines.flatMap((line) => of(line) ?? [])).size;
  const days = lines.map((line) => line.first_day).sort();
  const seconds = lines.reduce((total, line) => total + line.seconds, 0);
  return {
    rows: lines.length,
    hours: Math.round(seconds / 36) / 100,
    users: distinct(({ user }) => user?.name ?? user?.email),
    projects: distinct(({ project }) => project?.name),
    clients: distinct(({ client }) => client),
    first_date: days[0],
    last_date: days.at(-1),
  };
}
