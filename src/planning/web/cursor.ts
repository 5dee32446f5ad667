import type { Day } from '../../kit/day.ts';
import { newStore } from '../../web/store.ts';
import type { Level } from '../rules.ts';
import type { Booking, Preview } from './board-data.ts';

/** Where the keyboard stands: a cell, a range of cells in its row, or a bar. */
export interface Cursor {
  row: number;
  unit: number;
  /** The other end of the range; the same as `unit` where there is none. */
  anchor: number;
  /** Id of the booking whose bar is entered. */
  bar: string | undefined;
}

export const atCell = (row: number, unit: number): Cursor => ({ row, unit, anchor: unit, bar: undefined });

/** Where one stands and looks, kept over a change of the view: the cursor, and the first unit in view. */
export interface Place {
  cursor: Cursor;
  looking: number;
  /** A day that stands so many px from the left after the next change of the view. */
  anchor?: { day: Day; x: number };
}

/** A booking that is being made or moved and not written yet. */
export interface Ghost {
  kind: 'create' | 'move' | 'start' | 'end' | 'copy' | 'fill';
  row: number;
  first_day: Day;
  last_day: Day;
  minutes_per_day: number;
  level: Level;
  /** What is moved, stretched or copied. */
  booking?: Booking;
  /** Row in which it stood. */
  home?: number;
  preview: Preview | undefined;
  /** Moved by keys: the line of help says how to end it. */
  byKeys?: boolean;
  /** It was dropped and waits for its form. */
  asking?: boolean;
}

export interface GhostState {
  ghost: Ghost | undefined;
}

export type GhostStore = ReturnType<typeof newStore<GhostState>>;

export const newGhostStore = (): GhostStore => newStore<GhostState>({ ghost: undefined });
