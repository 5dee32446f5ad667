export { PersonAccess } from './PersonAccess.tsx';
export { profileParts } from './profile-parts.ts';
