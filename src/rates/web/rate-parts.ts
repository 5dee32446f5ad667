import type { Grade } from '../../kit/grades.ts';
import { placeFor } from '../../web/parts.ts';

/** What a part of the review of rates gets: whose rates would change, each once. */
export interface RatePartProps {
  rates: readonly { sl_role_id: string; grade: Grade; country: string }[];
}

/** The review of rates, on which later rooms say what the changes touch. */
export const reviewParts = placeFor<RatePartProps>();
