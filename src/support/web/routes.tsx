import { IconLifebuoy } from '@tabler/icons-react';
import { profileParts } from '../../access/web/public.ts';
import { userParts } from '../../people/web/public.ts';
import { addSettingsSection } from '../../settings/web/public.ts';
import { loadAllTexts } from '../../web/i18n/index.ts';
import type { HeaderSlot, PaletteAction, Screen } from '../../web/screens.ts';
import { failedActs } from '../../web/shell/failed-acts.ts';

const SUPPORT = '/admin/support';

export const screens: Screen[] = [
  {
    path: SUPPORT,
    page: 'support',
    title: 'support.support',
    menu: { group: 'support', order: 1, icon: IconLifebuoy },
    load: () => import('./Support.tsx'),
  },
];

export const header: HeaderSlot = { load: () => import('./HelpButton.tsx') };

export const actions: PaletteAction[] = [
  {
    id: 'support.my_tickets',
    title: 'support.my_tickets',
    page: 'support',
    to: { path: SUPPORT, search: { tab: 'mine' } },
  },
];

/** What is kept about people is theirs to have. Administrators say among the settings where tickets go, and read the audit there. */
export function register(): void {
  profileParts.fill({ id: 'my_data', title: 'support.my_data', load: () => import('./MyData.tsx') });
  userParts.fill({ id: 'my_data', title: 'support.data_of', access: 'administrator', load: () => import('./MyData.tsx') });
  profileParts.fill({ id: 'privacy_notice', title: 'support.notice', load: () => import('./PrivacyNotice.tsx') });
  userParts.fill({
    id: 'privacy',
    title: 'support.privacy_of',
    access: 'administrator',
    load: () => import('./ErasePerson.tsx'),
  });
  addSettingsSection({
    id: 'privacy',
    title: 'support.privacy',
    text: 'support.privacy_text',
    access: 'administrator',
    finds: [
      'support.kept_for',
      'support.erases_leavers',
      'support.picture_months',
      'support.audit_months',
      'support.notice',
      'support.leavers',
    ],
    load: () => import('./Privacy.tsx'),
  });
  addSettingsSection({
    id: 'support',
    title: 'support.desk',
    text: 'support.desk_text',
    access: 'administrator',
    finds: ['support.desk_mail'],
    load: () => import('./Desk.tsx'),
  });
  addSettingsSection({
    id: 'webhooks',
    title: 'support.webhooks',
    text: 'support.webhooks_text',
    access: 'administrator',
    finds: ['support.webhook_key', 'support.deliveries'],
    load: () => import('./Webhooks.tsx'),
  });
  addSettingsSection({
    id: 'audit',
    title: 'support.audit',
    text: 'support.audit_text',
    access: 'administrator',
    load: () => import('./Audit.tsx'),
  });
  // A page that broke may have no texts yet but those of the open pages.
  failedActs.fill({
    id: 'ticket',
    title: 'support.create_ticket',
    load: () => loadAllTexts().then(() => import('./FailedTicket.tsx')),
  });
}
