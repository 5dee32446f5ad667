export { type NewProject, addClients, addProjects } from './bulk.ts';
export { type ProjectFilters, projectCondition } from './projects.ts';
