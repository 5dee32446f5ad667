export { defaultCountry, firmOf } from './firm.ts';
