import { useTranslation } from 'react-i18next';
import { GRADES } from '../../kit/grades.ts';
import { At, type Errors, FormBody, formStyles, useForm } from '../../web/form/index.ts';
import { today } from '../../web/format.ts';
import { DateField, NumberField, type Option, Select, notify } from '../../web/ui/index.ts';
import { type Policy, useRulesChanged } from './countries-data.ts';
import { type LeaveType, call, useLeaveTypes } from './leave-data.ts';
import { PolicyEffect } from './PolicyEffect.tsx';
import { type PolicyDraft, newPolicy, policyChange, policyDraft } from './policy-draft.ts';

export interface PolicyFormProps {
  policy: Policy | undefined;
  /** Empty: chosen in the form, of `countries`. */
  country: string;
  countries?: readonly Option[];
  editable: boolean;
  onDone: (row: Policy) => void;
}

const DAYS = { min: 0, max: 366, digits: 2 };
const LAYERS = ['statutory', 'contractual'] as const;
const MANNERS = ['granted', 'accrued'] as const;
const PRO_RATA = ['days', 'months', 'none'] as const;
const ROUNDING = ['none', 'half_day', 'day'] as const;
const CARRY = ['none', 'some', 'all'] as const;

/** One policy. What is changed of one that holds goes on from a day; what was before stays as it was. */
export function PolicyForm(props: PolicyFormProps) {
  const types = useLeaveTypes();
  return types.length > 0 && <FilledForm {...props} types={types} />;
}

function FilledForm({ policy, country, countries, editable, onDone, types }: PolicyFormProps & { types: readonly LeaveType[] }) {
  const { t } = useTranslation();
  const changed = useRulesChanged();
  const check = (wanted: PolicyDraft): Errors<PolicyDraft> => ({
    ...(wanted.country ? {} : { country: t('leave.country_missing') }),
    ...(wanted.type_id ? {} : { type_id: t('leave.type_missing') }),
    ...(wanted.days === undefined ? { days: t('leave.days_missing') } : {}),
    ...(wanted.carry === 'some' && wanted.carry_days === undefined ? { carry_days: t('leave.days_missing') } : {}),
  });
  const form = useForm<Policy, PolicyDraft>({
    row: policy,
    draftOf: (row) => policyDraft(row, country, types.find((type) => type.has_balance)?.id ?? '', today()),
    check,
    save: (changes, version, draft) => {
      if (!policy) return call('POST /api/pto/create', { body: newPolicy(draft) });
      const change = policyChange(draft, Object.keys(changes));
      return call('POST /api/pto/update', { body: { id: policy.id, ...(version ? { version } : {}), ...change } });
    },
    onSaved: (row) => {
      notify.success(t(policy ? 'leave.saved' : 'leave.policy_added'));
      onDone(row);
      void changed();
    },
  });
  const { draft, set, errors } = form;
  const options = <Id extends string>(ids: readonly Id[], prefix: string): { id: Id; name: string }[] =>
    ids.map((id) => ({ id, name: t(`leave.${prefix}_${id}` as string) }));
  const disabled = !editable;
  const isWhole = Object.keys(check(draft)).length === 0 && (!policy || form.changed.length > 0);
  return (
    <FormBody form={form} name={t('leave.policy')} labels={usePolicyLabels()}>
      <div className={formStyles.fields}>
        {countries && (
          <At field="country" wide>
            <Select
              label={t('leave.country')}
              options={countries}
              value={draft.country || undefined}
              onChange={(id) => set({ country: id ?? '' })}
              error={errors.country}
              autoFocus
              required
            />
          </At>
        )}
        <At field="type_id" wide>
          <Select
            label={t('leave.type')}
            options={types}
            value={draft.type_id || undefined}
            onChange={(id) => id && set({ type_id: id })}
            clearable={false}
            disabled={disabled || policy !== undefined}
            error={errors.type_id}
            autoFocus={!policy && !countries}
            required
          />
        </At>
        <At field="layer">
          <Select
            label={t('leave.layer')}
            description={t('leave.layer_text')}
            options={options(LAYERS, 'layer')}
            value={draft.layer}
            onChange={(id) => id && set({ layer: id as PolicyDraft['layer'] })}
            clearable={false}
            searchable={false}
            disabled={disabled || policy !== undefined}
            error={errors.layer}
          />
        </At>
        <At field="days">
          <NumberField
            label={t('leave.days_a_year')}
            description={t('leave.days_a_year_text')}
            value={draft.days}
            onChange={(days) => set({ days })}
            {...DAYS}
            disabled={disabled}
            error={errors.days}
            required
          />
        </At>
        <At field="grade">
          <Select
            label={t('leave.grade')}
            options={GRADES.map((grade) => ({ id: grade, name: grade }))}
            value={draft.grade ?? undefined}
            onChange={(id) => set({ grade: (id ?? null) as PolicyDraft['grade'] })}
            placeholder={t('leave.all_grades')}
            disabled={disabled}
            error={errors.grade}
          />
        </At>
        <At field="seniority_years">
          <NumberField
            label={t('leave.seniority')}
            description={t('leave.seniority_text')}
            value={draft.seniority_years}
            onChange={(years) => set({ seniority_years: years ?? 0 })}
            min={0}
            max={60}
            disabled={disabled}
            error={errors.seniority_years}
          />
        </At>
        <At field="manner" wide>
          <Select
            label={t('leave.manner')}
            options={options(MANNERS, 'manner')}
            value={draft.manner}
            onChange={(id) => id && set({ manner: id as PolicyDraft['manner'] })}
            clearable={false}
            searchable={false}
            disabled={disabled}
            error={errors.manner}
          />
        </At>
        <At field="pro_rata">
          <Select
            label={t('leave.pro_rata')}
            options={options(PRO_RATA, 'pro_rata')}
            value={draft.pro_rata}
            onChange={(id) => id && set({ pro_rata: id as PolicyDraft['pro_rata'] })}
            clearable={false}
            searchable={false}
            disabled={disabled}
            error={errors.pro_rata}
          />
        </At>
        <At field="rounding">
          <Select
            label={t('leave.rounding')}
            options={options(ROUNDING, 'rounding')}
            value={draft.rounding}
            onChange={(id) => id && set({ rounding: id as PolicyDraft['rounding'] })}
            clearable={false}
            searchable={false}
            disabled={disabled}
            error={errors.rounding}
          />
        </At>
        <At field="carry" wide>
          <Select
            label={t('leave.carry')}
            options={options(CARRY, 'carry')}
            value={draft.carry}
            onChange={(id) => id && set({ carry: id as PolicyDraft['carry'] })}
            clearable={false}
            searchable={false}
            disabled={disabled}
            error={errors.carry}
          />
        </At>
        {draft.carry === 'some' && (
          <At field="carry_days">
            <NumberField
              label={t('leave.carry_days')}
              value={draft.carry_days}
              onChange={(carry_days) => set({ carry_days })}
              {...DAYS}
              disabled={disabled}
              error={errors.carry_days}
            />
          </At>
        )}
        {draft.carry !== 'none' && (
          <At field="carry_months">
            <NumberField
              label={t('leave.carry_months')}
              description={t('leave.carry_months_text')}
              value={draft.carry_months}
              onChange={(carry_months) => set({ carry_months })}
              min={1}
              max={12}
              disabled={disabled}
              error={errors.carry_months}
            />
          </At>
        )}
        <At field="negative_days" wide>
          <NumberField
            label={t('leave.negative')}
            description={t('leave.negative_text')}
            value={draft.negative_days}
            onChange={(days) => set({ negative_days: days ?? 0 })}
            {...DAYS}
            disabled={disabled}
            error={errors.negative_days}
          />
        </At>
        <At field="valid_from">
          <DateField
            label={t('leave.valid_from')}
            description={policy && t('leave.valid_from_text')}
            value={draft.valid_from}
            onChange={(day) => day && set({ valid_from: day })}
            clearable={false}
            disabled={disabled}
            error={errors.valid_from}
          />
        </At>
        {policy && (
          <At field="valid_to">
            <DateField
              label={t('leave.valid_to')}
              description={t('leave.valid_to_text')}
              value={draft.valid_to ?? undefined}
              onChange={(day) => set({ valid_to: day ?? null })}
              disabled={disabled}
              error={errors.valid_to}
            />
          </At>
        )}
      </div>
      {editable && isWhole && (
        <PolicyEffect
          asked={policy ? { change: { id: policy.id, ...policyChange(draft, form.changed) } } : { policy: newPolicy(draft) }}
        />
      )}
    </FormBody>
  );
}

function usePolicyLabels(): Record<keyof PolicyDraft & string, string> {
  const { t } = useTranslation();
  return {
    country: t('leave.country'),
    type_id: t('leave.type'),
    layer: t('leave.layer'),
    grade: t('leave.grade'),
    seniority_years: t('leave.seniority'),
    days: t('leave.days_a_year'),
    manner: t('leave.manner'),
    pro_rata: t('leave.pro_rata'),
    rounding: t('leave.rounding'),
    carry: t('leave.carry'),
    carry_days: t('leave.carry_days'),
    carry_months: t('leave.carry_months'),
    negative_days: t('leave.negative'),
    valid_from: t('leave.valid_from'),
    valid_to: t('leave.valid_to'),
  };
}
