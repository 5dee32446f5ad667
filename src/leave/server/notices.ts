import type { Day } from '../../kit/day.ts';
import { said } from '../../kit/said.ts';
import { type AnyNotice, noticeKind } from '../../settings/server/public.ts';

interface LeaveFacts {
  user: string;
  type: string;
  first: Day;
  last: Day;
}

interface DecisionFacts extends LeaveFacts {
  status: 'approved' | 'rejected' | 'cancelled';
  by: string;
  reason: string;
}

/** Somebody of whose leave one decides asks for some. */
export const LEAVE_ASKED = noticeKind<LeaveFacts>('leave.asked', {
  label: said`Leave that waits for your decision`,
  words: ({ user, first, last }) => ({
    title:
      first === last
        ? said`${user} asks for leave on ${{ day: first }}.`
        : said`${user} asks for leave from ${{ day: first }} to ${{ day: last }}.`,
    action: said`Open the request`,
  }),
});

/** One's leave was approved, rejected or taken back by somebody else. */
export const LEAVE_DECIDED = noticeKind<DecisionFacts>('leave.decided', {
  label: said`Decisions on your leave`,
  words: ({ status, by, first, last, reason }) => {
    const [from, to] = [{ day: first }, { day: last }];
    const title = {
      approved: said`${by} approved your leave from ${from} to ${to}.`,
      rejected: said`${by} rejected your leave from ${from} to ${to}.`,
      cancelled: said`${by} cancelled your leave from ${from} to ${to}.`,
    }[status];
    return { title, lines: reason === '' ? [] : [reason], action: said`Open the request` };
  },
});

export const leaveNotices: readonly AnyNotice[] = [LEAVE_ASKED, LEAVE_DECIDED];
