import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { At, CheckField, FormBody, RecordDrawer, RemoveRecord, formStyles, useForm } from '../../web/form/index.ts';
import { EXTRA, Select, TextInput } from '../../web/ui/index.ts';
import type { WebhookTopic } from '../rules.ts';
import { call } from './tickets-data.ts';
import { Deliveries } from './Deliveries.tsx';
import { WEBHOOKS, type Webhook } from './webhooks-data.ts';

const TOPICS: readonly WebhookTopic[] = ['time', 'bookings', 'leave', 'projects'];

interface Draft {
  address: string;
  topics: WebhookTopic[];
  is_active: boolean;
  new_signing_key: boolean;
}

const draftOf = (row: Webhook | undefined): Draft => ({
  address: row?.address ?? '',
  topics: row?.topics ?? [],
  is_active: row?.is_active ?? true,
  new_signing_key: false,
});

export interface WebhookDrawerProps {
  /** Id of a webhook, `new`, or empty: closed. */
  id: string;
  webhook: Webhook | undefined;
  /** The list that it stands in. */
  query: UseQueryResult<unknown>;
  canEdit: boolean;
  /** A key that is told once. */
  onKey: (id: string, key: string) => void;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

/** One webhook with what it was told, or a new one. */
export function WebhookDrawer({ id, webhook, canEdit, onKey, onClose, ...rest }: WebhookDrawerProps) {
  const { t } = useTranslation();
  return (
    <RecordDrawer
      {...rest}
      id={id}
      row={webhook}
      nameOf={({ address }) => address}
      editable={canEdit}
      words={{ add: t('support.new_webhook'), one: t('support.webhook'), gone: t('support.webhook_gone') }}
      onClose={onClose}
    >
      {(row) => (
        <>
          <WebhookForm webhook={row} editable={canEdit} onKey={onKey} onDone={onClose} />
          {row && <Deliveries webhook={row} canEdit={canEdit} />}
          {row && canEdit && <RemoveWebhook webhook={row} onDone={onClose} />}
        </>
      )}
    </RecordDrawer>
  );
}

interface WebhookFormProps extends Pick<WebhookDrawerProps, 'webhook' | 'onKey'> {
  editable: boolean;
  onDone: () => void;
}

function WebhookForm({ webhook, editable, onKey, onDone }: WebhookFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm<Webhook & { signing_key?: string | null }, Draft>({
    row: webhook,
    draftOf,
    check: ({ address, topics }) => ({
      ...(address.trim() === '' ? { address: t('support.webhook_address_missing') } : {}),
      ...(topics.length === 0 ? { topics: t('support.webhook_topics_missing') } : {}),
    }),
    save: async (changes, version, draft) => {
      const kept = webhook
        ? await call('PATCH /api/webhooks/:id', {
            params: { id: webhook.id },
            body: { ...changes, ...(version ? { version } : {}) },
          })
        : await call('POST /api/webhooks', { body: { address: draft.address.trim(), topics: draft.topics } });
      const { waiting = 0, failed = 0, delivered_at = null } = webhook ?? {};
      return { ...kept, waiting, failed, delivered_at };
    },
    onSaved: ({ id, signing_key: key }) => {
      if (key) onKey(id, key);
      onDone();
      void client.invalidateQueries({ queryKey: WEBHOOKS });
    },
  });
  const { draft, set, errors } = form;
  return (
    <FormBody
      form={form}
      name={t('support.webhook')}
      labels={{
        address: t('support.webhook_address'),
        topics: t('support.webhook_topics'),
        is_active: t('support.webhook_on'),
        new_signing_key: t('support.webhook_new_key'),
      }}
    >
      <div className={formStyles.fields}>
        <At field="address" wide>
          <TextInput
            label={t('support.webhook_address')}
            description={t('support.webhook_address_text')}
            type="url"
            extra={EXTRA.url}
            value={draft.address}
            onChange={(address) => set({ address })}
            maxLength={500}
            error={errors.address}
            disabled={!editable}
            autoFocus={!webhook}
          />
        </At>
        <At field="topics" wide>
          <Select
            multiple
            label={t('support.webhook_topics')}
            options={TOPICS.map((topic) => ({ id: topic, name: t(`support.webhook_topic_${topic}`) }))}
            value={draft.topics}
            onChange={(chosen) => set({ topics: chosen as WebhookTopic[] })}
            limit={TOPICS.length}
            error={errors.topics}
            disabled={!editable}
          />
        </At>
        {webhook && (
          <>
            <CheckField
              field="is_active"
              label={t('support.webhook_on')}
              description={t('support.webhook_on_text')}
              checked={draft.is_active}
              disabled={!editable}
              onChange={(is_active) => set({ is_active })}
            />
            <CheckField
              field="new_signing_key"
              label={t('support.webhook_new_key')}
              description={t('support.webhook_new_key_text')}
              checked={draft.new_signing_key}
              disabled={!editable}
              onChange={(new_signing_key) => set({ new_signing_key })}
            />
          </>
        )}
      </div>
    </FormBody>
  );
}

function RemoveWebhook({ webhook, onDone }: { webhook: Webhook; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const done = async (): Promise<void> => {
    onDone();
    await client.invalidateQueries({ queryKey: WEBHOOKS });
  };
  const params = { id: webhook.id };
  return (
    <RemoveRecord
      title={t('support.remove_webhook_title', { address: webhook.address })}
      text={t('support.remove_webhook_text')}
      refused={t('support.webhook_not_removed')}
      remove={async () => {
        await call('DELETE /api/webhooks/:id', { params });
        await done();
      }}
      deactivate={
        webhook.is_active
          ? async () => {
              await call('PATCH /api/webhooks/:id', { params, body: { is_active: false } });
              await done();
            }
          : undefined
      }
    />
  );
}
