import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { today } from '../../web/format.ts';
import { Button, DateField, EXTRA, NumberField, TextInput, notify, useReason } from '../../web/ui/index.ts';
import styles from './Leave.module.css';
import { call, useLeaveChanged } from './leave-data.ts';
import { useLeaveWords } from './words.ts';

export interface CorrectBalanceProps {
  userId: string;
  typeId: string;
  /** Minutes of a day of the person. */
  dayMinutes: number;
}

/** A line of its own in the ledger: an opening balance, days bought or paid out. It stays, and another can take it back. */
export function CorrectBalance({ userId, typeId, dayMinutes }: CorrectBalanceProps) {
  const { t } = useTranslation();
  const reason = useReason();
  const changed = useLeaveChanged();
  const words = useLeaveWords();
  const about = useId();
  const [open, setOpen] = useState(false);
  const [day, setDay] = useState<Day>(today());
  const [days, setDays] = useState<number>();
  const [comment, setComment] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const minutes = Math.round((days ?? 0) * dayMinutes);
  const save = async (): Promise<void> => {
    if (minutes === 0 || comment.trim() === '') return setProblem(t('leave.correction_missing'));
    setBusy(true);
    try {
      const body = { user_id: userId, type_id: typeId, day, minutes, comment: comment.trim() };
      await call('POST /api/leave_adjustments', { body });
      notify.success(t('leave.corrected', { days: words.days(minutes, dayMinutes) }));
      setOpen(false);
      setDays(undefined);
      setComment('');
      setProblem('');
    } catch (error) {
      setProblem(reason(error));
    }
    setBusy(false);
    await changed();
    return undefined;
  };
  if (!open) {
    return (
      <div>
        <Button onClick={() => setOpen(true)}>{t('leave.correct')}</Button>
      </div>
    );
  }
  return (
    <form
      className={styles.dialog}
      aria-labelledby={about}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <h3 id={about}>{t('leave.correct_title')}</h3>
      {problem && (
        <p className={styles.refusal} role="alert">
          {problem}
        </p>
      )}
      <NumberField
        label={t('leave.correct_days')}
        description={t('leave.correct_days_text')}
        value={days}
        onChange={setDays}
        digits={2}
        min={-366}
        max={366}
        autoFocus
        required
      />
      <DateField label={t('leave.day')} value={day} onChange={(next) => next && setDay(next)} clearable={false} />
      <TextInput label={t('leave.reason')} value={comment} onChange={setComment} extra={EXTRA.free} maxLength={2000} required />
      <div className={styles.line}>
        <Button onClick={() => setOpen(false)}>{t('web.cancel')}</Button>
        <Button type="submit" level="primary" busy={busy}>
          {t('leave.correct_save')}
        </Button>
      </div>
    </form>
  );
}
