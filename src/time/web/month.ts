import { type Day, addDays, isoWeek, monthOf } from '../../kit/day.ts';

/** The month that a week belongs to: the one of its Thursday, as with the year of an ISO week. */
export const monthOfWeek = (monday: Day): Day => monthOf(addDays(monday, 3));

/** The first week that belongs to a month for certain: the one that holds its seventh day. */
export const weekOfMonth = (month: Day): string => isoWeek(addDays(month, 6));
