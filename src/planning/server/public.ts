export { type Planned, plannedFor } from './planned.ts';
