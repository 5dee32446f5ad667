import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { At, FormBody, FormDrawer, formStyles, useForm } from '../../web/form/index.ts';
import { EXTRA, Select, TextInput, notify } from '../../web/ui/index.ts';
import styles from './BusinessUnits.module.css';
import { TEAMS, type Team, call } from './people-data.ts';
import { namesOf, takenNames } from './team-tree.ts';

interface Draft {
  /** One name a line. */
  teams: string;
  parent_id: string | null;
}

const empty = (): Draft => ({ teams: '', parent_id: null });

/** Several teams at once: their names, one a line. */
export function NewTeams({ open, teams, onClose }: { open: boolean; teams: readonly Team[]; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <FormDrawer open={open} onClose={onClose} title={t('people.add_several')} save={t('web.add')}>
      <NewTeamsForm teams={teams} onDone={onClose} />
    </FormDrawer>
  );
}

function NewTeamsForm({ teams, onDone }: { teams: readonly Team[]; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const form = useForm<{ version: number }, Draft>({
    row: undefined,
    draftOf: empty,
    check: (draft) => {
      const names = namesOf(draft.teams);
      if (names.length === 0) return { teams: t('people.team_name_missing') };
      const taken = takenNames(names, teams);
      return taken.length > 0 ? { teams: t('people.names_taken', { names: taken.join(', ') }) } : {};
    },
    save: async (_changes, _version, draft) => {
      const names = namesOf(draft.teams);
      await call('POST /api/teams/create_empty_teams', {
        body: { teams: names.map((name) => ({ name, parent_id: draft.parent_id })) },
      });
      notify.success(t('people.teams_added', { count: names.length }));
      return { version: 1 };
    },
    onSaved: () => {
      onDone();
      void client.invalidateQueries({ queryKey: TEAMS });
    },
  });
  const { draft, set, errors } = form;
  const names = namesOf(draft.teams);
  const taken = new Set(takenNames(names, teams));
  return (
    <FormBody form={form} name={t('people.add_several')} labels={{ teams: t('people.names'), parent_id: t('people.parent') }}>
      <div className={formStyles.fields}>
        <At field="teams" wide>
          <TextInput
            label={t('people.names')}
            description={t('people.names_text')}
            value={draft.teams}
            onChange={(text) => set({ teams: text })}
            extra={EXTRA.name}
            rows={8}
            error={errors.teams}
            autoFocus
            required
          />
        </At>
        <At field="parent_id" wide>
          <Select
            label={t('people.parent')}
            options={teams.map(({ id, name }) => ({ id, name }))}
            value={draft.parent_id ?? undefined}
            onChange={(id) => set({ parent_id: id ?? null })}
            placeholder={t('people.no_parent')}
            error={errors.parent_id}
          />
        </At>
      </div>
      {names.length > 0 && (
        <section aria-label={t('people.preview')} className={styles.members}>
          <h3>{t('people.teams_count', { count: names.length })}</h3>
          <ol className={styles.preview}>
            {names.map((name, index) => (
              <li key={`${index} ${name}`} data-taken={taken.has(name) || undefined}>
                {name}
                {taken.has(name) && ` – ${t('people.name_taken')}`}
              </li>
            ))}
          </ol>
        </section>
      )}
    </FormBody>
  );
}
