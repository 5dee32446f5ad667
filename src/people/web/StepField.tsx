import { useTranslation } from 'react-i18next';
import { At } from '../../web/form/index.ts';
import { Select } from '../../web/ui/index.ts';
import { useDetailedGrades } from './people-data.ts';
import { ownSteps } from './step-draft.ts';
import type { UserFieldsProps } from './UserFields.tsx';

/** The step within the chosen grade, where the firm has such. */
export function StepField({ draft, set, errors, disabled }: UserFieldsProps) {
  const { t } = useTranslation();
  const { data } = useDetailedGrades();
  const steps = ownSteps(data?.rows ?? []).filter(({ grade }) => grade === draft.grade);
  if (steps.length === 0) return null;
  return (
    <At field="step_id">
      <Select
        label={t('people.step')}
        options={steps.map(({ id, name }) => ({ id, name }))}
        value={draft.step_id ?? undefined}
        onChange={(step) => set({ step_id: step ?? null })}
        placeholder={t('people.no_step')}
        error={errors.step_id}
        disabled={disabled}
      />
    </At>
  );
}
