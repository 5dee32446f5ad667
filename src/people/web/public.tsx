export { TEAMS, useColleagueOptions, useTeamOptions, withChosen } from './people-data.ts';
