export { useColleagueOptions, useTeamOptions, withChosen } from './people-data.ts';
