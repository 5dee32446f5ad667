export { expectedOn } from '../rules.ts';
export { checkRange, expectedFor, holidaysBetween } from './capacity.ts';
