export { type NewPerson, addPeople } from './bulk.ts';
export { type Level, levelsOf } from './teams.ts';
export { aboutPerson } from './explained.ts';
export { managedBy, mayActFor, refuseFlag, teamsBelow, visibleOn } from './policy.ts';
export { today } from './today.ts';
