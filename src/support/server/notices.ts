import { said } from '../../kit/said.ts';
import { type AnyNotice, noticeKind } from '../../settings/server/public.ts';

interface TicketFacts {
  reference: string;
  subject: string;
}

/** Somebody of the firm wrote a ticket, or more on one. The firm's support address has a letter of its own. */
export const TICKET_OPENED = noticeKind<TicketFacts>('support.opened', {
  label: said`Support tickets of the firm`,
  words: ({ reference, subject }) => ({
    title: said`Ticket ${reference} waits for an answer: ${subject}`,
    action: said`Open the ticket`,
  }),
  usually: { mail: false, app: true },
});

/** One's own ticket was answered. */
export const TICKET_ANSWERED = noticeKind<TicketFacts & { text: string }>('support.answered', {
  label: said`Answers to your support tickets`,
  words: ({ reference, subject, text }) => ({
    title: said`Your ticket ${reference} was answered: ${subject}`,
    lines: [said`${text}`],
    action: said`Open the ticket`,
  }),
});

/** A webhook was not reached for hours: what it was to be told is given up until somebody asks again. */
export const WEBHOOK_FAILED = noticeKind<{ address: string; error: string }>('support.webhook_failed', {
  label: said`Webhooks that cannot be reached`,
  words: ({ address, error }) => ({
    title: said`Nothing reaches the webhook at ${address} any more.`,
    lines: [said`${error}`],
    action: said`Open the webhooks`,
  }),
});

/** The firm tells its people what it keeps of them; another text asks them again. */
export const NOTICE_PUBLISHED = noticeKind<{ edition: number }>('support.privacy_notice', {
  label: said`What the firm says of your data`,
  words: () => ({
    title: said`Your firm says what it keeps of you, and for how long. Please read it.`,
    action: said`Read it`,
  }),
});

export const supportNotices: readonly AnyNotice[] = [TICKET_OPENED, TICKET_ANSWERED, WEBHOOK_FAILED, NOTICE_PUBLISHED];
