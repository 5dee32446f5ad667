export { isKnownAccess, mayCall, tableAllows } from '../rules.ts';
export { actorOf, endSessionsOf, ensureAccount, firmsOf } from './sessions.ts';
