import { useTranslation } from 'react-i18next';
import styles from './Calendar.module.css';
import type { LeaveType } from './leave-data.ts';

/** What the signs of the calendar mean. */
export function CalendarLegend({ types, letters }: { types: readonly LeaveType[]; letters: ReadonlyMap<string, string> }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.legend} aria-label={t('leave.legend')}>
      {types.map(({ id, name }, index) => (
        <li key={id}>
          <span className={styles.sample} data-kind="off" data-type={index % 8} data-sign={letters.get(id)} aria-hidden="true" />
          {name}
        </li>
      ))}
      <li>
        <span className={styles.sample} data-kind="off" data-pending data-sign="?" aria-hidden="true" />
        {t('leave.status_pending')}
      </li>
      <li>
        <span className={styles.sample} data-kind="holiday" data-sign="★" aria-hidden="true" />
        {t('leave.mark_holiday')}
      </li>
      <li>
        <span className={styles.sample} data-kind="free" aria-hidden="true" />
        {t('leave.mark_free')}
      </li>
    </ul>
  );
}
