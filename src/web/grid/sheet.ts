import { useCallback, useRef, useSyncExternalStore } from 'react';

/** One value of a sheet, by the ids of its row and column. */
export interface Entry<V> {
  row: string;
  col: string;
  value: V | undefined;
}

/** Values outside of React, with listeners per cell, row and column: a key touches one row and one column only. */
export interface Sheet<V> {
  get: (row: string, col: string) => V | undefined;
  /** All values of a row or column, by the id of the other side. */
  row: (row: string) => ReadonlyMap<string, V>;
  col: (col: string) => ReadonlyMap<string, V>;
  /** Writes and tells each touched row and column once. @returns what stood there before, for undo */
  set: (entries: readonly Entry<V>[]) => Entry<V>[];
  onRow: (row: string, listener: () => void) => () => void;
  onCol: (col: string, listener: () => void) => () => void;
}

type Listeners = Map<string, Set<() => void>>;

function listen(all: Listeners, key: string, listener: () => void): () => void {
  const group = all.get(key) ?? new Set();
  all.set(key, group.add(listener));
  return () => {
    group.delete(listener);
    if (group.size === 0 && all.get(key) === group) all.delete(key);
  };
}

export function newSheet<V>(): Sheet<V> {
  const rows = new Map<string, Map<string, V>>();
  const cols = new Map<string, Map<string, V>>();
  const rowListeners: Listeners = new Map();
  const colListeners: Listeners = new Map();
  const nothing: ReadonlyMap<string, V> = new Map();

  const put = (side: Map<string, Map<string, V>>, outer: string, inner: string, value: V | undefined): void => {
    const line = side.get(outer) ?? new Map<string, V>();
    side.set(outer, line);
    if (value === undefined) line.delete(inner);
    else line.set(inner, value);
  };

  return {
    get: (row, col) => rows.get(row)?.get(col),
    row: (row) => rows.get(row) ?? nothing,
    col: (col) => cols.get(col) ?? nothing,
    set: (entries) => {
      const touchedRows = new Set<string>();
      const touchedCols = new Set<string>();
      const before: Entry<V>[] = [];
      for (const { row, col, value } of entries) {
        const old = rows.get(row)?.get(col);
        if (Object.is(old, value)) continue;
        before.push({ row, col, value: old });
        put(rows, row, col, value);
        put(cols, col, row, value);
        touchedRows.add(row);
        touchedCols.add(col);
      }
      for (const row of touchedRows) for (const listener of rowListeners.get(row) ?? []) listener();
      for (const col of touchedCols) for (const listener of colListeners.get(col) ?? []) listener();
      return before.toReversed();
    },
    onRow: (row, listener) => listen(rowListeners, row, listener),
    onCol: (col, listener) => listen(colListeners, col, listener),
  };
}

/** Something made of one row (its sum, one of its cells): rendered again when that something changes. */
export function useRow<V, T>(sheet: Sheet<V>, row: string, read: (values: ReadonlyMap<string, V>) => T): T {
  const subscribe = useCallback((listener: () => void) => sheet.onRow(row, listener), [sheet, row]);
  return useSyncExternalStore(
    subscribe,
    useSteady(() => read(sheet.row(row))),
  );
}

/** Something made of one column. */
export function useCol<V, T>(sheet: Sheet<V>, col: string, read: (values: ReadonlyMap<string, V>) => T): T {
  const subscribe = useCallback((listener: () => void) => sheet.onCol(col, listener), [sheet, col]);
  return useSyncExternalStore(
    subscribe,
    useSteady(() => read(sheet.col(col))),
  );
}

/** Keeps the last result while the new one is equal in its parts, so that a list made anew does not render anew. */
function useSteady<T>(read: () => T): () => T {
  const last = useRef<{ value: T; text: string }>(undefined);
  return () => {
    const value = read();
    if (typeof value !== 'object' || value === null) return value;
    const text = JSON.stringify(value);
    if (last.current?.text !== text) last.current = { value, text };
    return last.current.value;
  };
}
