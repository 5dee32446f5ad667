export { type HourRates, crossOf, exchangeOn, exchangeOver, ratesOn, ratesOnDays } from './rate-on.ts';
