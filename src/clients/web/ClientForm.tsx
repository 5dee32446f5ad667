import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../kit/grades.ts';
import { useColleagueOptions, useTeamOptions } from '../../people/web/public.tsx';
import { DataFieldInputs } from '../../settings/web/public.tsx';
import { At, type Errors, Facts, FormBody, NameField, formStyles, useForm } from '../../web/form/index.ts';
import { today } from '../../web/format.ts';
import { LANGUAGE_NAMES } from '../../web/shell/appearance.ts';
import { Button, EXTRA, NumberField, Select, TextInput, notify } from '../../web/ui/index.ts';
import { CLIENT_STATUSES } from '../rules.ts';
import { CLIENTS, type ClientDetails, PROJECTS, call, useClientOptions, useSectors } from './clients-data.ts';
import { PickField, OneOfField, useCurrencies } from './fields.tsx';
import { ContactRow, type Contact, type Restriction, RestrictionRow } from './ClientRows.tsx';
import styles from './ClientDrawer.module.css';
import { type ClientDraft as Draft, bodyOf, draftOf } from './client-draft.ts';
import { RowsEditor } from './RowsEditor.tsx';
import { Similar } from './Similar.tsx';

export interface ClientFormProps {
  client: ClientDetails | undefined;
  editable: boolean;
  onDone: () => void;
}

/** Everything that is kept of a client, saved together. */
export function ClientForm({ client, editable, onDone }: ClientFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const labels = useLabels();
  const people = useColleagueOptions();
  const teams = useTeamOptions();
  const groups = useClientOptions().filter(({ id }) => id !== client?.id);
  const countries = useCountries();
  const currencies = useCurrencies();
  const form = useForm<ClientDetails, Draft>({
    row: client,
    draftOf,
    check: ({ name, contacts, restrictions }): Errors<Draft> => ({
      ...(name.trim() === '' ? { name: t('clients.client_name_missing') } : {}),
      ...(contacts.some((contact) => contact.name.trim() === '') ? { contacts: t('clients.contact_name_missing') } : {}),
      ...(restrictions.some(({ user_id, team_id }) => !user_id && !team_id)
        ? { restrictions: t('clients.restriction_whose') }
        : {}),
    }),
    save: (changes, version, draft) => {
      const body = bodyOf(changes);
      if (!client) return call('POST /api/clients/create', { body: { ...body, name: draft.name } });
      return call('POST /api/clients/update', { body: { id: client.id, ...(version ? { version } : {}), ...body } });
    },
    onSaved: (row) => {
      notify.success(t(client ? 'clients.saved' : 'clients.client_added', { name: row.name }));
      onDone();
      for (const queryKey of [CLIENTS, PROJECTS]) void queries.invalidateQueries({ queryKey });
    },
  });
  const { draft, set, errors } = form;
  const shared = { disabled: !editable };
  const line = (
    field: 'legal_name' | 'street' | 'postal_code' | 'city' | 'vat_id' | 'billing_email',
    most: number,
    wide = false,
  ) => (
    <At field={field} wide={wide}>
      <TextInput
        {...shared}
        label={labels[field]}
        value={draft[field]}
        onChange={(value) => set({ [field]: value })}
        extra={field === 'billing_email' ? EXTRA.email : EXTRA.name}
        maxLength={most}
        error={errors[field]}
      />
    </At>
  );

  return (
    <FormBody form={form} name={t('clients.client')} labels={labels}>
      <Facts title={t('clients.client')}>
        <NameField
          {...shared}
          label={labels.name}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={errors.name}
          autoFocus={!client}
        />
        {editable && draft.name.trim() !== (client?.name ?? '') && <Similar collection="clients" typed={draft.name} />}
        <At field="sector" wide>
          <TextInput
            {...shared}
            label={labels.sector}
            value={draft.sector}
            onChange={(sector) => set({ sector })}
            extra={EXTRA.name}
            maxLength={100}
            error={errors.sector}
          />
          {editable && <SectorHints typed={draft.sector} onPick={(sector) => set({ sector })} />}
        </At>
        <OneOfField
          {...shared}
          field="status"
          label={labels.status}
          words={CLIENT_STATUSES}
          nameOf={(id) => t(`clients.client_${id}`)}
          value={draft.status}
          onChange={(status) => set({ status })}
          error={errors.status}
        />
        <PickField
          {...shared}
          field="responsible_id"
          label={labels.responsible_id}
          options={people}
          value={draft.responsible_id}
          name={client?.responsible}
          onChange={(responsible_id) => set({ responsible_id })}
          error={errors.responsible_id}
        />
        <PickField
          {...shared}
          field="parent_id"
          wide
          label={labels.parent_id}
          description={t('clients.group_text')}
          options={groups}
          value={draft.parent_id}
          name={client?.parent}
          onChange={(parent_id) => set({ parent_id })}
          error={errors.parent_id}
        />
        <DataFieldInputs
          collection="clients"
          values={draft.custom}
          onChange={(custom) => set({ custom })}
          error={errors.custom}
          disabled={!editable}
        />
      </Facts>
      <div className={formStyles.fields}>
        <RowsEditor<Contact>
          {...shared}
          field="contacts"
          title={t('clients.contacts')}
          rows={draft.contacts}
          onChange={(contacts) => set({ contacts })}
          blank={() => ({ name: '', position: '', email: null, phone: '', is_billing: false })}
          add={t('clients.add_contact')}
          nameOf={({ name }, number) => name || t('clients.row', { number })}
          empty={t('clients.no_contacts')}
          error={errors.contacts}
        >
          {(row, change) => <ContactRow row={row} set={change} disabled={!editable} />}
        </RowsEditor>
      </div>
      <Facts title={t('clients.billing_details')}>
        {line('legal_name', 200, true)}
        {line('street', 200, true)}
        {line('postal_code', 20)}
        {line('city', 100)}
        <PickField
          {...shared}
          field="country"
          label={labels.country}
          options={countries}
          value={draft.country}
          onChange={(country) => set({ country })}
          error={errors.country}
        />
        {line('vat_id', 30)}
        {line('billing_email', 254)}
        <At field="language">
          <Select
            {...shared}
            label={labels.language}
            options={LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] ?? id }))}
            value={draft.language ?? undefined}
            onChange={(language) => set({ language: (language ?? null) as Draft['language'] })}
            searchable={false}
            error={errors.language}
          />
        </At>
        <PickField
          {...shared}
          field="currency"
          label={labels.currency}
          options={currencies}
          value={draft.currency}
          onChange={(currency) => set({ currency })}
          error={errors.currency}
        />
        <At field="payment_days">
          <NumberField
            {...shared}
            label={labels.payment_days}
            value={draft.payment_days ?? undefined}
            onChange={(days) => set({ payment_days: days ?? null })}
            min={0}
            max={365}
            {...(errors.payment_days ? { error: errors.payment_days } : {})}
          />
        </At>
      </Facts>
      <div className={formStyles.fields}>
        <RowsEditor<Restriction>
          {...shared}
          field="restrictions"
          title={t('clients.restrictions')}
          text={t('clients.restrictions_text')}
          rows={draft.restrictions}
          onChange={(restrictions) => set({ restrictions })}
          blank={() => ({ user_id: null, team_id: null, name: '', reason: '', first_day: today(), last_day: null })}
          add={t('clients.add_restriction')}
          nameOf={({ name }, number) => name || t('clients.row', { number })}
          empty={t('clients.no_restrictions')}
          error={errors.restrictions}
        >
          {(row, change) => <RestrictionRow row={row} set={change} people={people} teams={teams} disabled={!editable} />}
        </RowsEditor>
      </div>
    </FormBody>
  );
}

const MOST_HINTS = 6;

/** Sectors that others have: the same word is the same sector. */
function SectorHints({ typed, onPick }: { typed: string; onPick: (sector: string) => void }) {
  const { t } = useTranslation();
  const wanted = typed.trim().toLowerCase();
  const fitting = useSectors().filter((sector) => sector.toLowerCase().includes(wanted) && sector.toLowerCase() !== wanted);
  if (fitting.length === 0) return null;
  return (
    <div className={styles.hints} role="group" aria-label={t('clients.sectors')}>
      {fitting.slice(0, MOST_HINTS).map((sector) => (
        <Button key={sector} size="sm" onClick={() => onPick(sector)}>
          {sector}
        </Button>
      ))}
    </div>
  );
}

/** Every country by its name: clients are anywhere. */
function useCountries(): { id: string; name: string }[] {
  const { i18n } = useTranslation();
  const names = new Intl.DisplayNames([i18n.language], { type: 'region', fallback: 'none' });
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .flatMap((id) => {
      const name = new Intl.Locale(`und-${id}`).region === id ? names.of(id) : undefined;
      return name ? [{ id, name }] : [];
    })
    .sort((a, b) => a.name.localeCompare(b.name, i18n.language));
}

function useLabels(): Readonly<Record<keyof Draft, string>> {
  const { t } = useTranslation();
  return {
    name: t('clients.name'),
    sector: t('clients.sector'),
    status: t('clients.status'),
    responsible_id: t('clients.responsible'),
    parent_id: t('clients.group'),
    legal_name: t('clients.legal_name'),
    street: t('clients.street'),
    postal_code: t('clients.postal_code'),
    city: t('clients.city'),
    country: t('clients.country'),
    vat_id: t('clients.vat_id'),
    billing_email: t('clients.billing_email'),
    language: t('clients.language'),
    currency: t('clients.currency'),
    payment_days: t('clients.payment_days'),
    contacts: t('clients.contacts'),
    restrictions: t('clients.restrictions'),
    custom: t('settings.fields'),
  };
}
