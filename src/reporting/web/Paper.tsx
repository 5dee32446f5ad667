import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import styles from './Report.module.css';

/** What a printed report must say of itself: its days, and when the figures were read. `at`: milliseconds, 0 for never. */
export function Paper({ period, at }: { period: string; at: number }) {
  const { t } = useTranslation();
  if (at === 0) return null;
  return <p className={styles.paper}>{t('reporting.on_paper', { period, at: format.instant(new Date(at).toISOString()) })}</p>;
}
