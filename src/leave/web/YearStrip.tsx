import { useTranslation } from 'react-i18next';
import { addDays, addMonths, eachDay, weekday } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import styles from './Countries.module.css';
import type { Holiday } from './countries-data.ts';

/** The year at a glance: twelve months with their holidays. The table under it says the same in words. */
export function YearStrip({ year, holidays }: { year: number; holidays: readonly Holiday[] }) {
  const { t } = useTranslation();
  const byDay = new Map(holidays.map((holiday) => [holiday.day, holiday]));
  const working = [...byDay.values()].filter(({ day }) => !format.isWeekend(day)).length;
  const months = Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01-01`, index));
  return (
    <figure className={styles.year}>
      <figcaption>{t('leave.holidays_in_year', { count: byDay.size, working, year })}</figcaption>
      <div className={styles.months} aria-hidden="true">
        {months.map((month) => (
          <div key={month}>
            <span className={styles.monthName}>{format.day(month, 'month').replace(/\s*(de )?\d{4}$/, '')}</span>
            <div className={styles.days}>
              {eachDay(month, addDays(addMonths(month, 1), -1)).map((day, index) => {
                const holiday = byDay.get(day);
                return (
                  <span
                    key={day}
                    className={styles.day}
                    title={holiday?.name}
                    data-off={format.isWeekend(day) || undefined}
                    data-holiday={holiday ? (holiday.half ? 'half' : 'whole') : undefined}
                    style={index === 0 ? { gridColumnStart: weekday(day) } : undefined}
                  >
                    {Number(day.slice(8))}
                  </span>
                );
              })}
            </div>
          </div>
        ))}
      </div>
    </figure>
  );
}
