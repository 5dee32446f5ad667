import { implement } from '../../server/route.ts';
import { clientsContract } from '../contract.ts';
import { createClient, exportClients, listClientNames, listClients, listSectors, removeClient, updateClient } from './clients.ts';
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
  'POST /api/projects/all': listProjects,
  'POST /api/projects/export': exportProjects,
  'GET /api/projects/all_managers': listProjectManagers,
  'POST /api/projects/create': createProject,
  'POST /api/projects/update': updateProject,
  'POST /api/projects/status_billing': setBillingStatus,
  'GET /api/projects/:id': (tx, _actor, { params }) => readProject(tx, params.id),
});
