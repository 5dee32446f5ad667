import type { Day } from '../../kit/day.ts';
import { checkRange } from '../../leave/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import { type FileTable, fileOf } from '../../server/export.ts';
import type { FileReply } from '../../server/route.ts';
import type { Column } from '../../server/tables-write.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type Ahead, type Figures, type Measure, attainment, forecastOf, utilization, utilizationOf } from '../rules.ts';
import type { MoneyGroup } from '../contract.ts';
import { type Group as GroupOfPeople, isTooFew, tooSmall } from '../rules/small-groups.ts';
import { addAhead, noneAhead } from './ahead.ts';
import { moneyTable } from './money-report.ts';
import type { ReportFilters } from './facts.ts';
import { OF_PEOPLE } from './grouping.ts';
import { filtersFrom } from './lines.ts';
import { isDated, namesItself, namesOf } from './names.ts';
import { FEW, FEW_NAME } from './small-groups.ts';
import { sortRows } from './utilization-order.ts';
import { type MonthFigures, type Person, type Row, type Wanted, add, none, readPeople } from './utilization-people.ts';
import { type TimeBy, isWork } from './utilization-work.ts';

type Group = MoneyGroup;
/** Rows that are people, or people in one place. */
type PeopleGroup = 'person' | 'grade' | 'team' | 'country';
const isPeople = (group: Group): group is PeopleGroup => OF_PEOPLE.has(group);

type Request = ReportFilters & {
  group?: Group;
  compare?: { from: Day; to: Day };
  against?: 'plan';
  months?: boolean;
  measure?: Measure;
  sort?: string;
  page?: number;
  per_page?: number;
};

const groupings: Record<PeopleGroup, (person: Person) => [key: string, name: string]> = {
  person: (person) => [person.id, person.name],
  grade: (person) => [person.grade, person.grade],
  team: (person) => [person.team_id ?? '', person.team ?? ''],
  country: (person) => [person.country, person.country],
};

function withAhead(sum: Ahead | undefined, more: Ahead | undefined): Ahead | undefined {
  if (!more) return sum;
  const whole = sum ?? noneAhead();
  addAhead(whole, more);
  return whole;
}

/** Months of a group with those of one more row; every row has the same. */
const addMonthly = (sums: MonthFigures[] | undefined, more: readonly MonthFigures[] | undefined): MonthFigures[] | undefined =>
  more?.map((month, index) => {
    const sum = { ...none(), ...sums?.[index], month: month.month };
    add(sum, month);
    return sum;
  });

function grouped(rows: readonly (Row & { person: Person })[], by: PeopleGroup): Row[] {
  const groups = new Map<string, Row>();
  for (const row of rows) {
    const [key, name] = groupings[by](row.person);
    const group = groups.get(key) ?? { key, name, grade: null, team: null, people: 0, ...none() };
    add(group, row);
    group.ahead = withAhead(group.ahead, row.ahead);
    group.months = addMonthly(group.months, row.months);
    group.people++;
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** A row for each month or week: everybody's time in it, against what everybody could work in it. */
const datedRows = (persons: readonly Row[], spans: readonly (Figures & { span: Day })[]): Row[] =>
  spans.map(({ span, ...sum }) => ({ key: span, name: span, grade: null, team: null, people: persons.length, ...sum }));

/**
 * A row for what was worked on: its own time above the line, everybody's capacity below it. So the rows add up to the utilization of
 * all: each says how much of it is due to it. Nobody has a target for one client.
 */
function workRows(time: readonly TimeBy[], total: Figures, months: readonly MonthFigures[] | undefined): Row[] {
  const base = (whole: Figures, own: TimeBy | undefined): Figures => ({
    ...whole,
    target_minutes: 0,
    seconds: own?.seconds ?? 0,
    chargeable_seconds: own?.chargeable_seconds ?? 0,
  });
  return [...Map.groupBy(time, ({ key }) => key)].map(([key, own]) => {
    const ofMonth = new Map(own.map((row) => [row.month, row]));
    const all = ofMonth.get(null);
    return {
      key,
      name: '',
      grade: null,
      team: null,
      people: all?.people ?? 0,
      ...base(total, all),
      ...(months ? { months: months.map((whole) => ({ ...base(whole, ofMonth.get(whole.month)), month: whole.month })) } : {}),
    };
  });
}

interface Report {
  from: Day;
  to: Day;
  total: Figures;
  before?: Figures | undefined;
  ahead?: Ahead | undefined;
  /** The sums month by month, where that is asked for. */
  months?: MonthFigures[] | undefined;
  people: number;
  withheld: boolean;
  largest: Record<Measure, number | null>;
  count: number;
  rows: Row[];
}

interface Rows {
  rows: Row[];
  /** Whose time and capacity rows of people are made of. */
  groups: GroupOfPeople[];
  /** Everybody of whom the sums are. */
  all: Set<string>;
  total: Figures;
  ahead: Ahead | undefined;
  months: MonthFigures[] | undefined;
  people: number;
}

const idsOf = (rows: readonly { person: Person }[]): Set<string> => new Set(rows.map(({ person }) => person.id));

async function rowsOf(tx: Tx, actor: Actor, filters: Request, wanted: Wanted): Promise<Rows> {
  checkRange(filters.from, filters.to);
  const { group } = wanted;
  const { persons, spans, work, ahead: parts } = await readPeople(tx, actor, filters, wanted);
  const total = none();
  let months: MonthFigures[] | undefined;
  let ahead: Ahead | undefined;
  for (const row of persons) {
    add(total, row);
    ahead = withAhead(ahead, row.ahead);
    months = addMonthly(months, row.months);
  }
  const rows = (): Row[] => {
    if (group === 'person') return persons.map(({ person: _person, ...row }) => row);
    if (group === 'week' || group === 'month') return datedRows(persons, spans);
    return isWork(group) ? workRows(work, total, months) : grouped(persons, group);
  };
  // Who neither worked nor could tells nothing, and hides nobody.
  const there = persons.filter((row) => row.seconds > 0 || row.standard_minutes > 0);
  const groups = isPeople(group)
    ? [...Map.groupBy(there, ({ person }) => groupings[group](person)[0])].map(([key, own]) => ({ key, people: idsOf(own) }))
    : [];
  return {
    rows: rows(),
    groups,
    all: idsOf(there),
    total,
    ahead,
    months: parts.length > 0 ? months?.map((month, index) => ({ ...month, ahead: parts[index] })) : months,
    people: persons.length,
  };
}

const figuresOf = ({ chargeable_seconds, seconds, capacity_minutes, standard_minutes, target_minutes }: Figures): Figures => ({
  chargeable_seconds,
  seconds,
  capacity_minutes,
  standard_minutes,
  target_minutes,
});

/** Rows of work with their names. */
async function named(tx: Tx, group: Group, rows: readonly Row[]): Promise<Row[]> {
  if (!isWork(group)) return [...rows];
  const names = await namesOf(
    tx,
    group,
    rows.map(({ key }) => key),
  );
  return rows.map((row) => {
    const [name, detail] = names.get(row.key) ?? [namesItself(group) ? row.key : '', null];
    return { ...row, name, detail };
  });
}

/** The rows that are too small to be told on their own, as one. */
function together(rows: readonly Row[], hidden: ReadonlySet<string>, name: string): Row[] {
  const few = rows.filter(({ key }) => hidden.has(key));
  if (few.length === 0) return [...rows];
  const sum: Row = { key: FEW, name, grade: null, team: null, people: 0, ...none() };
  for (const row of few) {
    add(sum, row);
    sum.people += row.people;
    sum.ahead = withAhead(sum.ahead, row.ahead);
    sum.months = addMonthly(sum.months, row.months);
    if (row.before) {
      sum.before ??= none();
      add(sum.before, row.before);
    }
  }
  return [...rows.filter(({ key }) => !hidden.has(key)), sum];
}

/** Nothing was planned of what was worked: that is a plan of no hours. */
const UNPLANNED = { chargeable_seconds: 0, seconds: 0 };

/** A report whose sum of all would be of too few. */
const NOTHING_TOLD = {
  total: none(),
  people: 0,
  withheld: true,
  largest: { capacity: null, standard: null },
  count: 0,
  rows: [],
};

/** Everybody of the filters in groups, sorted, with the sums; beside each row what it was over the days compared with. */
async function report(tx: Tx, actor: Actor, asked: Request): Promise<Report> {
  const body = await filtersFrom(tx, actor, asked);
  const { from, to, group = 'person', measure = 'capacity', against, months = false } = body;
  const [now, before] = await Promise.all([
    rowsOf(tx, actor, body, { group, months, plan: false }),
    against
      ? rowsOf(tx, actor, body, { group, months: false, plan: true })
      : body.compare && rowsOf(tx, actor, { ...body, ...body.compare }, { group, months: false, plan: false }),
  ]);
  // Months and weeks of two periods belong together by their places.
  const place = (row: Row, index: number): string => (isDated(group) ? String(index) : row.key);
  const earlier = new Map(before?.rows.map((row, index) => [place(row, index), figuresOf(row)]));
  const known = new Set(now.rows.map(place));
  const onlyPlanned = against ? (before?.rows ?? []).filter((row, index) => !known.has(place(row, index))) : [];
  const unworked = onlyPlanned.map((row) => ({ ...row, seconds: 0, chargeable_seconds: 0, months: undefined }));
  const { least_people: least } = await firmOf(tx);
  const tooFew = (of: Rows | undefined): boolean => of !== undefined && isTooFew(of.all, least, actor.userId);
  if (tooFew(now)) return { ...NOTHING_TOLD, from, to };
  const comparable = before && !tooFew(before) ? before : undefined;
  const smallOf = (of: Rows | undefined): Set<string> => tooSmall(of?.groups ?? [], least, actor.userId);
  const everyRow = await named(
    tx,
    group,
    [...now.rows, ...unworked].map((row, index) => ({
      ...row,
      before: comparable && (earlier.get(place(row, index)) ?? (against ? { ...figuresOf(row), ...UNPLANNED } : undefined)),
    })),
  );
  const rows = together(everyRow, new Set([...smallOf(now), ...smallOf(comparable)]), inLanguage(FEW_NAME, actor.language));
  const largest = (of: Measure): number | null => {
    const ratios = rows.flatMap((row) => utilizationOf(row, of) ?? []);
    return ratios.length === 0 ? null : ratios.reduce((most, ratio) => Math.max(most, ratio));
  };
  return {
    from,
    to,
    total: now.total,
    before: comparable?.total,
    ahead: now.ahead,
    months: now.months,
    people: now.people,
    withheld: false,
    largest: { capacity: largest('capacity'), standard: largest('standard') },
    count: rows.length,
    rows: sortRows(rows, body.sort, { group, measure, language: actor.language }),
  };
}

/** Chargeable time against capacity: everybody's sum, and one page of rows. */
export async function actualUtilization(tx: Tx, actor: Actor, { body }: { body: Request }): Promise<Report> {
  const whole = await report(tx, actor, body);
  const perPage = body.per_page ?? 100;
  const start = ((body.page ?? 1) - 1) * perPage;
  return { ...whole, rows: whole.rows.slice(start, start + perPage) };
}

/** Utilization or money as a table, of all pages. */
export async function kpisTable(
  tx: Tx,
  actor: Actor,
  asked: Omit<Request, 'against'> & { by?: string; against?: 'plan' | 'budget' },
): Promise<FileTable> {
  if (asked.by === 'money') return moneyTable(tx, actor, asked);
  const { against, ...body } = asked;
  const { rows } = await report(tx, actor, { ...body, ...(against === 'plan' ? { against } : {}) });
  const flat = rows.map((row) => ({
    ...row,
    capacity: row.capacity_minutes * 60,
    standard: row.standard_minutes * 60,
    utilization: utilization(row.chargeable_seconds, row.capacity_minutes),
    attainment: attainment(row.chargeable_seconds, row.target_minutes),
    ...(row.ahead ? toCome(row, row.ahead) : {}),
  }));
  const isToCome = rows.some((row) => row.ahead);
  return { name: `utilization_${body.from}_${body.to}`, columns: isToCome ? [...COLUMNS, ...TO_COME] : COLUMNS, rows: flat };
}

const COLUMNS: Column[] = [
  { key: 'name', title: 'Name', kind: 'text' },
  { key: 'grade', title: 'Grade', kind: 'text' },
  { key: 'team', title: 'Team', kind: 'text' },
  { key: 'people', title: 'People', kind: 'number' },
  { key: 'chargeable_seconds', title: 'Chargeable hours', kind: 'hours' },
  { key: 'seconds', title: 'Hours', kind: 'hours' },
  { key: 'capacity', title: 'Capacity (pattern − holidays − leave)', kind: 'hours' },
  { key: 'standard', title: 'Standard hours (pattern − holidays)', kind: 'hours' },
  { key: 'utilization', title: 'Utilization (chargeable ÷ capacity)', kind: 'ratio' },
  { key: 'attainment', title: 'Target attainment', kind: 'ratio' },
];

/** What is booked of the days to come: the tentative part is told apart, and never counts as taken. */
const toCome = (row: Row, ahead: Ahead) => ({
  booked: ahead.booked_minutes * 60,
  tentative: ahead.tentative_minutes * 60,
  bench: ahead.bench_minutes * 60,
  forecast: forecastOf(row, ahead),
  forecast_tentative: forecastOf(row, ahead, true),
});

const TO_COME: Column[] = [
  { key: 'booked', title: 'Confirmed bookings to come', kind: 'hours' },
  { key: 'tentative', title: 'Tentative bookings to come', kind: 'hours' },
  { key: 'forecast', title: 'Forecast utilization', kind: 'ratio' },
  { key: 'forecast_tentative', title: 'Forecast utilization with tentative bookings', kind: 'ratio' },
  { key: 'bench', title: 'Free hours to come', kind: 'hours' },
];

/** The same as a file. */
export const exportUtilization = async (
  tx: Tx,
  actor: Actor,
  { body, query }: { body: Parameters<typeof kpisTable>[2]; query: { format?: string } },
): Promise<FileReply> => fileOf(await kpisTable(tx, actor, body), query.format);
