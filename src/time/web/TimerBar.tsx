import { IconPlayerPlay, IconPlayerStop, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Button, EXTRA, IconButton, TextInput, confirm, notify, useReason } from '../../web/ui/index.ts';
import { type Book, linesOf } from './pick.ts';
import styles from './TimerBar.module.css';
import { type Timer, useElapsed, useTimer, useTimerActs } from './timer-data.ts';
import { WorkPicker } from './WorkPicker.tsx';
import { type Line, lineKey, lineName } from './week.ts';

export interface TimerBarProps {
  book: Book | undefined;
  planned: readonly Line[];
}

/** A clock to start, or the one that runs: what it is for can be said before, meanwhile and at the end. */
export function TimerBar({ book, planned }: TimerBarProps) {
  const { t } = useTranslation();
  const query = useTimer();
  const acts = useTimerActs();
  const reason = useReason();
  // By how much the server's clock is ahead; the answer took a moment, which no one sees in minutes.
  const ahead = query.data ? Date.parse(query.data.now) - query.dataUpdatedAt : 0;
  if (!query.data) return null;
  const { timer } = query.data;
  if (timer) return <Running key={timer.started_at} timer={timer} ahead={ahead} book={book} planned={planned} />;
  const start = (): void => void acts.start().catch((error: unknown) => notify.error(reason(error)));
  return (
    <div className={styles.idle}>
      <Button icon={<IconPlayerPlay size={16} aria-hidden="true" />} onClick={start}>
        {t('time.timer_start')}
      </Button>
    </div>
  );
}

const two = (value: number): string => String(value).padStart(2, '0');
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;

function Running({ timer, ahead, book, planned }: TimerBarProps & { timer: Timer; ahead: number }) {
  const { t } = useTranslation();
  const acts = useTimerActs();
  const reason = useReason();
  const elapsed = useElapsed(timer.started_at, ahead);
  const [note, setNote] = useState(timer.comment);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const noteBox = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const work = book && linesOf(book, [lineKey(timer)])[0];
  // Another tab may have said more of it.
  useEffect(() => setNote(timer.comment), [timer.comment]);

  const run = async (act: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await act();
    } catch (error) {
      setProblem(reason(error));
    } finally {
      setBusy(false);
    }
  };
  const saveNote = (): void => {
    const typed = noteBox.current?.value ?? note;
    if (typed !== timer.comment) void run(() => acts.change({ comment: typed }));
  };
  const stop = (): Promise<void> =>
    run(async () => {
      const entries = await acts.stop({ comment: noteBox.current?.value ?? note });
      const seconds = entries.reduce((sum, entry) => sum + entry.seconds, 0);
      notify.success(t('time.timer_stopped', { hours: format.hours(seconds), work: work ? lineName(work) : '' }));
    });
  const discard = async (): Promise<void> => {
    const question = {
      title: t('time.timer_discard_title'),
      text: t('time.timer_discard_text'),
      action: t('time.timer_discard'),
      danger: true,
    };
    if (await confirm(question)) await run(acts.discard);
  };

  return (
    <section className={styles.bar} aria-label={t('time.timer')}>
      <span className={styles.clock} role="timer" aria-label={t('time.timer_running', { time: clock(elapsed) })}>
        {clock(elapsed)}
      </span>
      <div className={styles.work}>
        <WorkPicker
          label={t('time.timer_work')}
          hideLabel
          placeholder={t('time.work_example')}
          book={book}
          planned={planned}
          value={work}
          error={problem}
          onPick={({ project_id, task_type_id }) => void run(() => acts.change({ project_id, task_type_id }))}
        />
      </div>
      <div className={styles.note}>
        <TextInput
          ref={noteBox}
          label={t('time.note')}
          hideLabel
          placeholder={t('time.note')}
          value={note}
          onChange={setNote}
          onBlur={saveNote}
          onEnter={() => void stop()}
          extra={EXTRA.free}
          maxLength={2000}
        />
      </div>
      <Button level="primary" busy={busy} icon={<IconPlayerStop size={16} aria-hidden="true" />} onClick={() => void stop()}>
        {t('time.timer_stop')}
      </Button>
      <IconButton
        level="default"
        label={t('time.timer_discard')}
        icon={<IconTrash size={16} aria-hidden="true" />}
        onClick={() => void discard()}
      />
    </section>
  );
}
