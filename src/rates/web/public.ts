/** What rooms may use while the first page loads: names only, no screen hangs on it. */
export { type RatePartProps, reviewParts } from './rate-parts.ts';
