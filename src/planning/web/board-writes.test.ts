import { beforeEach, expect, test } from 'vitest';
import { addDays } from '../../kit/day.ts';
import { CallError } from '../../web/api.ts';
import { history } from '../../web/ui/history.ts';
import type { Board, BookingRow } from '../contract.ts';
import { packBookings } from '../../../test/window.ts';
import type { Booking } from './board-data.ts';
import { type BoardOrders, ordersOn } from './board-orders.ts';
import { type BoardStore, Boards } from './board-store.ts';
import { type Clash, Writes } from './board-writes.ts';
import { scaleOf } from './scale.ts';

const scale = scaleOf('2026-11-16', '2026-12-13', 'week', 1);
const { from, to } = scale.range;
const B = 'bbbbbbbb-bbbb-7bbb-8bbb-bbbbbbbbbbbb';
const first: Booking = {
  ...{
    id: B,
    user_id: 'u',
    project_id: 'p',
    phase_id: null,
    task_type_id: null,
    minutes_per_day: 480,
    level: 'hard',
    note: '',
    version: 1,
  },
  first_day: from,
  last_day: addDays(from, 4),
};

/** The far end: keeps rows with versions and refuses stale ones, like the server. */
class FarEnd {
  rows = new Map<string, Booking>([[first.id, first]]);
  log: string[] = [];
  refuse: CallError | undefined;

  row(id: string): BookingRow {
    const booking = this.rows.get(id) as Booking;
    return { ...booking, user: 'U', project: 'Audit', project_code: 'A-1', client: null, task_type: null };
  }

  /** Somebody else's write. */
  change(id: string, set: Partial<Booking>): void {
    const booking = this.rows.get(id) as Booking;
    this.rows.set(id, { ...booking, ...set, version: booking.version + 1 });
  }

  /** All or none, each change on its version. */
  together({ create, change, remove }: Record<'create' | 'change' | 'remove', { id: string; version: number }[]>) {
    const known = [...change, ...remove];
    if (known.some(({ id, version }) => this.rows.get(id)?.version !== version)) throw new CallError(409, { detail: 'stale' });
    for (const { id, version: _version, ...set } of change) this.change(id, set);
    for (const { id } of remove) this.rows.delete(id);
    for (const row of create) this.rows.set(row.id, { ...(row as Booking), version: 1 });
    return { bookings: [...change, ...create].map(({ id }) => this.row(id)), over: [] };
  }

  call = async (key: string, input: { params?: { id: string }; body?: Record<string, unknown>; query?: { version: number } }) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const { version, second_id, day, ...set } = (input.body ?? {}) as Record<string, never>;
    const id = input.params?.id ?? String(input.body?.['id']);
    this.log.push(`${key.split(' ')[0]} ${id} ${input.query?.version ?? version ?? ''}`.trim());
    if (this.refuse) throw this.refuse;
    const asked = input.query?.version ?? version;
    const known = this.rows.get(id);
    if (key.startsWith('POST /api/bookings/hand')) {
      this.change(first.id, { user_id: key.endsWith('over') ? 'v' : 'u' });
      const bookings = [{ id: first.id, version: this.rows.get(first.id)?.version }];
      return { moved: bookings, cut: [], over: [], bookings };
    }
    if (key === 'POST /api/bookings/together') return this.together(input.body as Parameters<FarEnd['together']>[0]);
    if (key.startsWith('POST /api/bookings/split')) {
      this.rows.set(String(second_id), { ...(known as Booking), id: String(second_id), first_day: String(day), version: 1 });
      this.change(id, { last_day: addDays(String(day), -1) });
      return { booking: this.row(id), second: this.row(String(second_id)), over: [] };
    }
    if (key.startsWith('POST')) this.rows.set(id, { ...(set as unknown as Booking), version: 1 });
    else if (!known) throw new CallError(404, { detail: 'gone' });
    else if (asked !== known.version) throw new CallError(409, { detail: 'stale', current: this.row(id) });
    else if (key.startsWith('DELETE')) return { success: this.rows.delete(id) };
    else this.change(id, set as Partial<Booking>);
    return { booking: this.row(id), over: [] };
  };
}

interface Scene {
  far: FarEnd;
  store: BoardStore;
  writes: Writes;
  orders: BoardOrders;
  clashes: Clash[];
}

async function scene(choice: 'mine' | 'theirs' = 'mine'): Promise<Scene> {
  const far = new FarEnd();
  const clashes: Clash[] = [];
  const boards = new Boards(
    async (): Promise<Board> => ({
      ...{
        total: 1,
        offset: 0,
        from,
        to,
        units: scale.range.starts,
        projects: [],
        phases: [],
        tasks: [],
        holidays: [],
        weeks: [[480, 480, 480, 480, 480, 0, 0]],
      },
      people: [
        {
          id: 'u',
          name: 'U',
          grade: 'Senior',
          team: null,
          country: 'DE',
          region: null,
          may: ['hard'],
          days: [0, 0, 0, 0],
        },
      ],
      bookings: packBookings(from, [[{ ...first, project: -1, phase: -1, task: -1, demand_id: null }]]),
    }),
  );
  const store = boards.open(scale, {});
  store.ensure(0, 0);
  await new Promise((resolve) => setTimeout(resolve, 0));
  const writes = new Writes({
    call: far.call as never,
    store: () => store,
    settle: async (clash) => {
      clashes.push(clash);
      return choice;
    },
    done: () => undefined,
    changed: () => undefined,
  });
  const orders = ordersOn(writes, far.call as never, () => store);
  return { far, store, writes, orders, clashes };
}

beforeEach(() => history.clear());
const week = (weeks: number) => ({ first_day: addDays(from, weeks * 7), last_day: addDays(from, weeks * 7 + 4) });

test('a change shows at once, and several in a row are sent one after the other on the version before', async () => {
  const { far, store, writes } = await scene();
  const all = [1, 2, 3].map((weeks) => writes.change(B, week(weeks), { label: 'moved' }));
  expect(store.find(B)?.first_day).toBe(addDays(from, 21));
  await all[0];
  expect(store.find(B)?.first_day).toBe(addDays(from, 21));
  expect(await Promise.all(all)).toEqual([true, true, true]);
  expect(far.log).toEqual([`PATCH ${B} 1`, `PATCH ${B} 2`, `PATCH ${B} 3`]);
  expect(store.find(B)).toMatchObject({ ...week(3), version: 4 });
});

test('each is one step that can be taken back and done again', async () => {
  const { far, writes } = await scene();
  await writes.change(B, week(1), { label: 'moved' });
  await writes.remove(B, { label: 'removed' });
  expect(far.rows.has(B)).toBe(false);
  await history.undo();
  expect(far.rows.get(B)).toMatchObject(week(1));
  await history.undo();
  expect(far.rows.get(B)).toMatchObject(week(0));
  await history.redo();
  await history.redo();
  expect(far.rows.has(B)).toBe(false);
});

test('a new booking is undone by taking it away, a split by joining it', async () => {
  const { far, store, writes } = await scene();
  await writes.split(B, addDays(from, 2), { label: 'split' });
  expect(store.row(0)?.bars).toHaveLength(2);
  await history.undo();
  expect([...far.rows.values()]).toMatchObject([{ id: B, first_day: from, last_day: addDays(from, 4) }]);
  const { id: _id, version: _version, ...draft } = first;
  await writes.create({ ...draft, ...week(2) }, { label: 'made' }, 'new');
  expect(far.rows.get('new')).toMatchObject(week(2));
  await history.undo();
  expect(far.rows.has('new')).toBe(false);
});

test('a hand-over is one step; what was done before it can be taken back after it without being asked', async () => {
  const { far, writes, orders, clashes } = await scene();
  await writes.change(B, week(1), { label: 'moved' });
  expect(await orders.handOver({ user_id: 'u', to_user_id: 'v', day: from }, (count) => `handed ${count}`)).toBe(true);
  expect(far.rows.get(B)?.user_id).toBe('v');
  await history.undo();
  expect(far.rows.get(B)).toMatchObject({ ...week(1), user_id: 'u' });
  await history.undo();
  expect(far.rows.get(B)).toMatchObject({ ...week(0), user_id: 'u' });
  expect(clashes).toEqual([]);
  far.refuse = new CallError(422, { detail: 'no' });
  expect(await orders.handOver({ user_id: 'u', to_user_id: 'v', day: from }, () => '')).toBe(false);
});

test('what is written together shows at once, is one step, and comes back whole when somebody was first with one of it', async () => {
  const { far, store, writes } = await scene();
  const { id: _id, version: _version, ...draft } = first;
  const orders = { create: [{ ...draft, ...week(2), id: 'new' }], change: [{ id: B, change: week(1) }] };
  const written = writes.together(orders, { label: 'moved' });
  expect(store.find('new')).toMatchObject(week(2));
  expect(await written).toBe(true);
  expect(far.rows.get(B)).toMatchObject(week(1));
  await history.undo();
  expect([...far.rows.values()]).toMatchObject([{ id: B, ...week(0) }]);
  await history.redo();
  expect([...far.rows.keys()]).toEqual([B, 'new']);
  expect(await writes.together({ remove: [B, 'new'] }, { label: 'gone' })).toBe(true);
  expect(far.rows.size).toBe(0);
  await history.undo();
  far.change('new', { minutes_per_day: 60 });
  expect(await writes.together({ remove: [B, 'new'] }, { label: 'gone' })).toBe(false);
  expect(store.find(B)).toBeDefined();
  expect(await writes.together({}, { label: 'nothing' })).toBe(false);
});

test('a stale change asks: mine is written over theirs, or theirs is taken', async () => {
  const mine = await scene('mine');
  mine.far.change(B, { minutes_per_day: 60 });
  await mine.writes.change(B, week(1), { label: 'moved' });
  expect(mine.clashes).toMatchObject([{ theirs: { minutes_per_day: 60, version: 2 }, mine: week(1) }]);
  expect(mine.far.rows.get(B)).toMatchObject({ ...week(1), minutes_per_day: 60 });

  history.clear();
  const theirs = await scene('theirs');
  theirs.far.change(B, { minutes_per_day: 60 });
  await theirs.writes.change(B, week(1), { label: 'moved' });
  expect(theirs.store.find(B)).toMatchObject({ ...week(0), minutes_per_day: 60, version: 2 });
  await history.undo();
  expect(theirs.far.rows.get(B)?.version).toBe(2);
});

test('an undo does not write over what somebody did after it without asking', async () => {
  const { far, writes, clashes } = await scene('theirs');
  await writes.change(B, week(1), { label: 'moved' });
  far.change(B, { minutes_per_day: 60 });
  await history.undo();
  expect(clashes).toHaveLength(1);
  expect(far.rows.get(B)).toMatchObject({ ...week(1), minutes_per_day: 60 });
});

test('what somebody deleted meanwhile is gone here too', async () => {
  const { far, store, writes, clashes } = await scene();
  far.rows.delete(B);
  await writes.change(B, week(1), { label: 'moved' });
  expect(clashes).toMatchObject([{ theirs: null }]);
  expect(store.row(0)?.bars).toHaveLength(0);
});

test('a refused change is taken back on the board', async () => {
  const { far, store, writes } = await scene();
  far.refuse = new CallError(422, { detail: 'no' });
  expect(await writes.change(B, week(1), { label: 'moved' })).toBe(false);
  expect(store.find(B)).toMatchObject(week(0));
  far.refuse = undefined;
  expect(await writes.change(B, week(2), { label: 'moved' })).toBe(true);
});
