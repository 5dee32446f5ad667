export { type NewPerson, addPeople } from './bulk.ts';
export { reachOf } from './reached.ts';
export { type Level, type TeamReach, levelsByTeam, teamReach } from './levels.ts';
export { usersAmong, usersCalled } from './among.ts';
export { aboutPerson } from './explained.ts';
export { managedBy, mayActFor, refuseFlag, teamsBelow, visibleOn } from './policy.ts';
export { type TargetInput, setTargets } from './targets.ts';
export { type PlaceSpan, countryOn, placesFor } from './places.ts';
export { today } from './today.ts';
