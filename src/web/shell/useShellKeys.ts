import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { CLIENTS_PROJECTS } from '../paths.ts';
import { useSession } from '../session.ts';
import { history } from '../ui/history.ts';
import { type ShortCut, isTyping, useKeys } from '../ui/keys.ts';
import { notify } from '../ui/notify.ts';
import { useReason } from '../ui/states.tsx';
import { brought, isOpenFor } from './menu.ts';
import { openPalette } from './palette.ts';
import { shortCutsDialog } from './short-cuts.ts';
import { toggleSidebar, toggleTimes } from './sidebars.ts';

/** `g` and a letter: the screens that people go to all day. */
const GO: readonly (readonly [string, string])[] = [
  ['h', '/home'],
  ['t', '/time_tracking/timesheet'],
  ['a', '/time_tracking/addtime'],
  ['p', '/planning/planning_page'],
  ['w', '/planning/workload_page'],
  ['c', CLIENTS_PROJECTS],
  ['i', '/management/invoices'],
  ['m', '/reporting/management_reporting'],
  ['r', '/reporting/kpi/reporting'],
  ['u', '/admin/users'],
];

/** A text of a cell that is being edited has its own undo; a cell at rest has the page's. */
const hasOwnUndo = (target: EventTarget | null): boolean => {
  if (!(target instanceof HTMLElement) || !target.closest('[data-grid]')) return isTyping(target);
  return target.closest('[data-editing]') !== null;
};

/** Short cuts that hold on every screen. */
export function useShellKeys(mobile: boolean): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const reason = useReason();
  const accesses = useSession((state) => state.userAccesses);
  const me = useSession((state) => state.me);

  const go: ShortCut[] = GO.flatMap(([letter, path]) => {
    const screen = brought.screens.find((each) => each.path === path);
    if (!screen || !isOpenFor(screen, accesses, me)) return [];
    return [{ keys: `g ${letter}`, label: screen.title, run: () => void navigate({ to: path as never }) }];
  });

  const step = (which: 'undo' | 'redo') => (event: KeyboardEvent) => {
    if (hasOwnUndo(event.target)) return false;
    const told = (done: { label: string } | undefined): void => {
      notify.info(done ? t(`web.${which}_done`, { what: done.label }) : t(`web.${which}_nothing`));
    };
    history[which](told).catch((error: unknown) => notify.error(reason(error)));
    return true;
  };

  useKeys([
    { keys: 'mod+k', label: 'web.palette', run: () => openPalette(), always: true },
    { keys: '?', label: 'web.short_cuts', run: () => shortCutsDialog.set({ opened: true }) },
    { keys: '[', label: 'web.key_sidebar', run: () => toggleSidebar(mobile) },
    { keys: ']', label: 'web.key_times', run: toggleTimes },
    { keys: 'mod+z', label: 'web.undo', run: step('undo'), always: true },
    { keys: 'mod+shift+z', label: 'web.redo', run: step('redo'), always: true },
    ...go,
  ]);
}
