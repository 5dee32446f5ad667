export { countriesOf, defaultCountry, firmOf } from './firm.ts';
