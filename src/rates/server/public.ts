export { type HourRates, crossOf, exchangeOn, ratesOn } from './rate-on.ts';
