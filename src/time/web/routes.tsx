import { IconChecklist, IconClockPlus, IconTable } from '@tabler/icons-react';
import { userParts } from '../../people/web/public.ts';
import { addSettingsSection } from '../../settings/web/public.ts';
import type { PaletteAction, Screen, SidebarSlot } from '../../web/screens.ts';
import { onSignOut } from '../../web/sign-out.ts';

const TIMESHEET = '/time_tracking/timesheet';

export const screens: Screen[] = [
  {
    path: '/time_tracking/addtime',
    page: 'add_time',
    title: 'time.add_time',
    menu: { group: 'time', order: 1, icon: IconClockPlus },
    load: () => import('./AddTime.tsx'),
  },
  {
    path: TIMESHEET,
    page: 'timesheet',
    title: 'time.timesheet',
    menu: { group: 'time', order: 2, icon: IconTable },
    load: () => import('./Timesheet.tsx'),
  },
  {
    path: '/reporting/timesheet_completion',
    page: 'timesheet_completion',
    title: 'time.completion_title',
    menu: { group: 'reporting', order: 3, icon: IconChecklist },
    load: () => import('./Completion.tsx'),
    operation: 'utilization.timesheet_completion',
  },
];

export const actions: PaletteAction[] = [
  {
    id: 'time.fill',
    title: 'time.fill_from_plan',
    keys: 'Shift P',
    page: 'timesheet',
    to: { path: TIMESHEET, search: { do: 'fill' } },
  },
  {
    id: 'time.copy',
    title: 'time.copy_last_week',
    keys: 'Shift C',
    page: 'timesheet',
    to: { path: TIMESHEET, search: { do: 'copy' } },
  },
  { id: 'time.import', title: 'time.import_title', page: 'timesheet', to: { path: TIMESHEET, search: { do: 'import' } } },
];

export const sidebar: SidebarSlot = {
  title: 'time.times',
  pages: ['home', 'add_time', 'timesheet'],
  load: () => import('./TimesSidebar.tsx'),
};

/** Typed cells that were never saved leave this browser with the one who typed them. The hours of a person stand on their page. */
export const register = (): void => {
  onSignOut(async () => (await import('./unsaved.ts')).forgetUnsaved());
  userParts.fill({ id: 'time', title: 'time.person_time', load: () => import('./PersonTime.tsx') });
  addSettingsSection({
    id: 'time',
    title: 'time.rules',
    text: 'time.rules_text',
    access: 'administrator',
    finds: [
      'time.rule_approval',
      'time.rule_submit_days',
      'time.rule_rounding',
      'time.rule_comment_required',
      'time.rule_past_days',
      'time.working',
      'time.working_rest_minutes',
    ],
    load: () => import('./TimeRules.tsx'),
  });
};
