export { type NewPerson, addPeople } from './bulk.ts';
export { type Level, levelsOf } from './levels.ts';
export { usersAmong } from './among.ts';
export { aboutPerson } from './explained.ts';
export { managedBy, mayActFor, refuseFlag, teamsBelow, visibleOn } from './policy.ts';
export { today } from './today.ts';
