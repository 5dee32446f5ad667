import { useTranslation } from 'react-i18next';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { useColleagueOptions, withChosen } from '../../people/web/public.tsx';
import { FormBody, formStyles } from '../../web/form/index.ts';
import { Select, TextInput } from '../../web/ui/index.ts';
import type { ProjectDetails } from './clients-data.ts';
import { BudgetFields, SpanFields } from './fields.tsx';
import { MoneyField } from './MoneyField.tsx';
import { ProjectParts } from './ProjectParts.tsx';
import { RowsEditor } from './RowsEditor.tsx';
import { usePart } from './use-part.ts';

type Without<Row, Key extends PropertyKey> = Omit<Row, Key | 'id'> & { id?: string };
type Phase = Without<ProjectDetails['phases'][number], never>;
type GradeBudget = Without<ProjectDetails['grade_budgets'][number], never>;
type Rate = Without<ProjectDetails['rates'][number], never>;

interface Draft {
  phases: readonly Phase[];
  grade_budgets: readonly GradeBudget[];
  rates: readonly Rate[];
}

const draftOf = (row: ProjectDetails | undefined): Draft => ({
  phases: row?.phases ?? [],
  grade_budgets: row?.grade_budgets ?? [],
  rates: row?.rates ?? [],
});

const bodyOf = ({ phases, grade_budgets, rates }: Partial<Draft>) => ({
  ...(phases ? { phases: [...phases] } : {}),
  ...(grade_budgets ? { grade_budgets: [...grade_budgets] } : {}),
  ...(rates ? { rates: rates.map(({ name: _name, ...rate }) => rate) } : {}),
});

/** The budget of a project by its phases and by grade, and the prices of hours that were agreed for it. */
export function ProjectBudget({ project, editable }: { project: ProjectDetails; editable: boolean }) {
  const { t } = useTranslation();
  const people = useColleagueOptions();
  const check = ({ phases, rates }: Draft) => ({
    ...(phases.some(({ name }) => name.trim() === '') ? { phases: t('clients.phase_name_missing') } : {}),
    ...(rates.some(({ grade, user_id }) => !grade && !user_id) ? { rates: t('clients.rate_whose') } : {}),
  });
  const form = usePart<Draft>(project, draftOf, bodyOf, check);
  const { draft, set, errors } = form;
  const labels = { phases: t('clients.phases'), grade_budgets: t('clients.grade_budgets'), rates: t('clients.rates') };
  const shared = { disabled: !editable };
  const { currency } = project;
  const grades = GRADES.map((grade) => ({ id: grade, name: grade }));
  const free = GRADES.filter((grade) => !draft.grade_budgets.some((row) => row.grade === grade));

  return (
    <>
      <ProjectParts tab="budget" projectId={project.id} />
      <FormBody form={form} name={t('clients.tab_budget')} labels={labels}>
        <div className={formStyles.fields}>
          <RowsEditor<Phase>
            {...shared}
            field="phases"
            title={labels.phases}
            rows={draft.phases}
            onChange={(phases) => set({ phases })}
            blank={() => ({ name: '', starts_on: null, ends_on: null, budget_minutes: null, budget_fee: null })}
            add={t('clients.add_phase')}
            nameOf={({ name }, number) => name || t('clients.row', { number })}
            empty={t('clients.no_phases')}
            error={errors.phases}
          >
            {(row, change) => (
              <>
                <div data-wide>
                  <TextInput
                    {...shared}
                    label={t('clients.name')}
                    value={row.name}
                    onChange={(name) => change({ name })}
                    maxLength={200}
                    required
                  />
                </div>
                <SpanFields
                  {...shared}
                  first={row.starts_on}
                  last={row.ends_on}
                  onChange={({ first = row.starts_on, last = row.ends_on }) => change({ starts_on: first, ends_on: last })}
                />
                <BudgetFields {...shared} row={row} currency={currency} onChange={change} />
              </>
            )}
          </RowsEditor>
          <RowsEditor<GradeBudget>
            {...shared}
            field="grade_budgets"
            title={labels.grade_budgets}
            rows={draft.grade_budgets}
            onChange={(grade_budgets) => set({ grade_budgets })}
            blank={() => ({ grade: free[0] ?? 'Partner', budget_minutes: null, budget_fee: null })}
            add={t('clients.add_grade_budget')}
            nameOf={({ grade }) => grade}
            empty={t('clients.no_grade_budgets')}
            error={errors.grade_budgets}
          >
            {(row, change) => (
              <>
                <Select
                  {...shared}
                  label={t('clients.grade')}
                  options={grades}
                  value={row.grade}
                  onChange={(grade) => grade && change({ grade: grade as Grade })}
                  clearable={false}
                  searchable={false}
                />
                <BudgetFields {...shared} row={row} currency={currency} onChange={change} />
              </>
            )}
          </RowsEditor>
          <RowsEditor<Rate>
            {...shared}
            field="rates"
            title={labels.rates}
            rows={draft.rates}
            onChange={(rates) => set({ rates })}
            blank={() => ({ grade: null, user_id: null, name: null, rate: 0, first_day: null, last_day: null })}
            add={t('clients.add_rate')}
            nameOf={({ grade, name }, number) => grade ?? name ?? t('clients.row', { number })}
            empty={t('clients.no_rates')}
            error={errors.rates}
          >
            {(row, change) => (
              <>
                <div data-wide>
                  <Select
                    {...shared}
                    label={t('clients.grade_or_person')}
                    options={withChosen([...grades, ...people], row.grade ?? row.user_id, row.name)}
                    value={row.grade ?? row.user_id ?? undefined}
                    onChange={(id) => {
                      const grade = GRADES.find((each) => each === id) ?? null;
                      const person = grade ? undefined : people.find((each) => each.id === id);
                      change({ grade, user_id: grade ? null : (id ?? null), name: person?.name ?? null });
                    }}
                    clearable={false}
                  />
                </div>
                <MoneyField
                  {...shared}
                  label={t('clients.rate')}
                  value={row.rate}
                  currency={currency}
                  onChange={(rate) => change({ rate: rate ?? 0 })}
                />
                <SpanFields
                  {...shared}
                  first={row.first_day}
                  last={row.last_day}
                  onChange={({ first = row.first_day, last = row.last_day }) => change({ first_day: first, last_day: last })}
                />
              </>
            )}
          </RowsEditor>
        </div>
      </FormBody>
    </>
  );
}
