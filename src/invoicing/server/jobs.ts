import { type Job, onErrand, onJob } from '../../server/jobs.ts';
import { keepFiles } from './files.ts';
import { INVOICE_ISSUED, INVOICE_PUSHED } from './jobs-kinds.ts';
import { deliver } from './push.ts';

/** A receiver that never answers holds up its own firm alone. */
const DELIVERIES_AT_ONCE = 4;

export const invoicingJobs: readonly Job[] = [
  onJob(INVOICE_ISSUED, (tx, { invoice }, { config }) => keepFiles(tx, config, invoice)),
  onErrand(INVOICE_PUSHED, deliver, DELIVERIES_AT_ONCE),
];
