export { useColleagueOptions, useTeamOptions, withChosen } from './people-data.ts';
export { WeekPattern, type WeekPatternProps } from './WeekPattern.tsx';
export { type UserCellProps, userColumns } from './user-columns.ts';
export { type UserPartProps, userParts } from './user-parts.ts';
