export { type ProjectCellProps, type ProjectPartProps, projectColumns, projectParts } from './project-parts.ts';
