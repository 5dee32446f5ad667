import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import styles from './Timesheet.module.css';
import { type SheetDay, dayKind } from './week.ts';

/** What stands under a day's date: the holiday's name, leave, a day off, a lock. */
export function useDayLabel(): (day: SheetDay) => string {
  const { t } = useTranslation();
  return (day) => {
    const kind = dayKind(day);
    const half = day.expected.pattern > day.expected.holiday + day.expected.leave;
    if (kind === 'holiday')
      return half && day.expected.holiday > 0 ? t('time.half_holiday', { name: day.holiday }) : (day.holiday ?? '');
    if (kind === 'leave') return half ? t('time.half_leave') : t('time.leave');
    if (kind === 'off') return format.isWeekend(day.day) ? t('time.weekend') : t('time.day_off');
    return '';
  };
}

export function SheetHead({ days, today }: { days: readonly SheetDay[]; today: string }) {
  const { t } = useTranslation();
  const labelOf = useDayLabel();
  return (
    <thead>
      <tr role="row">
        <th role="columnheader" scope="col" className={styles.corner}>
          {t('time.work')}
        </th>
        {days.map((day) => (
          <th
            key={day.day}
            role="columnheader"
            scope="col"
            className={styles.dayHead}
            data-kind={dayKind(day)}
            data-today={day.day === today || undefined}
          >
            <span aria-hidden="true" title={format.day(day.day)}>
              <span className={styles.weekday}>{format.day(day.day, 'weekday')}</span> {Number(day.day.slice(8))}
            </span>
            <span className={styles.words}>{format.day(day.day, 'long')}</span>
            <span className={styles.kind} title={labelOf(day)}>
              {day.locked && (
                <>
                  <IconLock size={12} aria-hidden="true" />
                  <span className={styles.words}>{t('time.locked')}</span>
                </>
              )}
              {labelOf(day)}
            </span>
          </th>
        ))}
        <th role="columnheader" scope="col" className={styles.sumHead}>
          {t('time.total')}
        </th>
      </tr>
    </thead>
  );
}
