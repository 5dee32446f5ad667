import { type Day, addDays } from '../../kit/day.ts';
import type { Acts } from './board-acts.ts';
import { type Booking, previewOf } from './board-data.ts';
import type { BulkActs } from './bulk-acts.ts';
import type { BoardStore } from './board-store.ts';
import { type Cursor, type Ghost, type GhostStore, atCell } from './cursor.ts';
import { stepOf } from './grid-view.ts';
import { barsIn, cutDay } from './row-text.ts';
import { clamp, indexOfDay, stepDays, unitOf } from './scale.ts';
import type { Selection } from './selection.ts';

/** What the keyboard needs of the board. */
export interface KeyContext {
  store: BoardStore;
  acts: Acts;
  /** What is done to everything that is selected. */
  bulk: BulkActs;
  selection: Selection;
  cursor: Cursor;
  ghosts: GhostStore;
  setCursor: (cursor: Cursor) => void;
  /** Brings a row and a unit into view; the focus stays. */
  reveal: (row: number, unit: number) => void;
  /** Opens the form for a new booking on the cursor's cells. */
  book: () => void;
  openBooking: (id: string) => void;
  openMenu: () => void;
  /** Asks to whom a booking goes. */
  hand: (booking: Booking) => void;
  /** Folds the group in which the cursor stands. */
  fold: () => void;
  unfoldAll: () => void;
  /** Shows all lanes of a person, when the bar that is entered is folded away. */
  unfold: (userId: string) => void;
  say: (sentence: string) => void;
  sayGhost: (ghost: Ghost) => void;
  text: (key: string, values?: Record<string, unknown>) => string;
}

type Pressed = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>;

/** Deals with a key on the board. @returns true when it was one of the board's */
export function boardKey(event: Pressed, context: KeyContext): boolean {
  const { ghost } = context.ghosts.get();
  if (ghost?.byKeys) return moveKey(event, context, ghost);
  if (event.metaKey || (event.ctrlKey && event.key !== 'Home' && event.key !== 'End')) return false;
  const booking = context.cursor.bar === undefined ? undefined : context.store.find(context.cursor.bar);
  if (booking && context.selection.has(booking.id) && bulkKey(event, context, booking)) return true;
  return (booking !== undefined && barKey(event, context, booking)) || cellKey(event, context);
}

function cellKey(event: Pressed, context: KeyContext): boolean {
  const { cursor, store, setCursor } = context;
  const lastRow = Math.max(0, (store.total ?? 1) - 1);
  const lastUnit = store.scale.range.starts.length - 1;
  if (event.altKey) return false;
  const step = stepOf(event, lastRow, lastUnit);
  if (step) {
    const unit = clamp(cursor.unit + step.units, 0, lastUnit);
    const row = clamp(cursor.row + step.rows, 0, lastRow);
    setCursor(event.shiftKey && step.rows === 0 ? { ...cursor, row, unit, bar: undefined } : atCell(row, unit));
    return true;
  }
  switch (event.key) {
    case 'Enter':
    case 'b':
      context.book();
      return true;
    case ' ':
      enterBars(context);
      return true;
    case 'c':
      context.fold();
      return true;
    case 'C':
      context.unfoldAll();
      return true;
    case 'x':
      selectHere(context);
      return true;
    case 'Escape':
      if (cursor.bar === undefined && cursor.anchor === cursor.unit) return leaveSelection(context);
      setCursor(atCell(cursor.row, cursor.unit));
      return true;
    default:
      return false;
  }
}

function leaveSelection({ selection }: KeyContext): boolean {
  const some = selection.ids().size > 0;
  selection.clear();
  return some;
}

/** Takes in or out the bar that is entered, or all bars of the cells that are marked. */
function selectHere(context: KeyContext): void {
  const { cursor, store, selection, say, text } = context;
  const row = store.row(cursor.row);
  const [first, last] = [Math.min(cursor.unit, cursor.anchor), Math.max(cursor.unit, cursor.anchor)];
  const units = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const here = row ? units.flatMap((unit) => barsIn(row, store.scale, unit).map(({ booking }) => booking.id)) : [];
  const ids = cursor.bar === undefined ? [...new Set(here)] : [cursor.bar];
  if (ids.length === 0) return say(text('planning.no_bars_here'));
  selection.toggle(ids);
  say(text('planning.selected', { count: selection.ids().size, shown: String(selection.ids().size) }));
}

/** Keys on a bar that is one of several selected act on all of them. */
function bulkKey(event: Pressed, { store, bulk, selection, cursor, setCursor }: KeyContext, booking: Booking): boolean {
  if (selection.ids().size < 2) return false;
  if (event.altKey && !event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
    void bulk.move(event.key === 'ArrowLeft' ? -stepDays(store.scale) : stepDays(store.scale));
    const start = store.rowOf(booking.user_id)?.bars.find((bar) => bar.booking.id === booking.id)?.start ?? 0;
    setCursor({ ...atCell(cursor.row, unitOf(store.scale, Math.max(0, start))), bar: booking.id });
    return true;
  }
  if (event.altKey) return false;
  if (event.key === 'h') return void bulk.level(booking.level === 'hard' ? 'soft' : 'hard'), true;
  if (event.key !== 'Delete' && event.key !== 'Backspace') return false;
  void bulk.remove();
  setCursor(atCell(cursor.row, cursor.unit));
  return true;
}

function enterBars({ cursor, store, setCursor, say, text, unfold }: KeyContext): void {
  const row = store.row(cursor.row);
  const bar = row && barsIn(row, store.scale, cursor.unit)[0];
  if (!row || !bar) return say(text('planning.no_bars_here'));
  unfold(row.person.id);
  setCursor({ ...atCell(cursor.row, cursor.unit), bar: bar.booking.id });
}

function barKey(event: Pressed, context: KeyContext, booking: Booking): boolean {
  const { store, acts, cursor } = context;
  if (event.altKey) return altKey(event, context, booking);
  switch (event.key) {
    case 'ArrowLeft':
    case 'ArrowRight':
      nextBar(context, booking, event.key === 'ArrowLeft' ? -1 : 1);
      return true;
    case 'Enter':
      context.openBooking(booking.id);
      return true;
    case 'm':
      startMove(context, booking);
      return true;
    case 's':
      acts.split(booking, cutDay(store.scale, booking, cursor.unit));
      return true;
    case 'd':
      acts.duplicate(booking);
      return true;
    case 'h':
      acts.toggleLevel(booking);
      return true;
    case 'r':
      context.hand(booking);
      return true;
    case '.':
      context.openMenu();
      return true;
    case 'Delete':
    case 'Backspace':
      acts.remove(booking);
      context.setCursor(atCell(cursor.row, cursor.unit));
      return true;
    default:
      return false;
  }
}

/** Alt and arrows: earlier and later, with Shift the end alone; up and down hand it to the neighbour. */
function altKey(event: Pressed, { store, acts, cursor, setCursor }: KeyContext, booking: Booking): boolean {
  const step = stepDays(store.scale);
  const move = (first: number, last: number): true => {
    const [first_day, last_day] = [addDays(booking.first_day, first), addDays(booking.last_day, last)];
    if (last_day < first_day) return true;
    acts.place(booking, { first_day, last_day });
    const start = unitOf(
      store.scale,
      store.rowOf(booking.user_id)?.bars.find((bar) => bar.booking.id === booking.id)?.start ?? 0,
    );
    setCursor({ ...atCell(cursor.row, start), bar: booking.id });
    return true;
  };
  switch (event.key) {
    case 'ArrowLeft':
      return event.shiftKey ? move(0, -step) : move(-step, -step);
    case 'ArrowRight':
      return event.shiftKey ? move(0, step) : move(step, step);
    case 'ArrowUp':
    case 'ArrowDown': {
      const to = cursor.row + (event.key === 'ArrowUp' ? -1 : 1);
      const row = store.row(to);
      if (!row || !row.person.may.includes(booking.level)) return acts.mayChange(booking, row), true;
      acts.place(booking, { ...booking, row });
      setCursor({ ...cursor, row: to });
      return true;
    }
    default:
      return false;
  }
}

function nextBar({ store, cursor, setCursor, unfold }: KeyContext, booking: Booking, step: number): void {
  const row = store.row(cursor.row);
  const at = row?.bars.findIndex((bar) => bar.booking.id === booking.id) ?? -1;
  const next = row?.bars[at + step];
  if (!row || !next) return;
  if (next.lane >= 3) unfold(row.person.id);
  setCursor({ ...atCell(cursor.row, unitOf(store.scale, Math.max(0, next.start))), bar: next.booking.id });
}

function startMove({ store, cursor, ghosts, acts, sayGhost }: KeyContext, booking: Booking): void {
  const row = store.row(cursor.row);
  if (!row || !acts.mayChange(booking)) return;
  const { first_day, last_day, minutes_per_day, level } = booking;
  const preview = previewOf(row, booking, booking.id, store.scale);
  const ghost: Ghost = {
    kind: 'move',
    row: cursor.row,
    home: cursor.row,
    first_day,
    last_day,
    minutes_per_day,
    level,
    booking,
    preview,
    byKeys: true,
  };
  ghosts.set({ ghost });
  sayGhost(ghost);
}

/** Move mode: arrows move the ghost, with Shift its end; Enter writes, Escape restores. Every other key waits. */
function moveKey(event: Pressed, context: KeyContext, ghost: Ghost): boolean {
  const { store, ghosts, acts, setCursor, say, text } = context;
  const booking = ghost.booking;
  if (!booking) return false;
  const step = stepDays(store.scale);
  const to = (first: number, last: number, rows = 0): true => {
    const next = {
      ...ghost,
      first_day: addDays(ghost.first_day, first),
      last_day: addDays(ghost.last_day, last),
      row: clamp(ghost.row + rows, 0, (store.total ?? 1) - 1),
    };
    if (next.last_day < next.first_day) return true;
    const row = store.row(next.row);
    next.preview = row && previewOf(row, { ...booking, ...spanOf(next) }, booking.id, store.scale);
    ghosts.set({ ghost: next });
    context.reveal(next.row, unitOf(store.scale, indexIn(store, next.first_day)));
    context.sayGhost(next);
    return true;
  };
  const returnTo = (row: number | undefined, day: Day): void =>
    setCursor({ ...atCell(row ?? ghost.row, unitOf(store.scale, indexIn(store, day))), bar: booking.id });
  switch (event.key) {
    case 'ArrowLeft':
      return event.shiftKey ? to(0, -step) : to(-step, -step);
    case 'ArrowRight':
      return event.shiftKey ? to(0, step) : to(step, step);
    case 'ArrowUp':
      return to(0, 0, -1);
    case 'ArrowDown':
      return to(0, 0, 1);
    case 'Enter':
      ghosts.set({ ghost: undefined });
      acts.place(booking, { ...spanOf(ghost), row: store.row(ghost.row) });
      returnTo(store.find(booking.id)?.user_id === booking.user_id ? ghost.home : ghost.row, ghost.first_day);
      return true;
    case 'Escape':
      ghosts.set({ ghost: undefined });
      returnTo(ghost.home, booking.first_day);
      say(text('planning.move_ended'));
      return true;
    default:
      return event.key !== 'Tab';
  }
}

const spanOf = ({ first_day, last_day }: Ghost): { first_day: string; last_day: string } => ({ first_day, last_day });

const indexIn = (store: BoardStore, day: string): number => clamp(indexOfDay(store.scale, day), 0, store.scale.days - 1);
