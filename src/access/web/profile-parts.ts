import { placeFor } from '../../web/parts.ts';

/** What later rooms show in one's profile: leave. */
export const profileParts = placeFor<object>();
