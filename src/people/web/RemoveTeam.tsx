import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formStyles } from '../../web/form/index.ts';
import { Button, ErrorPanel, Select, confirm, history, notify, useReason } from '../../web/ui/index.ts';
import { TEAMS, type Team, USERS, call } from './people-data.ts';
import { subtree } from './team-tree.ts';

/** Deletes a team that nothing uses. One with people or teams goes into another one, and the question says what moves. */
export function RemoveTeam({ team, teams, onDone }: { team: Team; teams: readonly Team[]; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const [target, setTarget] = useState<string>();
  const [error, setError] = useState<unknown>();
  const below = teams.filter(({ parent_id }) => parent_id === team.id).length;
  const inside = subtree(teams, team.id);
  const targets = teams.filter(({ id }) => !inside.has(id)).map(({ id, name }) => ({ id, name }));
  const into = targets.find(({ id }) => id === target);

  const ask = async (): Promise<void> => {
    const sure = await confirm(
      into
        ? {
            title: t('people.merge_title', { name: team.name, target: into.name }),
            text: t('people.merge_text', {
              people: t('people.members_count', { count: team.people.length }),
              teams: t('people.teams_count', { count: below }),
              target: into.name,
            }),
            action: t('people.merge'),
          }
        : {
            title: t('people.delete_team_title', { name: team.name }),
            text: t('people.delete_team_text'),
            action: t('web.delete'),
            danger: true,
          },
    );
    if (!sure) return;
    setError(undefined);
    try {
      await remove();
      onDone();
      if (into) tellMerged(into.name);
      else notify.success(t('people.deleted', { name: team.name }));
    } catch (refusal) {
      setError(refusal);
    }
  };

  const remove = async (): Promise<void> => {
    await call('POST /api/teams/delete', { body: { id: team.id, ...(into ? { target_id: into.id } : {}) } });
    readAgain();
  };
  const readAgain = (): void => {
    for (const key of [TEAMS, USERS, ['users_all'], ['projects']]) void client.invalidateQueries({ queryKey: key });
  };
  /** A merge is one step that Undo takes back, whole. */
  const tellMerged = (into: string): void => {
    const told = (work: () => Promise<unknown>): Promise<void> => work().then(readAgain, (error) => notify.error(reason(error)));
    const undo = (): Promise<void> => told(() => call('POST /api/teams/unmerge', { body: { id: team.id } }));
    const label = t('people.merged', { name: team.name, target: into });
    history.offer({ label, undo, redo: () => told(remove) });
  };
  return (
    <div className={formStyles.danger}>
      {error !== undefined && <ErrorPanel error={error} title={t('people.team_not_deleted')} />}
      <p>{t('people.remove_team_text')}</p>
      {targets.length > 0 && (
        <Select
          label={t('people.merge_into')}
          options={targets}
          value={target}
          onChange={setTarget}
          placeholder={t('people.merge_into_none')}
        />
      )}
      <Button onClick={() => void ask()}>{into ? t('people.merge_dots') : t('web.delete_dots')}</Button>
    </div>
  );
}
