import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, addDays, addMonths, daysBetween, isoWeek, monthOf } from '../../kit/day.ts';
import { day as dayText } from '../../web/format.ts';
import styles from './Board.module.css';
import { type Scale, type Zoom, endOf } from './scale.ts';

export const HEAD = 44;

/** Months that the range touches, in px. */
function months({ range, dayPx, days }: Scale): { month: Day; left: number; width: number }[] {
  const result: { month: Day; left: number; width: number }[] = [];
  for (let month = monthOf(range.from); month <= range.to; month = addMonths(month, 1)) {
    const start = Math.max(0, daysBetween(range.from, month));
    const end = Math.min(days, daysBetween(range.from, addMonths(month, 1)));
    result.push({ month, left: start * dayPx, width: (end - start) * dayPx });
  }
  return result;
}

/** Years that the range touches, by their first months. */
function years({ range, unitPx }: Scale): { month: Day; left: number; width: number }[] {
  const byYear = Map.groupBy(range.starts, (start) => start.slice(0, 4));
  return [...byYear.values()].map((own) => {
    const [month = range.from] = own;
    return { month, left: range.starts.indexOf(month) * unitPx, width: own.length * unitPx };
  });
}

/** A unit in a word: the weekday, the day on which a week begins, the month. */
const unitTitle = (zoom: Zoom, start: Day): string | number =>
  zoom === 'day'
    ? dayText(start, 'weekday').slice(0, 2)
    : zoom === 'week'
      ? Number(start.slice(8))
      : dayText(start, 'month')
          .replace(/\s*\d{4}\s*/, '')
          .slice(0, 9);

/** Two lines that stay on top: months, and the weeks or days under them. */
export const TimeScale = memo(function TimeScale({ scale, left, today }: { scale: Scale; left: number; today: Day }) {
  const { t } = useTranslation();
  const { zoom, unitPx, range } = scale;
  return (
    <div role="row" aria-rowindex={1} className={styles.scale} style={{ height: HEAD, width: left + scale.width }}>
      <div role="columnheader" aria-colindex={1} className={styles.corner} style={{ width: left, height: HEAD }}>
        {t('planning.person')}
      </div>
      <div aria-hidden="true" className={styles.months} style={{ left, width: scale.width }}>
        {(zoom === 'month' ? years(scale) : months(scale)).map(({ month, left: start, width }) => (
          <div key={month} className={styles.month} style={{ left: start, width }}>
            <span className={styles.monthName} style={{ left: left + 8 }}>
              {width > 60 ? (zoom === 'month' ? month.slice(0, 4) : dayText(month, 'month')) : ''}
            </span>
          </div>
        ))}
      </div>
      {range.starts.map((start, unit) => {
        const isNow = start <= today && endOf(scale, unit) >= today;
        return (
          <div
            key={start}
            role="columnheader"
            aria-colindex={unit + 2}
            data-now={isNow || undefined}
            className={styles.unit}
            style={{ left: left + unit * unitPx, width: unitPx }}
          >
            {unitTitle(zoom, start)}
            <span className={styles.unitNote}>
              {zoom === 'day' && Number(start.slice(8))}
              {zoom === 'week' && t('planning.week_short', { week: Number(isoWeek(addDays(start, 3)).slice(6)) })}
            </span>
          </div>
        );
      })}
    </div>
  );
});
