import { addSettingsSection } from '../../settings/web/public.ts';
import type { Screen } from '../../web/screens.ts';

const login = { title: 'access.login', open: true } as const;

export const screens: Screen[] = [
  { ...login, path: '/oauth', page: 'login', load: () => import('./Login.tsx') },
  { ...login, path: '/account/login', page: 'login', load: () => import('./Login.tsx') },
  { ...login, path: '/account/login_management', page: 'login_management', load: () => import('./LoginManagement.tsx') },
  { ...login, path: '/account/cypress_login', page: 'cypress_login', load: () => import('./PlainLogin.tsx') },
  { title: 'access.forgot', open: true, path: '/account/forgot', page: 'forgot', load: () => import('./Forgot.tsx') },
  { title: 'access.reset', open: true, path: '/account/reset/$token', page: 'reset', load: () => import('./Reset.tsx') },
  { title: 'access.register', open: true, path: '/pages/register', page: 'register', load: () => import('./Register.tsx') },
  { title: 'web.page_profile', path: '/profile', page: 'profile', load: () => import('./Profile.tsx') },
];

/**
 * Parts of the settings page for administrators: how people sign in, what each role may do, and why somebody may (not). Their
 * texts travel with it.
 */
export function register(): void {
  addSettingsSection({
    id: 'sign_in',
    title: 'settings.sign_in',
    text: 'settings.sign_in_text',
    access: 'administrator',
    load: () => import('./SignInSettings.tsx'),
  });
  addSettingsSection({
    id: 'roles',
    title: 'settings.roles',
    text: 'settings.roles_text',
    access: 'administrator',
    load: () => import('./RoleAccess.tsx'),
  });
  addSettingsSection({
    id: 'why',
    title: 'settings.why',
    text: 'settings.why_text',
    access: 'administrator',
    load: () => import('./WhyAccess.tsx'),
  });
}
