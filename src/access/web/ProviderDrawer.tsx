import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { IconCopy } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import {
  At,
  CheckField,
  type Errors,
  FormBody,
  NameField,
  RecordDrawer,
  RemoveRecord,
  formStyles,
  useForm,
} from '../../web/form/index.ts';
import { listed } from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import { EXTRA, IconButton, TextInput, notify } from '../../web/ui/index.ts';
import { PROVIDERS, type Provider, call, useAddresses } from './sign-in-data.ts';
import styles from './SignInSettings.module.css';

interface Draft {
  name: string;
  issuer: string;
  client_id: string;
  /** Never comes from the server: empty keeps the one that is there. */
  client_secret: string;
  is_active: boolean;
}

export interface ProviderDrawerProps {
  /** Id of a provider, `new`, or empty: closed. */
  id: string;
  provider: Provider | undefined;
  query: UseQueryResult<unknown>;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

/** Signs that providers put into the names of their clients. */
const CLIENT_ID = ':/?&=#+|~{}$!()[]';

const draftOf = (row: Provider | undefined): Draft => ({
  name: row?.name ?? '',
  issuer: row?.issuer ?? '',
  client_id: row?.client_id ?? '',
  client_secret: '',
  is_active: row?.is_active ?? true,
});

/** One identity provider, or a new one. */
export function ProviderDrawer({ provider, onClose, ...rest }: ProviderDrawerProps) {
  const { t } = useTranslation();
  return (
    <RecordDrawer
      {...rest}
      row={provider}
      nameOf={({ name }) => name}
      editable
      words={{ add: t('settings.new_provider'), one: t('settings.provider'), gone: t('settings.provider_gone') }}
      onClose={onClose}
    >
      {(row) => (
        <>
          <ProviderForm provider={row} onDone={onClose} />
          <ProviderFacts provider={row} />
          {row && <RemoveProvider provider={row} onDone={onClose} />}
        </>
      )}
    </RecordDrawer>
  );
}

function ProviderForm({ provider, onDone }: { provider: Provider | undefined; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const labels = {
    name: t('settings.name'),
    issuer: t('settings.issuer'),
    client_id: t('settings.client_id'),
    client_secret: t('settings.client_secret'),
    is_active: t('settings.active'),
  };
  const check = (draft: Draft): Errors<Draft> => ({
    ...(draft.name.trim() === '' ? { name: t('settings.name_missing') } : {}),
    ...(draft.issuer.trim() === '' ? { issuer: t('settings.issuer_missing') } : {}),
    ...(draft.client_id.trim() === '' ? { client_id: t('settings.client_id_missing') } : {}),
    ...(!provider && draft.client_secret === '' ? { client_secret: t('settings.client_secret_missing') } : {}),
  });
  const form = useForm<Provider, Draft>({
    row: provider,
    draftOf,
    check,
    save: async (changes, version, draft) => {
      if (!provider) {
        const { is_active: _active, ...body } = draft;
        const row = await call('POST /api/sign_in_providers', { body: { ...body, issuer: body.issuer.trim() } });
        notify.success(t('settings.provider_added', { name: row.name }));
        return row;
      }
      const { issuer: _issuer, ...body } = changes;
      const row = await call(
        'PATCH /api/sign_in_providers/:id',
        { params: { id: provider.id }, body },
        version === undefined ? {} : { version },
      );
      notify.success(t('settings.provider_saved', { name: row.name }));
      return row;
    },
    onSaved: () => {
      onDone();
      void client.invalidateQueries({ queryKey: PROVIDERS });
    },
  });
  const { draft, set, errors } = form;
  return (
    <FormBody form={form} name={t('settings.provider')} labels={labels}>
      <div className={formStyles.fields}>
        <NameField
          label={labels.name}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={errors.name}
          autoFocus={!provider}
        />
        <At field="issuer" wide>
          <TextInput
            label={labels.issuer}
            description={t(provider ? 'settings.issuer_stays' : 'settings.issuer_text')}
            type="url"
            extra={EXTRA.url}
            value={draft.issuer}
            onChange={(issuer) => set({ issuer })}
            error={errors.issuer}
            maxLength={500}
            disabled={provider !== undefined}
            required
          />
        </At>
        <At field="client_id" wide>
          <TextInput
            label={labels.client_id}
            extra={CLIENT_ID}
            value={draft.client_id}
            onChange={(client_id) => set({ client_id })}
            error={errors.client_id}
            autoComplete="off"
            maxLength={500}
            required
          />
        </At>
        <At field="client_secret" wide>
          <TextInput
            label={labels.client_secret}
            description={t(provider ? 'settings.client_secret_kept' : 'settings.client_secret_text')}
            type="password"
            autoComplete="off"
            value={draft.client_secret}
            onChange={(client_secret) => set({ client_secret })}
            error={errors.client_secret}
            maxLength={2000}
            required={!provider}
          />
        </At>
        {provider && (
          <CheckField
            field="is_active"
            label={labels.is_active}
            description={t('settings.provider_active_text')}
            checked={draft.is_active}
            onChange={(is_active) => set({ is_active })}
            error={errors.is_active}
          />
        )}
      </div>
    </FormBody>
  );
}

/** What is told to the provider, and what the operator has told of it. */
function ProviderFacts({ provider }: { provider: Provider | undefined }) {
  const { t } = useTranslation();
  const { data: addresses } = useAddresses();
  const firm = useSession(({ me }) => me?.tenant.slug) ?? '';
  const command = provider && `cadre provider domains --tenant ${firm} --id ${provider.id} --domains example.org`;
  return (
    <>
      <dl className={styles.told}>
        {addresses && (
          <>
            <Told
              name={t('settings.redirect_address')}
              text={t('settings.redirect_address_text')}
              copied={addresses.redirect_uri}
            />
            <Told name={t('settings.logout_address')} text={t('settings.logout_address_text')} copied={addresses.logout_uri} />
          </>
        )}
        {provider && (
          <div>
            <dt>{t('settings.domains')}</dt>
            <dd>
              {provider.domains.length > 0 ? listed(provider.domains) : t('settings.no_domains')}
              <p>{t('settings.domains_text')}</p>
              <code>{command}</code>
            </dd>
          </div>
        )}
      </dl>
      {!provider && <p className={styles.later}>{t('settings.domains_later')}</p>}
    </>
  );
}

/** An address that is to be written down elsewhere. */
function Told({ name, text, copied }: { name: string; text: string; copied: string }) {
  const { t } = useTranslation();
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(copied);
    notify.success(t('web.copied'));
  };
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span className={styles.line}>
          <code>{copied}</code>
          <IconButton
            size="sm"
            label={t('settings.copy', { what: name })}
            icon={<IconCopy size={16} aria-hidden="true" />}
            onClick={() => void copy()}
          />
        </span>
        <p>{text}</p>
      </dd>
    </div>
  );
}

function RemoveProvider({ provider, onDone }: { provider: Provider; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  // Who is signed in through it changes without anybody's word: it is counted anew when the drawer opens.
  useEffect(() => void client.invalidateQueries({ queryKey: PROVIDERS }), [client]);
  const remove = async (): Promise<void> => {
    await call('DELETE /api/sign_in_providers/:id', { params: { id: provider.id } });
    notify.success(t('settings.deleted', { name: provider.name }));
    onDone();
    await client.invalidateQueries({ queryKey: PROVIDERS });
  };
  const { domains } = provider;
  return (
    <RemoveRecord
      title={t('settings.delete_task_title', { name: provider.name })}
      text={[
        t('settings.delete_provider_sessions', { count: provider.sessions }),
        domains.length > 0 && t('settings.delete_provider_domains', { domains: listed(domains) }),
        t('settings.delete_provider_accounts'),
      ]
        .filter(Boolean)
        .join(' ')}
      refused={t('settings.not_deleted')}
      remove={remove}
    />
  );
}
