import { jobKind } from '../../server/jobs.ts';

/** A document was issued: its paper and its e-invoice are made. */
export const INVOICE_ISSUED = jobKind<{ invoice: string }>('invoicing.make');

/** A document is to go to the accounting system. */
export const INVOICE_PUSHED = jobKind<{ invoice: string }>('invoicing.push');
