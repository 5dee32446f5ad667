import { useQueryClient } from '@tanstack/react-query';
import { IconChevronDown, IconChevronUp, IconPlus, IconTrash } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { At, FormBody, SaveFoot, useForm } from '../../web/form/index.ts';
import { usePageFlag } from '../../web/session.ts';
import { Button, EXTRA, IconButton, Loaded, TextInput, Waiting, notify } from '../../web/ui/index.ts';
import { MOST_STEPS } from '../rules.ts';
import styles from './GradeSteps.module.css';
import { moved } from './moved.ts';
import { type DetailedGrade, STEPS, USERS, call, useDetailedGrades } from './people-data.ts';
import { type StepDraft, type StepsDraft, draftOfSteps, newStep, withSteps } from './step-draft.ts';

interface Row {
  /** The moment at which it was read. */
  version: number;
  steps: readonly DetailedGrade[];
}

/** The firm's own steps within the grades: a part of the settings. */
export default function GradeSteps() {
  const query = useDetailedGrades();
  return (
    <Loaded query={query} skeleton={<Waiting rows={7} />}>
      {({ rows }) => <StepsForm row={{ version: query.dataUpdatedAt, steps: rows }} />}
    </Loaded>
  );
}

function StepsForm({ row }: { row: Row }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const canEdit = usePageFlag('can_edit', 'settings');
  const form = useForm<Row, StepsDraft>({
    row,
    draftOf: draftOfSteps,
    check: ({ steps }) => (steps.some(({ name }) => name.trim() === '') ? { steps: t('people.team_name_missing') } : {}),
    save: async (_changes, _version, { steps, was }) => {
      const body = {
        steps: steps.map(({ id, grade, name }) => ({ ...(id === null ? {} : { id }), grade, name })),
        was: [...was],
      };
      try {
        return { version: Date.now(), steps: await call('PUT /api/users/detailed_grades', { body }) };
      } finally {
        // What people hold is named anew; after a refusal it may be that somebody else was faster.
        for (const queryKey of [STEPS, USERS]) void client.invalidateQueries({ queryKey });
      }
    },
    onSaved: () => notify.success(t('people.steps_saved')),
  });
  const { draft, set, errors } = form;
  const labels = { steps: t('people.steps'), was: t('people.steps_others') };
  const nameless = draft.steps.some(({ name }) => name.trim() === '');
  return (
    <FormBody form={form} id="grade-steps" name={t('people.steps')} labels={labels} free={['section']}>
      <At field="steps" wide>
        {errors.steps && !nameless && (
          <p className={styles.error} role="alert">
            {errors.steps}
          </p>
        )}
        {GRADES.map((grade) => (
          <StepsOf
            key={grade}
            grade={grade}
            steps={draft.steps.filter((step) => step.grade === grade)}
            onChange={(own) => set({ steps: withSteps(draft.steps, grade, own) })}
            error={errors.steps}
            disabled={!canEdit}
          />
        ))}
      </At>
      {canEdit && <SaveFoot form={form} />}
    </FormBody>
  );
}

interface StepsOfProps {
  grade: Grade;
  steps: readonly StepDraft[];
  onChange: (steps: readonly StepDraft[]) => void;
  error: string | undefined;
  disabled: boolean;
}

/** The steps of one grade, lowest first. */
function StepsOf({ grade, steps, onChange, error, disabled }: StepsOfProps) {
  const { t } = useTranslation();
  const remove = (event: MouseEvent<HTMLElement>, key: string): void => {
    // The button goes with its line: focus stays within the grade.
    event.currentTarget.closest('section')?.querySelector<HTMLElement>('[data-add] button')?.focus();
    onChange(steps.filter((step) => step.key !== key));
  };
  return (
    <section className={styles.grade} aria-label={t('people.steps_of', { grade })}>
      <h3>{grade}</h3>
      {steps.length === 0 && <p className={styles.none}>{t('people.steps_none')}</p>}
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step.key}>
            <TextInput
              label={t('people.step_name', { step: index + 1, grade })}
              value={step.name}
              onChange={(name) => onChange(steps.map((each) => (each.key === step.key ? { ...each, name } : each)))}
              extra={EXTRA.name}
              maxLength={200}
              autoFocus={step.id === null}
              error={step.name.trim() === '' ? error : undefined}
              disabled={disabled}
            />
            {!disabled && (
              <span className={styles.acts}>
                <IconButton
                  size="sm"
                  label={t('web.move_up', { what: step.name })}
                  icon={<IconChevronUp size={16} />}
                  disabled={index === 0}
                  onClick={() => onChange(moved(steps, index, -1))}
                />
                <IconButton
                  size="sm"
                  label={t('web.move_down', { what: step.name })}
                  icon={<IconChevronDown size={16} />}
                  disabled={index === steps.length - 1}
                  onClick={() => onChange(moved(steps, index, 1))}
                />
                <IconButton
                  size="sm"
                  label={t('people.step_remove', { what: step.name })}
                  icon={<IconTrash size={16} />}
                  onClick={(event) => remove(event, step.key)}
                />
              </span>
            )}
          </li>
        ))}
      </ol>
      {!disabled && steps.length < MOST_STEPS && (
        <span data-add="">
          <Button
            size="sm"
            icon={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => onChange([...steps, newStep(grade, steps)])}
            aria-label={t('people.step_add_to', { grade })}
          >
            {t('people.step_add')}
          </Button>
        </span>
      )}
    </section>
  );
}
