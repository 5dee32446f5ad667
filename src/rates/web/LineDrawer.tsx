import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useColleagueOptions, withChosen } from '../../people/web/public.tsx';
import { At, FormBody, NameField, RecordDrawer, formStyles, useForm } from '../../web/form/index.ts';
import { useMayCall } from '../../web/session.ts';
import { NumberField, Select, notify } from '../../web/ui/index.ts';
import { type Line, call, useRatesChanged } from './rates-data.ts';
import { Remove } from './Remove.tsx';

const SHARES = ['target_margin', 'floor_margin', 'target_recovery', 'floor_recovery'] as const;
type Share = (typeof SHARES)[number];

interface Draft extends Record<Share, number | null> {
  name: string;
  lead_id: string | null;
}

const draftOf = (line: Line | undefined): Draft => ({
  name: line?.name ?? '',
  lead_id: line?.lead_id ?? null,
  target_margin: line?.target_margin ?? null,
  floor_margin: line?.floor_margin ?? null,
  target_recovery: line?.target_recovery ?? null,
  floor_recovery: line?.floor_recovery ?? null,
});

export interface LineDrawerProps {
  /** Id of a service line, `new`, or empty: closed. */
  id: string;
  line: Line | undefined;
  query: UseQueryResult<unknown>;
  canEdit: boolean;
  onClose: () => void;
  onAdded: (id: string) => void;
}

/** One service line with its lead, targets and floors, or a new one. */
export function LineDrawer({ id, line, query, canEdit, onClose, onAdded }: LineDrawerProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  return (
    <RecordDrawer
      id={id}
      row={line}
      nameOf={({ name }) => name}
      query={query}
      editable={canEdit}
      words={{ add: t('rates.add_line'), one: t('rates.service_line'), gone: t('rates.line_gone') }}
      onClose={onClose}
      onNext={undefined}
      onPrevious={undefined}
    >
      {(row) => (
        <>
          <LineForm line={row} canEdit={canEdit} onDone={(stored) => (row ? onClose() : onAdded(stored))} />
          {row && canEdit && may('pricing_admin.delete_sl') && (
            <Remove
              name={row.name}
              isActive={row.is_active}
              used={row.roles.some(({ rates }) => rates > 0)}
              remove={() => call('POST /api/pricing_admin/delete_sl', { body: { id: row.id } })}
              restore={() =>
                call('POST /api/pricing_admin/update_variables', { body: { service_lines: [{ id: row.id, is_active: true }] } })
              }
              onDone={onClose}
            />
          )}
        </>
      )}
    </RecordDrawer>
  );
}

function LineForm({ line, canEdit, onDone }: { line: Line | undefined; canEdit: boolean; onDone: (id: string) => void }) {
  const { t } = useTranslation();
  const changed = useRatesChanged();
  const people = useColleagueOptions();
  const form = useForm<Line, Draft>({
    row: line,
    draftOf,
    check: ({ name }) => (name.trim() === '' ? { name: t('rates.name_missing') } : {}),
    save: async (changes, version) => {
      const given = { ...(line ? { id: line.id } : {}), ...(version ? { version } : {}), ...changes };
      const answer = await call('POST /api/pricing_admin/update_variables', { body: { service_lines: [given] } });
      return answer.service_lines[0] as Line;
    },
    onSaved: (row) => {
      if (!line) notify.success(t('rates.line_added', { name: row.name }));
      onDone(row.id);
      void changed();
    },
  });
  const { draft, set, errors } = form;
  const share = (field: Share) => (
    <At key={field} field={field}>
      <NumberField
        label={t(`rates.${field}`)}
        value={draft[field] === null ? undefined : draft[field] / 100}
        onChange={(value) => set({ [field]: value === undefined ? null : Math.round(value * 100) })}
        digits={2}
        min={0}
        max={field.endsWith('recovery') ? 200 : 100}
        unit="%"
        disabled={!canEdit}
        error={errors[field]}
      />
    </At>
  );
  return (
    <FormBody
      form={form}
      name={t('rates.service_line')}
      labels={{
        name: t('rates.name'),
        lead_id: t('rates.lead'),
        target_margin: t('rates.target_margin'),
        floor_margin: t('rates.floor_margin'),
        target_recovery: t('rates.target_recovery'),
        floor_recovery: t('rates.floor_recovery'),
      }}
    >
      <div className={formStyles.fields}>
        <NameField
          label={t('rates.name')}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={errors.name}
          disabled={!canEdit}
          autoFocus={!line}
        />
        <At field="lead_id" wide>
          <Select
            label={t('rates.lead')}
            options={withChosen(people, draft.lead_id, line?.lead)}
            value={draft.lead_id ?? undefined}
            onChange={(id) => set({ lead_id: id ?? null })}
            placeholder={t('rates.no_lead')}
            disabled={!canEdit}
            error={errors.lead_id}
          />
        </At>
        {SHARES.map(share)}
      </div>
    </FormBody>
  );
}
