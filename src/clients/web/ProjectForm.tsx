import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useColleagueOptions, useTeamOptions, withChosen } from '../../people/web/public.tsx';
import { type Custom, DataFieldInputs } from '../../settings/web/public.tsx';
import { At, type Errors, Facts, FormBody, NameField, useForm } from '../../web/form/index.ts';
import { minorDigits } from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import { DateField, EXTRA, HoursField, Select, TextInput, notify } from '../../web/ui/index.ts';
import { ClientField } from './ClientField.tsx';
import { BILLING_STATUSES, FEE_KINDS, STATUSES } from '../rules.ts';
import { type BillingStatus, CLIENTS, type FeeKind, PROJECTS, type ProjectDetails, type Status, call } from './clients-data.ts';
import { OneOfField, PickField, minutesOf, secondsOf, useCurrencies } from './fields.tsx';
import { MoneyField } from './MoneyField.tsx';
import { Similar } from './Similar.tsx';

interface Draft {
  client_id: string | null;
  name: string;
  code: string;
  team_id: string | null;
  manager_ids: readonly string[];
  status: Status;
  billing_status: BillingStatus;
  fee_kind: FeeKind;
  starts_on: string | null;
  ends_on: string | null;
  budget_minutes: number | null;
  budget_fee: number | null;
  currency: string;
  custom: Custom;
}

/** A new one begins where the last one was: people enter the projects of a client and a year one after the other. */
const last: Pick<Draft, 'client_id' | 'starts_on' | 'ends_on'> = { client_id: null, starts_on: null, ends_on: null };

const draftOf = (row: ProjectDetails | undefined, currency: string): Draft => ({
  client_id: row ? row.client_id : last.client_id,
  name: row?.name ?? '',
  code: row?.code ?? '',
  team_id: row?.team_id ?? null,
  manager_ids: (row?.managers ?? []).map(({ id }) => id),
  status: row?.status ?? 'active',
  billing_status: row?.billing_status ?? 'not_started',
  fee_kind: row?.fee_kind ?? (last.client_id ? 'time_and_materials' : 'internal'),
  starts_on: row ? row.starts_on : last.starts_on,
  ends_on: row ? row.ends_on : last.ends_on,
  budget_minutes: row?.budget_minutes ?? null,
  budget_fee: row?.budget_fee ?? null,
  currency: row?.currency ?? currency,
  custom: row?.custom ?? {},
});

export interface ProjectFormProps {
  project: ProjectDetails | undefined;
  editable: boolean;
  onDone: () => void;
}

/** The fields of a project. Hours are minutes and money is minor units on the way to the server. */
export function ProjectForm({ project, editable, onDone }: ProjectFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const labels = useLabels();
  const firmCurrency = useSession(({ firm }) => firm?.currency ?? 'EUR');
  const currencies = useCurrencies();
  const teams = useTeamOptions();
  const people = useColleagueOptions();

  const form = useForm<ProjectDetails, Draft>({
    row: project,
    draftOf: useCallback((row: ProjectDetails | undefined) => draftOf(row, firmCurrency), [firmCurrency]),
    check: ({ name, starts_on, ends_on }): Errors<Draft> => ({
      ...(name.trim() === '' ? { name: t('clients.name_missing') } : {}),
      ...(starts_on && ends_on && ends_on < starts_on ? { ends_on: t('clients.ends_before') } : {}),
    }),
    save: ({ code, manager_ids, ...changes }, version, draft) => {
      const body = { ...changes, ...(manager_ids ? { manager_ids: [...manager_ids] } : {}), ...(code ? { code } : {}) };
      if (!project) return call('POST /api/projects/create', { body: { ...body, name: draft.name } });
      return call('POST /api/projects/update', { body: { id: project.id, ...(version ? { version } : {}), ...body } });
    },
    onSaved: (row) => {
      if (project) notify.success(t('clients.saved', { name: row.name }));
      else {
        Object.assign(last, { client_id: row.client_id, starts_on: row.starts_on, ends_on: row.ends_on });
        notify.success(t('clients.project_added', { name: row.name, code: row.code }));
      }
      if (!project) onDone();
      client.setQueryData([...PROJECTS, 'one', row.id], row);
      for (const queryKey of [PROJECTS, CLIENTS]) void client.invalidateQueries({ queryKey });
    },
  });
  const { draft, set, errors } = form;
  const chosen = (project?.managers ?? []).filter(({ id }) => !people.some((person) => person.id === id));
  const shared = { disabled: !editable };

  return (
    <FormBody form={form} name={t('clients.project')} labels={labels}>
      <Facts title={t('clients.about')}>
        <At field="client_id" wide>
          <ClientField
            value={draft.client_id}
            name={project?.client}
            onChange={(client_id) =>
              set({ client_id, ...(project ? {} : { fee_kind: client_id === null ? 'internal' : 'time_and_materials' }) })
            }
            error={errors.client_id}
            disabled={!editable}
          />
        </At>
        <NameField
          {...shared}
          label={labels.name}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={errors.name}
          autoFocus={!project}
        />
        {editable && draft.name.trim() !== (project?.name ?? '') && <Similar collection="projects" typed={draft.name} />}
        <At field="code">
          <TextInput
            {...shared}
            label={labels.code}
            value={draft.code}
            onChange={(code) => set({ code })}
            extra={EXTRA.name}
            maxLength={60}
            placeholder={project ? undefined : t('clients.next_code')}
            error={errors.code}
          />
        </At>
        <PickField
          {...shared}
          field="team_id"
          label={labels.team_id}
          options={teams}
          value={draft.team_id}
          name={project?.team}
          onChange={(team_id) => set({ team_id })}
          error={errors.team_id}
        />
        <At field="manager_ids" wide>
          <Select
            {...shared}
            label={labels.manager_ids}
            options={[...chosen, ...people]}
            multiple
            limit={3}
            value={draft.manager_ids}
            onChange={(manager_ids) => set({ manager_ids })}
            error={errors.manager_ids}
          />
        </At>
      </Facts>
      <Facts title={t('clients.state')}>
        <OneOfField
          {...shared}
          field="status"
          label={labels.status}
          words={STATUSES}
          nameOf={(id) => t(`clients.status_${id}`)}
          value={draft.status}
          onChange={(status) => set({ status })}
          error={errors.status}
        />
        <OneOfField
          {...shared}
          field="billing_status"
          label={labels.billing_status}
          words={BILLING_STATUSES}
          nameOf={(id) => t(`clients.billing_${id}`)}
          value={draft.billing_status}
          onChange={(billing_status) => set({ billing_status })}
          error={errors.billing_status}
        />
        <At field="starts_on">
          <DateField
            {...shared}
            label={labels.starts_on}
            value={draft.starts_on ?? undefined}
            onChange={(day) => set({ starts_on: day ?? null })}
            error={errors.starts_on}
          />
        </At>
        <At field="ends_on">
          <DateField
            {...shared}
            label={labels.ends_on}
            value={draft.ends_on ?? undefined}
            onChange={(day) => set({ ends_on: day ?? null })}
            error={errors.ends_on}
          />
        </At>
      </Facts>
      <Facts title={t('clients.budget')}>
        <OneOfField
          {...shared}
          field="fee_kind"
          wide
          label={labels.fee_kind}
          description={t(draft.fee_kind === 'internal' ? 'clients.internal_text' : 'clients.chargeable_text')}
          words={FEE_KINDS}
          nameOf={(id) => t(`clients.fee_${id}`)}
          value={draft.fee_kind}
          onChange={(fee_kind) => set({ fee_kind })}
          error={errors.fee_kind}
        />
        <At field="budget_minutes">
          <HoursField
            {...shared}
            label={labels.budget_minutes}
            value={secondsOf(draft.budget_minutes)}
            onChange={(seconds) => set({ budget_minutes: minutesOf(seconds) })}
            error={errors.budget_minutes}
          />
        </At>
        <At field="budget_fee">
          <MoneyField
            label={labels.budget_fee}
            value={draft.budget_fee}
            currency={draft.currency}
            onChange={(budget_fee) => set({ budget_fee })}
            error={errors.budget_fee}
            disabled={!editable}
          />
        </At>
        <At field="currency">
          <Select
            {...shared}
            label={labels.currency}
            options={withChosen(currencies, draft.currency)}
            value={draft.currency}
            onChange={(currency) => currency && set(inCurrency(draft, currency))}
            clearable={false}
            error={errors.currency}
          />
        </At>
      </Facts>
      <DataFieldInputs
        collection="projects"
        values={draft.custom}
        onChange={(custom) => set({ custom })}
        error={errors.custom}
        disabled={!editable}
      />
    </FormBody>
  );
}

/** The same figure in another currency: 1,000 stays 1,000, whatever its minor units. */
const inCurrency = ({ budget_fee, currency }: Draft, next: string): Pick<Draft, 'budget_fee' | 'currency'> => ({
  budget_fee: budget_fee === null ? null : Math.round((budget_fee / 10 ** minorDigits(currency)) * 10 ** minorDigits(next)),
  currency: next,
});

function useLabels(): Readonly<Record<keyof Draft, string>> {
  const { t } = useTranslation();
  return {
    client_id: t('clients.client'),
    name: t('clients.name'),
    code: t('clients.code'),
    team_id: t('clients.team'),
    manager_ids: t('clients.managers'),
    status: t('clients.status'),
    billing_status: t('clients.billing_status'),
    fee_kind: t('clients.fee_kind'),
    starts_on: t('clients.starts_on'),
    ends_on: t('clients.ends_on'),
    budget_minutes: t('clients.budget_hours'),
    budget_fee: t('clients.budget_fee'),
    currency: t('clients.currency'),
    custom: t('settings.fields'),
  };
}
