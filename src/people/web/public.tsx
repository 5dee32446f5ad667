export { useColleagueOptions, useTeamOptions, withChosen } from './people-data.ts';
export { WeekPattern, type WeekPatternProps } from './WeekPattern.tsx';
