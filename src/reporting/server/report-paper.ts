import { type Day, isDay } from '../../kit/day.ts';
import { type Text, said } from '../../kit/said.ts';
import { aside } from '../../server/aside.ts';
import type { FileTable } from '../../server/export.ts';
import type { Column } from '../../server/tables-write.ts';
import { inLanguage } from '../../server/texts.ts';

/** A report in words and figures, as `report.typ` sets it. */
export interface ReportPaper {
  language: string;
  title: string;
  period: string;
  about: string;
  nothing: string;
  page: string;
  of: string;
  /** Whether there are so many columns that letters are small. */
  wide: boolean;
  columns: { title: string; figures: boolean }[];
  rows: string[][];
}

interface Heading {
  language: string;
  title: string;
  from: Day;
  to: Day;
  reader: string;
  made: Day;
}

/** Rows of one paper: more is read as a workbook or on the screen. */
export const MOST_ROWS = 2000;
const HOUR = 3600;
/** All amounts of a report are in one: it stands once. */
const CURRENCY = 'currency';
/** Columns from which on a table is wide. */
const MANY = 11;

const isBlank = (value: unknown): boolean => value === null || value === undefined || value === '';

/** How a column's values are written: figures of one column have the same number of decimals. */
function writerOf({ key, kind }: Column, rows: FileTable['rows'], language: string): (value: unknown) => string {
  const figures = kind === 'number' ? rows.map((row) => row[key]) : [];
  const whole = figures.every((value) => isBlank(value) || Number.isInteger(value));
  const digits = kind === 'ratio' ? 1 : kind === 'number' && whole ? 0 : 2;
  const style = kind === 'ratio' ? 'percent' : 'decimal';
  const figure = new Intl.NumberFormat(language, { style, minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (value) => {
    if (isBlank(value)) return kind === 'ratio' ? inLanguage(said`n/a`, language) : '';
    if (typeof value === 'number') return figure.format(kind === 'hours' ? value / HOUR : value);
    const text = String(value as string);
    return kind === 'date' && isDay(text) ? inLanguage(said`${{ day: text }}`, language) : text;
  };
}

/** A table of a report in words and figures of a language; columns in which nothing stands are left out. */
export function paperOf({ columns, rows }: FileTable, { language, title, from, to, reader, made }: Heading): ReportPaper {
  const say = (text: Text): string => inLanguage(text, language);
  const shown = columns.filter(({ key }) => key !== CURRENCY && (rows.length === 0 || rows.some((row) => !isBlank(row[key]))));
  const days = say(said`${{ day: from }} to ${{ day: to }}`);
  const currency = rows[0]?.[CURRENCY];
  const writers = shown.map((column) => ({ key: column.key, write: writerOf(column, rows, language) }));
  return {
    language,
    title,
    period: typeof currency === 'string' ? `${days} · ${currency}` : days,
    about: say(said`As ${reader} may see it on ${{ day: made }}.`),
    nothing: say(said`There is nothing in these days.`),
    page: say(said`Page`),
    of: say(said`of`),
    wide: shown.length >= MANY,
    columns: shown.map(({ title: words, kind }) => ({ title: say(words), figures: kind !== 'text' && kind !== 'date' })),
    rows: rows.map((row) => writers.map(({ key, write }) => write(row[key]))),
  };
}

/** Sets the paper, as PDF. */
export const drawReport = aside<ReportPaper, Uint8Array>(new URL('./report-paper-work.ts', import.meta.url), 'draw');
