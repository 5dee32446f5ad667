import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import type { Part } from './leave-data.ts';

const DIGITS = 2;

/** Minutes in days of a person: `8160` of days of 480 → 17. Without a working day there are none. */
export const daysOf = (minutes: number, dayMinutes: number): number =>
  dayMinutes > 0 ? Math.round((minutes / dayMinutes) * 10 ** DIGITS) / 10 ** DIGITS : 0;

/** The figure alone: `17.5`. */
export const inDays = (minutes: number, dayMinutes: number): string => format.number(daysOf(minutes, dayMinutes), DIGITS);

interface Span {
  first_day: Day;
  last_day: Day;
  part: Part;
  starts_at: string | null;
  part_minutes: number | null;
}

const clock = (time: string, minutes: number): string => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const end = hour * 60 + minute + minutes;
  return `${String(Math.floor(end / 60) % 24).padStart(2, '0')}:${String(end % 60).padStart(2, '0')}`;
};

/** How leave is said: amounts in days of a person, and when it is. */
export function useLeaveWords() {
  const { t } = useTranslation();
  const days = (minutes: number, dayMinutes: number): string => {
    const count = daysOf(minutes, dayMinutes);
    return t('leave.days', { count: Math.abs(count), shown: format.number(count, DIGITS) });
  };
  const amount = (minutes: number, dayMinutes: number): string =>
    t('leave.days_and_hours', { days: days(minutes, dayMinutes), hours: format.hoursOfMinutes(minutes) });
  const hours = (minutes: number): string => t('leave.hours', { hours: format.hoursOfMinutes(minutes) });
  const part = (span: Omit<Span, 'first_day' | 'last_day'>): string => {
    if (span.part === 'day') return '';
    if (span.part !== 'hours') return t(`leave.part_${span.part}`);
    const minutes = span.part_minutes ?? 0;
    if (minutes === 0) return t('leave.part_hours');
    return span.starts_at ? `${span.starts_at}–${clock(span.starts_at, minutes)}` : hours(minutes);
  };
  /** `3 – 14 Aug 2026`, `Mon 3 Aug 2026, morning`. */
  const when = (span: Span): string => {
    if (span.first_day !== span.last_day) return format.dayRange(span.first_day, span.last_day);
    return [format.day(span.first_day), part(span)].filter(Boolean).join(', ');
  };
  return { days, amount, hours, part, when };
}
