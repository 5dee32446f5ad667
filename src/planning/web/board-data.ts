import { type Day, addDays, daysBetween } from '../../kit/day.ts';
import type { Board, BoardPerson, BoardProject, BookingRow, Phase } from '../contract.ts';
import { unpackBookings } from '../rules/columns.ts';
import { type Level, type OverDay, type Span, type UnitLoad, addLoad, loadOf, overOf, unitLoad, unitOfDays } from '../rules.ts';
import { lanesOf } from './lanes.ts';
import type { Scale } from './scale.ts';

/** A booking as the board holds it. */
export interface Booking extends Span {
  id: string;
  user_id: string;
  project_id: string | null;
  /** A part of the project. */
  phase_id: string | null;
  task_type_id: string | null;
  note: string;
  /** The demand that it fills. */
  demand_id?: string | null;
  version: number;
}

/** A booking in its place: day indexes of the range (may lie outside of it), and its lane. */
export interface Bar {
  booking: Booking;
  start: number;
  end: number;
  lane: number;
}

/** One person's row. A change makes a new row, so that only changed rows are drawn again. */
export interface Row {
  person: BoardPerson;
  /** Minutes by day of the range. */
  capacity: Uint16Array;
  bars: readonly Bar[];
  lanes: number;
  load: UnitLoad;
}

/** What bookings are on, by id. */
export interface Names {
  projects: Map<string, BoardProject>;
  phases: Map<string, Phase>;
  tasks: Map<string, string>;
}

/** Order in which levels are offered, the strongest that one may set first. */
export const preferredLevel = (may: readonly Level[]): Level | undefined =>
  (['hard', 'soft', 'requested'] as const).find((level) => may.includes(level));

function capacityOf(person: BoardPerson, weeks: readonly (readonly number[])[], days: number): Uint16Array {
  const capacity = new Uint16Array(days);
  person.days.forEach((week, index) => capacity.set((weeks[week] ?? []).slice(0, days - index * 7), index * 7));
  return capacity;
}

function place(bookings: readonly Booking[], from: Day): { bars: Bar[]; lanes: number } {
  const sorted = [...bookings].sort((a, b) =>
    a.first_day < b.first_day ? -1 : a.first_day > b.first_day ? 1 : a.id < b.id ? -1 : 1,
  );
  const spans = sorted.map((booking) => ({
    start: daysBetween(from, booking.first_day),
    end: daysBetween(from, booking.last_day) + 1,
  }));
  const lanes = lanesOf(spans);
  const bars = sorted.map((booking, index) => ({
    booking,
    start: spans[index]?.start ?? 0,
    end: spans[index]?.end ?? 0,
    lane: lanes[index] ?? 0,
  }));
  return { bars, lanes: Math.max(1, ...lanes.map((lane) => lane + 1)) };
}

/** The same person with other bookings; those outside of the range fall out. */
export function withBookings(
  row: Pick<Row, 'person' | 'capacity'>,
  bookings: readonly Booking[],
  scale: Scale,
  withSoft: boolean,
): Row {
  const { from, to } = scale.range;
  const inside = bookings.filter((booking) => booking.first_day <= to && booking.last_day >= from);
  const load = unitLoad(
    row.capacity,
    loadOf(row.capacity, from, inside),
    unitOfDays(scale.range),
    scale.range.starts.length,
    withSoft,
  );
  return { person: row.person, capacity: row.capacity, ...place(inside, from), load };
}

/** A window of the board as rows in its order, and the names that its bookings need. */
export function unpackBoard(board: Board, scale: Scale, names: Names, withSoft: boolean): Row[] {
  for (const project of board.projects) names.projects.set(project.id, project);
  for (const phase of board.phases) names.phases.set(phase.id, phase);
  for (const task of board.tasks) names.tasks.set(task.id, task.name);
  const bookings = unpackBookings(board.from, board.bookings);
  return board.people.map((person, index) => {
    const own = (bookings[index] ?? []).map(
      ({ project, phase, task, demand_id, ...booking }): Booking => ({
        ...booking,
        user_id: person.id,
        project_id: board.projects[project]?.id ?? null,
        phase_id: board.phases[phase]?.id ?? null,
        task_type_id: board.tasks[task]?.id ?? null,
        ...(demand_id ? { demand_id } : {}),
      }),
    );
    return withBookings({ person, capacity: capacityOf(person, board.weeks, scale.days) }, own, scale, withSoft);
  });
}

/** A booking out of the answer to a write; its names are kept for the board. */
export function bookingFrom(row: BookingRow, names: Names): Booking {
  if (row.project_id && !names.projects.has(row.project_id)) {
    names.projects.set(row.project_id, {
      id: row.project_id,
      code: row.project_code ?? '',
      name: row.project ?? '',
      client: row.client,
      starts_on: null,
      ends_on: null,
    });
  }
  if (row.phase_id && !names.phases.has(row.phase_id))
    names.phases.set(row.phase_id, { id: row.phase_id, name: row.phase ?? '', starts_on: null, ends_on: null });
  if (row.task_type_id && row.task_type) names.tasks.set(row.task_type_id, row.task_type);
  const { id, user_id, project_id, phase_id, task_type_id, demand_id } = row;
  const { first_day, last_day, minutes_per_day, level, note, version } = row;
  const work = { user_id, project_id, phase_id, task_type_id, ...(demand_id ? { demand_id } : {}) };
  return { id, ...work, first_day, last_day, minutes_per_day, level, note, version };
}

/** What a booking would do to a person, before it is written. */
export interface Preview {
  /** Days of the booking that have capacity. */
  days: number;
  /** Confirmed minutes and capacity over the booking's working days, itself included. */
  minutes: number;
  capacity: number;
  over: OverDay[];
}

/** Load of a person by day without one booking. */
function othersOf(row: Row, from: Day, except: string | undefined) {
  return loadOf(
    row.capacity,
    from,
    row.bars.flatMap(({ booking }) => (booking.id === except ? [] : [booking])),
  );
}

/** The result of a booking for a person as far as the range shows it; `except` is what it replaces. */
export function previewOf(row: Row, span: Span, except: string | undefined, scale: Scale): Preview {
  const { from } = scale.range;
  const others = othersOf(row, from, except);
  const over = overOf(row.capacity, from, others, span);
  addLoad(others, row.capacity, from, { ...span, level: 'hard' });
  const preview: Preview = { days: 0, minutes: 0, capacity: 0, over };
  const start = Math.max(0, daysBetween(from, span.first_day));
  const end = Math.min(scale.days, daysBetween(from, span.last_day) + 1);
  for (let day = start; day < end; day++) {
    const room = row.capacity[day] ?? 0;
    if (room === 0) continue;
    preview.days += 1;
    preview.capacity += room;
    preview.minutes += others.hard[day] ?? 0;
  }
  return preview;
}

/** Minutes a day that fit beside what is confirmed; where nothing fits, what a whole day has. */
export function freePerDay(row: Row, first: Day, last: Day, scale: Scale, except?: string): number {
  const others = othersOf(row, scale.range.from, except);
  const start = Math.max(0, daysBetween(scale.range.from, first));
  const end = Math.min(scale.days, daysBetween(scale.range.from, last) + 1);
  let free = Number.POSITIVE_INFINITY;
  let whole = 0;
  for (let day = start; day < end; day++) {
    const room = row.capacity[day] ?? 0;
    if (room === 0) continue;
    free = Math.min(free, room - (others.hard[day] ?? 0));
    whole = Math.max(whole, room);
  }
  if (whole === 0) return 480;
  return free > 0 && Number.isFinite(free) ? free : whole;
}

/** Days without capacity at both ends are left out: a week that is dragged is booked from Monday to Friday. */
export function trimmed(row: Row, first: Day, last: Day, scale: Scale): { first_day: Day; last_day: Day } {
  const offset = daysBetween(scale.range.from, first);
  const length = daysBetween(first, last) + 1;
  const works = Array.from({ length }, (_, index) => (row.capacity[offset + index] ?? 0) > 0);
  const start = works.indexOf(true);
  if (start < 0) return { first_day: first, last_day: last };
  return { first_day: addDays(first, start), last_day: addDays(first, works.lastIndexOf(true)) };
}

/**
 * The parts of a booking that go over nobody's capacity: runs of its working days with the days left out on which something else
 * has taken too much. Days without capacity between two of them part nothing.
 */
export function partsAround(row: Row, span: Span, scale: Scale, except?: string): Pick<Span, 'first_day' | 'last_day'>[] {
  const over = new Set(
    overOf(row.capacity, scale.range.from, othersOf(row, scale.range.from, except), span).map(({ day }) => day),
  );
  const parts: { first_day: Day; last_day: Day }[] = [];
  // Of days out of view nothing is known: they stay booked.
  const worksOn = (day: Day): boolean => (row.capacity[daysBetween(scale.range.from, day)] ?? 1) > 0;
  let open: { first_day: Day; last_day: Day } | undefined;
  for (let day = span.first_day; day <= span.last_day; day = addDays(day, 1)) {
    if (over.has(day)) open = undefined;
    else if (worksOn(day)) {
      if (open) open.last_day = day;
      else parts.push((open = { first_day: day, last_day: day }));
    }
  }
  return parts;
}

/** The working days of a span, and what the person has on them; undefined where the range does not show all of it. */
export function roomOf(
  row: Row,
  span: Pick<Span, 'first_day' | 'last_day'>,
  scale: Scale,
): { days: number; capacity: number } | undefined {
  if (span.first_day < scale.range.from || span.last_day > scale.range.to) return undefined;
  const start = daysBetween(scale.range.from, span.first_day);
  const end = daysBetween(scale.range.from, span.last_day) + 1;
  const worked = row.capacity.subarray(start, end).filter((minutes) => minutes > 0);
  return { days: worked.length, capacity: worked.reduce((sum, minutes) => sum + minutes, 0) };
}

/** A gap of so many days, a weekend, parts nothing. */
const GAP = 3;

/** Another booking of the person on the same work and as firm, which it meets or follows on: the two could be one. */
export function mergesWith(row: Row, draft: Omit<Booking, 'id' | 'version'>, except: string | undefined): Booking | undefined {
  return row.bars
    .map(({ booking }) => booking)
    .find(
      (other) =>
        other.id !== except &&
        other.project_id === draft.project_id &&
        other.phase_id === draft.phase_id &&
        other.task_type_id === draft.task_type_id &&
        other.level === draft.level &&
        other.first_day <= addDays(draft.last_day, GAP) &&
        other.last_day >= addDays(draft.first_day, -GAP),
    );
}

const CATEGORIES = 8;

/** One of eight colours, the same for a client wherever it stands. */
export function colourOf(booking: Booking, names: Names): number {
  const project = booking.project_id ? names.projects.get(booking.project_id) : undefined;
  const key = project?.client ?? booking.project_id ?? booking.task_type_id ?? '';
  let hash = 0;
  for (let index = 0; index < key.length; index++) hash = (hash * 31 + key.charCodeAt(index)) >>> 0;
  return hash % CATEGORIES;
}

/** Short text on a bar: code, client and phase, or the task. */
export function shortName(booking: Booking, names: Names): string {
  const project = booking.project_id ? names.projects.get(booking.project_id) : undefined;
  if (project) return [project.code, project.client ?? project.name, phaseName(booking, names)].filter(Boolean).join(' · ');
  return (booking.task_type_id && names.tasks.get(booking.task_type_id)) ?? '';
}

/** The name of the phase that a booking is on. */
export const phaseName = ({ phase_id }: Pick<Booking, 'phase_id'>, names: Names): string | undefined =>
  phase_id ? names.phases.get(phase_id)?.name : undefined;

/** Whether days lie outside of those of a project or a phase, as far as it has any. */
export const isOutside = (of: Pick<Phase, 'starts_on' | 'ends_on'>, days: Pick<Span, 'first_day' | 'last_day'>): boolean =>
  (of.ends_on !== null && days.last_day > of.ends_on) || (of.starts_on !== null && days.first_day < of.starts_on);

/** Whole name: project with client, and the phase and the task where they are given. */
export function fullName(booking: Booking, names: Names): string {
  const project = booking.project_id ? names.projects.get(booking.project_id) : undefined;
  const task = booking.task_type_id ? names.tasks.get(booking.task_type_id) : undefined;
  const work = project ? [project.client, project.name].filter(Boolean).join(', ') : undefined;
  return [work, phaseName(booking, names), task].filter(Boolean).join(', ');
}
