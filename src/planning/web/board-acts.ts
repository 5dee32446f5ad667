import { addDays, daysBetween } from '../../kit/day.ts';
import { dayRange } from '../../web/format.ts';
import { text } from '../../web/i18n/text.ts';
import { notify } from '../../web/ui/notify.ts';
import { type Booking, type Row, fullName, preferredLevel } from './board-data.ts';
import type { BoardStore } from './board-store.ts';
import type { Change, Draft, Writes } from './board-writes.ts';
import { levelName } from './row-text.ts';

/** What one gesture does to a booking, by pointer and by key alike. */
export interface Acts {
  /** False, with the reason said, where the reader may not change a booking of this level for this person. */
  mayChange(booking: Booking, row?: Row): boolean;
  place(booking: Booking, to: { first_day: string; last_day: string; row?: Row | undefined }, byPointer?: boolean): void;
  copy(booking: Booking, to: { first_day: string; last_day: string; row?: Row | undefined }): void;
  duplicate(booking: Booking): void;
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
    const { id: _id, version: _version, ...draft } = booking;
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
