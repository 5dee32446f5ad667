import type { Booking, Names } from './board-data.ts';
import type { Shown } from './board-writes.ts';

/**
 * Bookings of a list that another screen fetches, as the writes of the board need them: what the list said, and over it what was
 * done here and is not answered yet.
 */
export class ListStore implements Shown {
  readonly names: Names = { projects: new Map(), phases: new Map(), tasks: new Map() };
  turn = 0;
  readonly #truth = new Map<string, Booking>();
  readonly #local = new Map<string, Booking | null>();
  readonly #listeners = new Set<() => void>();
  readonly #again: () => Promise<void>;

  /** `again` fetches the list anew. */
  constructor(again: () => Promise<void>) {
    this.#again = again;
  }

  subscribeAny = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The list as it was answered; an answer from before a write of one's own does not undo it. */
  take(bookings: readonly Booking[]): void {
    const before = new Map(this.#truth);
    this.#truth.clear();
    for (const booking of bookings) {
      const known = before.get(booking.id);
      this.#truth.set(booking.id, known && known.version > booking.version ? known : booking);
    }
    this.#tell();
  }

  find(id: string): Booking | undefined {
    const local = this.#local.get(id);
    return local === undefined ? this.#truth.get(id) : (local ?? undefined);
  }

  setLocal(id: string, booking: Booking | null): void {
    this.#local.set(id, booking);
    this.#tell();
  }

  dropLocal(id: string): void {
    this.#local.delete(id);
    this.#tell();
  }

  confirm(id: string, booking: Booking | null, waiting = false): void {
    if (booking) this.#truth.set(id, booking);
    else this.#truth.delete(id);
    if (!waiting) this.#local.delete(id);
    this.#tell();
  }

  refresh = (): Promise<void> => this.#again();

  #tell(): void {
    this.turn += 1;
    for (const listener of this.#listeners) listener();
  }
}
