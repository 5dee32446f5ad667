// What routes take at the start: nothing else of the room comes with it.
export { projectColumns, projectParts } from './project-parts.ts';
