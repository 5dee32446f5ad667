import { text } from '../../web/i18n/text.ts';
import type { HandOver } from '../contract.ts';
import type { RollForward } from '../contract/demands.ts';
import type { Shown, Writes, WritesOptions } from './board-writes.ts';

/** What acts on more than the board shows. */
export interface BoardOrders {
  /**
   * Gives another person what somebody is booked on from a day on, or some of it, and takes it back unless somebody else changed
   * a part of it since. @returns whether it was done
   */
  handOver: (order: HandOver, how: (count: number) => string) => Promise<boolean>;
  /** Plans the team of a project again, later. @returns whether it was done */
  rollForward: (order: RollForward) => Promise<boolean>;
}

/** What rolling a team forward did, in words. */
const rolledText = (bookings: number, demands: number): string =>
  [text('planning.did_roll', { count: bookings }), demands > 0 ? text('planning.did_roll_demands', { count: demands }) : '']
    .filter(Boolean)
    .join(' ');

export function ordersOn(writes: Writes, call: WritesOptions['call'], store: () => Pick<Shown, 'refresh'>): BoardOrders {
  return {
    async handOver(order, how) {
      const both = [order.user_id, order.to_user_id];
      const given = await writes.ordered({
        send: async () => {
          const reply = await call('POST /api/bookings/hand_over', { body: order });
          writes.learn([...reply.moved, ...reply.cut]);
          await store().refresh(both);
          return reply;
        },
        back: async ({ moved, cut }) => {
          const { bookings } = await call('POST /api/bookings/hand_back', { body: { user_id: order.user_id, moved, cut } });
          writes.learn(bookings);
          await store().refresh(both);
        },
        label: ({ moved, cut }) => how(moved.length + cut.length),
        over: ({ over }) => over,
      });
      return given !== undefined;
    },
    async rollForward(order) {
      const given = await writes.ordered({
        send: () => call('POST /api/bookings/roll_forward', { body: order }),
        back: async ({ bookings, demands }) => {
          await call('POST /api/demands/remove', { body: { ids: demands } });
          await call('POST /api/bookings/remove_several', { body: { ids: bookings } });
        },
        label: ({ bookings, demands }) => rolledText(bookings.length, demands.length),
        over: ({ over }) => over,
      });
      return given !== undefined;
    },
  };
}
