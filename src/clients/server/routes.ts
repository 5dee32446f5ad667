import { implement } from '../../server/route.ts';
import { clientsContract } from '../contract.ts';
import { clientTemplate, insertClients, judgeClients } from './client-import.ts';
import { createClient, exportClients, listClientNames, listClients, listSectors, removeClient, updateClient } from './clients.ts';
import { insertProjects, judgeProjects, projectTemplate } from './project-import.ts';
import {
  createProject,
  exportProjects,
  listProjectManagers,
  listProjects,
  readProject,
  setBillingStatus,
  updateProject,
} from './projects.ts';

export const clientsRoutes = implement(clientsContract, {
  'POST /api/clients/all': listClients,
  'POST /api/clients/export': exportClients,
  'GET /api/clients/all_only': listClientNames,
  'GET /api/clients/sectors': listSectors,
  'POST /api/clients/create': createClient,
  'POST /api/clients/update': updateClient,
  'POST /api/clients/remove': removeClient,
  'GET /api/clients/import_template': clientTemplate,
  'POST /api/clients/validate': judgeClients,
  'POST /api/clients/bulk_insert': insertClients,
  'POST /api/projects/all': listProjects,
  'POST /api/projects/export': exportProjects,
  'GET /api/projects/all_managers': listProjectManagers,
  'POST /api/projects/create': createProject,
  'POST /api/projects/update': updateProject,
  'POST /api/projects/status_billing': setBillingStatus,
  'GET /api/projects/import_template': projectTemplate,
  'POST /api/projects/validate_table': judgeProjects,
  'POST /api/projects/bulk_insert': insertProjects,
  'GET /api/projects/:id': (tx, _actor, { params }) => readProject(tx, params.id),
});
