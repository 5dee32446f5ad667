import { useTranslation } from 'react-i18next';
import { brought, menuOf } from '../../web/shell/menu.ts';
import { useSession } from '../../web/session.ts';
import type { User } from './people-data.ts';
import styles from './UserDetails.module.css';

/** The screens that are open to a person: what category and grade, and the pages of the role, allow together. */
export function Sees({ user }: { user: User }) {
  const { t } = useTranslation();
  const me = useSession((session) => session.me);
  const roles = useSession((session) => session.accesses);
  // A role that nobody knows any more reads as the usual one.
  const accesses = (roles.find(({ role }) => role === user.role) ?? roles.find(({ role }) => role === 'user'))?.accesses;
  const { category, grade, is_superuser } = user;
  const menu = menuOf(brought.screens, accesses, me && { ...me, category, grade, is_superuser });
  return (
    <details className={styles.sees}>
      <summary>
        <h2>{t('people.sees')}</h2>
      </summary>
      <p className={styles.since}>{t('people.sees_text')}</p>
      {menu.map(({ group, screens }) => (
        <section key={group}>
          {/* Home and support are groups of one, and have no name of their own. */}
          {group !== 'home' && group !== 'support' && <h3>{t(`web.group_${group}`)}</h3>}
          <p>{screens.map((screen) => t(screen.title)).join(' · ')}</p>
        </section>
      ))}
    </details>
  );
}
