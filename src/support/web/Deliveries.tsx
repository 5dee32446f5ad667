import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { instant } from '../../web/format.ts';
import { Button, Loaded, Pager, Waiting, notify, useReason } from '../../web/ui/index.ts';
import { call } from './tickets-data.ts';
import styles from './Tickets.module.css';
import { type Delivery, type Webhook, useDeliveries } from './webhooks-data.ts';

/** What a webhook was told in the last month and how it went; what was given up is tried anew here. */
export function Deliveries({ webhook, canEdit }: { webhook: Webhook; canEdit: boolean }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const reason = useReason();
  const query = useDeliveries(webhook.id, page);
  const [busy, setBusy] = useState('');

  const act = async (name: string, run: () => Promise<unknown>, done: string): Promise<void> => {
    setBusy(name);
    try {
      await run();
      notify.success(done);
      await query.refetch();
    } catch (error) {
      notify.error(reason(error));
    }
    setBusy('');
  };
  const sendTest = () =>
    act('test', () => call('POST /api/webhooks/:id/test', { params: { id: webhook.id } }), t('support.webhook_test_sent'));
  const retry = ({ id }: Delivery) =>
    act(id, () => call('POST /api/webhook_deliveries/:id/retry', { params: { id } }), t('support.webhook_retried'));

  return (
    <section aria-label={t('support.deliveries')}>
      <h3>{t('support.deliveries')}</h3>
      {canEdit && webhook.is_active && (
        <Button size="sm" busy={busy === 'test'} onClick={() => void sendTest()}>
          {t('support.webhook_test')}
        </Button>
      )}
      <Loaded
        query={query}
        skeleton={<Waiting rows={3} />}
        isEmpty={({ rows }) => rows.length === 0}
        empty={<p>{t('support.no_deliveries')}</p>}
      >
        {({ rows, pagination }) => (
          <>
            <ul className={styles.deliveries}>
              {rows.map((row) => (
                <li key={row.id}>
                  <DeliveryLine row={row} />
                  {canEdit && row.state === 'failed' && (
                    <Button
                      size="sm"
                      busy={busy === row.id}
                      onClick={() => void retry(row)}
                      aria-label={t('support.webhook_retry_of', { at: instant(row.created_at) })}
                    >
                      {t('support.webhook_retry')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {pagination.total > pagination.per_page && <Pager pagination={pagination} onPage={setPage} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

function DeliveryLine({ row }: { row: Delivery }) {
  const { t } = useTranslation();
  const facts = [
    instant(row.created_at),
    t(`support.webhook_topic_${row.topic}`),
    t(`support.delivery_${row.state}`),
    row.attempts > 1 && t('support.delivery_attempts', { count: row.attempts }),
    row.error,
  ];
  return (
    <details>
      <summary>{facts.filter(Boolean).join(' · ')}</summary>
      <pre className={styles.body} tabIndex={0}>
        {row.body}
      </pre>
    </details>
  );
}
