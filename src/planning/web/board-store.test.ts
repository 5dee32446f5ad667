import { expect, test } from 'vitest';
import { addDays } from '../../kit/day.ts';
import type { Board, BoardInput } from '../contract.ts';
import { packBookings } from '../../../test/window.ts';
import type { Booking } from './board-data.ts';
import { type BoardFilters, Boards } from './board-store.ts';
import { scaleOf } from './scale.ts';

const scale = scaleOf('2026-11-16', '2026-12-13', 'week', 1);
const { from, to } = scale.range;

/** A firm of so many people as the server would show it; bookings can be changed under the board's feet. */
function firm(total: number) {
  const asked: BoardInput[] = [];
  const bookings: Booking[] = [];
  let down = false;
  const fetch = async (body: BoardInput): Promise<Board> => {
    asked.push(body);
    if (down) throw new Error('down');
    const everybody = Array.from({ length: total }, (_, index) => `u${index}`);
    const chosen = body.users ? everybody.filter((id) => body.users?.includes(id)) : everybody;
    const people = chosen.slice(body.offset ?? 0, (body.offset ?? 0) + (body.limit ?? 60));
    const window = people.map((id) =>
      bookings
        .filter((each) => each.user_id === id)
        .map((each) => ({ ...each, project: -1, phase: -1, task: -1, level: 'hard' as const, note: '', demand_id: null })),
    );
    return {
      ...{
        total,
        offset: body.offset ?? 0,
        from,
        to,
        units: scale.range.starts,
        projects: [],
        phases: [],
        tasks: [],
        holidays: [],
      },
      weeks: [[480, 480, 480, 480, 480, 0, 0]],
      people: people.map((id) => ({
        ...{ id, name: id, grade: 'Senior', team: null, country: 'DE', region: null, may: ['hard'], days: [0, 0, 0, 0] },
      })) as Board['people'],
      bookings: packBookings(from, window),
    };
  };
  return { asked, bookings, fetch, fail: (now: boolean) => void (down = now) };
}

/** Ids that can be told apart by what they begin with. */
const [MINE, THEIRS, B] = ['1', '2', '3'].map((digit) => `${digit.repeat(8)}-0000-7000-8000-000000000000`) as [
  string,
  string,
  string,
];

const booking = (id: string, user_id: string, first = 0, version = 1): Booking => ({
  ...{
    id,
    user_id,
    project_id: null,
    phase_id: null,
    task_type_id: null,
    minutes_per_day: 480,
    level: 'hard',
    note: '',
    version,
  },
  first_day: addDays(from, first),
  last_day: addDays(from, first + 4),
});

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
const open = (world: ReturnType<typeof firm>, filters: BoardFilters = {}) => new Boards(world.fetch).open(scale, filters);

test('windows are fetched once, as they are scrolled to', async () => {
  const world = firm(200);
  const store = open(world);
  store.ensure(0, 30);
  store.ensure(0, 30);
  await settle();
  store.ensure(50, 130);
  await settle();
  expect(world.asked.map((body) => body.offset)).toEqual([0, 60, 120]);
  expect(store.total).toBe(200);
  expect(store.row(130)?.person.id).toBe('u130');
  expect(store.row(190)).toBeUndefined();
});

test('what is not answered yet survives what others do meanwhile', async () => {
  const world = firm(2);
  world.bookings.push(booking(MINE, 'u0'), booking(THEIRS, 'u0', 7));
  const store = open(world);
  store.ensure(0, 1);
  await settle();
  store.setLocal(MINE, { ...booking(MINE, 'u0', 14) });
  expect(store.row(0)?.load.hard).toEqual([0, 2400, 2400, 0]);
  world.bookings[1] = booking(THEIRS, 'u0', 21, 2);
  await store.refresh(['u0', 'nobody']);
  expect(store.row(0)?.load.hard).toEqual([0, 0, 2400, 2400]);
  store.confirm(MINE, booking(MINE, 'u0', 14, 2));
  expect(store.find(MINE)?.version).toBe(2);
  expect(store.row(0)?.load.hard).toEqual([0, 0, 2400, 2400]);
});

test('an answer that was asked for before a write was answered does not undo it', async () => {
  const world = firm(1);
  world.bookings.push(booking(B, 'u0'));
  const store = open(world);
  store.ensure(0, 0);
  await settle();
  const slow = store.refresh(['u0']);
  world.bookings[0] = booking(B, 'u0', 14, 2);
  store.setLocal(B, booking(B, 'u0', 14));
  store.confirm(B, booking(B, 'u0', 14, 2));
  const later = { ...world.bookings[0] };
  await slow;
  expect(store.find(B)).toEqual(later);
  await settle();
  expect(store.find(B)).toEqual(later);
  expect(world.asked).toHaveLength(3);
});

test('a refused change leaves what the server has; a later one that waits stays in view', async () => {
  const world = firm(2);
  world.bookings.push(booking(B, 'u0'));
  const store = open(world);
  store.ensure(0, 1);
  await settle();
  store.setLocal(B, booking(B, 'u1', 7));
  expect(store.row(0)?.bars).toHaveLength(0);
  expect(store.row(1)?.bars).toHaveLength(1);
  store.dropLocal(B);
  expect(store.row(0)?.bars).toHaveLength(1);
  expect(store.row(1)?.bars).toHaveLength(0);
  store.setLocal(B, booking(B, 'u0', 14));
  store.confirm(B, booking(B, 'u0', 7, 2), true);
  expect(store.find(B)?.first_day).toBe(addDays(from, 14));
  store.setLocal(B, null);
  expect(store.find(B)).toBeUndefined();
  store.confirm(B, null);
  expect(store.row(0)?.bars).toHaveLength(0);
});

test('a window that could not be had says so and can be tried again', async () => {
  const world = firm(10);
  world.fail(true);
  const store = open(world);
  store.ensure(0, 5);
  await settle();
  expect(store.failed(3)).toBe(true);
  expect(store.failure).toBeInstanceOf(Error);
  world.fail(false);
  store.retry();
  await settle();
  expect(store.failure).toBeUndefined();
  expect(store.row(3)?.person.id).toBe('u3');
});

test('only listeners of a changed row hear of it', async () => {
  const world = firm(3);
  const store = open(world);
  store.ensure(0, 2);
  await settle();
  const heard: number[] = [];
  for (const index of [0, 1, 2]) store.subscribeRow(index, () => heard.push(index));
  store.setLocal('new', booking('new', 'u1'));
  expect(heard).toEqual([1]);
});

test('another zoom of the same people knows their names before the bookings come', async () => {
  const boards = new Boards(firm(5).fetch);
  const store = boards.open(scale, {});
  store.ensure(0, 4);
  await settle();
  const next = boards.open(scaleOf('2026-11-16', '2026-11-29', 'day', 1), {});
  expect(next.total).toBe(5);
  expect(next.person(4)?.name).toBe('u4');
  expect(next.row(4)).toBeUndefined();
  expect(boards.open(scale, { search: 'x' }).total).toBeUndefined();
});
