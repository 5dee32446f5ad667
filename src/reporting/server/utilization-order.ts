import { GRADES } from '../../kit/grades.ts';
import { type Measure, attainmentOf, baseMinutes, changeOf, forecastOf, targetOf, utilizationOf } from '../rules.ts';
import type { MoneyGroup } from '../contract.ts';
import type { Row } from './utilization-people.ts';

export interface Shown {
  group: MoneyGroup;
  /** The denominator that the table shows. */
  measure: Measure;
  /** Countries are sorted as the reader calls them. */
  language: string;
}

type Value = string | number | null;

const rank = (grade: string | null): number | null => (grade === null ? null : GRADES.indexOf(grade as (typeof GRADES)[number]));

/** What the first column shows, in a form that sorts: grades by rank; a team or country that is missing has no value. */
function nameValue({ key, name }: Row, { group }: Shown, countries: Intl.DisplayNames): Value {
  if (group === 'grade') return rank(key);
  if (group === 'country') return key === '' ? null : (countries.of(key) ?? key);
  return name === '' ? null : name;
}

/** Values of the columns by which the table of utilization sorts. */
const columns: Record<string, (row: Row, measure: Measure) => Value> = {
  grade: (row) => rank(row.grade),
  team: (row) => row.team,
  people: (row) => row.people,
  chargeable: (row) => row.chargeable_seconds,
  logged: (row) => row.seconds,
  base: baseMinutes,
  utilization: utilizationOf,
  target: targetOf,
  attainment: attainmentOf,
  change: changeOf,
  forecast: (row) => (row.ahead ? forecastOf(row, row.ahead) : null),
  tentative: (row) => row.ahead?.tentative_minutes ?? null,
  /** Who is free of the days to come, most first when turned round. */
  bench: (row) => row.ahead?.bench_minutes ?? null,
};

/** Letters as the database's names sort them: the root rules, which English does not change. */
const names = new Intl.Collator('en');

/**
 * Rows by one column, `-` in front turns the order round; without one (or with one that there is not) by the first. Rows
 * without a value stand last either way, equal ones keep the order of names.
 */
export function sortRows(rows: readonly Row[], sort: string | undefined, shown: Shown): Row[] {
  const countries = new Intl.DisplayNames([shown.language], { type: 'region' });
  const first = (row: Row): Value => nameValue(row, shown, countries);
  // People come by name from the database.
  const byName = shown.group === 'person' ? [...rows] : sorted(rows, first, 1);
  const column = columns[(sort ?? '').replace(/^-/, '')];
  const turn = sort?.startsWith('-') ? -1 : 1;
  if (column) return sorted(byName, (row) => column(row, shown.measure), turn);
  return turn === 1 ? byName : sorted(rows, first, turn);
}

function sorted(rows: readonly Row[], valueOf: (row: Row) => Value, turn: 1 | -1): Row[] {
  const valued = rows.map((row) => ({ row, value: valueOf(row) }));
  valued.sort(({ value: a }, { value: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return turn * (typeof a === 'number' ? a - (b as number) : names.compare(a, String(b)));
  });
  return valued.map(({ row }) => row);
}
