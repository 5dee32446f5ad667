import { addSettingsSection } from '../../settings/web/public.ts';
import type { Screen } from '../../web/screens.ts';

export const screens: Screen[] = [];

/** What administrators read of the audit stands among the settings. */
export function register(): void {
  addSettingsSection({
    id: 'audit',
    title: 'support.audit',
    text: 'support.audit_text',
    access: 'administrator',
    load: () => import('./Audit.tsx'),
  });
}
