import { useSyncExternalStore } from 'react';
import { newStore } from '../store.ts';

/** Vertical means a screen angle of 0 or 180. A desktop stands at 0 too: the flag alone is no reason to ask for a turn. */
export const isVertical = (angle: number): boolean => angle === 0 || angle === 180;

const angleNow = (): number => (typeof screen === 'undefined' ? 0 : (screen.orientation?.angle ?? 0));

export const orientation = newStore<{ vertical: boolean }>({ vertical: isVertical(angleNow()) });

/** Keeps the flag; once, by the shell. @returns a function that stops it */
export function followOrientation(): () => void {
  const take = (): void => orientation.set({ vertical: isVertical(angleNow()) });
  take();
  screen.orientation?.addEventListener('change', take);
  return () => screen.orientation?.removeEventListener('change', take);
}

/** Worth asking to turn the device: a small touch screen that is held upright. */
export const asksForTurn = (vertical: boolean, touch: boolean, width: number, height: number): boolean =>
  vertical && touch && width < 768 && height > width;

/** Whether a wide picture may ask to turn the device. */
export function useTurnNotice(): boolean {
  const { vertical } = useSyncExternalStore(orientation.subscribe, orientation.get);
  return asksForTurn(vertical, matchMedia('(pointer: coarse)').matches, innerWidth, innerHeight);
}
