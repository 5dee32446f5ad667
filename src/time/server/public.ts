export { timeToDecide } from './approval-rows.ts';
export { approvedTime } from './billable.ts';
export { importTime } from './imports.ts';
export { type PersonMonth, type SeenMonth, raiseFrom, raiseMonths, settleMonths } from './person-months.ts';
export { hourIn } from './reminders.ts';
export { differencesOf } from './proof.ts';
