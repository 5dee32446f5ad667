import { useTranslation } from 'react-i18next';
import type { UserDraft } from './user-draft.ts';

/** Names of the fields of a person, for refusals and for what changed. */
export function useUserLabels(): Readonly<Record<keyof UserDraft, string>> {
  const { t } = useTranslation();
  return {
    first_name: t('people.first_name'),
    last_name: t('people.last_name'),
    email: t('people.email'),
    grade: t('people.grade'),
    step_id: t('people.step'),
    category: t('people.category'),
    role: t('people.role'),
    country: t('people.country'),
    region: t('people.region'),
    team_id: t('people.team'),
    manager_id: t('people.manager'),
    employed_from: t('people.employed_from'),
    employed_to: t('people.employed_to'),
    pattern: t('people.week'),
    is_active: t('people.active'),
    site: t('people.site'),
    cost_category: t('people.cost_category'),
    custom: t('settings.fields'),
    beside: t('people.other_teams'),
    valid_from: t('people.valid_from'),
  };
}
