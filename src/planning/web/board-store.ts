import type { Day } from '../../kit/day.ts';
import type { Board, BoardInput, BoardPerson } from '../contract.ts';
import type { UnitLoad } from '../rules.ts';
import { type Booking, type Names, type Row, unpackBoard, withBookings } from './board-data.ts';
import type { Scale } from './scale.ts';

export type BoardFilters = Pick<
  BoardInput,
  | 'search'
  | 'users'
  | 'teams'
  | 'grades'
  | 'countries'
  | 'clients'
  | 'projects'
  | 'levels'
  | 'only'
  | 'least'
  | 'group'
  | 'skip'
  | 'include_soft'
>;

/** Fetches one window of the board; `fresh` goes past what is cached. */
export type FetchBoard = (body: BoardInput, fresh: boolean) => Promise<Board>;

const WINDOW = 60;
const REFRESH_MOST = 100;

type WindowState = 'loading' | 'loaded' | 'error';

/**
 * The rows of one view of the board, fetched in windows as they are scrolled to. What the server said (`truth`) and what
 * was done here but not yet answered (`local`) are kept apart, so that an answer or a live change never wipes an edit that
 * is under way. Rows are listened to one by one.
 */
export class BoardStore {
  readonly scale: Scale;
  readonly filters: BoardFilters;
  readonly names: Names;
  /** How many people match; undefined before the first answer. */
  total: number | undefined;
  readonly #fetch: FetchBoard;
  readonly #known: ReadonlyMap<number, BoardPerson>;
  readonly #rows = new Map<number, Row>();
  readonly #indexes = new Map<string, number>();
  readonly #windows = new Map<number, WindowState>();
  readonly #truth = new Map<string, Map<string, Booking>>();
  readonly #local = new Map<string, Booking | null>();
  /** When each person's bookings were last written here, by the board's own count. */
  readonly #written = new Map<string, number>();
  #count = 0;
  readonly #holidays = new Map<string, Board['holidays'][number]>();
  readonly #listeners = new Set<() => void>();
  readonly #rowListeners = new Map<number, Set<() => void>>();
  readonly #anyListeners = new Set<() => void>();
  #error: unknown;
  #version = 0;

  /** `before` is a view of the same people in the same order: they are known before the bookings arrive. */
  constructor(scale: Scale, filters: BoardFilters, names: Names, fetch: FetchBoard, before?: BoardStore) {
    this.scale = scale;
    this.filters = filters;
    this.names = names;
    this.#fetch = fetch;
    this.#known = before?.people() ?? new Map();
    const none = (): number[] => scale.range.starts.map(() => 0);
    this.soFar = { capacity: none(), hard: none(), soft: none(), over: none() };
    this.total = before?.total;
  }

  /** Changes when the number of people, a window's state or the height of rows changes. */
  get version(): number {
    return this.#version;
  }

  /** Changes when rows have come, or have other heights. */
  shape = 0;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  subscribeRow(index: number, listener: () => void): () => void {
    const group = this.#rowListeners.get(index) ?? new Set();
    this.#rowListeners.set(index, group.add(listener));
    return () => group.delete(listener);
  }

  /** Listens to every row; `turn` counts the changes. For what is open on one booking, wherever that goes. */
  subscribeAny = (listener: () => void): (() => void) => {
    this.#anyListeners.add(listener);
    return () => this.#anyListeners.delete(listener);
  };

  turn = 0;

  row = (index: number): Row | undefined => this.#rows.get(index);

  /** Who stands in a row: known from the last view before the bookings arrive. */
  person = (index: number): BoardPerson | undefined => this.#rows.get(index)?.person ?? this.#known.get(index);

  /** The load of the rows that have come, all together. Kept as they come: to sum up thousands for each window takes a frame. */
  readonly soFar: UnitLoad;

  rowOf(userId: string): Row | undefined {
    const index = this.#indexes.get(userId);
    return index === undefined ? undefined : this.#rows.get(index);
  }

  indexOf = (userId: string): number | undefined => this.#indexes.get(userId);

  /** People by index. */
  people(): Map<number, BoardPerson> {
    return new Map([...this.#rows].map(([index, row]) => [index, row.person]));
  }

  /** A booking as it is shown. */
  find(id: string): Booking | undefined {
    const local = this.#local.get(id);
    if (local !== undefined) return local ?? undefined;
    for (const own of this.#truth.values()) {
      const found = own.get(id);
      if (found) return found;
    }
    return undefined;
  }

  /** Name of a public holiday of a person's country or region. */
  holidayOn({ country, region }: BoardPerson, day: Day): string | undefined {
    const nationwide = this.#holidays.get(`${country}  ${day}`);
    if (nationwide && !nationwide.not_in.includes(region ?? '')) return nationwide.name;
    return region === null ? undefined : this.#holidays.get(`${country} ${region} ${day}`)?.name;
  }

  failed = (index: number): boolean => this.#windows.get(index - (index % WINDOW)) === 'error';

  /** Why a window could not be had; undefined when all could. */
  get failure(): unknown {
    return [...this.#windows.values()].includes('error') ? this.#error : undefined;
  }

  get loading(): boolean {
    return [...this.#windows.values()].includes('loading');
  }

  /** Fetches the windows of these rows unless they are there or on their way. */
  ensure(first: number, last: number): void {
    for (let offset = Math.max(0, first - (first % WINDOW)); offset <= last; offset += WINDOW) {
      if (!this.#windows.has(offset)) void this.#load(offset, false);
    }
  }

  /** Tries failed windows again. */
  retry(): void {
    for (const [offset, state] of this.#windows) if (state === 'error') void this.#load(offset, true);
  }

  /** Fetches everything anew that was fetched: something may have been missed. */
  reload(): void {
    for (const [offset, state] of this.#windows) if (state === 'loaded') void this.#load(offset, true);
  }

  get #withSoft(): boolean {
    return this.filters.include_soft ?? false;
  }

  #body(more: Partial<BoardInput>): BoardInput {
    const { range, zoom } = this.scale;
    return { from: range.from, to: range.to, unit: zoom, ...this.filters, ...more };
  }

  async #load(offset: number, fresh: boolean): Promise<void> {
    if (this.#windows.get(offset) !== 'loaded') this.#windows.set(offset, 'loading');
    this.#tell();
    const asked = ++this.#count;
    try {
      const board = await this.#fetch(this.#body({ offset, limit: WINDOW }), fresh);
      this.#windows.set(offset, 'loaded');
      this.total = board.total;
      for (const holiday of board.holidays)
        this.#holidays.set(`${holiday.country} ${holiday.region ?? ''} ${holiday.day}`, holiday);
      const rows = unpackBoard(board, this.scale, this.names, this.#withSoft);
      this.shape += 1;
      for (const [at, row] of rows.entries()) {
        if (!this.#indexes.has(row.person.id) || !this.#isOld(row, asked)) this.#keep(offset + at, row);
      }
      this.#again(rows, asked);
    } catch (error) {
      this.#error = error;
      this.#windows.set(offset, 'error');
    }
    this.#tell();
  }

  /** Fetches some people's rows anew, wherever they stand. */
  async refresh(userIds: readonly string[]): Promise<void> {
    const shown = userIds.filter((id) => this.#indexes.has(id));
    if (shown.length > REFRESH_MOST) return this.reload();
    if (shown.length === 0) return;
    const { only: _only, least: _least, search: _search, group: _group, skip: _skip, ...filters } = this.filters;
    const body = {
      ...this.#body({ limit: REFRESH_MOST }),
      ...filters,
      only: undefined,
      search: undefined,
      levels: undefined,
      group: undefined,
      skip: undefined,
      clients: undefined,
      projects: undefined,
      users: shown,
    };
    const asked = ++this.#count;
    const board = await this.#fetch(body, true).catch(() => undefined);
    const rows = board ? unpackBoard(board, this.scale, this.names, this.#withSoft) : [];
    for (const row of rows) {
      const index = this.#indexes.get(row.person.id);
      if (index !== undefined && !this.#isOld(row, asked)) this.#keep(index, row);
    }
    this.#again(rows, asked);
  }

  /** True for an answer that was asked for before a write of the same person was answered: it may not know of it. */
  #isOld = (row: Row, asked: number): boolean => (this.#written.get(row.person.id) ?? 0) > asked;

  #again(rows: readonly Row[], asked: number): void {
    const old = rows.filter((row) => this.#isOld(row, asked)).map((row) => row.person.id);
    if (old.length > 0) void this.refresh(old);
  }

  #keep(index: number, row: Row): void {
    const { id } = row.person;
    this.#put(index, row);
    this.#indexes.set(id, index);
    this.#truth.set(id, new Map(row.bars.map(({ booking }) => [booking.id, booking])));
    const touched = [...this.#local].some(([booking, local]) => local?.user_id === id || this.#truth.get(id)?.has(booking));
    if (touched) this.#rebuild(id);
    else this.#tellRow(index);
  }

  /** Shows a change that the server has not answered yet; null takes the booking away. */
  setLocal(id: string, booking: Booking | null): void {
    const users = this.#usersOf(id);
    this.#local.set(id, booking);
    if (booking) users.add(booking.user_id);
    for (const user of users) this.#rebuild(user);
  }

  /** Drops what was shown before the answer: the server's word counts again. */
  dropLocal(id: string): void {
    const users = this.#usersOf(id);
    this.#local.delete(id);
    for (const user of users) this.#rebuild(user);
  }

  /** Takes over what the server says of a booking; null when it is gone. `waiting`: a later change of it is on its way. */
  confirm(id: string, booking: Booking | null, waiting = false): void {
    const users = this.#usersOf(id);
    for (const own of this.#truth.values()) own.delete(id);
    if (booking) {
      this.#truth.get(booking.user_id)?.set(id, booking);
      users.add(booking.user_id);
    }
    if (!waiting) this.#local.delete(id);
    this.#count += 1;
    for (const user of users) {
      this.#written.set(user, this.#count);
      this.#rebuild(user);
    }
  }

  #usersOf(id: string): Set<string> {
    const users = new Set<string>();
    for (const [user, own] of this.#truth) if (own.has(id)) users.add(user);
    const local = this.#local.get(id);
    if (local) users.add(local.user_id);
    return users;
  }

  #rebuild(userId: string): void {
    const index = this.#indexes.get(userId);
    const row = index === undefined ? undefined : this.#rows.get(index);
    if (index === undefined || !row) return;
    const kept = [...(this.#truth.get(userId)?.values() ?? [])].filter((booking) => !this.#local.has(booking.id));
    const own = [...this.#local.values()].filter((booking) => booking?.user_id === userId) as Booking[];
    const next = withBookings(row, [...kept, ...own], this.scale, this.#withSoft);
    this.#put(index, next);
    this.#tellRow(index);
    if (next.lanes === row.lanes) return;
    this.shape += 1;
    this.#tell();
  }

  #put(index: number, row: Row): void {
    const before = this.#rows.get(index);
    for (const key of ['capacity', 'hard', 'soft', 'over'] as const) {
      const [sums, had, has] = [this.soFar[key], before?.load[key], row.load[key]];
      for (let unit = 0; unit < sums.length; unit++) sums[unit] = (sums[unit] ?? 0) + (has[unit] ?? 0) - (had?.[unit] ?? 0);
    }
    this.#rows.set(index, row);
  }

  #tellRow(index: number): void {
    this.turn += 1;
    for (const listener of this.#rowListeners.get(index) ?? []) listener();
    for (const listener of this.#anyListeners) listener();
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** The boards of one screen, one after the other: what is known stays known over a change of the view. */
export class Boards {
  readonly #names: Names = { projects: new Map(), phases: new Map(), tasks: new Map() };
  readonly #fetch: FetchBoard;
  #shown: BoardStore | undefined;

  constructor(fetch: FetchBoard) {
    this.#fetch = fetch;
  }

  open(scale: Scale, filters: BoardFilters): BoardStore {
    const before = this.#shown;
    const samePeople =
      before !== undefined && filters.only === undefined && JSON.stringify(before.filters) === JSON.stringify(filters);
    this.#shown = new BoardStore(scale, filters, this.#names, this.#fetch, samePeople ? before : undefined);
    return this.#shown;
  }

  /** The board that is shown. @throws Error before the first one is opened */
  get shown(): BoardStore {
    if (!this.#shown) throw new Error('No board is open.');
    return this.#shown;
  }
}
