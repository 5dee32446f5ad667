import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress, word } from '../../web/address.ts';
import { instant } from '../../web/format.ts';
import { usePageFlag } from '../../web/session.ts';
import {
  ActiveMark,
  Button,
  type Column,
  DataTable,
  EmptyState,
  Loaded,
  ShownOnce,
  Waiting,
  besideOf,
  useKeys,
} from '../../web/ui/index.ts';
import styles from './Tickets.module.css';
import { WebhookDrawer } from './WebhookDrawer.tsx';
import { type Webhook, useWebhooks } from './webhooks-data.ts';

const codecs = { id: word() };

/** Addresses of other systems that are told of what changes in the firm. */
export default function Webhooks() {
  const { t } = useTranslation();
  const [{ id }, setValues] = useAddress(codecs);
  const [made, setMade] = useState<{ id: string; key: string }>();
  const canEdit = usePageFlag('can_edit', 'settings');
  const query = useWebhooks();
  const rows = query.data?.rows ?? [];
  const add = (): void => setValues({ id: 'new' });
  useKeys(canEdit ? [{ keys: 'n', label: 'support.new_webhook', run: add }] : []);
  const columns: Column<Webhook>[] = [
    { id: 'address', header: t('support.webhook_address'), cell: (row) => row.address, fixed: true, width: 260 },
    {
      id: 'topics',
      header: t('support.webhook_topics'),
      cell: (row) => row.topics.map((topic) => t(`support.webhook_topic_${topic}`)).join(', '),
    },
    {
      id: 'state',
      header: t('support.status'),
      cell: (row) => <ActiveMark active={row.is_active} on={t('support.webhook_on')} off={t('support.webhook_off')} />,
    },
    {
      id: 'delivered_at',
      header: t('support.webhook_last'),
      cell: (row) => (row.delivered_at ? instant(row.delivered_at) : t('support.webhook_never')),
    },
    { id: 'waiting', header: t('support.webhook_waiting'), cell: (row) => row.waiting, align: 'right' },
    { id: 'failed', header: t('support.webhook_failed'), cell: (row) => row.failed, align: 'right' },
  ];
  const beside = besideOf(
    rows,
    (row) => row.id === id,
    (row) => setValues({ id: row.id }, { replace: true }),
  );
  const action = canEdit ? { label: t('support.new_webhook'), onClick: add } : undefined;
  return (
    <>
      {canEdit && rows.length > 0 && (
        <div className={styles.bar}>
          <Button level="primary" icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
            {t('support.new_webhook')}
          </Button>
        </div>
      )}
      {made && rows.some((row) => row.id === made.id) && (
        <ShownOnce label={t('support.webhook_key')} text={t('support.webhook_key_once')} value={made.key} />
      )}
      <Loaded query={query} skeleton={<Waiting rows={4} />}>
        {() => (
          <DataTable
            name="webhooks"
            caption={t('support.webhooks')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            onOpen={(row) => setValues({ id: row.id })}
            empty={<EmptyState title={t('support.no_webhooks')} text={t('support.no_webhooks_text')} action={action} />}
          />
        )}
      </Loaded>
      <WebhookDrawer
        id={id}
        webhook={rows.find((row) => row.id === id)}
        query={query}
        canEdit={canEdit}
        onKey={(of, key) => setMade({ id: of, key })}
        onClose={() => setValues({ id: '' })}
        onNext={beside(1)}
        onPrevious={beside(-1)}
      />
    </>
  );
}
