export { expectedOn, holidayBook, holidaysOf } from '../rules.ts';
export { checkRange, expectedFor, holidaysBetween } from './capacity.ts';
