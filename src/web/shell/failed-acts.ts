import { placeFor } from '../parts.ts';

/** What a page that broke says of itself. */
export interface FailedProps {
  /** Key of the page. */
  page: string;
  /** Reference, moment, address and what the browser said. */
  details: () => string;
}

/** What people who are signed in can do on a page that broke. */
export const failedActs = placeFor<FailedProps>();
