export { type Expected, capacityOf, expectedOn, standardOf } from '../rules.ts';
export { checkRange, expectedFor, holidaysBetween } from './capacity.ts';
