import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClientOptions, useProjectOptions } from '../../clients/web/public.tsx';
import { At, FormBody, FormDrawer, NameField, formStyles, useForm } from '../../web/form/index.ts';
import { today } from '../../web/format.ts';
import { Select, TextInput, EXTRA } from '../../web/ui/index.ts';
import { KINDS, type Kind } from '../rules.ts';
import { asSent } from '../rules/sent.ts';
import { type Choices, type Details, PRICINGS, call, useTaken } from './pricing-data.ts';
import { useQuery } from '@tanstack/react-query';
import { addMonths } from '../../kit/day.ts';

const STARTS = ['defaults', 'pricing', 'actuals'] as const;
type Start = (typeof STARTS)[number];
const MONTHS = 12;
const MOST_FOUND = 50;

interface Draft {
  name: string;
  client_id: string | null;
  project_id: string | null;
  kind: Kind;
  from: Start;
  pricing_id: string | null;
  service_line_ids: string[];
  unit: 'phase' | 'month';
  columns: string;
}

export interface NewPricingProps {
  open: boolean;
  choices: Choices;
  onClose: () => void;
  onMade: (id: string) => void;
}

/** A new pricing: for whom, of what kind, and what it begins with. */
export function NewPricing({ open, choices, onClose, onMade }: NewPricingProps) {
  const { t } = useTranslation();
  return (
    <FormDrawer open={open} onClose={onClose} title={t('pricing.new')} save={t('pricing.create')}>
      {open && <NewForm choices={choices} onMade={onMade} />}
    </FormDrawer>
  );
}

/** Names of phases, a line each. */
const phasesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

async function create(draft: Draft): Promise<Details> {
  const { name, client_id, project_id, kind, from, pricing_id, service_line_ids, unit, columns } = draft;
  const month = addMonths(today(), 1);
  const own = unit === 'phase' ? phasesOf(columns) : Array.from({ length: MONTHS }, (_, index) => addMonths(month, index));
  const start = await call('POST /api/pricing/init', {
    body: {
      kind,
      from,
      project_id,
      ...(from === 'pricing' && pricing_id ? { pricing_id } : {}),
      ...(service_line_ids.length > 0 ? { service_line_ids } : {}),
      ...(from === 'defaults' ? { unit, columns: own } : {}),
    },
  });
  return call('POST /api/pricing/new', {
    body: {
      name,
      client_id: client_id ?? '',
      project_id,
      kind,
      currency: start.currency,
      unit: start.unit,
      columns: start.columns,
      rate_day: start.rate_day,
      tables: asSent(start.tables, { fresh: true }),
    },
  });
}

function usePricingOptions(enabled: boolean, typed: string) {
  const { data } = useQuery({
    queryKey: [...PRICINGS, 'list', 'found', typed],
    queryFn: ({ signal }) =>
      call('POST /api/pricing/pricings', { body: { per_page: MOST_FOUND, ...(typed ? { search: typed } : {}) } }, { signal }),
    enabled,
  });
  return (data?.rows ?? []).map(({ id, name, client }) => ({ id, name, hint: client }));
}

function NewForm({ choices, onMade }: { choices: Choices; onMade: (id: string) => void }) {
  const { t } = useTranslation();
  const taken = useTaken();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState('');
  const form = useForm<Details & { version: number }, Draft>({
    row: undefined,
    draftOf: () => ({
      name: '',
      client_id: null,
      project_id: null,
      kind: 'standard',
      from: 'defaults',
      pricing_id: null,
      service_line_ids: [],
      unit: 'phase',
      columns: [t('pricing.phase_planning'), t('pricing.phase_work'), t('pricing.phase_report')].join('\n'),
    }),
    check: ({ name, client_id, from, pricing_id, project_id, unit, columns }) => ({
      ...(name.trim() === '' ? { name: t('pricing.name_missing') } : {}),
      ...(client_id === null ? { client_id: t('pricing.client_missing') } : {}),
      ...(from === 'pricing' && pricing_id === null ? { pricing_id: t('pricing.pricing_missing') } : {}),
      ...(from === 'actuals' && project_id === null ? { project_id: t('pricing.project_missing') } : {}),
      ...(from === 'defaults' && unit === 'phase' && phasesOf(columns).length === 0
        ? { columns: t('pricing.columns_missing') }
        : {}),
    }),
    save: async (_changes, _version, draft) => ({ ...(await create(draft)), version: 1 }),
    onSaved: (details) => {
      taken(details);
      onMade(details.id);
    },
  });
  const { draft, set, errors } = form;
  const clients = useClientOptions();
  const projects = useProjectOptions(useDeferredValue(typed), draft.project_id ? [draft.project_id] : []);
  const pricings = usePricingOptions(draft.from === 'pricing', useDeferredValue(found));
  const labels = {
    name: t('pricing.name'),
    client_id: t('pricing.client'),
    project_id: t('pricing.project'),
    kind: t('pricing.kind'),
    from: t('pricing.from'),
    pricing_id: t('pricing.from_pricing'),
    service_line_ids: t('pricing.service_lines'),
    unit: t('pricing.unit'),
    columns: t('pricing.phases'),
  };
  return (
    <FormBody form={form} name={t('pricing.new')} labels={labels}>
      <div className={formStyles.fields}>
        <NameField label={labels.name} value={draft.name} onChange={(name) => set({ name })} error={errors.name} autoFocus />
        <At field="client_id" wide>
          <Select
            label={labels.client_id}
            required
            options={clients}
            value={draft.client_id ?? undefined}
            onChange={(id) => set({ client_id: id ?? null })}
            error={errors.client_id}
          />
        </At>
        <At field="project_id" wide>
          <Select
            label={labels.project_id}
            options={projects}
            value={draft.project_id ?? undefined}
            onChange={(id) => set({ project_id: id ?? null })}
            onSearch={setTyped}
            placeholder={t('pricing.no_project')}
            error={errors.project_id}
          />
        </At>
        <At field="kind">
          <Select
            label={labels.kind}
            options={KINDS.map((id) => ({ id, name: t(`pricing.kind_${id}`) }))}
            value={draft.kind}
            onChange={(id) => set({ kind: KINDS.find((each) => each === id) ?? 'standard' })}
            clearable={false}
            searchable={false}
          />
        </At>
        <At field="from">
          <Select
            label={labels.from}
            options={STARTS.map((id) => ({ id, name: t(`pricing.from_${id}`) }))}
            value={draft.from}
            onChange={(id) => set({ from: STARTS.find((each) => each === id) ?? 'defaults' })}
            clearable={false}
            searchable={false}
          />
        </At>
        {draft.from === 'pricing' && (
          <At field="pricing_id" wide>
            <Select
              label={t('pricing.which_pricing')}
              options={pricings}
              value={draft.pricing_id ?? undefined}
              onChange={(id) => set({ pricing_id: id ?? null })}
              onSearch={setFound}
              error={errors.pricing_id}
            />
          </At>
        )}
        {draft.from !== 'pricing' && draft.kind !== 'secondment' && (
          <At field="service_line_ids" wide>
            <Select
              label={labels.service_line_ids}
              options={choices.service_lines}
              multiple
              limit={3}
              value={draft.service_line_ids}
              onChange={(ids) => set({ service_line_ids: draft.kind === 'standard' ? ids.slice(-1) : ids })}
              error={errors.service_line_ids}
            />
          </At>
        )}
        {draft.from === 'defaults' && (
          <At field="unit" wide>
            <Select
              label={labels.unit}
              options={(['phase', 'month'] as const).map((id) => ({ id, name: t(`pricing.unit_${id}`) }))}
              value={draft.unit}
              onChange={(id) => set({ unit: id === 'month' ? 'month' : 'phase' })}
              clearable={false}
              searchable={false}
            />
          </At>
        )}
        {draft.from === 'defaults' && draft.unit === 'phase' && (
          <At field="columns" wide>
            <TextInput
              label={labels.columns}
              description={t('pricing.phases_text')}
              value={draft.columns}
              onChange={(columns) => set({ columns })}
              rows={4}
              extra={`${EXTRA.name}\n`}
              error={errors.columns}
            />
          </At>
        )}
      </div>
    </FormBody>
  );
}
