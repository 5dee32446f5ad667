import { IconCircleCheck, IconClockHour4, IconLock, IconSend } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Button, ReasonDialog, confirm } from '../../web/ui/index.ts';
import styles from './Approval.module.css';
import { type Approval, useActs } from './approval-data.ts';
import { callTime } from './sheet-query.ts';
import { useDaySums } from './SheetTotals.tsx';
import { useStored } from './useWeek.ts';
import type { WeekModel } from './week-model.ts';

export interface ApprovalBarProps {
  model: WeekModel;
  approval: Approval;
  /** `2026-W47`. */
  week: string;
  /** Whose; empty for oneself. */
  person: string;
}

type Asking = 'reject' | 'reopen' | undefined;

/** How the approval of a week stands and what can be done about it: by its person, or by whoever decides. */
export function ApprovalBar({ model, approval, week, person }: ApprovalBarProps) {
  const { t } = useTranslation();
  const { busy, act } = useActs();
  const [asking, setAsking] = useState<Asking>();
  const { state, parts, acts } = approval;
  if (state === 'none') return null;
  const mine = parts.filter((part) => part.mine).map((part) => part.id);
  const reason = acts.find((each) => each.act === 'rejected' || each.act === 'reopened');
  const decide = (approve: boolean, why?: string): Promise<boolean> =>
    act(
      () => callTime('POST /api/timesheets/decide', { body: { ids: mine, approve, ...(why ? { reason: why } : {}) } }),
      t(approve ? 'time.approved_done' : 'time.rejected_done'),
    );
  const reopen = (why: string): Promise<boolean> =>
    act(() => callTime('POST /api/timesheets/reopen', { body: { user_id: person, week, reason: why } }), t('time.reopened_done'));
  return (
    <section className={styles.bar} data-state={state} aria-label={t('time.approval')}>
      <p className={styles.state}>
        <StateIcon state={state} />
        <strong>{t(`time.approval_${state}`)}</strong>
        {(state === 'open' || state === 'rejected') && reason && (
          <span>{t('time.approval_why', { by: reason.by, reason: reason.reason })}</span>
        )}
        {state === 'submitted' && <span>{partsText(t, approval)}</span>}
      </p>
      {person === '' && (state === 'open' || state === 'rejected') && <Submit model={model} week={week} busy={busy} act={act} />}
      {person === '' && state === 'submitted' && (
        <Button
          busy={busy}
          onClick={() => void act(() => callTime('POST /api/timesheets/withdraw', { body: { week } }), t('time.withdrawn_done'))}
        >
          {t('time.withdraw')}
        </Button>
      )}
      {mine.length > 0 && (
        <span className={styles.acts}>
          <Button level="primary" busy={busy} onClick={() => void decide(true)}>
            {t('time.approve')}
          </Button>
          <Button busy={busy} onClick={() => setAsking('reject')}>
            {t('time.send_back_dots')}
          </Button>
        </span>
      )}
      {person !== '' && state === 'approved' && (
        <Button busy={busy} onClick={() => setAsking('reopen')}>
          {t('time.reopen_dots')}
        </Button>
      )}
      <ReasonDialog
        open={asking !== undefined}
        title={t(asking === 'reopen' ? 'time.reopen_title' : 'time.send_back_title')}
        label={t('time.reason')}
        text={t('time.reason_text')}
        missing={t('time.reason_missing')}
        action={t(asking === 'reopen' ? 'time.reopen' : 'time.send_back')}
        busy={busy}
        onClose={() => setAsking(undefined)}
        onReason={(why) =>
          void (asking === 'reopen' ? reopen(why) : decide(false, why)).then((done) => done && setAsking(undefined))
        }
      />
      {acts.length > 0 && (
        <details className={styles.acts}>
          <summary>{t('time.approval_history')}</summary>
          <ol className={styles.history}>
            {acts.map(({ act: what, by, at, project, reason: why }) => (
              <li key={`${at} ${what} ${project ?? ''}`}>
                {[format.instant(at), t(`time.act_${what}`, { by }), project, why].filter(Boolean).join(' · ')}
              </li>
            ))}
          </ol>
        </details>
      )}
    </section>
  );
}

function StateIcon({ state }: { state: Approval['state'] }) {
  const Icon = state === 'approved' ? IconCircleCheck : state === 'submitted' ? IconLock : IconClockHour4;
  return <Icon size={18} aria-hidden="true" />;
}

const partsText = (t: TFunction, { parts }: Approval): string => {
  const done = parts.filter((part) => part.state === 'approved').length;
  return parts.length > 1 ? t('time.approval_parts', { done, count: parts.length }) : '';
};

interface SubmitProps {
  model: WeekModel;
  week: string;
  busy: boolean;
  act: (work: () => Promise<unknown>, done: string) => Promise<boolean>;
}

/** Hands the week in once everything typed is saved; with hours missing it asks first. */
function Submit({ model, week, busy, act }: SubmitProps) {
  const { t } = useTranslation();
  const { moving, offline, failed } = useStored(model.saving);
  const { days } = useStored(model.state);
  const sums = useDaySums(model);
  const missing = days.reduce((sum, { expected }, index) => {
    const due = expected.pattern - expected.holiday - expected.leave;
    return sum + Math.max(0, due - Math.floor((sums[index] ?? 0) / 60));
  }, 0);
  const submit = async (): Promise<void> => {
    const question = {
      title: t('time.submit_missing_title', { hours: format.hoursOfMinutes(missing) }),
      text: t('time.submit_missing_text'),
      action: t('time.submit'),
    };
    if (missing > 0 && !(await confirm(question))) return;
    await act(() => callTime('POST /api/timesheets/submit', { body: { week } }), t('time.submitted_done'));
  };
  const unsaved = moving > 0 || offline > 0 || failed.length > 0;
  return (
    <Button
      level="primary"
      icon={<IconSend size={16} aria-hidden="true" />}
      busy={busy}
      disabled={unsaved}
      title={unsaved ? t('time.submit_unsaved') : undefined}
      onClick={() => void submit()}
    >
      {t('time.submit_week')}
    </Button>
  );
}
