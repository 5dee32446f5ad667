import { IconLayoutSidebarRightCollapse, IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { type ComponentType, Suspense, lazy, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { SidebarSlot } from '../screens.ts';
import { useSession } from '../session.ts';
import { IconButton } from '../ui/Button.tsx';
import { Waiting } from '../ui/states.tsx';
import { brought } from './menu.ts';
import styles from './Shell.module.css';
import { sidebars, toggleTimes } from './sidebars.ts';

const loaded = new Map<SidebarSlot, ComponentType>();

function contentOf(slot: SidebarSlot): ComponentType {
  const content = loaded.get(slot) ?? lazy(slot.load);
  loaded.set(slot, content);
  return content;
}

/** The right rail: what a room shows in it, on the pages that it names. Starts minimised. */
export function TimesSidebar({ covered }: { covered: boolean }) {
  const { t } = useTranslation();
  const { times } = useSyncExternalStore(sidebars.subscribe, sidebars.get);
  const page = useSession((state) => state.currentPage);
  const slot = brought.sidebars.find((each) => each.pages.includes(page));
  if (!slot) return null;
  const open = times === 'open';
  const Content = contentOf(slot);
  const Icon = open ? IconLayoutSidebarRightCollapse : IconLayoutSidebarRightExpand;
  return (
    <aside className={styles.times} data-state={times} aria-label={t(slot.title)} inert={covered}>
      <div className={styles.timesHead}>
        <IconButton
          label={open ? t('web.close_times') : t('web.open_times')}
          icon={<Icon size={20} />}
          aria-expanded={open}
          onClick={toggleTimes}
        />
        {open && <h2>{t(slot.title)}</h2>}
      </div>
      {open && (
        <div className={styles.timesBody}>
          <Suspense fallback={<Waiting rows={3} />}>
            <Content />
          </Suspense>
        </div>
      )}
    </aside>
  );
}
