import { useTranslation } from 'react-i18next';
import { useLeftOut } from './report-data.ts';
import styles from './Report.module.css';

/** That people are in no figure of the page, as the use of their data is restricted. */
export function LeftOut() {
  const { t } = useTranslation();
  const count = useLeftOut();
  return count > 0 ? <p className={styles.note}>{t('reporting.left_out', { count })}</p> : null;
}
