import { IconSettings } from '@tabler/icons-react';
import type { HeaderSlot, PaletteAction, Screen } from '../../web/screens.ts';

const SETTINGS = '/admin/settings';

export const screens: Screen[] = [
  {
    path: SETTINGS,
    page: 'settings',
    title: 'settings.settings',
    menu: { group: 'administration', order: 4, icon: IconSettings },
    load: () => import('./Settings.tsx'),
    operation: ['settings.get_tasks', 'administrator'],
  },
];

export const header: HeaderSlot = { load: () => import('./Bell.tsx') };

export const actions: PaletteAction[] = [
  {
    id: 'settings.new_task',
    title: 'settings.new_task',
    page: 'settings',
    operation: 'settings.add_type_task',
    to: { path: SETTINGS, search: { section: 'tasks', id: 'new' } },
  },
];
