export type { FeedPart } from './feeds.ts';
export type { ExpectedDays } from '../rules.ts';
export { expectedOn, holidayBook, holidaysOf } from '../rules.ts';
export { checkRange, expectedFor, holidaysBetween } from './capacity.ts';
