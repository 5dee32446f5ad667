export { timeToDecide } from './approval-rows.ts';
export { approvedTime } from './billable.ts';
export { importTime } from './imports.ts';
export { differencesOf } from './proof.ts';
