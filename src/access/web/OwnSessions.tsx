import { useTranslation } from 'react-i18next';
import styles from './Profile.module.css';
import { SessionList } from './SessionList.tsx';

/** Where one is signed in oneself. */
export function OwnSessions() {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.about}>{t('settings.profile_sessions_text')}</p>
      <SessionList />
    </>
  );
}
