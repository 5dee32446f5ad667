import { useQueries } from '@tanstack/react-query';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, addDays, isoWeek } from '../../kit/day.ts';
import { day as dayCodec, useAddress } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { Button, EmptyState, IconButton, LinkButton, Loaded, PageTitle } from '../../web/ui/index.ts';
import styles from './AddTime.module.css';
import { EntryForm, type EntryFormHandle } from './EntryForm.tsx';
import { EntryList } from './EntryList.tsx';
import { focusTimes, unfocusTimes } from './focus.ts';
import { LONGEST_RANGE, nextWorkingDay, rangeDays, weeksOf } from './entry-draft.ts';
import { plannedLines } from './pick.ts';
import { RangeList } from './RangeList.tsx';
import { sheetQuery, useBook, useLiveSheets, useSheet } from './sheet-query.ts';
import { TimerBar } from './TimerBar.tsx';
import { Total } from './Total.tsx';
import { useNames } from './people.ts';
import { type Line, type SheetDay, type Timesheet, dayKind, dueMinutes, lineName } from './week.ts';

const codecs = { day: dayCodec(), to: dayCodec() };
const RECENT = 6;

/** One day at a time: a form of one line, what was used last, and the entries of the day. */
export default function AddTime() {
  const { t } = useTranslation();
  const [address, setAddress] = useAddress(codecs);
  const today = format.today();
  const from = address.day || today;
  const last = addDays(from, LONGEST_RANGE - 1);
  const to = address.to > from ? (address.to < last ? address.to : last) : address.to && from;
  const query = useSheet(isoWeek(from));
  const days = useDays(from, to || addDays(from, 7));
  const { book } = useBook();
  const form = useRef<EntryFormHandle>(null);
  useLiveSheets();
  useEffect(() => focusTimes({ day: from }), [from]);
  useEffect(() => unfocusTimes, []);

  const setRange = (day: Day, end: Day | ''): void => setAddress({ day: day === today ? '' : day, to: end }, { replace: true });
  const planned = useMemo(() => plannedLines(query.data, from), [query.data, from]);
  const entries = (query.data?.entries ?? []).filter((entry) => entry.day === from);
  const logged = entries.reduce((sum, entry) => sum + entry.seconds, 0);
  const inRange = rangeDays(from, to || from, days);

  return (
    <>
      <PageTitle
        title={t('time.add_time')}
        summary={format.day(from)}
        actions={
          <LinkButton to="/time_tracking/timesheet" search={{ w: isoWeek(from) }}>
            {t('time.timesheet')}
          </LinkButton>
        }
      />
      <TimerBar book={book} planned={planned} />
      <EntryForm
        ref={form}
        book={book}
        planned={planned}
        from={from}
        to={to}
        onRange={setRange}
        days={inRange}
        known={days}
        logged={logged}
        loggedInWeek={(query.data?.entries ?? []).reduce((sum, entry) => sum + entry.seconds, 0)}
        working={query.data?.working}
        nextDay={nextWorkingDay(to || from, days)}
      />
      <Chips title={t('time.recent')} lines={(book?.recent ?? []).slice(0, RECENT)} onTake={(line) => form.current?.take(line)} />
      <PlannedChips sheet={query.data} day={from} onTake={(line, hours) => form.current?.take(line, hours)} />
      {to !== '' && <RangeList days={inRange} />}
      <DayHead day={from} today={today} sheet={query.data} logged={logged} onDay={(day) => setRange(day, '')} />
      <Loaded query={query}>{(sheet) => <DayEntries sheet={sheet} day={from} />}</Loaded>
    </>
  );
}

/** The days of a range with what is expected on them, as far as they are known. */
function useDays(from: Day, to: Day): SheetDay[] {
  return useQueries({
    queries: weeksOf(from, to).map((week) => sheetQuery(week)),
    combine: (results) => results.flatMap(({ data }) => data?.days ?? []),
  });
}

function DayEntries({ sheet, day }: { sheet: Timesheet; day: Day }) {
  const { t } = useTranslation();
  const entries = sheet.entries.filter((entry) => entry.day === day);
  const locked = sheet.days.find((each) => each.day === day)?.locked ?? false;
  const nameOf = useNames(entries.some((entry) => entry.created_by !== null && entry.created_by !== entry.user_id));
  if (entries.length === 0) return <EmptyState title={t('time.nothing_logged')} text={t('time.nothing_logged_text')} />;
  return <EntryList entries={entries} editable={sheet.may_edit && !locked} nameOf={nameOf} />;
}

function DayHead(props: { day: Day; today: Day; sheet: Timesheet | undefined; logged: number; onDay: (day: Day) => void }) {
  const { day, today, sheet, logged, onDay } = props;
  const { t } = useTranslation();
  const known = sheet?.days.find((each) => each.day === day);
  return (
    <div className={styles.dayHead}>
      <IconButton
        label={t('time.previous_day')}
        icon={<IconChevronLeft size={18} aria-hidden="true" />}
        onClick={() => onDay(addDays(day, -1))}
      />
      <h2 className={styles.heading}>{format.day(day, 'long')}</h2>
      <IconButton
        label={t('time.next_day')}
        icon={<IconChevronRight size={18} aria-hidden="true" />}
        onClick={() => onDay(addDays(day, 1))}
      />
      {day !== today && (
        <Button level="subtle" size="sm" onClick={() => onDay(today)}>
          {t('time.today')}
        </Button>
      )}
      {known && <Total seconds={logged} due={dueMinutes(known) * 60} ahead={day > today} />}
      {known && <DayNote day={known} />}
    </div>
  );
}

/** Why less is due on this day, or why nothing can be changed. */
function DayNote({ day }: { day: SheetDay }) {
  const { t } = useTranslation();
  if (day.locked) return <span className={styles.dayNote}>{t('time.locked_day')}</span>;
  const kind = dayKind(day);
  if (kind === 'holiday') return <span className={styles.dayNote}>{t('time.on_holiday', { name: day.holiday })}</span>;
  if (kind === 'leave') return <span className={styles.dayNote}>{t('time.on_leave')}</span>;
  return null;
}

interface ChipsProps {
  title: string;
  lines: readonly (Line & { hours?: string })[];
  onTake: (line: Line, hours?: string) => void;
}

function Chips({ title, lines, onTake }: ChipsProps) {
  if (lines.length === 0) return null;
  return (
    <section className={styles.chips} aria-label={title}>
      <span className={styles.chipsTitle}>{title}</span>
      {lines.map((line) => (
        <button key={line.key} type="button" className={styles.chip} onClick={() => onTake(line, line.hours)}>
          {lineName(line)}
          {line.hours && <b> {line.hours}</b>}
        </button>
      ))}
    </section>
  );
}

function PlannedChips({ sheet, day, onTake }: { sheet: Timesheet | undefined; day: Day; onTake: ChipsProps['onTake'] }) {
  const { t } = useTranslation();
  const lines = plannedLines(sheet, day).map((line) => {
    const minutes = (sheet?.planned ?? [])
      .filter(
        (row) =>
          row.day === day && row.level === 'hard' && row.project_id === line.project_id && row.task_type_id === line.task_type_id,
      )
      .reduce((sum, row) => sum + row.minutes, 0);
    return { ...line, hours: format.hoursOfMinutes(minutes) };
  });
  return <Chips title={t('time.planned_on', { day: format.day(day, 'short') })} lines={lines} onTake={onTake} />;
}
