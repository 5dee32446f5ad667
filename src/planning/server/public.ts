export { type BookedMonth, bookedOn } from './booked.ts';
export { type Planned, plannedFor } from './planned.ts';
export { daysWithin } from '../rules.ts';
