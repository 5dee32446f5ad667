import { newStore } from '../store.ts';

export interface Toast {
  id: number;
  kind: 'info' | 'success' | 'error';
  text: string;
  undo?: () => void | Promise<void>;
  /** How long it stays, in ms, while nobody points at it. */
  stay: number;
}

const MOST = 3;
const SAME_WITHIN_MS = 3000;
const STAY_MS = 6000;
const STAY_ERROR_MS = 10_000;
const STAY_UNDO_MS = 10_000;

export const toasts = newStore<{ list: readonly Toast[] }>({ list: [] });

let lastId = 0;
const shownAt = new Map<string, number>();

function show(kind: Toast['kind'], message: string, stay: number, undo?: Toast['undo']): void {
  const now = Date.now();
  const key = `${kind} ${message}`;
  // Several calls refused at once are one alert; an undo always belongs to its own action.
  if (!undo && now - (shownAt.get(key) ?? 0) < SAME_WITHIN_MS) return;
  for (const [old, at] of shownAt) if (now - at >= SAME_WITHIN_MS) shownAt.delete(old);
  shownAt.set(key, now);
  const toast: Toast = { id: (lastId += 1), kind, text: message, stay, ...(undo ? { undo } : {}) };
  toasts.set({ list: [...toasts.get().list, toast].slice(-MOST) });
}

export const dismiss = (id: number): void => toasts.set({ list: toasts.get().list.filter((toast) => toast.id !== id) });

/** Short messages at the bottom left. Errors are spoken at once, the rest politely. */
export const notify = {
  info: (message: string): void => show('info', message, STAY_MS),
  success: (message: string): void => show('success', message, STAY_MS),
  error: (message: string): void => show('error', message, STAY_ERROR_MS),
  /** What was done, with a button that takes it back. */
  undo: (message: string, undo: () => void | Promise<void>): void => show('info', message, STAY_UNDO_MS, undo),
};
