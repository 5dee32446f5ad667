import { addDays } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { text } from '../../web/i18n/text.ts';
import { type Option, notify } from '../../web/ui/index.ts';
import type { Level } from '../rules.ts';
import type { Acts } from './board-acts.ts';
import type { Booking } from './board-data.ts';
import type { Change, Orders, Shown, Writes } from './board-writes.ts';
import { MOST } from './project-bookings.ts';
import { levelName } from './row-text.ts';
import { type Selection, chosenOf } from './selection.ts';

/** What is done to everything that is selected: all or none, one step back. */
export interface BulkActs {
  chosen: () => Booking[];
  move: (days: number) => Promise<boolean>;
  hand: (to: Option) => Promise<boolean>;
  level: (level: Level) => Promise<boolean>;
  hours: (minutes: number) => Promise<boolean>;
  copy: (to: readonly Option[]) => Promise<boolean>;
  remove: () => Promise<boolean>;
}

export function bulkActsOn(
  store: Pick<Shown, 'find'>,
  writes: Writes,
  acts: Pick<Acts, 'mayChange'>,
  selection: Selection,
): BulkActs {
  const chosen = (): Booking[] => chosenOf(store, selection.ids());

  const write = (orders: Orders, label: string): Promise<boolean> => {
    const { create = [], change = [], remove = [] } = orders;
    const count = create.length + change.length + remove.length;
    if (count === 0) return Promise.resolve(false);
    if (count > MOST) {
      notify.error(text('planning.too_many', { count: MOST }));
      return Promise.resolve(false);
    }
    return writes.together(orders, { label, offerUndo: true });
  };

  /** Changes all that are selected, unless one of them may not be changed: its reason is said then. */
  const changeAll = (label: string, changeOf: (booking: Booking) => Change): Promise<boolean> => {
    const changes = chosen().map((booking) => ({ booking, change: changeOf(booking) }));
    if (!changes.every(({ booking, change }) => acts.mayChange(booking) && acts.mayChange({ ...booking, ...change })))
      return Promise.resolve(false);
    return write({ change: changes.map(({ booking, change }) => ({ id: booking.id, change })) }, label);
  };

  return {
    chosen,
    move: (days) =>
      changeAll(
        text('planning.did_move_many', { count: chosen().length, days: days > 0 ? `+${days}` : String(days) }),
        (booking) => ({
          first_day: addDays(booking.first_day, days),
          last_day: addDays(booking.last_day, days),
        }),
      ),
    hand: (to) =>
      changeAll(text('planning.did_hand_many', { count: chosen().length, name: to.name }), () => ({ user_id: to.id })),
    level: (level) =>
      changeAll(text('planning.did_level_many', { count: chosen().length, level: levelName(level) }), () => ({ level })),
    hours: (minutes) =>
      changeAll(text('planning.did_hours_many', { count: chosen().length }), () => ({ minutes_per_day: minutes })),
    copy: (to) => {
      const create = to.flatMap(({ id: user_id }) =>
        chosen().map(({ version: _version, demand_id: _demand, ...booking }) => ({ ...booking, id: newId(), user_id })),
      );
      return write(
        { create },
        text('planning.did_copy_many', { count: chosen().length, people: to.map(({ name }) => name).join(', ') }),
      );
    },
    remove: () => {
      const gone = chosen();
      if (!gone.every((booking) => acts.mayChange(booking))) return Promise.resolve(false);
      return write({ remove: gone.map(({ id }) => id) }, text('planning.did_remove_many', { count: gone.length }));
    },
  };
}
