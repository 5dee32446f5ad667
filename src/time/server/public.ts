export { timeToDecide } from './approval-rows.ts';
export { approvedTime } from './billable.ts';
export { importTime } from './imports.ts';
export { type PersonMonth, type SeenMonth, raiseFrom, raiseMonths, settleMonths } from './person-months.ts';
export { hourIn } from './reminders.ts';
export { mendMonth } from './mend.ts';
export { differencesOf, monthFrom } from './proof.ts';
