import { dayIn } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { notAllowed } from '../../kit/problem.ts';
import { checkRange } from '../../leave/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import { tableFile } from '../../server/export.ts';
import type { FileReply } from '../../server/route.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { WorkloadInput, WorkloadRow } from '../contract.ts';
import { type UnitLoad, type UnitRange, percentOf, unitsBetween } from '../rules.ts';
import { belongs, freeOf, unitLoadsFor } from './load.ts';
import { mayExport } from './policy.ts';
import { type Asked, type Person, allPeople, peopleWindow } from './people.ts';

type Measure = 'percent' | 'hours' | 'free';

interface Prepared {
  asked: Asked;
  range: UnitRange;
  withSoft: boolean;
}

/** What is asked for, in whole units. */
export async function prepare(tx: Tx, body: Omit<WorkloadInput, 'page' | 'per_page'>): Promise<Prepared> {
  const { from, to, unit, data: _data, sort: _sort, ...filters } = body;
  checkRange(from, to);
  const firm = await firmOf(tx);
  const range = unitsBetween(from, to, unit, firm.week_start);
  return {
    asked: { filters, from: range.from, to: range.to, day: dayIn(firm.time_zone, tx.now), pages: ['workload'] },
    range,
    withSoft: filters.include_soft ?? false,
  };
}

const present = ({ id, name, grade, team }: Person, load: UnitLoad): WorkloadRow => ({ user_id: id, name, grade, team, ...load });

/** Share of the capacity that is taken in one unit; what has no capacity comes last. */
function taken(load: UnitLoad, unit: number, withSoft: boolean): number {
  const capacity = load.capacity[unit] ?? 0;
  return capacity > 0 ? ((load.hard[unit] ?? 0) + (withSoft ? (load.soft[unit] ?? 0) : 0)) / capacity : -1;
}

/** Most first, as one looks for it; a leading `-` turns the order round. Equal ones keep the order of names. */
function sortRows(rows: WorkloadRow[], sort: string, withSoft: boolean): void {
  const key = sort.replace('-', '');
  const turn = sort.startsWith('-') ? -1 : 1;
  if (key === 'name') {
    if (turn < 0) rows.reverse();
    return;
  }
  const value = (row: WorkloadRow): number => (key === 'free' ? freeOf(row, withSoft) : taken(row, Number(key), withSoft));
  const values = new Map(rows.map((row) => [row, value(row)]));
  rows.sort((a, b) => turn * ((values.get(b) ?? 0) - (values.get(a) ?? 0)));
}

/** Everybody of the filters with their load, filtered by it and sorted. */
export async function everybody(
  tx: Tx,
  actor: Actor,
  { asked, range, withSoft }: Prepared,
  sort: string,
): Promise<WorkloadRow[]> {
  const people = await allPeople(tx, actor, asked);
  const loads = await unitLoadsFor(
    tx,
    people.map((person) => person.id),
    range,
    withSoft,
  );
  const { only, least } = asked.filters;
  const rows = people.flatMap((person) => {
    const load = loads.get(person.id);
    return load && (!only || belongs(load, only, withSoft, least)) ? [present(person, load)] : [];
  });
  sortRows(rows, sort, withSoft);
  return rows;
}

/** One page of the matrix. Sorted by name and unfiltered by load, only the page's people are summed up. */
export async function readWorkload(tx: Tx, actor: Actor, { body }: { body: WorkloadInput }): Promise<Page<WorkloadRow>> {
  const { page = 1, per_page: perPage = 50, ...rest } = body;
  const prepared = await prepare(tx, rest);
  const sort = rest.sort ?? 'name';
  const offset = (page - 1) * perPage;
  let rows: WorkloadRow[];
  let total: number;
  if (sort === 'name' && !rest.only) {
    const window = await peopleWindow(tx, actor, prepared.asked, offset, perPage);
    const loads = await unitLoadsFor(
      tx,
      window.people.map((person) => person.id),
      prepared.range,
      prepared.withSoft,
    );
    rows = window.people.flatMap((person) => {
      const load = loads.get(person.id);
      return load ? [present(person, load)] : [];
    });
    total = window.total;
  } else {
    const all = await everybody(tx, actor, prepared, sort);
    rows = all.slice(offset, offset + perPage);
    total = all.length;
  }
  const pages = Math.ceil(total / perPage);
  return { rows, pagination: { page, pages, per_page: perPage, total, has_next: page < pages, has_prev: page > 1 && total > 0 } };
}

function figure(row: WorkloadRow, unit: number, measure: Measure, withSoft: boolean): number | null {
  const capacity = row.capacity[unit] ?? 0;
  const minutes = (row.hard[unit] ?? 0) + (withSoft ? (row.soft[unit] ?? 0) : 0);
  if (measure === 'percent') return percentOf(minutes, capacity);
  // Columns of hours take seconds.
  return 60 * (measure === 'free' ? Math.max(0, capacity - minutes) : minutes);
}

/** Of the whole range, whatever the measure: what is tentative stands apart. */
const WHOLE = [
  { key: 'capacity', title: 'Capacity', kind: 'hours' as const },
  { key: 'confirmed', title: 'Confirmed hours', kind: 'hours' as const },
  { key: 'tentative', title: 'Tentative hours', kind: 'hours' as const },
];

const sum = (minutes: readonly number[]): number => minutes.reduce((all, each) => all + each, 0);

const wholeOf = ({ capacity, hard, soft }: WorkloadRow) => ({
  capacity: 60 * sum(capacity),
  confirmed: 60 * sum(hard),
  tentative: 60 * sum(soft),
});

/** The whole matrix of the filters as a file: a row a person, a column a week or month, in one measure. */
export async function exportWorkload(
  tx: Tx,
  actor: Actor,
  { body, query }: { body: Omit<WorkloadInput, 'page' | 'per_page'>; query: { format?: string; measure?: Measure } },
): Promise<FileReply> {
  if (!mayExport(actor, 'workload')) throw notAllowed();
  const prepared = await prepare(tx, body);
  const rows = await everybody(tx, actor, prepared, body.sort ?? 'name');
  const measure = query.measure ?? 'percent';
  const { range, withSoft } = prepared;
  const kind = measure === 'percent' ? ('number' as const) : ('hours' as const);
  return tableFile(
    `workload_${range.from}_${range.to}`,
    query.format,
    [
      { key: 'name', title: 'Person', kind: 'text' },
      { key: 'grade', title: 'Grade', kind: 'text' },
      { key: 'team', title: 'Team', kind: 'text' },
      ...range.starts.map((start, index) => ({ key: String(index), title: start, kind })),
      ...WHOLE,
    ],
    rows.map((row) => ({
      name: row.name,
      grade: row.grade,
      team: row.team,
      ...wholeOf(row),
      ...Object.fromEntries(range.starts.map((_, index) => [String(index), figure(row, index, measure, withSoft)])),
    })),
  );
}
