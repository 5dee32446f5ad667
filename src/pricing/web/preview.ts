import { type PricedTable, type PricingFigures, price } from '../rules.ts';

export interface Shown {
  figures: PricingFigures;
  /** The server has said the same. */
  settled: boolean;
}

/** What a pricing comes to, outside of the sheet: a key changes the figures without drawing two hundred lines again. */
export interface Preview {
  get: () => Shown;
  subscribe: (listener: () => void) => () => void;
  /** Computes tables as they stand; `settled` where they are those that the server knows. */
  show: (tables: readonly PricedTable[], settled: boolean) => void;
}

export function newPreview(tables: readonly PricedTable[]): Preview {
  let shown: Shown = { figures: price(tables), settled: true };
  const listeners = new Set<() => void>();
  return {
    get: () => shown,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show: (next, settled) => {
      shown = { figures: price(next), settled };
      for (const listener of listeners) listener();
    },
  };
}
