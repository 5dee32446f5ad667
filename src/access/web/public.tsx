export { PersonAccess } from './PersonAccess.tsx';
