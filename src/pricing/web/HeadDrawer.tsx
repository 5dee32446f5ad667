import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjectOptions } from '../../clients/web/public.tsx';
import { useColleagueOptions, withChosen } from '../../people/web/public.tsx';
import { At, FormBody, FormDrawer, NameField, formStyles, useForm } from '../../web/form/index.ts';
import { DateField, EXTRA, Select, TextInput, notify } from '../../web/ui/index.ts';
import { type Details, call, useTaken } from './pricing-data.ts';

interface Draft {
  name: string;
  project_id: string | null;
  partner_id: string | null;
  rate_day: string;
  columns: string;
  note: string;
}

type Head = Details & { version: number };
const headOf = (pricing: Details): Head => ({ ...pricing, version: pricing.shown.version });

export interface HeadDrawerProps {
  open: boolean;
  pricing: Details;
  onClose: () => void;
}

/** What is said of the whole pricing: its name, project, partner, the day of its rates, its phases. */
export function HeadDrawer({ open, pricing, onClose }: HeadDrawerProps) {
  const { t } = useTranslation();
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={t('pricing.details')}
      save={pricing.may.edit ? t('pricing.save') : undefined}
    >
      {open && <HeadForm pricing={pricing} onDone={onClose} />}
    </FormDrawer>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

function HeadForm({ pricing, onDone }: { pricing: Details; onDone: () => void }) {
  const { t } = useTranslation();
  const taken = useTaken();
  const [typed, setTyped] = useState('');
  const disabled = !pricing.may.edit;
  const isPhase = pricing.shown.unit === 'phase';
  const form = useForm<Head, Draft>({
    row: headOf(pricing),
    draftOf: (row) => ({
      name: row?.name ?? '',
      project_id: row?.project_id ?? null,
      partner_id: row?.partner_id ?? null,
      rate_day: row?.shown.rate_day ?? '',
      columns: (row?.shown.columns ?? []).join('\n'),
      note: row?.shown.note ?? '',
    }),
    check: ({ name, columns }) => ({
      ...(name.trim() === '' ? { name: t('pricing.name_missing') } : {}),
      ...(linesOf(columns).length === 0 ? { columns: t('pricing.columns_missing') } : {}),
    }),
    save: async ({ columns, ...changes }, version) =>
      headOf(
        await call('POST /api/pricing/edit', {
          body: {
            id: pricing.id,
            ...(version ? { version } : {}),
            ...changes,
            ...(columns === undefined ? {} : { columns: linesOf(columns) }),
          },
        }),
      ),
    onSaved: (row) => {
      taken(row);
      notify.success(t('pricing.saved'));
      onDone();
    },
  });
  const { draft, set, errors } = form;
  const people = useColleagueOptions();
  const projects = useProjectOptions(useDeferredValue(typed), draft.project_id ? [draft.project_id] : []);
  const labels = {
    name: t('pricing.name'),
    project_id: t('pricing.project'),
    partner_id: t('pricing.partner'),
    rate_day: t('pricing.rate_day'),
    columns: t('pricing.phases'),
    note: t('pricing.note'),
  };
  return (
    <FormBody form={form} name={t('pricing.details')} labels={labels}>
      <div className={formStyles.fields}>
        <NameField
          label={labels.name}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={errors.name}
          disabled={disabled}
        />
        <At field="project_id" wide>
          <Select
            label={labels.project_id}
            options={withChosen(projects, draft.project_id, pricing.project)}
            value={draft.project_id ?? undefined}
            onChange={(id) => set({ project_id: id ?? null })}
            onSearch={setTyped}
            placeholder={t('pricing.no_project')}
            disabled={disabled}
            error={errors.project_id}
          />
        </At>
        <At field="partner_id" wide>
          <Select
            label={labels.partner_id}
            description={t('pricing.partner_text')}
            options={withChosen(people, draft.partner_id, pricing.partner)}
            value={draft.partner_id ?? undefined}
            onChange={(id) => set({ partner_id: id ?? null })}
            placeholder={t('pricing.no_partner')}
            disabled={disabled}
            error={errors.partner_id}
          />
        </At>
        <At field="rate_day" wide>
          <DateField
            label={labels.rate_day}
            description={t('pricing.rate_day_text')}
            value={draft.rate_day}
            onChange={(day) => day && set({ rate_day: day })}
            clearable={false}
            disabled={disabled}
            error={errors.rate_day}
          />
        </At>
        {isPhase && (
          <At field="columns" wide>
            <TextInput
              label={labels.columns}
              description={t('pricing.phases_text')}
              value={draft.columns}
              onChange={(columns) => set({ columns })}
              rows={4}
              extra={`${EXTRA.name}\n`}
              disabled={disabled}
              error={errors.columns}
            />
          </At>
        )}
        <At field="note" wide>
          <TextInput
            label={labels.note}
            value={draft.note}
            onChange={(note) => set({ note })}
            rows={4}
            extra={EXTRA.free}
            maxLength={5000}
            disabled={disabled}
            error={errors.note}
          />
        </At>
      </div>
    </FormBody>
  );
}
