import { IconBriefcase } from '@tabler/icons-react';
import { CLIENTS_PROJECTS } from '../../web/paths.ts';
import type { FoundPlace, PaletteAction, Screen } from '../../web/screens.ts';

const page = 'clients_projects';

export const screens: Screen[] = [
  {
    path: CLIENTS_PROJECTS,
    page,
    title: 'clients.clients_projects',
    menu: { group: 'management', order: 1, icon: IconBriefcase },
    load: () => import('./ClientsProjects.tsx'),
    operation: 'projects.all',
  },
];

export const actions: PaletteAction[] = [
  {
    id: 'clients.new_project',
    title: 'clients.new_project',
    page,
    operation: 'projects.create',
    to: { path: CLIENTS_PROJECTS, search: { id: 'new' } },
  },
  {
    id: 'clients.new_client',
    title: 'clients.new_client',
    page,
    operation: 'clients.create',
    to: { path: CLIENTS_PROJECTS, search: { tab: 'clients', id: 'new' } },
  },
];

export const places: FoundPlace[] = [
  { collection: 'projects', title: 'clients.project', page, to: (id) => ({ path: CLIENTS_PROJECTS, search: { id } }) },
  {
    collection: 'clients',
    title: 'clients.client',
    page,
    to: (id) => ({ path: CLIENTS_PROJECTS, search: { tab: 'clients', id } }),
  },
];
