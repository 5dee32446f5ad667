import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, addDays, addMonths, isoWeek, monthOf, weekday } from '../../kit/day.ts';
import * as format from '../format.ts';
import { useSession } from '../session.ts';
import { IconButton } from './Button.tsx';
import styles from './Calendar.module.css';
import { type Period, weeksOfMonth } from './dates.ts';

export interface CalendarProps {
  chosen: Period | undefined;
  onPick: (day: Day) => void;
  min?: Day | undefined;
  max?: Day | undefined;
  /** Months shown side by side. Default 1. */
  months?: number;
}

const last2 = (name: string): string => String(Number(name.slice(-2)));

/** The move that a key makes from a day, as the date-picker pattern has it. */
function moved(day: Day, event: KeyboardEvent, weekStart: number): Day | undefined {
  const inWeek = (weekday(day) - weekStart + 7) % 7;
  const sameDay = (months: number): Day => {
    const month = addMonths(day, months);
    const end = addDays(addMonths(month, 1), -1);
    const wanted = `${month.slice(0, 7)}-${day.slice(8)}`;
    return wanted > end ? end : wanted;
  };
  switch (event.key) {
    case 'ArrowLeft':
      return addDays(day, -1);
    case 'ArrowRight':
      return addDays(day, 1);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'Home':
      return addDays(day, -inWeek);
    case 'End':
      return addDays(day, 6 - inWeek);
    case 'PageUp':
      return sameDay(event.shiftKey ? -12 : -1);
    case 'PageDown':
      return sameDay(event.shiftKey ? 12 : 1);
    default:
      return undefined;
  }
}

/** One or more months with week numbers; one tab stop, arrows move by day and week, Page keys by month. */
export function Calendar({ chosen, onPick, min, max, months = 1 }: CalendarProps) {
  const { t } = useTranslation();
  const weekStart = useSession((state) => state.firm?.week_start) ?? 1;
  const [active, setActive] = useState<Day>(chosen?.from ?? format.today());
  const [first, setFirst] = useState<Day>(monthOf(active));
  const moving = useRef(false);
  const root = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (moving.current) root.current?.querySelector<HTMLElement>(`[data-day="${active}"]:not([data-outside])`)?.focus();
    moving.current = false;
  }, [active]);

  const keys = (event: KeyboardEvent): void => {
    const next = moved(active, event, weekStart);
    if (!next) return;
    event.preventDefault();
    moving.current = true;
    setActive(next);
    if (next < first) setFirst(monthOf(next));
    if (next >= addMonths(first, months)) setFirst(addMonths(next, 1 - months));
  };

  const turn = (by: number): void => {
    setFirst(addMonths(first, by));
    setActive(addMonths(first, by));
  };

  return (
    <div ref={root} className={styles.months} onKeyDown={keys}>
      {Array.from({ length: months }, (_, index) => addMonths(first, index)).map((month, index) => (
        <div key={month}>
          <div className={styles.head}>
            {index === 0 ? (
              <IconButton
                size="sm"
                label={t('web.previous_month')}
                icon={<IconChevronLeft size={16} />}
                onClick={() => turn(-1)}
              />
            ) : (
              <span />
            )}
            <span aria-live="polite">{format.day(month, 'month')}</span>
            {index === months - 1 ? (
              <IconButton size="sm" label={t('web.next_month')} icon={<IconChevronRight size={16} />} onClick={() => turn(1)} />
            ) : (
              <span />
            )}
          </div>
          <Month {...{ month, chosen, onPick, min, max, active, weekStart }} />
        </div>
      ))}
    </div>
  );
}

interface MonthProps extends Omit<CalendarProps, 'months'> {
  month: Day;
  active: Day;
  weekStart: number;
}

function Month({ month, chosen, onPick, min, max, active, weekStart }: MonthProps) {
  const { t } = useTranslation();
  const short = format.weekdayNames('short');
  const long = format.weekdayNames('long');
  const order = Array.from({ length: 7 }, (_, index) => (weekStart - 1 + index) % 7);
  const today = format.today();
  return (
    <table className={styles.table} aria-label={format.day(month, 'month')}>
      <thead>
        <tr>
          <th scope="col">
            <abbr title={t('web.week')}>{t('web.week_short')}</abbr>
          </th>
          {order.map((index) => (
            <th key={index} scope="col" abbr={long[index]}>
              {short[index]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOfMonth(month, weekStart).map((week) => (
          <tr key={week[0]}>
            <th scope="row">{last2(isoWeek(week[3] ?? month))}</th>
            {week.map((day) => {
              const edge = day === chosen?.from || day === chosen?.to;
              return (
                <td key={day}>
                  <button
                    type="button"
                    className={styles.day}
                    data-day={day}
                    data-outside={monthOf(day) !== month || undefined}
                    data-off={format.isWeekend(day) || undefined}
                    data-today={day === today || undefined}
                    data-within={(chosen && day > chosen.from && day < chosen.to) || undefined}
                    aria-pressed={edge}
                    aria-current={day === today ? 'date' : undefined}
                    aria-label={`${format.day(day, 'long')} ${day.slice(0, 4)}`}
                    tabIndex={day === active && monthOf(day) === month ? 0 : -1}
                    disabled={(min !== undefined && day < min) || (max !== undefined && day > max)}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
