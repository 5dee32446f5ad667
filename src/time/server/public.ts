export { timeToDecide } from './approval-rows.ts';
export { importTime } from './imports.ts';
export { differencesOf } from './proof.ts';
