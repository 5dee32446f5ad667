import { placeFor } from '../../web/parts.ts';

export interface UserPartProps {
  userId: string;
}

/** What the other rooms know of a person, on the person's page: leave, bookings, time. */
export const userParts = placeFor<UserPartProps>();
