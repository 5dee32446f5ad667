export { type HourRates, crossOf, exchangeOn, ratesOn, ratesOnDays } from './rate-on.ts';
