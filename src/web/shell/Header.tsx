import { IconHelp, IconMenu2, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { HOME } from '../paths.ts';
import { useSession } from '../session.ts';
import { IconButton } from '../ui/Button.tsx';
import { writtenKeys } from '../ui/keys.ts';
import { Link, LinkButton } from '../ui/Link.tsx';
import { AccountMenu } from './AccountMenu.tsx';
import { brought, isOpenFor } from './menu.ts';
import { openPalette } from './palette.ts';
import styles from './Shell.module.css';
import { toggleSidebar } from './sidebars.ts';

const GUIDE = '/admin/support';

export function Header({ mobile, open }: { mobile: boolean; open: boolean }) {
  const { t } = useTranslation();
  const product = useSession((state) => state.firm?.product) ?? 'Cadre';
  const accesses = useSession((state) => state.userAccesses);
  const me = useSession((state) => state.me);
  const page = useSession((state) => state.currentPage);
  const guide = brought.screens.find((screen) => screen.path === GUIDE && isOpenFor(screen, accesses, me));
  return (
    <header className={styles.header}>
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
      {guide && (
        <LinkButton level="subtle" to={GUIDE} search={{ from: page }} aria-label={t('web.help')} title={t('web.help')}>
          <IconHelp size={20} aria-hidden="true" />
        </LinkButton>
      )}
      <AccountMenu />
    </header>
  );
}
