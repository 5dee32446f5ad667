import { said } from '../../kit/said.ts';
import { type AnyNotice, noticeKind } from '../../settings/server/public.ts';

/** An invoice could not be delivered to the accounting system, however often it was tried. */
export const INVOICE_PUSH_FAILED = noticeKind<{ number: string; error: string }>('invoicing.push_failed', {
  label: said`Invoices that the accounting system does not take`,
  words: ({ number, error }) => ({
    title: said`${number} did not reach the accounting system.`,
    lines: [error],
    action: said`Open the invoice`,
  }),
});

/** Somebody decided on work in progress that one asked to write off. */
export const WRITE_OFF_DECIDED = noticeKind<{
  project: string;
  by: string;
  reason: string;
  decision: 'approved' | 'rejected';
}>('invoicing.write_off_decided', {
  label: said`Decisions on your write-offs`,
  words: ({ project, by, reason, decision }) => ({
    title: {
      approved: said`${by} agreed to your write-off on "${project}".`,
      rejected: said`${by} rejected your write-off on "${project}".`,
    }[decision],
    lines: reason === '' ? [] : [reason],
    action: said`Open the write-off`,
  }),
});

export const invoicingNotices: readonly AnyNotice[] = [INVOICE_PUSH_FAILED, WRITE_OFF_DECIDED];
