export { type BookedMonth, bookedOn } from './booked.ts';
export { addDemands, removeDemands } from './demands.ts';
export { type Planned, plannedFor } from './planned.ts';
export { writeTogether } from './together.ts';
export { daysWithin } from '../rules.ts';
