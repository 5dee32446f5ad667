import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import styles from './AddTime.module.css';
import type { RangeDay } from './entry-draft.ts';

/** What a range will log: the days that get an entry and those that are skipped, with the reason. */
export function RangeList({ days }: { days: readonly RangeDay[] }) {
  const { t } = useTranslation();
  const count = days.filter((each) => each.skipped === undefined).length;
  return (
    <section className={styles.range} aria-labelledby="range-heading">
      <h2 id="range-heading" className={styles.heading}>
        {t('time.range_days', { count })}
      </h2>
      <ul className={styles.rangeDays}>
        {days.map(({ day, skipped, holiday }) => (
          <li key={day} data-skipped={skipped}>
            <span>{format.day(day, 'short')}</span>
            {skipped && (
              <span className={styles.why}>{holiday && skipped === 'holiday' ? holiday : t(`time.skipped_${skipped}`)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
