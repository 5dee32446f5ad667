import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onLive } from '../../web/live.ts';
import { announce } from '../../web/ui/index.ts';
import { type Acts, actsOn } from './board-acts.ts';
import type { Names } from './board-data.ts';
import { type BoardFilters, BoardStore } from './board-store.ts';
import { Writes } from './board-writes.ts';
import type { Asked } from './ClashDialog.tsx';
import { call } from './draft.ts';
import { overText } from './row-text.ts';
import type { Scale } from './scale.ts';

const FRESH_MS = 30_000;
const GATHER_MS = 60;

/** The rows of a view; people of the same filters are known before their bookings arrive. */
function useStore(scale: Scale, filters: BoardFilters): BoardStore {
  const client = useQueryClient();
  const names = useRef<Names>({ projects: new Map(), tasks: new Map() });
  const last = useRef<{ store: BoardStore; filters: string }>(undefined);
  const wanted = JSON.stringify(filters);
  const store = useMemo(() => {
    const fetch: ConstructorParameters<typeof BoardStore>[3] = (body, fresh) =>
      client.fetchQuery({
        queryKey: ['bookings', 'board', body],
        queryFn: ({ signal }) => call('POST /api/bookings/board', { body }, { signal }),
        staleTime: fresh ? 0 : FRESH_MS,
        structuralSharing: false,
      });
    const before = last.current;
    const sameOrder = filters.only === undefined && before?.filters === wanted;
    return new BoardStore(scale, filters, names.current, fetch, sameOrder ? before.store.people() : undefined, sameOrder ? before.store.total : undefined);
    // `wanted` stands for the filters: an object of equal filters is no new view.
  }, [client, scale, wanted]);
  last.current = { store, filters: wanted };
  return store;
}

/** Fetches the people anew whose bookings or leave somebody changed. */
function useLiveRows(store: BoardStore): void {
  const client = useQueryClient();
  useEffect(() => {
    const waiting = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed: Parameters<typeof onLive>[1] = (change) => {
      void client.invalidateQueries({ queryKey: ['bookings'], refetchType: 'none' });
      const users = change?.keys?.['user_ids'];
      if (!Array.isArray(users)) return store.reload();
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
  acts: Acts;
  /** A clash that waits for an answer. */
  asked: Asked | undefined;
}

/** Everything that the board works with: its rows, its writes, and what somebody else changed. */
export function useBoard(scale: Scale, filters: BoardFilters): BoardState {
  const { t } = useTranslation();
  const client = useQueryClient();
  const store = useStore(scale, filters);
  const current = useRef(store);
  current.current = store;
  const text = useRef(t);
  text.current = t;
  const [asked, setAsked] = useState<Asked>();
  useLiveRows(store);

  const writes = useMemo(
    () =>
      new Writes({
        call,
        store: () => current.current,
        settle: (clash) =>
          new Promise((resolve) => {
            const answer = (choice: 'mine' | 'theirs'): void => {
              setAsked(undefined);
              resolve(choice);
            };
            setAsked({ ...clash, answer });
          }),
        done: (label, over) => announce([label, overText(over), text.current('planning.undo_hint')].filter(Boolean).join('. ')),
        changed: () => void client.invalidateQueries({ queryKey: ['bookings'], refetchType: 'none' }),
        text: (key, values) => text.current(key, values ?? {}),
      }),
    [client],
  );
  const acts = useMemo(() => actsOn(store, writes), [store, writes]);
  return { store, writes, acts, asked };
}
