export { type Hour, daysOfChange, ratesOfHours, rolesOf } from './rated-time.ts';
