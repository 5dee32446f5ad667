import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { text } from '../../web/i18n/text.ts';
import { onLive } from '../../web/live.ts';
import { announce } from '../../web/ui/index.ts';
import { type Acts, actsOn } from './board-acts.ts';
import { type BoardOrders, ordersOn } from './board-orders.ts';
import { type BoardFilters, type BoardStore, Boards } from './board-store.ts';
import { Writes } from './board-writes.ts';
import type { Asked } from './ClashDialog.tsx';
import { askLastAgain, call } from './draft.ts';
import { callKept } from './kept-call.ts';
import { overText } from './row-text.ts';
import type { Scale } from './scale.ts';

const FRESH_MS = 30_000;
const GATHER_MS = 60;

/** Fetches the people anew whose bookings or leave somebody changed. */
function useLiveRows(store: BoardStore): void {
  const client = useQueryClient();
  useEffect(() => {
    const waiting = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed: Parameters<typeof onLive>[1] = (change) => {
      void client.invalidateQueries({ queryKey: ['bookings'], refetchType: 'none' });
      const users = change?.keys?.['user_ids'];
      if (!Array.isArray(users)) {
        store.reload();
        return;
      }
      for (const user of users as string[]) waiting.add(user);
      timer ??= setTimeout(() => {
        timer = undefined;
        const ids = [...waiting];
        waiting.clear();
        void store.refresh(ids);
      }, GATHER_MS);
    };
    const stops = [onLive('bookings', changed), onLive('leave', changed)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [store, client]);
}

export interface BoardState {
  store: BoardStore;
  writes: Writes;
  orders: BoardOrders;
  acts: Acts;
  /** A clash that waits for an answer. */
  asked: Asked | undefined;
}

/** Everything that the board works with: its rows, its writes, and what somebody else changed. */
export function useBoard(scale: Scale, filters: BoardFilters): BoardState {
  const client = useQueryClient();
  const [asked, setAsked] = useState<Asked>();
  const [boards] = useState(
    () =>
      // What must be fresh goes past the cache: it would hand out an answer that is on its way already, and older.
      new Boards((body, fresh) =>
        fresh
          ? call('POST /api/bookings/board', { body })
          : client.fetchQuery({
              queryKey: ['bookings', 'board', body],
              queryFn: ({ signal }) => call('POST /api/bookings/board', { body }, { signal }),
              staleTime: FRESH_MS,
              structuralSharing: false,
            }),
      ),
  );
  const [writes] = useState(
    () =>
      new Writes({
        call: callKept,
        store: () => boards.shown,
        settle: (clash) =>
          new Promise((resolve) => {
            const answer = (choice: 'mine' | 'theirs'): void => {
              setAsked(undefined);
              resolve(choice);
            };
            setAsked({ ...clash, answer });
          }),
        done: (label, over) => announce([label, overText(over), text('planning.undo_hint')].filter(Boolean).join('. ')),
        changed: () => {
          void client.invalidateQueries({ queryKey: ['bookings'], refetchType: 'none' });
          void askLastAgain(client);
        },
      }),
  );
  // As text, so that equal filters are the same view.
  const wanted = JSON.stringify(filters);
  const store = useMemo(() => boards.open(scale, JSON.parse(wanted) as BoardFilters), [boards, scale, wanted]);
  const acts = useMemo(() => actsOn(store, writes), [store, writes]);
  const orders = useMemo(() => ordersOn(writes, callKept, () => boards.shown), [writes, boards]);
  useLiveRows(store);
  return { store, writes, orders, acts, asked };
}
