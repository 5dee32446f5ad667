import { contract } from '../kit/endpoint.ts';
import { clientContract } from './contract/clients.ts';
import { projectContract } from './contract/projects.ts';

export { projectFilters } from './contract/projects.ts';
export type { ClientDetails } from './contract/clients.ts';
export type { ProjectCard, ProjectDetails, ProjectListRow } from './contract/projects.ts';

/** Clients and their projects. */
export const clientsContract = contract({ ...clientContract, ...projectContract });
