import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../web/api.ts';
import * as format from '../../web/format.ts';
import { Button, Drawer, EmptyState, Loaded, ReasonDialog, Waiting, notify, useReason } from '../../web/ui/index.ts';
import { INVOICES, type WriteOff, call } from './invoices-data.ts';
import styles from './Invoices.module.css';
import { WriteOffState } from './WriteOffState.tsx';

interface WriteOffDrawerProps {
  /** Empty: closed. */
  id: string;
  onClose: () => void;
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
}

const keyOf = (id: string): string[] => [...INVOICES, 'write_off', id];

/** One write-off: whose time, why, who agreed, and what can be done with it. */
export function WriteOffDrawer({ id, onClose, ...beside }: WriteOffDrawerProps) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call('GET /api/write_offs/:id', { params: { id } }, { signal }),
    enabled: id !== '',
  });
  const found = query.data?.id === id ? query.data : undefined;
  const isGone = query.error instanceof CallError && [404, 422].includes(query.error.status);
  return (
    <Drawer
      {...beside}
      open={id !== ''}
      onClose={onClose}
      title={found ? t('invoicing.write_off_of', { project: found.project }) : t('invoicing.write_off')}
      actions={found && Object.values(found.may).includes(true) ? <Acts key={found.id} row={found} /> : undefined}
    >
      {found ? (
        <Facts row={found} />
      ) : isGone ? (
        <EmptyState title={t('invoicing.write_off_gone')} />
      ) : (
        <Loaded query={query} skeleton={<Waiting rows={6} />}>
          {() => null}
        </Loaded>
      )}
    </Drawer>
  );
}

/** What is written off, of what, and step by step what became of it. */
function Facts({ row }: { row: WriteOff }) {
  const { t } = useTranslation();
  const money = (amount: number): string => format.money(amount, row.currency);
  const steps: [unknown, string, string | null, string][] = [
    [row.asked_at, 'asked', row.asked_by, row.reason],
    [row.decided_at, row.state === 'rejected' ? 'rejected' : 'approved', row.decided_by, row.decision_note],
    [row.taken_back_at, 'taken_back', row.taken_back_by, row.taken_back_reason],
  ];
  return (
    <div className={styles.stack}>
      <section aria-label={t('invoicing.value')} className={styles.totals}>
        <dl>
          <dt>{t('invoicing.status')}</dt>
          <dd>
            <WriteOffState state={row.state} />
          </dd>
          <dt>{t('invoicing.client')}</dt>
          <dd>{row.client}</dd>
          <dt>{t('invoicing.period')}</dt>
          <dd>{format.dayRange(row.period_from, row.period_to)}</dd>
          <dt data-main>{t('invoicing.value')}</dt>
          <dd data-main>{money(row.value)}</dd>
        </dl>
        <p className={styles.quiet}>
          {t('invoicing.write_off_share', {
            standing: money(row.standing),
            share: format.percent(row.standing > 0 ? row.value / row.standing : 0, 1),
          })}{' '}
          {row.standard > 0 && t('invoicing.write_off_listed', { standard: money(row.standard) })}
        </p>
        {row.state === 'waiting' && !row.may.decide && (
          <p className={styles.quiet}>{t('invoicing.needs_tier', { tier: row.tier })}</p>
        )}
      </section>
      {row.people.length > 0 && (
        <section aria-label={t('invoicing.time')} className={styles.part}>
          <h3>{t('invoicing.time')}</h3>
          <ul className={styles.choices}>
            {row.people.map(({ user_id, user, seconds, value }) => (
              <li key={user_id}>
                <div>{user}</div>
                <span>{format.hours(seconds)} h</span>
                <strong>{money(value)}</strong>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section aria-label={t('invoicing.history')} className={styles.part}>
        <h3>{t('invoicing.history')}</h3>
        <ol className={styles.results}>
          {steps.map(
            ([at, did, name, why]) =>
              name !== null && (
                <li key={did}>
                  <time dateTime={String(at)}>{format.instant(String(at))}</time> · {t(`invoicing.off_did_${did}`)} · {name}
                  {why && ` · ${why}`}
                </li>
              ),
          )}
          {row.state === 'withdrawn' && <li>{t('invoicing.off_state_withdrawn')}</li>}
        </ol>
      </section>
    </div>
  );
}

/** What the reader may do: decide, withdraw, take back. */
function Acts({ row }: { row: WriteOff }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<'reject' | 'take_back'>();
  const { id, version, may } = row;
  const act = async (work: () => Promise<WriteOff>, done: string): Promise<void> => {
    setBusy(true);
    try {
      client.setQueryData(keyOf(id), await work());
      setAsked(undefined);
      notify.success(t(done));
    } catch (error) {
      notify.error(reason(error));
    } finally {
      setBusy(false);
      void client.invalidateQueries({ queryKey: INVOICES });
    }
  };
  const decide = (decision: 'approved' | 'rejected', note: string): Promise<void> =>
    act(
      () => call('POST /api/write_offs/:id/decide', { params: { id }, body: { version, decision, note } }),
      `invoicing.off_state_${decision}`,
    );
  return (
    <>
      {may.withdraw && (
        <Button
          busy={busy}
          onClick={() =>
            void act(
              () => call('POST /api/write_offs/:id/withdraw', { params: { id }, body: { version } }),
              'invoicing.off_state_withdrawn',
            )
          }
        >
          {t('invoicing.withdraw')}
        </Button>
      )}
      {may.take_back && (
        <Button busy={busy} onClick={() => setAsked('take_back')}>
          {t('invoicing.take_back')}
        </Button>
      )}
      {may.decide && (
        <>
          <Button busy={busy} onClick={() => setAsked('reject')}>
            {t('invoicing.reject')}
          </Button>
          <Button level="primary" busy={busy} onClick={() => void decide('approved', '')}>
            {t('invoicing.agree')}
          </Button>
        </>
      )}
      <ReasonDialog
        open={asked !== undefined}
        title={t(asked === 'take_back' ? 'invoicing.take_back_title' : 'invoicing.reject_title')}
        label={t('invoicing.reason')}
        text={t(asked === 'take_back' ? 'invoicing.take_back_text' : 'invoicing.reject_text')}
        missing={t('invoicing.reason_missing')}
        action={t(asked === 'take_back' ? 'invoicing.take_back' : 'invoicing.reject')}
        busy={busy}
        onClose={() => setAsked(undefined)}
        onReason={(why) =>
          void (asked === 'take_back'
            ? act(
                () => call('POST /api/write_offs/:id/take_back', { params: { id }, body: { version, reason: why } }),
                'invoicing.off_state_taken_back',
              )
            : decide('rejected', why))
        }
      />
    </>
  );
}
