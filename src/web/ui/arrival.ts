import { newStore } from '../store.ts';

let arrived = false;

/** Says that another screen was opened: its heading takes the focus when it appears. */
export const arrive = (): void => {
  arrived = true;
};

/** True once after each arrival. */
export function takeArrival(): boolean {
  const was = arrived;
  arrived = false;
  return was;
}

/** The sentence that screen readers speak politely. `turn` makes the same sentence spoken again. */
export const spoken = newStore<{ sentence: string; turn: number }>({ sentence: '', turn: 0 });

export const announce = (sentence: string): void => spoken.set({ sentence, turn: spoken.get().turn + 1 });
