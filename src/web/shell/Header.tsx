import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { type ComponentType, Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HOME } from '../paths.ts';
import type { HeaderSlot } from '../screens.ts';
import { useSession } from '../session.ts';
import { IconButton } from '../ui/Button.tsx';
import { writtenKeys } from '../ui/keys.ts';
import { Link } from '../ui/Link.tsx';
import { AccountButton } from './AccountButton.tsx';
import { brought } from './menu.ts';
import { openPalette } from './palette.ts';
import styles from './Shell.module.css';
import { toggleSidebar } from './sidebars.ts';

const loadMenu = (): Promise<typeof import('./AccountMenu.tsx')> => import('./AccountMenu.tsx');
const AccountMenu = lazy(loadMenu);

/** The account's menu, loaded when one reaches for it. */
function Account() {
  const [wanted, setWanted] = useState(false);
  const reach = (): void => void loadMenu();
  const button = <AccountButton aria-haspopup="menu" onPointerEnter={reach} onFocus={reach} onClick={() => setWanted(true)} />;
  return wanted ? (
    <Suspense fallback={button}>
      <AccountMenu />
    </Suspense>
  ) : (
    button
  );
}

const loaded = new Map<HeaderSlot, ComponentType>();

/** What rooms put into the header; its place is kept until it is there. */
function Slots() {
  return brought.headers.map((slot, index) => {
    const Content = loaded.get(slot) ?? lazy(slot.load);
    loaded.set(slot, Content);
    return (
      <span key={index} className={styles.slot}>
        <Suspense fallback={null}>
          <Content />
        </Suspense>
      </span>
    );
  });
}

export function Header({ mobile, open, inert }: { mobile: boolean; open: boolean; inert: boolean }) {
  const { t } = useTranslation();
  const product = useSession((state) => state.firm?.product) ?? 'Cadre';
  return (
    <header className={styles.header} inert={inert}>
      <IconButton
        label={open ? t('web.close_menu') : t('web.open_menu')}
        icon={<IconMenu2 size={20} />}
        aria-expanded={open}
        aria-controls="menu"
        onClick={() => toggleSidebar(mobile)}
      />
      <Link to={HOME} className={styles.product}>
        <img src="/cadre.svg" alt="" width={24} height={24} />
        {product}
      </Link>
      <button type="button" className={styles.palette} onClick={() => openPalette()}>
        <IconSearch size={mobile ? 20 : 16} aria-hidden="true" />
        <span>{t('web.palette_hint')}</span>
        <kbd>{writtenKeys('mod+k').join(' ')}</kbd>
      </button>
      <Slots />
      <Account />
    </header>
  );
}
