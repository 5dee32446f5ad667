import { useQueryClient } from '@tanstack/react-query';
import {
  type FormEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, daysBetween } from '../../kit/day.ts';
import { type Custom, DataFieldInputs } from '../../settings/web/public.tsx';
import * as format from '../../web/format.ts';
import { Button, DateField, EXTRA, PeriodField, Switch, TextInput, announce } from '../../web/ui/index.ts';
import type { EntryInput } from '../contract.ts';
import { unknownIn } from '../rules/line.ts';
import styles from './AddTime.module.css';
import { addEntries } from './entry-actions.ts';
import { type RangeDay, entriesFor, entriesSplit, withCustom, withIdsOf } from './entry-draft.ts';
import { readHours } from './hours.ts';
import { LineMeaning } from './LineMeaning.tsx';
import type { Book } from './pick.ts';
import { reasonOf } from './sheet-query.ts';
import { datesOf, useLineReader } from './typed-line.ts';
import { useDayLimit } from './WorkNotes.tsx';
import { WorkPicker } from './WorkPicker.tsx';
import { type Line, type SheetDay, type Timesheet, lineName } from './week.ts';

/** What chips do to the form. */
export interface EntryFormHandle {
  take: (line: Line, hours?: string) => void;
}

export interface EntryFormProps {
  book: Book | undefined;
  planned: readonly Line[];
  from: Day;
  /** Empty: one day only. */
  to: Day | '';
  onRange: (from: Day, to: Day | '') => void;
  /** The days that get an entry, and those that are skipped. */
  days: readonly RangeDay[];
  /** The days of which something is known, beyond the range as well. */
  known: readonly SheetDay[];
  /** Seconds logged on the day already, and in its week. */
  logged: number;
  loggedInWeek: number;
  /** What the country asks of working time there. */
  working: Timesheet['working'] | undefined;
  /** Where the date goes after `Ctrl Enter`. */
  nextDay: Day;
  ref: Ref<EntryFormHandle>;
}

/** One line: work, date, hours, note. Enter saves and begins anew, Ctrl Enter saves and goes on to the next working day. */
export function EntryForm(props: EntryFormProps) {
  const { book, planned, from, to, onRange, days } = props;
  const { t } = useTranslation();
  const client = useQueryClient();
  const limit = (useDayLimit(props.working) ?? 0) * 60;
  const weekLimit = (props.working?.week_minutes ?? 0) * 60;
  const [work, setWork] = useState<Line>();
  const [hours, setHours] = useState('');
  const [note, setNote] = useState('');
  const [custom, setCustom] = useState<Custom>({});
  const [problem, setProblem] = useState<{ at: 'work' | 'hours' | 'form'; text: string }>();
  const [busy, setBusy] = useState(false);
  const [split, setSplit] = useState(false);
  const [unknown, setUnknown] = useState<string[]>([]);
  /** Saving waits until the days that were typed are the form's: `on` goes on to the next day then. */
  const [waiting, setWaiting] = useState<'save' | 'on'>();
  const [wanted, setWanted] = useState<{ from: Day; to: Day | '' }>();
  const readWords = useLineReader(book, planned);
  const picker = useRef<HTMLInputElement>(null);
  const hoursBox = useRef<HTMLInputElement>(null);
  const noteBox = useRef<HTMLInputElement>(null);
  const lastHours = useRef('');
  const sent = useRef<EntryInput[]>([]);

  /** Goes to the hours, with other ones in them where they are given: what is typed next replaces them. */
  const goToHours = (text?: string): void => {
    const box = hoursBox.current;
    // At once and not when it is drawn: who types on without a pause already types hours.
    if (box && text !== undefined) box.value = text;
    if (text !== undefined) setHours(text);
    box?.select();
  };
  const take = (line: Line, text?: string): void => {
    // An object of its own: the box lets go of what was typed there, also when the same work is taken again.
    setWork({ ...line });
    setProblem(undefined);
    setUnknown([]);
    goToHours(text);
  };
  /** Puts what a line says beside its work where it belongs. */
  const takeWords = (typed: string): string | undefined => {
    const line = readWords(typed);
    const dates = datesOf(line, from, props.known);
    if (dates) {
      setWanted(dates);
      onRange(dates.from, dates.to);
      setSplit(line.split);
    }
    if (line.note) {
      const next = [noteBox.current?.value ?? note, line.note].filter(Boolean).join(' ');
      if (noteBox.current) noteBox.current.value = next;
      setNote(next);
    }
    setUnknown(unknownIn(line));
    return line.hours || undefined;
  };
  const pick = (line: Line, typed: string): void => {
    const text = takeWords(typed);
    setWork({ ...line });
    setProblem(undefined);
    goToHours(text);
    announce(lineName(line));
  };
  const words = (typed: string): void => {
    const text = takeWords(typed);
    if (text === undefined || !hoursBox.current) return;
    hoursBox.current.value = text;
    setHours(text);
  };
  const choose = (first: Day, last: Day | ''): void => {
    setWanted(undefined);
    onRange(first, last);
  };
  const meaningOf = (typed: string) => {
    const line = readWords(typed);
    return { query: line.work, meaning: <LineMeaning line={line} dates={datesOf(line, from, props.known)} /> };
  };
  const isReached = wanted === undefined || (wanted.from === from && wanted.to === to);
  const isThere = isReached && (to === '' || days.length === daysBetween(from, to) + 1);
  useImperativeHandle(props.ref, () => ({ take }));
  // After the heading took the focus: here one comes to type.
  useEffect(() => picker.current?.focus(), []);

  const open = days.filter((each) => each.skipped === undefined).map(({ day }) => day);
  const fill = to === '' ? [from] : open;
  const parts = readHours(hours);
  const together = split && to !== '';
  const total = (parts ?? []).reduce((sum, part) => sum + part.seconds, 0);
  const perDay = together ? total / Math.max(1, fill.length) : total;
  const overLimit = limit > 0 && total > 0 && (to === '' ? props.logged : 0) + perDay > limit;
  const overWeek = weekLimit > 0 && total > 0 && to === '' && props.loggedInWeek + total > weekLimit;

  const save = async (goOn: boolean): Promise<void> => {
    // The boxes tell their text a moment late; what stands in them is what counts.
    const typed = hoursBox.current?.value ?? hours;
    const comment = noteBox.current?.value ?? note;
    const read = readHours(typed);
    // Words that were typed over the work and not taken name another one.
    if (!work || picker.current?.value !== lineName(work)) {
      setProblem({ at: 'work', text: t('time.choose_work') });
      picker.current?.focus();
      return;
    }
    if (!read) {
      setProblem({ at: 'hours', text: t('time.not_hours') });
      hoursBox.current?.select();
      return;
    }
    if (fill.length === 0) return setProblem({ at: 'form', text: t('time.no_working_day') });
    const open = days.filter((each) => each.skipped === undefined);
    const drafts = together ? entriesSplit(work, open, read, comment) : entriesFor(work, fill, read, comment);
    const entries = withIdsOf(withCustom(drafts, custom), sent.current);
    sent.current = entries;
    setBusy(true);
    try {
      const seconds = entries.reduce((sum, entry) => sum + entry.seconds, 0);
      await addEntries(
        client,
        entries,
        t('time.added', { count: entries.length, hours: format.hours(seconds), work: lineName(work) }),
      );
      lastHours.current = typed;
      sent.current = [];
      setProblem(undefined);
      setUnknown([]);
      if (goOn) {
        choose(props.nextDay, '');
        hoursBox.current?.select();
      } else {
        setWork(undefined);
        setHours('');
        setNote('');
        setCustom({});
        picker.current?.focus();
      }
    } catch (error) {
      setProblem({ at: 'form', text: reasonOf(error) });
    } finally {
      setBusy(false);
    }
  };

  const saveSoon = (goOn: boolean): void => {
    if (busy || waiting) return;
    if (isThere) void save(goOn);
    else setWaiting(goOn ? 'on' : 'save');
  };
  useEffect(() => {
    if (isReached) setWanted(undefined);
  }, [isReached]);
  const resume = useEffectEvent((goOn: boolean) => {
    setWaiting(undefined);
    void save(goOn);
  });
  useEffect(() => {
    if (waiting !== undefined && isThere) resume(waiting === 'on');
  }, [waiting, isThere]);

  const submit = (event: FormEvent): void => {
    event.preventDefault();
    saveSoon(false);
  };

  const keys = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    saveSoon(true);
  };

  const hourKeys = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    if (event.key !== 'ArrowUp' || event.currentTarget.value !== '' || !lastHours.current) return;
    event.preventDefault();
    goToHours(lastHours.current);
  };

  return (
    <form className={styles.form} onSubmit={submit} onKeyDown={keys} aria-label={t('time.add_time')} noValidate>
      <div className={styles.line} data-range={to !== '' || undefined}>
        <div className={styles.work}>
          <WorkPicker
            ref={picker}
            label={t('time.work')}
            placeholder={t('time.work_example')}
            error={problem?.at === 'work' ? problem.text : undefined}
            book={book}
            planned={planned}
            value={work}
            onPick={pick}
            read={meaningOf}
            onWords={words}
          />
        </div>
        <div className={styles.date}>
          {to === '' ? (
            <DateField label={t('time.date')} value={from} clearable={false} onChange={(day) => day && choose(day, '')} />
          ) : (
            <PeriodField
              label={t('time.dates')}
              value={{ from, to }}
              onChange={(period) => period && choose(period.from, period.to)}
            />
          )}
        </div>
        <div className={styles.hours}>
          <TextInput
            ref={hoursBox}
            label={t('time.hours')}
            placeholder={t('time.hours_example')}
            value={hours}
            onChange={setHours}
            onKeyDown={hourKeys}
            extra={EXTRA.time}
            inputMode="decimal"
            autoComplete="off"
            error={problem?.at === 'hours' ? problem.text : undefined}
          />
        </div>
        <div className={styles.note}>
          <TextInput
            ref={noteBox}
            label={t('time.note')}
            value={note}
            onChange={setNote}
            extra={EXTRA.free}
            maxLength={2000}
            autoComplete="off"
          />
        </div>
        <Button type="submit" level="primary" busy={busy || waiting !== undefined} className={styles.save}>
          {to === ''
            ? t('time.add')
            : t('time.add_entries', { count: fill.length * (together ? 1 : Math.max(1, parts?.length ?? 1)) })}
        </Button>
      </div>
      <div className={styles.under}>
        <Button level="subtle" size="sm" aria-pressed={to !== ''} onClick={() => choose(from, to === '' ? from : '')}>
          {t('time.several_days')}
        </Button>
        {to !== '' && (
          <Switch label={t('time.split_hours')} checked={split} onChange={(event) => setSplit(event.currentTarget.checked)} />
        )}
        <span className={styles.hint}>{t('time.form_keys')}</span>
      </div>
      {unknown.length > 0 && (
        <p className={styles.warning} role="status">
          {t('time.line_unknown', { words: format.listed(unknown) })}
        </p>
      )}
      <DataFieldInputs
        collection="time_entries"
        values={custom}
        onChange={setCustom}
        error={problem?.at === 'form' ? problem.text : undefined}
      />
      {problem?.at === 'form' && (
        <p className={styles.problem} role="alert">
          {problem.text}
        </p>
      )}
      {overLimit && (
        <p className={styles.warning} role="status">
          {t('time.over_limit', { hours: format.hours(limit) })}
        </p>
      )}
      {overWeek && (
        <p className={styles.warning} role="status">
          {t('time.over_week', { hours: format.hours(weekLimit) })}
        </p>
      )}
    </form>
  );
}
