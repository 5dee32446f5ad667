import type { Day } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { type Caller, CallError } from '../../web/api.ts';
import { text } from '../../web/i18n/text.ts';
import { history } from '../../web/ui/history.ts';
import { notify } from '../../web/ui/notify.ts';
import type { BookingRow, planningContract } from '../contract.ts';
import { type OverDay, splitAt } from '../rules.ts';
import { type Booking, bookingFrom } from './board-data.ts';
import type { BoardStore } from './board-store.ts';
import { overText } from './row-text.ts';

export type Draft = Omit<Booking, 'id' | 'version'>;
export type Change = Partial<Draft>;

/** What was refused because somebody else was first. */
export interface Clash {
  /** The booking as it stands, or null when it is gone. */
  theirs: BookingRow | null;
  mine: Change | null;
}

/** What shows bookings, and takes what is written before and after it is answered: the board, or a list of another screen. */
type Written = 'find' | 'setLocal' | 'dropLocal' | 'confirm' | 'refresh' | 'names' | 'subscribeAny' | 'turn';
export type Shown = Pick<BoardStore, Written>;

export interface WritesOptions {
  call: Caller<typeof planningContract>;
  store: () => Shown;
  /** Asks which of two changes stays. */
  settle: (clash: Clash) => Promise<'mine' | 'theirs'>;
  /** A change arrived on the server: for the live region and what else is shown of it. */
  done: (label: string, over: readonly OverDay[]) => void;
  /** Something else may now be stale: cached windows, other screens. */
  changed: () => void;
}

/** What is written together: all or none, one step. */
export interface Orders {
  create?: readonly (Draft & { id: string })[];
  change?: readonly { id: string; change: Change }[];
  remove?: readonly string[];
}

/** A write whose rows the server works out, and the way back from what it answered. */
export interface Ordered<T> {
  send: () => Promise<T>;
  back: (given: T) => Promise<void>;
  label: (given: T) => string;
  over: (given: T) => readonly OverDay[];
}

export interface How {
  /** What was done, in the reader's language. */
  label: string;
  /** Shows a message with Undo: for what was done by pointer, and for what takes something away. */
  offerUndo?: boolean;
}

const draftOf = (booking: Booking): Draft => {
  const { id: _id, version: _version, ...draft } = booking;
  return draft;
};

/** The values that a change replaces. */
const before = (booking: Booking, change: Change): Change =>
  Object.fromEntries(Object.keys(change).map((key) => [key, booking[key as keyof Change]]));

/**
 * Writes of the board: shown at once, sent one after the other for each booking, each one step that can be taken back. A
 * stale write asks whose change stays; any other refusal restores what the server has.
 */
export class Writes {
  readonly #options: WritesOptions;
  /** Version that my own last write of a booking made. */
  readonly #mine = new Map<string, number>();
  readonly #queues = new Map<string, Promise<void>>();
  /** Writes of a booking that are not answered yet. */
  readonly #waiting = new Map<string, number>();

  constructor(options: WritesOptions) {
    this.#options = options;
  }

  get #store(): Shown {
    return this.#options.store();
  }

  create(draft: Draft, how: How, id = newId()): Promise<boolean> {
    this.#store.setLocal(id, { ...draft, id, version: 1 });
    return this.#inTurn(id, async () => {
      const over = await this.#create(id, draft, how.label);
      this.#step(
        how,
        over,
        () => this.#undoable(id, () => this.#remove(id)),
        () => this.#undoable(id, () => this.#create(id, draft, how.label)),
      );
    });
  }

  change(id: string, change: Change, how: How): Promise<boolean> {
    const booking = this.#store.find(id);
    if (!booking) return Promise.resolve(false);
    const back = before(booking, change);
    this.#store.setLocal(id, { ...booking, ...change });
    return this.#inTurn(id, async () => {
      const over = await this.#patch(id, change, how.label, booking.version);
      if (!over) return;
      this.#step(
        how,
        over,
        () => this.#undoable(id, () => this.#patch(id, back, how.label)),
        () => this.#undoable(id, () => this.#patch(id, change, how.label)),
      );
    });
  }

  remove(id: string, how: How): Promise<boolean> {
    return this.#takeAway(id, how);
  }

  /** Declines a request: it goes, and who asked is told why. */
  decline(id: string, reason: string, how: How): Promise<boolean> {
    return this.#takeAway(id, how, (version) =>
      this.#options.call('POST /api/bookings/:id/decline', { params: { id }, body: { reason, version } }),
    );
  }

  #takeAway(id: string, how: How, send?: (version: number) => Promise<unknown>): Promise<boolean> {
    const booking = this.#store.find(id);
    if (!booking) return Promise.resolve(false);
    this.#store.setLocal(id, null);
    return this.#inTurn(id, async () => {
      const gone = await this.#remove(id, booking.version, send);
      if (!gone) return;
      this.#options.done(how.label, []);
      const draft = draftOf(booking);
      this.#step(
        how,
        [],
        () => this.#undoable(id, () => this.#create(id, draft, how.label)),
        () => this.#undoable(id, () => this.#remove(id)),
      );
    });
  }

  /**
   * Makes, changes and takes away bookings together: all or none, taken back as one step.
   * @param known bookings that the board does not show, as they stand
   * @returns whether it was done
   */
  together(orders: Orders, how: How, known: readonly Booking[] = []): Promise<boolean> {
    const { create = [], change = [], remove = [] } = orders;
    const touched = [...change.map(({ id }) => id), ...remove];
    const hidden = new Map(known.map((booking) => [booking.id, booking]));
    const found = new Map(
      touched.flatMap((id) => this.#store.find(id) ?? hidden.get(id) ?? []).map((booking) => [booking.id, booking]),
    );
    if (found.size < touched.length || touched.length + create.length === 0) return Promise.resolve(false);
    const back: Orders = {
      create: remove.map((id) => ({ ...draftOf(found.get(id) as Booking), id })),
      change: change.map((each) => ({ id: each.id, change: before(found.get(each.id) as Booking, each.change) })),
      remove: create.map(({ id }) => id),
    };
    const ids = [...touched, ...create.map(({ id }) => id)];
    this.#showTogether(orders, found);
    return this.#inTurn(ids, async () => {
      const over = await this.#send(orders, how.label, found);
      this.#step(
        how,
        over,
        () => this.#undoable(ids, () => this.#send(back, how.label)),
        () => this.#undoable(ids, () => this.#send(orders, how.label)),
      );
    });
  }

  #showTogether({ create = [], change = [], remove = [] }: Orders, found: ReadonlyMap<string, Booking>): void {
    for (const each of create) this.#store.setLocal(each.id, { ...each, version: 1 });
    for (const each of change) this.#store.setLocal(each.id, { ...(found.get(each.id) as Booking), ...each.change });
    for (const id of remove) this.#store.setLocal(id, null);
  }

  async #send(
    { create = [], change = [], remove = [] }: Orders,
    label: string,
    found?: ReadonlyMap<string, Booking>,
  ): Promise<readonly OverDay[]> {
    const known = (id: string): { id: string; version: number } => ({
      id,
      version: this.#versionOf(id, found?.get(id)?.version),
    });
    const body = {
      create: [...create],
      change: change.map((each) => ({ ...each.change, ...known(each.id) })),
      remove: remove.map(known),
    };
    const reply = await this.#options.call('POST /api/bookings/together', { body });
    for (const row of reply.bookings) this.#keep(row);
    for (const id of remove) this.#store.confirm(id, null, (this.#waiting.get(id) ?? 0) > 1);
    this.#options.done(label, reply.over);
    this.#options.changed();
    return reply.over;
  }

  /** Cuts a booking in two; the second part begins at the day. */
  split(id: string, day: Day, how: How): Promise<boolean> {
    const booking = this.#store.find(id);
    const parts = booking && splitAt(booking, day);
    if (!booking || !parts) return Promise.resolve(false);
    const second = { ...parts[1], id: newId(), version: 1 };
    this.#store.setLocal(id, parts[0]);
    this.#store.setLocal(second.id, second);
    const cut = async (): Promise<void> => {
      const reply = await this.#options.call('POST /api/bookings/split', {
        body: { id, day, version: this.#versionOf(id, booking.version), second_id: second.id },
      });
      this.#took(reply.booking);
      this.#took(reply.second);
      this.#options.done(how.label, []);
    };
    const join = async (): Promise<void> => {
      await this.#remove(second.id);
      await this.#patch(id, { last_day: booking.last_day }, how.label);
    };
    return this.#inTurn(id, async () => {
      await cut().catch((error: unknown) => {
        this.#store.dropLocal(second.id);
        throw error;
      });
      this.#step(
        how,
        [],
        () => this.#undoable(id, join),
        () => this.#undoable(id, cut),
      );
    });
  }

  /**
   * A write whose rows the server works out: one step, taken back as one. Not shown before the server said so: it knows what is
   * out of view. @returns what it answered, or undefined where it was refused
   */
  async ordered<T>({ send, back, label, over }: Ordered<T>): Promise<T | undefined> {
    const quiet = (work: () => Promise<void>): Promise<void> => work().catch((error: unknown) => this.#refused(error));
    const told = async (): Promise<T> => {
      const answer = await send();
      this.#options.done(label(answer), over(answer));
      this.#options.changed();
      return answer;
    };
    const undone = async (): Promise<void> => {
      await back(given);
      this.#options.done(label(given), []);
      this.#options.changed();
    };
    let given: T;
    try {
      given = await told();
    } catch (error) {
      this.#refused(error);
      return undefined;
    }
    this.#step(
      { label: label(given), offerUndo: true },
      over(given),
      () => quiet(undone),
      () => quiet(async () => void (given = await told())),
    );
    return given;
  }

  /** Versions that my own writes made beside the rows in view: what I did before to one of them can still be taken back. */
  learn(rows: readonly { id: string; version: number }[]): void {
    for (const { id, version } of rows) this.#mine.set(id, version);
  }

  #step(how: How, over: readonly OverDay[], undo: () => Promise<void>, redo: () => Promise<void>): void {
    history.push({ label: how.label, undo, redo });
    if (how.offerUndo) notify.undo([how.label, overText(over)].filter(Boolean).join(' – ▲ '), () => history.undo());
  }

  /** Undo and redo wait for their turn like any other write, and never fail the history. */
  async #undoable(ids: string | readonly string[], work: () => Promise<unknown>): Promise<void> {
    await this.#inTurn(ids, async () => void (await work()));
  }

  /** One after the other for each booking. @returns whether it was written */
  #inTurn(of: string | readonly string[], work: () => Promise<void>): Promise<boolean> {
    const ids = typeof of === 'string' ? [of] : of;
    const count = (by: 1 | -1): void => {
      for (const id of ids) this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + by);
    };
    const attempt = async (): Promise<boolean> => {
      try {
        await work();
        return true;
      } catch (error) {
        this.#restore(ids, error);
        return false;
      } finally {
        count(-1);
      }
    };
    count(1);
    const turn = Promise.all(ids.map((id) => this.#queues.get(id))).then(attempt);
    const ended = turn.then(() => undefined);
    for (const id of ids) this.#queues.set(id, ended);
    history.after(ended);
    return turn;
  }

  /** Shows again what the server has; where somebody else was first with one of several, it is asked for. */
  #restore(ids: readonly string[], error: unknown): void {
    const people = new Set(ids.flatMap((id) => this.#store.find(id)?.user_id ?? []));
    for (const id of ids) this.#store.dropLocal(id);
    for (const id of ids) people.add(this.#store.find(id)?.user_id ?? '');
    if (error instanceof CallError && (error.status === 409 || error.status === 404)) void this.#store.refresh([...people]);
    this.#refused(error);
  }

  /** A refusal in words. */
  #refused(error: unknown): void {
    if (!(error instanceof CallError)) console.error(error);
    notify.error((error instanceof CallError && error.detail) || text('planning.failed'));
  }

  #versionOf(id: string, known = 0): number {
    return Math.max(known, this.#mine.get(id) ?? 0);
  }

  #keep(row: BookingRow): void {
    this.#mine.set(row.id, row.version);
    this.#store.confirm(row.id, bookingFrom(row, this.#store.names), (this.#waiting.get(row.id) ?? 0) > 1);
  }

  #took(row: BookingRow): void {
    this.#keep(row);
    this.#options.changed();
  }

  async #create(id: string, draft: Draft, label: string): Promise<OverDay[]> {
    const reply = await this.#options.call('POST /api/bookings', { body: { ...draft, id } });
    this.#took(reply.booking);
    this.#options.done(label, reply.over);
    return reply.over;
  }

  /** @returns what is over capacity, or undefined when the other's change stays */
  async #patch(id: string, change: Change, label: string, known?: number): Promise<OverDay[] | undefined> {
    const send = (version: number) =>
      this.#options.call('PATCH /api/bookings/:id', { params: { id }, body: { ...change, version } });
    const reply = await this.#orSettle(id, change, send, known);
    if (!reply) return undefined;
    this.#took(reply.booking);
    this.#options.done(label, reply.over);
    return reply.over;
  }

  /** @returns false when the other's change stays */
  async #remove(
    id: string,
    known?: number,
    send: (version: number) => Promise<unknown> = (version) =>
      this.#options.call('DELETE /api/bookings/:id', { params: { id }, query: { version } }),
  ): Promise<boolean> {
    const reply = await this.#orSettle(id, null, send, known);
    if (!reply) return false;
    this.#store.confirm(id, null, (this.#waiting.get(id) ?? 0) > 1);
    this.#options.changed();
    return true;
  }

  /** Sends; where somebody else was first, asks and sends again over theirs, or takes theirs. */
  async #orSettle<T>(
    id: string,
    mine: Change | null,
    send: (version: number) => Promise<T>,
    known?: number,
  ): Promise<T | undefined> {
    try {
      return await send(this.#versionOf(id, known));
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const gone = error.status === 404;
      if (!gone && error.status !== 409) throw error;
      const theirs = gone ? null : ((error.current as BookingRow | null | undefined) ?? null);
      const choice = await this.#options.settle({ theirs, mine });
      if (theirs && choice === 'mine') return send(theirs.version);
      if (theirs) this.#took(theirs);
      else this.#store.confirm(id, null);
      return undefined;
    }
  }
}
