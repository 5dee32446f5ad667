import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { At } from '../../web/form/index.ts';
import { today } from '../../web/format.ts';
import { Button, DateField, IconButton, Select } from '../../web/ui/index.ts';
import { useTeamOptions, withChosen } from './people-data.ts';
import styles from './UserDetails.module.css';
import type { UserFieldsProps } from './UserFields.tsx';
import type { BesideDraft } from './user-draft.ts';

/** Teams beside the first one, each from a day to a day or open. */
export function BesideField({ draft, set, errors, disabled, names }: UserFieldsProps & { names: ReadonlyMap<string, string> }) {
  const { t } = useTranslation();
  const teams = useTeamOptions();
  const change = (index: number, next: Partial<BesideDraft>): void =>
    set({ beside: draft.beside.map((each, at) => (at === index ? { ...each, ...next } : each)) });
  return (
    <At field="beside" wide>
      <fieldset className={styles.week} aria-describedby={errors.beside ? 'beside-error' : undefined}>
        <legend>{t('people.other_teams')}</legend>
        {draft.beside.length === 0 && <p className={styles.total}>{t('people.no_other_teams')}</p>}
        {draft.beside.map((each, index) => (
          <div key={each.key} className={styles.beside}>
            <Select
              label={t('people.team')}
              options={withChosen(teams, each.team_id, names.get(each.team_id))}
              value={each.team_id || undefined}
              onChange={(team) => change(index, { team_id: team ?? '' })}
              clearable={false}
              disabled={disabled ?? false}
            />
            <DateField
              label={t('people.from')}
              value={each.first_day}
              onChange={(day) => day && change(index, { first_day: day })}
              clearable={false}
              disabled={disabled ?? false}
            />
            <DateField
              label={t('people.employed_until')}
              value={each.last_day ?? undefined}
              onChange={(day) => change(index, { last_day: day ?? null })}
              disabled={disabled ?? false}
            />
            {!disabled && (
              <IconButton
                label={t('people.leave_team', {
                  team: names.get(each.team_id) ?? teams.find(({ id }) => id === each.team_id)?.name ?? '',
                })}
                icon={<IconTrash size={16} />}
                onClick={() => set({ beside: draft.beside.filter((_, at) => at !== index) })}
              />
            )}
          </div>
        ))}
        {errors.beside && (
          <p id="beside-error" className={styles.error}>
            {errors.beside}
          </p>
        )}
        {!disabled && (
          <Button
            size="sm"
            icon={<IconPlus size={16} aria-hidden="true" />}
            onClick={() =>
              set({ beside: [...draft.beside, { key: `${Date.now()}`, team_id: '', first_day: today(), last_day: null }] })
            }
          >
            {t('people.add_other_team')}
          </Button>
        )}
      </fieldset>
    </At>
  );
}
