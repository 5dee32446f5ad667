import { newStore } from '../../web/store.ts';
import type { Booking } from './board-data.ts';
import type { Shown } from './board-writes.ts';

/** A rectangle of the window that is being drawn around bars. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface Selected {
  ids: ReadonlySet<string>;
  box: Box | undefined;
}

/** The bookings that are selected on the board, for what is done to all of them at once. */
export interface Selection {
  ids: () => ReadonlySet<string>;
  box: () => Box | undefined;
  has: (id: string) => boolean;
  /** Takes each in that is not, or out that is. */
  toggle: (ids: readonly string[]) => void;
  add: (ids: readonly string[]) => void;
  clear: () => void;
  draw: (box: Box | undefined) => void;
  subscribe: (listener: () => void) => () => void;
}

const NONE: ReadonlySet<string> = new Set();

export function newSelection(): Selection {
  const store = newStore<Selected>({ ids: NONE, box: undefined });
  const change = (work: (ids: Set<string>) => void): void => {
    const ids = new Set(store.get().ids);
    work(ids);
    store.set({ ids: ids.size === 0 ? NONE : ids });
  };
  return {
    ids: () => store.get().ids,
    box: () => store.get().box,
    has: (id) => store.get().ids.has(id),
    toggle: (given) => change((ids) => given.forEach((id) => void (ids.delete(id) || ids.add(id)))),
    add: (given) => change((ids) => given.forEach((id) => ids.add(id))),
    clear: () => store.set({ ids: NONE }),
    draw: (box) => store.set({ box }),
    subscribe: store.subscribe,
  };
}

/** What is selected and still there, in the order in which it was selected. */
export const chosenOf = (store: Pick<Shown, 'find'>, ids: ReadonlySet<string>): Booking[] =>
  [...ids].flatMap((id) => store.find(id) ?? []);
