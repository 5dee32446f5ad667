/** What rooms may use while the first page loads: names only, no screen hangs on it. */
export { type UserCellProps, userColumns } from './user-columns.ts';
export { type UserPartProps, userParts } from './user-parts.ts';
