import { placeFor } from '../../web/parts.ts';

/** What else is done on the page of internal bookings: booking people on internal work. */
export const internalActs = placeFor<object>();
