export { MoneyField } from './MoneyField.tsx';
export { RowsEditor } from './RowsEditor.tsx';
export { useClientOptions, useProjectOptions } from './clients-data.ts';
export { ProjectCards, ProjectLink, useOpenProject } from './ProjectLink.tsx';
export type { ProjectCellProps, ProjectPartProps } from './project-parts.ts';
export { projectCodecs, projectFilters, useProjectFilters } from './project-list.ts';
