import type { Day } from '../../kit/day.ts';
import { said } from '../../kit/said.ts';
import { noticeKind } from '../../settings/server/public.ts';

/** Somebody of whose time one decides has handed in a week. */
export const TIME_SUBMITTED = noticeKind<{ user: string; week: Day }>('time.submitted', {
  label: said`Timesheets that wait for your approval`,
  words: ({ user, week }) => ({
    title: said`${user} has submitted the week of ${{ day: week }}.`,
    action: said`Open what waits`,
  }),
});

/** One's week was approved, sent back or opened again by somebody else. */
export const TIME_DECIDED = noticeKind<{ act: 'approved' | 'rejected' | 'reopened'; by: string; week: Day; reason: string }>(
  'time.decided',
  {
    label: said`Decisions on your timesheets`,
    words: ({ act, by, week, reason }) => {
      const day = { day: week };
      const title = {
        approved: said`${by} approved your week of ${day}.`,
        rejected: said`${by} sent your week of ${day} back.`,
        reopened: said`${by} opened your week of ${day} again.`,
      }[act];
      return { title, lines: reason === '' ? [] : [reason], action: said`Open the timesheet` };
    },
  },
);
