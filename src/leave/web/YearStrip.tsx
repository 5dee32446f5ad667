import { useTranslation } from 'react-i18next';
import { addDays, addMonths, eachDay, weekday } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import styles from './Countries.module.css';
import type { Holiday } from './countries-data.ts';

export interface YearStripProps {
  year: number;
  holidays: readonly Holiday[];
  /** The one that is chosen; empty: all. */
  region: string;
}

/** The year at a glance: twelve months with their holidays. The table under it says the same in words. */
export function YearStrip({ year, holidays, region }: YearStripProps) {
  const { t } = useTranslation();
  // Where both are on one day the nationwide one counts.
  const sorted = holidays.toSorted((a, b) => Number(a.region === null) - Number(b.region === null));
  const byDay = new Map(sorted.map((holiday) => [holiday.day, holiday]));
  const isHere = (holiday: Holiday): boolean => region !== '' || holiday.region === null;
  const here = [...byDay.values()].filter(isHere);
  const working = here.filter(({ day }) => !format.isWeekend(day)).length;
  const months = Array.from({ length: 12 }, (_, index) => addMonths(`${year}-01-01`, index));
  return (
    <figure className={styles.year}>
      <figcaption>
        {t('leave.holidays_in_year', { count: here.length, working, year })}
        {byDay.size > here.length && ` ${t('leave.holidays_regional', { count: byDay.size - here.length })}`}
      </figcaption>
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
                    data-holiday={holiday ? (holiday.half ? 'half' : isHere(holiday) ? 'whole' : 'regional') : undefined}
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
