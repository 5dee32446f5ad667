import { addSettingsSection } from '../../settings/web/public.ts';
import type { Screen } from '../../web/screens.ts';

const login = { title: 'access.login', open: true } as const;

export const screens: Screen[] = [
  { ...login, path: '/oauth', page: 'login', load: () => import('./Login.tsx') },
  { ...login, path: '/account/login', page: 'login', load: () => import('./Login.tsx') },
  { ...login, path: '/account/login_management', page: 'login_management', load: () => import('./LoginManagement.tsx') },
  { ...login, path: '/account/cypress_login', page: 'cypress_login', load: () => import('./PlainLogin.tsx') },
];

/** The part of the settings page where administrators say what each role may do. Its texts travel with that page. */
export const register = (): void =>
  addSettingsSection({
    id: 'roles',
    title: 'settings.roles',
    text: 'settings.roles_text',
    access: 'administrator',
    load: () => import('./RoleAccess.tsx'),
  });
