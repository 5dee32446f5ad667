/** What rooms may use while the first page loads: names only, no screen hangs on it. */
export { internalActs } from './internal-acts.ts';
