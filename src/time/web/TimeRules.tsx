import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ReplyTo } from '../../web/api.ts';
import { At, Facts, FormBody, SaveFoot, useForm } from '../../web/form/index.ts';
import { usePageFlag } from '../../web/session.ts';
import { Loaded, NumberField, Select, Switch, Waiting, notify } from '../../web/ui/index.ts';
import type { timeContract } from '../contract.ts';
import { callTime } from './sheet-query.ts';
import { WorkingTimes } from './WorkingTimes.tsx';

type Rules = ReplyTo<(typeof timeContract)['GET /api/time_rules']>;
type Draft = Omit<Rules, 'version'>;

const RULES = ['time-rules'];
const STEPS = [0, 5, 6, 10, 12, 15, 30, 60];

const draftOf = (row: Rules | undefined): Draft => ({
  approval: row?.approval ?? 'off',
  submit_days: row?.submit_days ?? 1,
  rounding_minutes: row?.rounding_minutes ?? 0,
  rounding: row?.rounding ?? 'nearest',
  comment_required: row?.comment_required ?? false,
  past_days: row?.past_days ?? null,
});

/** What the firm asks of its timesheets: whose approval, what precision, notes, how far back. */
export default function TimeRules() {
  const query = useQuery({ queryKey: RULES, queryFn: ({ signal }) => callTime('GET /api/time_rules', {}, { signal }) });
  const canEdit = usePageFlag('can_edit', 'settings');
  return (
    <>
      <Loaded query={query} skeleton={<Waiting rows={5} />}>
        {(row) => <RulesForm row={row} />}
      </Loaded>
      <WorkingTimes editable={canEdit} />
    </>
  );
}

function RulesForm({ row }: { row: Rules }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const canEdit = usePageFlag('can_edit', 'settings');
  const form = useForm<Rules, Draft>({
    row,
    draftOf,
    save: (changes, version) =>
      callTime('PUT /api/time_rules', { body: { ...changes, ...(version === undefined ? {} : { version }) } }),
    onSaved: (saved) => {
      client.setQueryData(RULES, saved);
      void client.invalidateQueries({ queryKey: ['timesheet'] });
      notify.success(t('time.rules_saved'));
    },
  });
  const { draft, set, errors } = form;
  const labels = {
    approval: t('time.rule_approval'),
    submit_days: t('time.rule_submit_days'),
    rounding_minutes: t('time.rule_rounding_minutes'),
    rounding: t('time.rule_rounding'),
    comment_required: t('time.rule_comment_required'),
    past_days: t('time.rule_past_days'),
  };
  return (
    <FormBody form={form} id="time-rules" name={t('time.rules')} labels={labels} free={['section', 'country']}>
      <Facts title={t('time.approval')} text={t('time.rule_approval_text')}>
        <At field="approval">
          <Select
            label={labels.approval}
            options={(['off', 'manager', 'project'] as const).map((id) => ({ id, name: t(`time.rule_approval_${id}`) }))}
            value={draft.approval}
            onChange={(id) => set({ approval: (id ?? 'off') as Draft['approval'] })}
            clearable={false}
            searchable={false}
            disabled={!canEdit}
          />
        </At>
        {draft.approval !== 'off' && (
          <At field="submit_days">
            <NumberField
              label={labels.submit_days}
              description={t('time.rule_submit_days_text')}
              value={draft.submit_days}
              onChange={(value) => set({ submit_days: value ?? 0 })}
              error={errors.submit_days}
              disabled={!canEdit}
            />
          </At>
        )}
      </Facts>
      <Facts title={t('time.rule_entry')} text={t('time.rule_entry_text')}>
        <At field="rounding_minutes">
          <Select
            label={labels.rounding_minutes}
            options={STEPS.map((step) => ({
              id: String(step),
              name: step === 0 ? t('time.rule_rounding_off') : t('time.rule_minutes', { count: step }),
            }))}
            value={String(draft.rounding_minutes)}
            onChange={(id) => set({ rounding_minutes: Number(id ?? 0) })}
            clearable={false}
            searchable={false}
            disabled={!canEdit}
          />
        </At>
        {draft.rounding_minutes > 0 && (
          <At field="rounding">
            <Select
              label={labels.rounding}
              options={(['nearest', 'up', 'down'] as const).map((id) => ({ id, name: t(`time.rule_rounding_${id}`) }))}
              value={draft.rounding}
              onChange={(id) => set({ rounding: (id ?? 'nearest') as Draft['rounding'] })}
              clearable={false}
              searchable={false}
              disabled={!canEdit}
            />
          </At>
        )}
        <At field="past_days">
          <NumberField
            label={labels.past_days}
            description={t('time.rule_past_days_text')}
            value={draft.past_days ?? undefined}
            onChange={(value) => set({ past_days: value ?? null })}
            error={errors.past_days}
            disabled={!canEdit}
          />
        </At>
        <At field="comment_required">
          <Switch
            label={labels.comment_required}
            checked={draft.comment_required}
            onChange={(event) => set({ comment_required: event.currentTarget.checked })}
            disabled={!canEdit}
          />
        </At>
      </Facts>
      {canEdit && <SaveFoot form={form} />}
    </FormBody>
  );
}
