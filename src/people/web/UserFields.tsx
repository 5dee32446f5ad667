import { useTranslation } from 'react-i18next';
import type { Category, Grade } from '../../kit/grades.ts';
import { At, type Errors } from '../../web/form/index.ts';
import { DateField, EXTRA, Select, TextInput } from '../../web/ui/index.ts';
import { GRADE_OPTIONS, useColleagueOptions, useCountryOptions, useTeamOptions, withChosen } from './people-data.ts';
import type { SetUser, UserDraft } from './user-draft.ts';
import { useCategoryOptions, useRoleOptions } from './user-list.ts';

export interface UserFieldsProps {
  draft: UserDraft;
  set: SetUser;
  errors: Errors<UserDraft>;
  disabled?: boolean;
}

/** Names and address. */
export function NameFields({ draft, set, errors, disabled, isNew }: UserFieldsProps & { isNew?: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <At field="first_name">
        <TextInput
          label={t('people.first_name')}
          value={draft.first_name}
          onChange={(first_name) => set({ first_name })}
          extra="’"
          maxLength={100}
          autoFocus={isNew}
          autoComplete="off"
          error={errors.first_name}
          disabled={disabled}
        />
      </At>
      <At field="last_name">
        <TextInput
          label={t('people.last_name')}
          value={draft.last_name}
          onChange={(last_name) => set({ last_name })}
          extra="’"
          maxLength={100}
          autoComplete="off"
          error={errors.last_name}
          disabled={disabled}
          required
        />
      </At>
      <At field="email" wide={isNew}>
        <TextInput
          label={t('people.email')}
          type="email"
          value={draft.email}
          onChange={(email) => set({ email })}
          extra={EXTRA.email}
          maxLength={320}
          autoComplete="off"
          error={errors.email}
          description={t('people.email_text')}
          disabled={disabled}
        />
      </At>
    </>
  );
}

export function GradeField({ draft, set, errors, disabled }: UserFieldsProps) {
  const { t } = useTranslation();
  return (
    <At field="grade">
      <Select
        label={t('people.grade')}
        options={GRADE_OPTIONS}
        value={draft.grade}
        onChange={(grade) => grade && grade !== draft.grade && set({ grade: grade as Grade, step_id: null })}
        clearable={false}
        error={errors.grade}
        disabled={disabled}
      />
    </At>
  );
}

export function TeamField({ draft, set, errors, disabled, name }: UserFieldsProps & { name?: string | null | undefined }) {
  const { t } = useTranslation();
  const teams = useTeamOptions();
  return (
    <At field="team_id">
      <Select
        label={t('people.team')}
        options={withChosen(teams, draft.team_id, name)}
        value={draft.team_id ?? undefined}
        onChange={(team) => set({ team_id: team ?? null })}
        placeholder={t('people.no_team')}
        error={errors.team_id}
        disabled={disabled}
      />
    </At>
  );
}

/** Category and role: what decides what one may see and do. */
export function AccessFields({ draft, set, errors, disabled }: UserFieldsProps) {
  const { t } = useTranslation();
  const categories = useCategoryOptions();
  const roles = useRoleOptions();
  return (
    <>
      <At field="category">
        <Select
          label={t('people.category')}
          options={categories}
          value={draft.category}
          onChange={(category) => category && set({ category: category as Category })}
          clearable={false}
          searchable={false}
          error={errors.category}
          disabled={disabled}
        />
      </At>
      <At field="role">
        <Select
          label={t('people.role')}
          options={withChosen(roles, draft.role)}
          value={draft.role}
          onChange={(role) => role && set({ role })}
          clearable={false}
          error={errors.role}
          disabled={disabled}
        />
      </At>
    </>
  );
}

export function ManagerField({
  draft,
  set,
  errors,
  disabled,
  id,
  name,
}: UserFieldsProps & { id?: string; name?: string | null | undefined }) {
  const { t } = useTranslation();
  const people = useColleagueOptions().filter((person) => person.id !== id);
  return (
    <At field="manager_id">
      <Select
        label={t('people.manager')}
        options={withChosen(people, draft.manager_id, name)}
        value={draft.manager_id ?? undefined}
        onChange={(manager) => set({ manager_id: manager ?? null })}
        placeholder={t('people.no_manager')}
        error={errors.manager_id}
        disabled={disabled}
      />
    </At>
  );
}

export function CountryField({ draft, set, errors, disabled }: UserFieldsProps) {
  const { t } = useTranslation();
  const countries = useCountryOptions();
  return (
    <At field="country">
      <Select
        label={t('people.country')}
        options={withChosen(countries, draft.country)}
        value={draft.country || undefined}
        onChange={(country) => country && set({ country })}
        clearable={false}
        error={errors.country}
        disabled={disabled}
      />
    </At>
  );
}

export function FirstDayField({ draft, set, errors, disabled }: UserFieldsProps) {
  const { t } = useTranslation();
  return (
    <At field="employed_from">
      <DateField
        label={t('people.employed_from')}
        value={draft.employed_from || undefined}
        onChange={(day) => day && set({ employed_from: day })}
        clearable={false}
        error={errors.employed_from}
        disabled={disabled ?? false}
      />
    </At>
  );
}

/** One of a person's plain words: where they sit, which class of cost they are. */
export function WordField({ draft, set, errors, disabled, field }: UserFieldsProps & { field: 'site' | 'cost_category' }) {
  const { t } = useTranslation();
  return (
    <At field={field}>
      <TextInput
        label={t(`people.${field}`)}
        value={draft[field]}
        onChange={(text) => set({ [field]: text })}
        extra={EXTRA.name}
        maxLength={100}
        error={errors[field]}
        disabled={disabled}
      />
    </At>
  );
}
