import { useTranslation } from 'react-i18next';
import styles from './RoleAccess.module.css';
import { type Accesses, type Role, flagsBetween } from './role-draft.ts';

/** What differs from what is stored, flag by flag, to be read before it is applied. */
export function RoleChanges({ changes }: { changes: readonly (Role & { draft: Accesses })[] }) {
  const { t } = useTranslation();
  const said = (on: boolean): string => t(on ? 'settings.on' : 'settings.off');
  return (
    <details className={styles.changes}>
      <summary>{t('settings.show_changes')}</summary>
      {changes.map(({ role, accesses, draft }) => (
        <section key={role}>
          <h3>{role}</h3>
          <ul>
            {flagsBetween(accesses, draft).map(({ page, flag, on }) => (
              <li key={`${page} ${flag}`}>
                {`${t(`web.page_${page}`)}: ${t(`settings.flag_${flag}`)} `}
                <del>{said(!on)}</del> → <ins>{said(on)}</ins>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </details>
  );
}
