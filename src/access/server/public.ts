export { accountAt } from './addresses.ts';
export { isKnownAccess, mayCall, tableAllows } from '../rules.ts';
export { Actors } from './actors.ts';
export { sayAccessChanged } from './changes.ts';
export { endSessionsOf, ensureAccount, firmsOf } from './sessions.ts';
