import { useTranslation } from 'react-i18next';
import { isoWeek } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import { LinkButton, Loaded } from '../../web/ui/index.ts';
import { useTimesFocus } from './focus.ts';
import { useLiveSheets, useSheet } from './sheet-query.ts';
import styles from './TimesSidebar.module.css';
import { Total } from './Total.tsx';
import { type SheetEntry, type Timesheet, columnOf, dueMinutes, lineKey, lineName, lineOf } from './week.ts';

/** The right rail: entries and notes of the day (and of the focused cell), and how the week stands. */
export default function TimesSidebar() {
  const { day, person, line } = useTimesFocus();
  const shown = day || format.today();
  const query = useSheet(isoWeek(shown), person);
  useLiveSheets();
  return <Loaded query={query}>{(sheet) => <DayPanel sheet={sheet} day={shown} line={line} />}</Loaded>;
}

function DayPanel({ sheet, day, line }: { sheet: Timesheet; day: string; line: string }) {
  const { t } = useTranslation();
  const known = sheet.days[columnOf(day)];
  const entries = sheet.entries.filter((entry) => entry.day === day);
  const mine = line ? entries.filter((entry) => lineKey(entry) === line) : [];
  const others = entries.filter((entry) => !mine.includes(entry));
  const total = (list: readonly SheetEntry[]): number => list.reduce((sum, entry) => sum + entry.seconds, 0);
  const due = sheet.days.reduce((sum, each) => sum + dueMinutes(each), 0) * 60;
  const today = format.today();
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h3>{format.day(day, 'long')}</h3>
        {known && <Total seconds={total(entries)} due={dueMinutes(known) * 60} ahead={day > today} />}
      </div>
      {mine.length > 0 && <Entries title={t('time.this_cell')} entries={mine} />}
      {others.length > 0 && <Entries title={mine.length > 0 ? t('time.rest_of_day') : t('time.entries')} entries={others} />}
      {entries.length === 0 && <p className={styles.none}>{t('time.nothing_logged')}</p>}
      <div className={styles.week}>
        <span>{t('time.whole_week')}</span>
        <Total seconds={total(sheet.entries)} due={due} ahead={(sheet.days[6]?.day ?? '') >= today} />
      </div>
      <div className={styles.links}>
        <LinkButton size="sm" to="/time_tracking/addtime" search={day === today ? {} : { day }}>
          {t('time.add_time')}
        </LinkButton>
        <LinkButton size="sm" to="/time_tracking/timesheet" search={{ w: sheet.week }}>
          {t('time.timesheet')}
        </LinkButton>
      </div>
    </div>
  );
}

function Entries({ title, entries }: { title: string; entries: readonly SheetEntry[] }) {
  return (
    <section aria-label={title}>
      <h4 className={styles.title}>{title}</h4>
      <ul className={styles.entries}>
        {entries.map((entry) => (
          <li key={entry.id}>
            <span className={styles.work}>{lineName(lineOf(entry))}</span>
            <b className={styles.hours}>{format.hours(entry.seconds)}</b>
            {entry.comment && <span className={styles.note}>{entry.comment}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
