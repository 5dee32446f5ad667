import { useSyncExternalStore } from 'react';
import type { Day } from '../../kit/day.ts';
import { newStore } from '../../web/store.ts';

/** What the screen in the middle stands on; the times sidebar shows its entries. */
export interface TimesFocus {
  /** Empty: today. */
  day: Day | '';
  /** Empty: oneself. */
  person: string;
  /** Key of the line of the focused cell, or empty. */
  line: string;
}

const nothing: TimesFocus = { day: '', person: '', line: '' };

const focus = newStore<TimesFocus>(nothing);

export const focusTimes = (change: Partial<TimesFocus>): void => focus.set(change);
export const unfocusTimes = (): void => focus.set(nothing);
export const useTimesFocus = (): TimesFocus => useSyncExternalStore(focus.subscribe, focus.get);
