import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { At, CheckField, FormBody, formStyles, useForm } from '../../web/form/index.ts';
import { Button, EXTRA, Loaded, Select, TextInput, Waiting } from '../../web/ui/index.ts';
import { type Connector, INVOICES, call } from './invoices-data.ts';
import styles from './Invoices.module.css';

const KINDS = ['webhook', 'folder'] as const;

/** Where issued invoices go: an address that is called, or a folder of the installation. */
export function ConnectorForm() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: [...INVOICES, 'connector'],
    queryFn: ({ signal }) => call('GET /api/invoice_connector', {}, { signal }),
  });
  return (
    <section aria-label={t('invoicing.connector')} className={styles.part}>
      <h3>{t('invoicing.connector')}</h3>
      <Loaded query={query} skeleton={<Waiting rows={3} />}>
        {(connector) => <Fields connector={connector} />}
      </Loaded>
    </section>
  );
}

interface Draft {
  kind: (typeof KINDS)[number];
  address: string;
  is_active: boolean;
  new_signing_key: boolean;
}

function Fields({ connector }: { connector: Connector }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [key, setKey] = useState<string>();
  const form = useForm<Connector, Draft>({
    row: connector,
    draftOf: (row) => ({
      kind: row?.kind === 'folder' ? 'folder' : 'webhook',
      address: row?.address ?? '',
      is_active: row?.kind === 'none' ? true : (row?.is_active ?? true),
      new_signing_key: false,
    }),
    save: async (_changes, version, draft) => {
      const { signing_key, ...stored } = await call('PUT /api/invoice_connector', { body: { ...draft, version: version ?? 0 } });
      setKey(signing_key ?? undefined);
      return { ...stored, is_signed: stored.kind === 'webhook' };
    },
    onSaved: () => void client.invalidateQueries({ queryKey: INVOICES }),
  });
  const { draft, set, errors } = form;
  const labels = {
    kind: t('invoicing.connector_kind'),
    address: t('invoicing.connector_address'),
    is_active: t('invoicing.connector_active'),
    new_signing_key: t('invoicing.connector_key'),
  };
  return (
    <FormBody form={form} name={t('invoicing.connector')} labels={labels}>
      <div className={formStyles.fields}>
        <At field="kind">
          <Select
            label={labels.kind}
            options={KINDS.map((id) => ({ id, name: t(`invoicing.connector_${id}`) }))}
            value={draft.kind}
            onChange={(id) => set({ kind: KINDS.find((each) => each === id) ?? 'webhook' })}
            clearable={false}
            searchable={false}
          />
        </At>
        {draft.kind === 'webhook' && (
          <At field="address" wide>
            <TextInput
              label={labels.address}
              type="url"
              value={draft.address}
              onChange={(address) => set({ address })}
              extra={EXTRA.free}
              maxLength={500}
              error={errors.address}
            />
          </At>
        )}
        <CheckField
          field="is_active"
          label={labels.is_active}
          description={t('invoicing.connector_active_text')}
          checked={draft.is_active}
          onChange={(is_active) => set({ is_active })}
        />
        {draft.kind === 'webhook' && connector.is_signed && (
          <CheckField
            field="new_signing_key"
            label={labels.new_signing_key}
            description={t('invoicing.connector_key_text')}
            checked={draft.new_signing_key}
            onChange={(new_signing_key) => set({ new_signing_key })}
          />
        )}
      </div>
      {key && (
        <p role="status">
          {t('invoicing.key_told')} <code>{key}</code>
        </p>
      )}
      <div className={styles.end}>
        <Button type="submit" busy={form.busy} disabled={form.changed.length === 0 && connector.kind !== 'none'}>
          {t('invoicing.save')}
        </Button>
      </div>
    </FormBody>
  );
}
