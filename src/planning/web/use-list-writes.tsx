import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { addDays } from '../../kit/day.ts';
import { dayRange } from '../../web/format.ts';
import { text } from '../../web/i18n/text.ts';
import { announce } from '../../web/ui/index.ts';
import type { BoardProject } from '../contract.ts';
import type { Booking } from './board-data.ts';
import { type BoardOrders, ordersOn } from './board-orders.ts';
import { type Change, Writes } from './board-writes.ts';
import { type BulkActs, bulkActsOn } from './bulk-acts.ts';
import { type Asked, ClashDialog } from './ClashDialog.tsx';
import { callKept } from './kept-call.ts';
import { ListStore } from './list-store.ts';
import { levelName, overText } from './row-text.ts';
import { type Selection, newSelection } from './selection.ts';

/** Bookings of another screen, written as those of the board are: shown at once, each a step that is taken back. */
export interface ListWrites {
  store: ListStore;
  writes: Writes;
  orders: BoardOrders;
  selection: Selection;
  bulk: BulkActs;
  /** Moves or stretches a booking; `name` is what it is called. */
  place: (id: string, days: Pick<Booking, 'first_day' | 'last_day'>, name: string) => void;
  /** Earlier or later; `end` moves the last day alone. */
  step: (id: string, days: number, end: boolean, name: string) => void;
  toggleLevel: (id: string, name: string) => void;
  remove: (id: string, name: string) => void;
  /** Stands on the screen for as long as a clash waits for an answer. */
  clash: ReactNode;
}

/** @param given bookings and projects as the list was answered */
export function useListWrites(given: readonly Booking[], projects: readonly BoardProject[]): ListWrites {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const [made] = useState(() => {
    const again = (): Promise<void> => client.invalidateQueries({ queryKey: ['bookings'] });
    const store = new ListStore(again);
    const writes = new Writes({
      call: callKept,
      store: () => store,
      settle: (clash) =>
        new Promise((resolve) => {
          const answer = (choice: 'mine' | 'theirs'): void => {
            setAsked(undefined);
            resolve(choice);
          };
          setAsked({ ...clash, answer });
        }),
      done: (label, over) => announce([label, overText(over), text('planning.undo_hint')].filter(Boolean).join('. ')),
      changed: () => void again(),
    });
    const selection = newSelection();
    // What one may do is said by the server: the list does not know it.
    const bulk = bulkActsOn(store, writes, { mayChange: () => true }, selection);
    return { store, writes, selection, bulk, orders: ordersOn(writes, callKept, () => store), ...actsOf(store, writes) };
  });
  useSyncExternalStore(made.store.subscribeAny, () => made.store.turn);
  useEffect(() => {
    for (const project of projects) made.store.names.projects.set(project.id, project);
    made.store.take(given);
  }, [made, given, projects]);
  return useMemo(() => ({ ...made, clash: <ClashDialog asked={asked} /> }), [made, asked]);
}

function actsOf(store: ListStore, writes: Writes): Pick<ListWrites, 'place' | 'step' | 'toggleLevel' | 'remove'> {
  const place: ListWrites['place'] = (id, { first_day, last_day }, name) => {
    const booking = store.find(id);
    if (!booking || last_day < first_day) return;
    const change: Change = {};
    if (first_day !== booking.first_day) change.first_day = first_day;
    if (last_day !== booking.last_day) change.last_day = last_day;
    if (Object.keys(change).length === 0) return;
    const label = text('planning.did_move', { what: name, dates: dayRange(first_day, last_day) });
    void writes.change(id, change, { label, offerUndo: true });
  };
  return {
    place,
    step: (id, days, end, name) => {
      const booking = store.find(id);
      if (!booking) return;
      const last_day = addDays(booking.last_day, days);
      place(id, { first_day: end ? booking.first_day : addDays(booking.first_day, days), last_day }, name);
    },
    toggleLevel: (id, name) => {
      const booking = store.find(id);
      if (!booking) return;
      const level = booking.level === 'hard' ? 'soft' : 'hard';
      void writes.change(id, { level }, { label: text('planning.did_level', { what: name, level: levelName(level) }) });
    },
    remove: (id, name) => void writes.remove(id, { label: text('planning.did_remove', { what: name }), offerUndo: true }),
  };
}
