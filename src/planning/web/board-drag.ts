import { type Day, addDays } from '../../kit/day.ts';
import type { DemandRow } from '../contract.ts';
import type { Acts } from './board-acts.ts';
import { type Booking, freePerDay, preferredLevel, previewOf, trimmed } from './board-data.ts';
import type { BoardStore } from './board-store.ts';
import type { Ghost, GhostStore } from './cursor.ts';
import { type Scale, clamp, dayOfIndex, endOf, startOf, stepDays, unitAt } from './scale.ts';

/** The board's ground as the pointer sees it. */
export interface Ground {
  scroller: HTMLElement;
  store: BoardStore;
  ghosts: GhostStore;
  acts: Acts;
  left: number;
  head: number;
  /** Row at a height of the content. */
  rowAt: (y: number) => number | undefined;
  /** A press without a drag. */
  onPress: (row: number, unit: number, bar: string | undefined) => void;
  /** A demand that is drawn over the rows. */
  demandOf: (id: string) => DemandRow | undefined;
  /** A new booking was drawn: its form opens. */
  onDrawn: (ghost: Ghost) => void;
}

interface Drag {
  kind: Ghost['kind'];
  row: number;
  /** Where it was taken, in px of the content. */
  x: number;
  y: number;
  unit: number;
  booking: Booking | undefined;
  demand: DemandRow | undefined;
  started: boolean;
  moved: { x: number; y: number };
}

const EDGE_PX = 8;
const START_PX = 4;
const SCROLL_ZONE = 36;
const SCROLL_STEP = 14;
/** So near to the edge of a week, an end snaps to it. */
const MAGNET_PX = 10;

/** Which part of a bar is under the pointer. */
export function partOf(bar: HTMLElement, clientX: number): 'move' | 'start' | 'end' {
  const box = bar.getBoundingClientRect();
  const edge = Math.min(EDGE_PX, box.width / 4);
  if (clientX - box.left < edge) return 'start';
  return box.right - clientX < edge ? 'end' : 'move';
}

/**
 * Dragging on the board: on empty cells to draw a booking, on a bar to move it (also to another person), on its ends to
 * stretch it, with Alt to copy it. Until the drop only the ghost changes; Escape restores. @returns a function that ends it
 */
export function dragOn(ground: Ground): { down: (event: PointerEvent) => void; stop: () => void } {
  const { scroller, ghosts } = ground;
  let drag: Drag | undefined;
  let pointer = { x: 0, y: 0 };
  let frame = 0;

  const place = (clientX: number, clientY: number): { x: number; y: number } => {
    const box = scroller.getBoundingClientRect();
    return { x: clientX - box.left + scroller.scrollLeft - ground.left, y: clientY - box.top + scroller.scrollTop - ground.head };
  };

  const update = (): void => {
    if (!drag) return;
    const at = place(pointer.x, pointer.y);
    if (!drag.started && Math.hypot(at.x - drag.x, at.y - drag.y) < START_PX) return;
    if (!drag.started && !begin(drag)) return;
    const { ghost } = ghosts.get();
    // Over the lane of the demands nobody is booked.
    if (drag.demand && at.y < scroller.scrollTop) return ghost ? ghosts.set({ ghost: undefined }) : undefined;
    const next = drag.demand ? fillGhost(ground, drag.demand, at) : ghostOf(ground, drag, at);
    const same = ghost && ghost.row === next.row && ghost.first_day === next.first_day && ghost.last_day === next.last_day;
    if (!same) ghosts.set({ ghost: next });
  };

  /** False where nothing may be booked or changed: the drag is over then. */
  const begin = (taken: Drag): boolean => {
    const row = ground.store.row(taken.row);
    const mayBook = taken.demand
      ? true
      : taken.booking
        ? taken.kind === 'copy' || ground.acts.mayChange(taken.booking)
        : (row?.person.may.length ?? 0) > 0;
    if (!row || !mayBook) {
      finish();
      return false;
    }
    taken.started = true;
    document.body.dataset['dragging'] = taken.kind;
    if (taken.booking) barElement(taken.booking.id)?.setAttribute('data-dragged', taken.kind);
    frame = requestAnimationFrame(autoScroll);
    return true;
  };

  const barElement = (id: string): HTMLElement | null => scroller.querySelector(`[data-bar="${id}"]`);

  const autoScroll = (): void => {
    if (!drag) return;
    const box = scroller.getBoundingClientRect();
    const pull = (near: number, far: number): number => (near < SCROLL_ZONE ? -SCROLL_STEP : far < SCROLL_ZONE ? SCROLL_STEP : 0);
    const dx = pull(pointer.x - box.left - ground.left, box.right - pointer.x);
    const dy = pull(pointer.y - box.top - ground.head, box.bottom - pointer.y);
    if (dx !== 0 || dy !== 0) {
      scroller.scrollBy(dx, dy);
      update();
    }
    frame = requestAnimationFrame(autoScroll);
  };

  const finish = (): void => {
    cancelAnimationFrame(frame);
    delete document.body.dataset['dragging'];
    for (const bar of scroller.querySelectorAll('[data-dragged]')) bar.removeAttribute('data-dragged');
    removeEventListener('pointermove', onMove);
    removeEventListener('pointerup', onUp);
    removeEventListener('pointercancel', onCancel);
    removeEventListener('keydown', onKey, true);
    drag = undefined;
  };

  const onMove = (event: PointerEvent): void => {
    pointer = { x: event.clientX, y: event.clientY };
    update();
  };

  const onUp = (event: PointerEvent): void => {
    const taken = drag;
    onMove(event);
    finish();
    if (!taken) return;
    if (taken.started) return drop(ground, taken);
    if (taken.demand) return;
    // A press beside bars asks what is done in that unit; where nobody may book it only goes there.
    const mayBook = (ground.store.row(taken.row)?.person.may.length ?? 0) > 0;
    if (taken.booking || !mayBook) ground.onPress(taken.row, taken.unit, taken.booking?.id);
    else ground.onDrawn(ghostOf(ground, taken, taken));
  };

  const onCancel = (): void => {
    finish();
    ghosts.set({ ghost: undefined });
  };

  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };

  const down = (event: PointerEvent): void => {
    if (event.button !== 0 || event.pointerType === 'touch' || drag) return;
    const target = event.target as HTMLElement;
    const demand = ground.demandOf(target.closest<HTMLElement>('[data-demand]')?.dataset['demand'] ?? '');
    if (!demand && target.closest('button, [role=rowheader], [role=columnheader]')) return;
    const at = place(event.clientX, event.clientY);
    if (demand)
      return take({ kind: 'fill', row: 0, ...at, unit: 0, booking: undefined, demand, started: false, moved: at }, event);
    const row = at.x < 0 || at.y < 0 ? undefined : ground.rowAt(at.y);
    if (row === undefined || at.x >= ground.store.scale.width) return;
    const bar = target.closest<HTMLElement>('[data-bar]');
    const booking = bar ? ground.store.find(bar.dataset['bar'] ?? '') : undefined;
    const kind = !bar || !booking ? 'create' : event.altKey ? 'copy' : partOf(bar, event.clientX);
    const unit = unitAt(ground.store.scale, at.x);
    take({ kind, row, ...at, unit, booking, demand: undefined, started: false, moved: at }, event);
  };

  const take = (taken: Drag, event: PointerEvent): void => {
    drag = taken;
    pointer = { x: event.clientX, y: event.clientY };
    addEventListener('pointermove', onMove);
    addEventListener('pointerup', onUp);
    addEventListener('pointercancel', onCancel);
    addEventListener('keydown', onKey, true);
  };

  return { down, stop: onCancel };
}

/** Day index of an edge at a px position: day by day, drawn to the edges of weeks. */
export function edgeAt(scale: Scale, x: number): number {
  const day = Math.round(x / scale.dayPx);
  if (scale.zoom === 'day') return day;
  const near = scale.bounds.find((bound) => Math.abs(x - bound * scale.dayPx) <= MAGNET_PX);
  return near ?? day;
}

/** The booking as it would be if it were dropped here. */
function ghostOf({ store, rowAt }: Ground, drag: Drag, at: { x: number; y: number }): Ghost {
  const { scale } = store;
  const { booking } = drag;
  const over =
    drag.kind === 'move' || drag.kind === 'copy'
      ? clamp(rowAt(Math.max(0, at.y)) ?? drag.row, 0, (store.total ?? 1) - 1)
      : drag.row;
  const row = store.row(over);
  let first: Day;
  let last: Day;
  if (!booking) {
    const units = [drag.unit, unitAt(scale, at.x)].sort((a, b) => a - b) as [number, number];
    [first, last] = [startOf(scale, units[0]), endOf(scale, units[1])];
  } else if (drag.kind === 'start' || drag.kind === 'end') {
    const edge = dayOfIndex(scale, clamp(edgeAt(scale, at.x), 0, scale.days));
    [first, last] = [booking.first_day, booking.last_day];
    if (drag.kind === 'start') first = edge > last ? last : edge;
    else last = addDays(edge, -1) < first ? first : addDays(edge, -1);
  } else {
    const days = Math.round((at.x - drag.x) / scale.unitPx) * stepDays(scale);
    [first, last] = [addDays(booking.first_day, days), addDays(booking.last_day, days)];
  }
  const span =
    row && (!booking || drag.kind === 'start' || drag.kind === 'end')
      ? trimmed(row, first, last, scale)
      : { first_day: first, last_day: last };
  const minutes = booking?.minutes_per_day ?? (row ? freePerDay(row, span.first_day, span.last_day, scale) : 480);
  const level = booking?.level ?? preferredLevel(row?.person.may ?? []) ?? 'requested';
  const ghost = { kind: drag.kind, row: over, home: drag.row, ...span, minutes_per_day: minutes, level };
  const replaced = drag.kind === 'copy' ? undefined : booking?.id;
  const preview = row && previewOf(row, ghost, replaced, scale);
  return { ...ghost, ...(booking ? { booking } : {}), preview };
}

/** A demand as it would be booked on whoever is under the pointer: its days stay. */
function fillGhost({ store, rowAt }: Ground, demand: DemandRow, at: { x: number; y: number }): Ghost {
  const row = clamp(rowAt(Math.max(0, at.y)) ?? 0, 0, (store.total ?? 1) - 1);
  const person = store.row(row);
  const { first_day, last_day, minutes_per_day } = demand;
  const level = preferredLevel(person?.person.may ?? []) ?? 'requested';
  const span = { first_day, last_day, minutes_per_day, level };
  return { kind: 'fill', row, ...span, preview: person && previewOf(person, span, undefined, store.scale) };
}

function drop({ store, ghosts, acts, onDrawn }: Ground, drag: Drag): void {
  const { ghost } = ghosts.get();
  if (!ghost) return;
  if (drag.demand) {
    ghosts.set({ ghost: undefined });
    const person = store.row(ghost.row)?.person;
    return person && acts.fill(drag.demand, person);
  }
  if (!drag.booking) return onDrawn(ghost);
  ghosts.set({ ghost: undefined });
  const to = { first_day: ghost.first_day, last_day: ghost.last_day, row: store.row(ghost.row) };
  if (drag.kind === 'copy') acts.copy(drag.booking, to);
  else acts.place(drag.booking, to, true);
}
