import { implement } from '../../server/route.ts';
import { clientsContract } from '../contract.ts';
import { clientTemplate, insertClients, judgeClients } from './client-import.ts';
import { readClient } from './client-rows.ts';
import { createClient, exportClients, listClientNames, listClients, listSectors, removeClient, updateClient } from './clients.ts';
import { clientHistory, projectHistory } from './feed.ts';
import { duplicateProject } from './project-copy.ts';
import { exportProjects } from './project-export.ts';
import { addFile, readFile, removeFile } from './project-files.ts';
import { insertProjects, judgeProjects, projectTemplate } from './project-import.ts';
import { readProject } from './project-rows.ts';
import {
  createProject,
  listManaged,
  listProjectManagers,
  listProjects,
  setBillingStatus,
  updateProject,
  updateProjects,
} from './projects.ts';
import { readProjectCard } from './project-card.ts';
import { watchProject } from './watching.ts';

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
  'GET /api/clients/:id': (tx, _actor, { params }) => readClient(tx, params.id),
  'GET /api/clients/:id/history': clientHistory,
  'POST /api/projects/all': listProjects,
  'POST /api/projects/export': exportProjects,
  'GET /api/projects/manager': listManaged,
  'GET /api/projects/all_managers': listProjectManagers,
  'POST /api/projects/create': createProject,
  'POST /api/projects/update': updateProject,
  'POST /api/projects/update_many': updateProjects,
  'POST /api/projects/duplicate': duplicateProject,
  'POST /api/projects/status_billing': setBillingStatus,
  'GET /api/projects/import_template': projectTemplate,
  'POST /api/projects/validate_table': judgeProjects,
  'POST /api/projects/bulk_insert': insertProjects,
  'GET /api/projects/:id': (tx, actor, { params }) => readProject(tx, actor, params.id),
  'GET /api/project_cards/:id': readProjectCard,
  'GET /api/projects/:id/history': projectHistory,
  'PUT /api/projects/:id/watch': watchProject,
  'POST /api/projects/:id/files': addFile,
  'GET /api/projects/:id/files/:file': readFile,
  'DELETE /api/projects/:id/files/:file': removeFile,
});
