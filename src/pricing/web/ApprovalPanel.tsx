import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { usePageFlag } from '../../web/session.ts';
import { Button, EXTRA, Modal, ReasonDialog, TextInput, confirm, notify, useReason } from '../../web/ui/index.ts';
import { marginRatio } from '../rules.ts';
import styles from './Pricing.module.css';
import { type Approval, type Details, call, useTaken } from './pricing-data.ts';
import { Cases } from './ResultPanel.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { TakeOver } from './TakeOver.tsx';
import { margin, recovery } from './words.ts';

const AskTeam = lazy(() => import('./AskTeam.tsx'));

export interface ApprovalPanelProps {
  pricing: Details;
  isDirty: boolean;
  /** Stores what is typed. @returns whether it is stored */
  save: () => Promise<boolean>;
}

type Asked = { decision: 'rejected' | 'asked'; row: Approval };

/** Where a version stands, and what may be done next: submit, take back, decide, say what became of it. */
export function ApprovalPanel({ pricing, isDirty, save }: ApprovalPanelProps) {
  const { t } = useTranslation();
  const reason = useReason();
  const taken = useTaken();
  const [busy, setBusy] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const [taking, setTaking] = useState(false);
  const [staffing, setStaffing] = useState(false);
  const mayEdit = usePageFlag('can_edit', 'pricing');
  const isAgreed = ['approved', 'won'].includes(pricing.shown.status);
  const { id, may, shown } = pricing;

  const run = async (work: () => Promise<Details>, told: string): Promise<void> => {
    setBusy(true);
    try {
      taken(await work());
      notify.success(told);
      setSubmitting(false);
      setAsked(undefined);
    } catch (error) {
      notify.error(reason(error));
    } finally {
      setBusy(false);
    }
  };
  const to = (status: 'submitted' | 'draft' | 'won' | 'lost', why = ''): Promise<void> =>
    run(
      () => call('POST /api/pricings/:id/status', { params: { id }, body: { to: status, ...(why ? { reason: why } : {}) } }),
      t(`pricing.done_${status}`),
    );
  const decide = (row: Approval, decision: 'approved' | 'rejected' | 'asked', why = ''): Promise<void> =>
    run(
      () =>
        call('POST /api/pricing/approve', {
          body: { id, submission: shown.submission, table_id: row.table_id, decision, ...(why ? { reason: why } : {}) },
        }),
      t(`pricing.done_${decision}`),
    );
  const approve = async (row: Approval): Promise<void> => {
    const { whole } = row.seen;
    const known = marginRatio(whole);
    const facts = { fee: format.money(whole.fee, shown.currency), recovery: recovery(whole), margin: margin(whole) };
    const sure = await confirm({
      title: t('pricing.approve_title', { name: pricing.name }),
      text: t(known === null ? 'pricing.approve_text' : 'pricing.approve_text_margin', facts),
      action: t('pricing.approve'),
    });
    if (sure) await decide(row, 'approved');
  };
  const submit = async (): Promise<void> => {
    if (await save()) setSubmitting(true);
  };
  return (
    <section className={styles.card} aria-label={t('pricing.approval')}>
      <h2>{t('pricing.approval')}</h2>
      <p className={styles.inline}>
        <StatusBadge status={shown.status} />
        {shown.submitted_by && shown.status !== 'draft' && (
          <span className={styles.quiet}>{t('pricing.submitted_by', { name: shown.submitted_by })}</span>
        )}
      </p>
      {shown.status !== 'draft' &&
        shown.approvals.map((row) => (
          <Needed
            key={row.id}
            row={row}
            name={pricing.shown.tables.find((table) => table.id === row.table_id)?.name}
            sees={pricing.sees_cost}
            currency={shown.currency}
            busy={busy}
            onApprove={() => void approve(row)}
            onAsk={(decision) => setAsked({ decision, row })}
          />
        ))}
      {shown.taken && (
        <p className={styles.quiet}>
          {t('pricing.taken_over', {
            project: shown.taken.project,
            name: shown.taken.user,
            day: format.instant(String(shown.taken.at)),
          })}
        </p>
      )}
      <div className={styles.acts}>
        {may.submit && (
          <Button level="primary" onClick={() => void submit()}>
            {t(isDirty ? 'pricing.save_submit' : 'pricing.submit')}
          </Button>
        )}
        {may.withdraw && (
          <Button busy={busy} onClick={() => void to('draft')}>
            {t('pricing.withdraw')}
          </Button>
        )}
        {may.close && (
          <>
            <Button level="primary" busy={busy} onClick={() => void to('won')}>
              {t('pricing.won')}
            </Button>
            <Button busy={busy} onClick={() => void to('lost')}>
              {t('pricing.lost')}
            </Button>
          </>
        )}
        {may.take_over && (
          <Button level={may.close ? 'default' : 'primary'} onClick={() => setTaking(true)}>
            {t('pricing.take_over_open')}
          </Button>
        )}
        {isAgreed && mayEdit && <Button onClick={() => setStaffing(true)}>{t('pricing.team_open')}</Button>}
        {may.renew && (
          <Button
            busy={busy}
            onClick={() =>
              void run(() => call('POST /api/pricings/:id/versions', { params: { id }, body: {} }), t('pricing.done_version'))
            }
          >
            {t('pricing.new_version')}
          </Button>
        )}
      </div>
      {taking && <TakeOver pricing={pricing} onClose={() => setTaking(false)} />}
      {staffing && (
        <Suspense fallback={null}>
          <AskTeam pricing={pricing} onClose={() => setStaffing(false)} />
        </Suspense>
      )}
      <SubmitDialog
        open={submitting}
        busy={busy}
        onClose={() => setSubmitting(false)}
        onSubmit={(why) => void to('submitted', why)}
      />
      <ReasonDialog
        open={asked !== undefined}
        title={t(asked?.decision === 'asked' ? 'pricing.ask_title' : 'pricing.reject_title')}
        label={t(asked?.decision === 'asked' ? 'pricing.question' : 'pricing.reason')}
        text={t('pricing.reason_text')}
        missing={t('pricing.reason_missing')}
        action={t(asked?.decision === 'asked' ? 'pricing.ask' : 'pricing.reject')}
        busy={busy}
        onClose={() => setAsked(undefined)}
        onReason={(why) => asked && void decide(asked.row, asked.decision, why)}
      />
    </section>
  );
}

interface NeededProps {
  row: Approval;
  /** Of a table; undefined: of the whole. */
  name: string | undefined;
  sees: boolean;
  currency: string;
  busy: boolean;
  onApprove: () => void;
  onAsk: (decision: 'rejected' | 'asked') => void;
}

/** One decision that is needed: whose it is, what was submitted, and the buttons for who may decide. */
function Needed({ row, name, sees, currency, busy, onApprove, onAsk }: NeededProps) {
  const { t } = useTranslation();
  const { whole, tables, stresses } = row.seen;
  const seen = row.table_id === null ? whole : (tables.find(({ id }) => id === row.table_id) ?? whole);
  const who = row.decision
    ? t(`pricing.decided_${row.decision}`, { name: row.decided_by ?? '' })
    : (row.user ?? t('pricing.anybody', { tier: row.tier }));
  return (
    <div>
      <p>
        <strong>{name ?? t('pricing.whole')}</strong> <span className={styles.quiet}>{who}</span>
        {row.reason && <span className={styles.quiet}>{row.reason}</span>}
      </p>
      {row.mine && (
        <>
          <dl className={styles.figures}>
            <dt>{t('pricing.fee')}</dt>
            <dd>{format.money(seen.fee, currency)}</dd>
            <dt>{t('pricing.under_standard')}</dt>
            <dd>{format.money(seen.standard - seen.fee, currency)}</dd>
            <dt>{t('pricing.recovery')}</dt>
            <dd>{recovery(seen)}</dd>
            {sees && (
              <>
                <dt>{t('pricing.margin')}</dt>
                <dd>{margin(seen)}</dd>
              </>
            )}
          </dl>
          {row.table_id === null && (
            <div className={styles.after}>
              <Cases cases={stresses} sees={sees} />
            </div>
          )}
          <div className={styles.acts}>
            <Button level="primary" busy={busy} onClick={onApprove}>
              {t('pricing.approve')}
            </Button>
            <Button busy={busy} onClick={() => onAsk('asked')}>
              {t('pricing.ask')}
            </Button>
            <Button level="danger" busy={busy} onClick={() => onAsk('rejected')}>
              {t('pricing.reject')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

interface SubmitDialogProps {
  open: boolean;
  busy: boolean;
  onClose: () => void;
  onSubmit: (reason: string) => void;
}

/** Why it should be approved: for whoever decides. */
function SubmitDialog({ open, busy, onClose, onSubmit }: SubmitDialogProps) {
  const { t } = useTranslation();
  const [why, setWhy] = useState('');
  return (
    <Modal open={open} onClose={onClose} title={t('pricing.submit_title')}>
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(why.trim());
        }}
      >
        <TextInput
          label={t('pricing.why')}
          description={t('pricing.why_text')}
          value={why}
          onChange={setWhy}
          extra={EXTRA.free}
          rows={3}
          maxLength={2000}
          autoFocus
        />
        <div className={styles.acts}>
          <Button onClick={onClose}>{t('web.cancel')}</Button>
          <Button type="submit" level="primary" busy={busy}>
            {t('pricing.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
