import { useTranslation } from 'react-i18next';
import { hoursOfMinutes, weekdayNames } from '../../web/format.ts';
import { HoursField } from '../../web/ui/index.ts';
import styles from './UserDetails.module.css';

export interface WeekPatternProps {
  /** Minutes by weekday, Monday first. */
  value: readonly number[];
  onChange: (pattern: number[]) => void;
  error?: string | undefined;
  disabled?: boolean;
}

const DAY_SECONDS = 86_400;

/** The hours of a working week, a box for each weekday, and their sum. */
export function WeekPattern({ value, onChange, error, disabled }: WeekPatternProps) {
  const { t } = useTranslation();
  const total = value.reduce((sum, minutes) => sum + minutes, 0);
  return (
    <fieldset className={styles.week} aria-describedby={error ? 'week-error' : undefined}>
      <legend>{t('people.week')}</legend>
      <div className={styles.days}>
        {weekdayNames('short').map((name, index) => (
          <HoursField
            key={name}
            label={name}
            value={(value[index] ?? 0) * 60}
            max={DAY_SECONDS}
            disabled={disabled ?? false}
            onChange={(seconds) =>
              onChange(value.map((minutes, day) => (day === index ? Math.round((seconds ?? 0) / 60) : minutes)))
            }
          />
        ))}
      </div>
      <p className={styles.total} role="status">
        {t('people.week_total', { hours: hoursOfMinutes(total) })}
      </p>
      {error && (
        <p id="week-error" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
