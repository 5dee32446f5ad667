import { useRouterState } from '@tanstack/react-router';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session.ts';
import { Button } from '../ui/Button.tsx';
import { EXTRA } from '../ui/filter.ts';
import { Link } from '../ui/Link.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { brought, closest, isOpenFor } from './menu.ts';
import styles from './NotFound.module.css';
import { openPalette } from './palette.ts';

/** An address that the product does not have, in the frame: what was asked for, a search, the three nearest screens. */
export default function NotFound() {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const accesses = useSession((state) => state.userAccesses);
  const me = useSession((state) => state.me);
  const [typed, setTyped] = useState('');
  const open = brought.screens.filter((screen) => isOpenFor(screen, accesses, me));
  const near = closest(path, open, ({ title }) => t(title));
  const search = (): void => openPalette(typed);
  return (
    <div className={styles.page}>
      <PageTitle title={t('web.not_found')} />
      <p>
        {t('web.not_found_text')} <code className={styles.path}>{path}</code>
      </p>
      <div className={styles.search}>
        <TextInput label={t('web.search')} type="search" value={typed} onChange={setTyped} extra={EXTRA.name} onEnter={search} />
        <Button level="primary" icon={<IconSearch size={16} aria-hidden="true" />} onClick={search}>
          {t('web.search')}
        </Button>
      </div>
      {near.length > 0 && (
        <>
          <h2>{t('web.closest_screens')}</h2>
          <ul>
            {near.map((screen) => (
              <li key={screen.path}>
                <Link to={screen.path}>{t(screen.title)}</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
