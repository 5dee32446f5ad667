import { placeFor } from '../../web/parts.ts';

export interface UserCellProps {
  userId: string;
  /** Everybody of the page: what all cells show is asked for once. */
  page: readonly string[];
}

/** Columns that later rooms add to the list of users: what is left of leave. */
export const userColumns = placeFor<UserCellProps>();
