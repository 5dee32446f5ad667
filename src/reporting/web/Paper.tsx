import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import styles from './Report.module.css';

export interface PaperProps {
  period: string;
  /** When the figures were read, in milliseconds; 0 for never. */
  at: number;
  /** The day at whose end the report is opened. */
  asOf: string | undefined;
  /** The filters in words. */
  filters: string;
}

/** What a printed report must say of itself: its days, its filters, and when the figures were read. */
export function Paper({ period, at, asOf, filters }: PaperProps) {
  const { t } = useTranslation();
  if (at === 0) return null;
  return (
    <p className={styles.paper}>
      {t('reporting.on_paper', { period, at: format.instant(new Date(at).toISOString()) })}{' '}
      {t('reporting.on_paper_filters', { filters })} {asOf && t('reporting.on_paper_then', { day: format.day(asOf) })}
    </p>
  );
}
