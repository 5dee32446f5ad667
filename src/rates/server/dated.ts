import { type Day, addDays } from '../../kit/day.ts';

/** The last day on which something holds that ends with the start of `validTo`; null without an end. */
export const lastDay = (validTo: Day): Day | null => (validTo === 'infinity' ? null : addDays(validTo, -1));
