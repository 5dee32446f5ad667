import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Forms.module.css';
import { unsent } from './kept-call.ts';

/** Says that changes wait for the connection, for as long as some do. */
export function Unsent() {
  const { t } = useTranslation();
  const { count } = useSyncExternalStore(unsent.subscribe, unsent.get);
  return <div role="status">{count > 0 && <p className={styles.over}>{t('planning.unsent', { count })}</p>}</div>;
}
