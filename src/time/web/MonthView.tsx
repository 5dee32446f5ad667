import { useQueries } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, addDays, addMonths, isoWeek, mondayOf, monthOf, weekday } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import { usePageFlag } from '../../web/session.ts';
import { ErrorPanel, ExportMenu, Link, Waiting } from '../../web/ui/index.ts';
import { monthOfWeek } from './month.ts';
import styles from './Month.module.css';
import { useDayLabel } from './SheetHead.tsx';
import { callTime, sheetQuery, useLiveSheets } from './sheet-query.ts';
import { Total } from './Total.tsx';
import { type SheetDay, type Timesheet, dayKind, dueMinutes } from './week.ts';

/** A month as a calendar: each day how full it is, each week and the month as a sum; every one leads to its week. */
export default function MonthView({ monday, person }: { monday: Day; person: string }) {
  const { t } = useTranslation();
  const mayExport = usePageFlag('can_export', 'timesheet');
  useLiveSheets();
  const month = monthOfWeek(monday);
  const last = addDays(addMonths(month, 1), -1);
  const first = mondayOf(month);
  const weeks = Array.from({ length: 6 }, (_, index) => addDays(first, 7 * index)).filter((day) => day <= last);
  const { sheets, failed, again } = useQueries({
    queries: weeks.map((day) => sheetQuery(isoWeek(day), person)),
    combine: (results) => ({
      sheets: results.flatMap(({ data }) => data ?? []),
      failed: results.find(({ error }) => error)?.error,
      again: () => results.forEach((result) => void result.refetch()),
    }),
  });
  if (failed) return <ErrorPanel error={failed} onRetry={again} />;
  if (sheets.length < weeks.length) return <Waiting rows={8} />;
  const inMonth = ({ day }: SheetDay): boolean => monthOf(day) === month;
  const days = sheets.flatMap((sheet) => sheet.days.filter(inMonth));
  const download = (kind: 'xlsx' | 'csv'): Promise<void> =>
    callTime.download('GET /api/time_entries/export', `time_${month}_${last}.${kind}`, {
      query: { from: month, to: last, format: kind, ...(person ? { user_id: person } : {}) },
    });
  return (
    <>
      <div className={styles.head}>
        <Sum days={days} />
        {mayExport && <ExportMenu download={download} />}
      </div>
      <div className={styles.scroll}>
        <table className={styles.month}>
          <caption className={styles.words}>{format.day(month, 'month')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('time.week_head_short')}</th>
              {format.weekdayNames('short').map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">{t('time.total')}</th>
            </tr>
          </thead>
          <tbody>
            {sheets.map((sheet) => (
              <WeekRow key={sheet.week} sheet={sheet} person={person} inMonth={inMonth} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

const sum = (days: readonly SheetDay[]): { seconds: number; due: number; ahead: boolean } => ({
  seconds: days.reduce((total, day) => total + day.seconds, 0),
  due: days.reduce((total, day) => total + dueMinutes(day), 0) * 60,
  ahead: (days.at(-1)?.day ?? '') >= format.today(),
});

const Sum = ({ days }: { days: readonly SheetDay[] }) => <Total {...sum(days)} />;

interface WeekRowProps {
  sheet: Timesheet;
  person: string;
  inMonth: (day: SheetDay) => boolean;
}

function WeekRow({ sheet, person, inMonth }: WeekRowProps) {
  const { t } = useTranslation();
  const to = { w: sheet.week, ...(person ? { user: person } : {}) };
  return (
    <tr>
      <th scope="row">
        <Link to="/time_tracking/timesheet" search={to}>
          {t('time.week_short', { number: Number(sheet.week.slice(6)) })}
        </Link>
      </th>
      {sheet.days.map((day) => (
        <DayCell key={day.day} day={day} outside={!inMonth(day)} to={to} />
      ))}
      <td className={styles.sum}>
        <Sum days={sheet.days.filter(inMonth)} />
      </td>
    </tr>
  );
}

function DayCell({ day, outside, to }: { day: SheetDay; outside: boolean; to: Record<string, string> }) {
  const label = useDayLabel()(day);
  const due = dueMinutes(day) * 60;
  const ahead = day.day >= format.today();
  const full = due > 0 ? Math.min(1, day.seconds / due) : day.seconds > 0 ? 1 : 0;
  return (
    <td data-kind={dayKind(day)} data-outside={outside || undefined} data-weekend={weekday(day.day) > 5 || undefined}>
      <Link
        to="/time_tracking/timesheet"
        search={to}
        className={styles.day}
        style={{ '--full': `${Math.round(full * 100)}%` } as CSSProperties}
      >
        <span className={styles.number} aria-hidden="true">
          {Number(day.day.slice(8))}
        </span>
        <span className={styles.words}>{format.day(day.day, 'long')}</span>
        {label && <span className={styles.label}>{label}</span>}
        <Total seconds={day.seconds} due={due} ahead={ahead} />
      </Link>
    </td>
  );
}
