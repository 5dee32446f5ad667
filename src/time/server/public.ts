export { importTime } from './imports.ts';
