export { type ProjectCellProps, type ProjectPartProps, projectColumns, projectParts } from './project-parts.ts';
export { projectCodecs, projectFilters, useProjectFilters } from './project-list.ts';
