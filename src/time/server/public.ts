export { importTime } from './imports.ts';
export { differencesOf } from './proof.ts';
