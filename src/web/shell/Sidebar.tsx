import { useRouterState } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../session.ts';
import { Link } from '../ui/Link.tsx';
import { brought, menuOf } from './menu.ts';
import styles from './Shell.module.css';
import { closeOverlay } from './sidebars.ts';

/** Groups with one entry of their own name need no heading. */
const PLAIN = new Set(['home', 'support']);

export function Sidebar({ look, inert }: { look: 'full' | 'icons' | 'away'; inert: boolean }) {
  const { t } = useTranslation();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const accesses = useSession((state) => state.userAccesses);
  const me = useSession((state) => state.me);
  const nav = useRef<HTMLElement>(null);
  const before = useRef(look);

  useEffect(() => {
    // Opened over the page on a phone: the keyboard follows.
    if (before.current === 'away' && look === 'full') nav.current?.querySelector<HTMLElement>('a')?.focus();
    before.current = look;
  }, [look]);

  const keys = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') closeOverlay();
  };

  return (
    <nav ref={nav} id="menu" className={styles.nav} aria-label={t('web.menu')} inert={inert} onKeyDown={keys}>
      {menuOf(brought.screens, accesses, me).map(({ group, screens }) => (
        <div key={group}>
          {!PLAIN.has(group) && (
            <h2 className={styles.group} id={`menu-${group}`}>
              {t(`web.group_${group}`)}
            </h2>
          )}
          <ul className={styles.list} aria-labelledby={PLAIN.has(group) ? undefined : `menu-${group}`}>
            {screens.map((screen) => {
              const current = path === screen.path || path.startsWith(`${screen.path}/`);
              const Icon = screen.menu?.icon;
              return (
                <li key={screen.path}>
                  <Link
                    to={screen.path}
                    className={styles.entry}
                    data-current={current || undefined}
                    aria-current={current ? 'page' : undefined}
                    title={look === 'icons' ? t(screen.title) : undefined}
                    onClick={closeOverlay}
                  >
                    {Icon && <Icon size={20} />}
                    <span>{t(screen.title)}</span>
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
