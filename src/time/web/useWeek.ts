import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../web/session.ts';
import type { Store } from '../../web/store.ts';
import { useUserSetting } from '../../web/user-settings.ts';
import { type Book, linesOf } from './pick.ts';
import { isOlder, sheetKey, sheetQuery, useBook, useLiveSheets, useSheet } from './sheet-query.ts';
import type { WeekModel } from './week-model.ts';
import { offerUnsaved, weekModel } from './week-models.ts';
import { type Timesheet, planOf, weekAfter } from './week.ts';

/** Reads a store in a component. */
export const useStored = <T extends object>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);

export interface Week {
  model: WeekModel;
  query: UseQueryResult<Timesheet>;
  book: Book | undefined;
  /** Keys of the rows that stand in every week. */
  pinned: readonly string[];
  pin: (line: string, on: boolean) => void;
  /** Remembers the order in which rows stand now. */
  keepOrder: () => void;
}

const MOST_ORDERED = 200;
const nothing: readonly string[] = [];

/** A session that ends takes the page with it, a moment later: what is typed until then is still of whom it was. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}

/** One week of a person: the model outside of React, fed by what the server says. */
export function useWeek(week: string, person: string): Week {
  const client = useQueryClient();
  const me = useLast(useSession((state) => state.me));
  const tenant = String(me?.tenant.id ?? '');
  const user = me?.id ?? '';
  const place = useMemo(() => ({ tenant, user, person: person || user, week }), [tenant, user, person, week]);
  const model = weekModel(client, place, person);
  const query = useSheet(week, person);
  const { book, choices, settled } = useBook();
  const [pinned, setPinned] = useUserSetting<readonly string[]>('timesheet_pinned', nothing);
  const [order, setOrder] = useUserSetting<readonly string[]>('timesheet_order', nothing);
  const opened = useRef<WeekModel>(undefined);
  useLiveSheets();

  const source = useMemo(() => {
    if (!query.data || !settled) return undefined;
    const names = new Map(choices?.task_types.map(({ id, name }) => [id, name]));
    const { plan, lines } = planOf(query.data, choices?.recent, names);
    return { sheet: query.data, plan, extra: [...lines, ...(book ? linesOf(book, pinned) : [])], order };
  }, [query.data, settled, choices, book, pinned, order]);

  useEffect(() => {
    if (!source) return;
    const first = opened.current !== model;
    opened.current = model;
    if (!first && isOlder(source.sheet, model.touchedAt())) {
      void client.invalidateQueries({ queryKey: sheetKey(week, person) });
      return;
    }
    model.load(source, first);
    if (!first) return;
    void offerUnsaved(place, model);
    // The weeks beside this one, so that turning over shows them at once.
    for (const step of [-1, 1]) void client.prefetchQuery({ ...sheetQuery(weekAfter(week, step), person), staleTime: 30_000 });
  }, [source, model, client, place, week, person]);

  return {
    model,
    query,
    book,
    pinned,
    pin: (line, on) => setPinned(on ? [...pinned.filter((key) => key !== line), line] : pinned.filter((key) => key !== line)),
    keepOrder: () => {
      const keys = model.state.get().lines.map((line) => line.key);
      setOrder([...keys, ...order.filter((key) => !keys.includes(key))].slice(0, MOST_ORDERED));
    },
  };
}
