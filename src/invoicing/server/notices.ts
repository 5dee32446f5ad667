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

export const invoicingNotices: readonly AnyNotice[] = [INVOICE_PUSH_FAILED];
