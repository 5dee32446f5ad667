export { type Hour, daysOfChange, isUnbilled, ratesOfHours, rolesOf } from './rated-time.ts';
export { AGES } from '../rules/wip.ts';
