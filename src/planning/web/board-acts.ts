import { addDays, daysBetween } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { dayRange } from '../../web/format.ts';
import { text } from '../../web/i18n/text.ts';
import { notify } from '../../web/ui/notify.ts';
import type { DemandRow } from '../contract.ts';
import { type Level, type Repeat, repeatsOf } from '../rules.ts';
import { type Booking, type Row, fullName, preferredLevel } from './board-data.ts';
import type { BoardStore } from './board-store.ts';
import type { Change, Draft, Writes } from './board-writes.ts';
import { levelName } from './row-text.ts';

/** Who is booked on a demand, and the levels that one may set there. */
export interface Filler {
  id: string;
  name: string;
  may: readonly Level[];
}

/** What one gesture does to a booking, by pointer and by key alike. */
export interface Acts {
  /** False, with the reason said, where the reader may not change a booking of this level for this person. */
  mayChange(booking: Booking, row?: Row): boolean;
  place(booking: Booking, to: { first_day: string; last_day: string; row?: Row | undefined }, byPointer?: boolean): void;
  copy(booking: Booking, to: { first_day: string; last_day: string; row?: Row | undefined }): void;
  duplicate(booking: Booking): void;
  /** Books a person, again and again where it repeats. */
  book(draft: Draft, name: string, repeat?: Repeat): void;
  /** Makes a booking come again. */
  repeat(booking: Booking, repeat: Repeat): void;
  /** Books the parts of a draft, or leaves these of a booking that stands. */
  bookParts(draft: Draft, parts: readonly Pick<Draft, 'first_day' | 'last_day'>[], booking?: Booking): void;
  /** Gives a booking that stands to somebody else, with what was changed of it. */
  hand(booking: Booking, draft: Draft, name: string): void;
  /** Makes one booking of another one and a draft, or a booking that stands. */
  merge(other: Booking, draft: Draft, booking?: Booking): void;
  /** Books somebody on a demand. */
  fill(demand: DemandRow, person: Filler): void;
  split(booking: Booking, day: string | undefined): void;
  toggleLevel(booking: Booking): void;
  remove(booking: Booking): void;
}

export function actsOn(store: BoardStore, writes: Writes): Acts {
  const what = (booking: Booking): string => fullName(booking, store.names) || text('planning.unnamed');

  const mayChange = (booking: Booking, row = store.rowOf(booking.user_id)): boolean => {
    if (!row || row.person.may.includes(booking.level)) return true;
    notify.error(text('planning.may_not', { level: levelName(booking.level), name: row.person.name }));
    return false;
  };

  const draftFor = (booking: Booking, more: Partial<Draft>): Draft => {
    // What is made of a booking fills nothing: its demand is filled by the booking itself.
    const { id: _id, version: _version, demand_id: _demand, ...draft } = booking;
    return { ...draft, ...more };
  };

  const copy: Acts['copy'] = (booking, { first_day, last_day, row }) => {
    const target = row ?? store.rowOf(booking.user_id);
    const may = target?.person.may ?? [];
    const level = may.includes(booking.level) ? booking.level : preferredLevel(may);
    if (!target || !level) return void mayChange(booking, target);
    const label = text('planning.did_copy', { what: what(booking), dates: dayRange(first_day, last_day) });
    void writes.create(draftFor(booking, { user_id: target.person.id, first_day, last_day, level }), { label, offerUndo: true });
  };

  return {
    mayChange,
    copy,
    place(booking, { first_day, last_day, row }, byPointer = false) {
      const change: Change = {};
      if (first_day !== booking.first_day) change.first_day = first_day;
      if (last_day !== booking.last_day) change.last_day = last_day;
      if (row && row.person.id !== booking.user_id) change.user_id = row.person.id;
      if (Object.keys(change).length === 0 || !mayChange(booking) || (row && !mayChange(booking, row))) return;
      const dates = dayRange(first_day, last_day);
      const label = change.user_id
        ? text('planning.did_hand', { what: what(booking), name: row?.person.name, dates })
        : text('planning.did_move', { what: what(booking), dates });
      void writes.change(booking.id, change, { label, offerUndo: byPointer });
    },
    duplicate(booking) {
      const length = daysBetween(booking.first_day, booking.last_day) + 1;
      const days = length <= 7 ? 7 : Math.ceil(length / 7) * 7;
      copy(booking, { first_day: addDays(booking.first_day, days), last_day: addDays(booking.last_day, days) });
    },
    book(draft, name, repeat) {
      const times = repeat ? repeatsOf(draft, repeat) : [];
      if (times.length === 0) return void writes.create(draft, { label: text('planning.did_book', { name }), offerUndo: true });
      const create = [draft, ...times.map((span) => ({ ...draft, ...span }))].map((each) => ({ ...each, id: newId() }));
      const label = text('planning.did_book_times', { name, count: create.length });
      void writes.together({ create }, { label, offerUndo: true });
    },
    repeat(booking, repeat) {
      if (!mayChange(booking)) return;
      const create = repeatsOf(booking, repeat).map((span) => ({ ...draftFor(booking, span), id: newId() }));
      const label = text('planning.did_repeat', { what: what(booking), count: create.length });
      void writes.together({ create }, { label, offerUndo: true });
    },
    bookParts(draft, parts, booking) {
      const [first, ...rest] = parts.map((span) => ({ ...draft, ...span }));
      if (!first || (booking && !mayChange(booking))) return;
      const fresh = (booking ? rest : [first, ...rest]).map((each) => ({ ...each, id: newId() }));
      const label = text('planning.did_parts', { count: parts.length });
      const change = booking ? [{ id: booking.id, change: first }] : [];
      void writes.together({ create: fresh, change }, { label, offerUndo: true });
    },
    hand(booking, draft, name) {
      if (!mayChange(booking)) return;
      const dates = dayRange(draft.first_day, draft.last_day);
      const label = text('planning.did_hand', { what: what(booking), name, dates });
      void writes.change(booking.id, draft, { label, offerUndo: true });
    },
    merge(other, draft, booking) {
      if (!mayChange(other) || (booking && !mayChange(booking))) return;
      const first_day = draft.first_day < other.first_day ? draft.first_day : other.first_day;
      const last_day = draft.last_day > other.last_day ? draft.last_day : other.last_day;
      const change = [{ id: other.id, change: { first_day, last_day, minutes_per_day: draft.minutes_per_day } }];
      const label = text('planning.did_merge', { what: what(other), dates: dayRange(first_day, last_day) });
      void writes.together({ change, remove: booking ? [booking.id] : [] }, { label, offerUndo: true });
    },
    fill(demand, { id: user_id, name, may }) {
      const level = preferredLevel(may);
      if (!level) return notify.error(text('planning.read_only'));
      const { project_id, phase_id, task_type_id, first_day, last_day, minutes_per_day, note } = demand;
      const span = { first_day, last_day, minutes_per_day };
      const draft = { ...span, project_id, phase_id, task_type_id, note, user_id, level, demand_id: demand.id };
      void writes.create(draft, { label: text('planning.did_fill', { name }), offerUndo: true });
    },
    split(booking, day) {
      if (!day) return notify.info(text('planning.one_day'));
      if (!mayChange(booking)) return;
      void writes.split(booking.id, day, {
        label: text('planning.did_split', { what: what(booking), dates: dayRange(booking.first_day, booking.last_day) }),
      });
    },
    toggleLevel(booking) {
      const level = booking.level === 'hard' ? 'soft' : 'hard';
      if (!mayChange(booking) || !mayChange({ ...booking, level })) return;
      void writes.change(
        booking.id,
        { level },
        { label: text('planning.did_level', { what: what(booking), level: levelName(level) }) },
      );
    },
    remove(booking) {
      if (!mayChange(booking)) return;
      void writes.remove(booking.id, { label: text('planning.did_remove', { what: what(booking) }), offerUndo: true });
    },
  };
}
