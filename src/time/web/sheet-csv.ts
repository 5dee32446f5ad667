import { formatHours } from '../../kit/duration.ts';
import type { Cell, Line, Timesheet } from './week.ts';

/** A value that a spreadsheet must not run as a formula, quoted where it has to be. */
function field(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One row of a CSV file. */
export const csvRow = (values: readonly string[]): string => values.map(field).join(',');

export interface CsvNames {
  client: string;
  project: string;
  code: string;
  task: string;
  total: string;
}

/** The week as CSV: a row for each line, hours with a point, days as ISO dates, totals below. Starts with a byte order mark. */
export function sheetCsv(
  sheet: Timesheet,
  lines: readonly Line[],
  rowOf: (line: string) => readonly Cell[],
  names: CsvNames,
): string {
  const hours = (seconds: number): string => (seconds === 0 ? '' : formatHours(seconds));
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const seconds = lines.map((line) => sheet.days.map((_, day) => rowOf(line.key)[day]?.seconds ?? 0));
  const days = sheet.days.map((_, day) => sum(seconds.map((row) => row[day] ?? 0)));
  const rows = [
    [names.client, names.project, names.code, names.task, ...sheet.days.map(({ day }) => day), names.total],
    ...lines.map((line, index) => [
      line.client ?? '',
      line.project ?? '',
      line.code ?? '',
      line.task ?? '',
      ...(seconds[index] ?? []).map(hours),
      hours(sum(seconds[index] ?? [])),
    ]),
    [names.total, '', '', '', ...days.map(hours), hours(sum(days))],
  ];
  return `\uFEFF${rows.map(csvRow).join('\r\n')}\r\n`;
}
