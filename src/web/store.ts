/** A value that lives outside of React: read, replaced, listened to. */
export interface Store<T> {
  get: () => T;
  /** Merges into the value (an object) and tells the listeners, unless nothing changed. */
  set: (change: Partial<T>) => void;
  subscribe: (listener: () => void) => () => void;
}

export function newStore<T extends object>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (change) => {
      const keys = Object.keys(change) as (keyof T)[];
      if (keys.every((key) => Object.is(value[key], change[key]))) return;
      value = { ...value, ...change };
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
