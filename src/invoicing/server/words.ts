import { said } from '../../kit/said.ts';

/** What kinds and states are called in tables. */
export const KIND_WORDS = { invoice: said`Invoice`, credit_note: said`Credit note` } as const;
export const STATUS_WORDS = {
  draft: said`Draft`,
  issued: said`Issued`,
  part_paid: said`Part-paid`,
  paid: said`Paid`,
  credited: said`Credited`,
} as const;
export const PUSH_WORDS = {
  none: said`Not sent`,
  waiting: said`On its way`,
  pushed: said`Sent`,
  failed: said`Failed`,
} as const;
