import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPageOpen, useMayCall } from '../../web/session.ts';
import { Link, Select, history, notify, useReason } from '../../web/ui/index.ts';
import styles from './BusinessUnits.module.css';
import { TEAMS, type Team, USERS, call } from './people-data.ts';

/** Who belongs to the team today. Whoever may change teams moves the chosen ones to another from today on. */
export function TeamMembers({ team, teams, canEdit }: { team: Team; teams: readonly Team[]; canEdit: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const mayOpen = useMayCall()('users.by_id') && isPageOpen('user_details');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());

  const move = async (to: string, ids: readonly string[]): Promise<void> => {
    try {
      await call('POST /api/teams/edit', { body: { id: to, member_ids: [...ids] } });
    } catch (error) {
      notify.error(reason(error));
    }
    for (const key of [TEAMS, USERS, ['users_all']]) void client.invalidateQueries({ queryKey: key });
  };
  const moveChosen = async (to: string): Promise<void> => {
    const ids = [...chosen];
    setChosen(new Set());
    await move(to, ids);
    const label = t('people.moved_to', { count: ids.length, team: teams.find(({ id }) => id === to)?.name ?? '' });
    const undo = (): Promise<void> => move(team.id, ids);
    history.push({ label, undo, redo: () => move(to, ids) });
    notify.undo(label, undo);
  };
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };

  return (
    <section className={styles.members} aria-label={t('people.members')}>
      <h3>{t('people.members_count', { count: team.people.length })}</h3>
      {team.people.length === 0 && <p className={styles.none}>{t('people.no_members')}</p>}
      <ul>
        {team.people.map(({ id, name, grade, is_primary }) => (
          <li key={id}>
            {canEdit && is_primary && (
              <input
                type="checkbox"
                aria-label={t('web.select_row', { what: name })}
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
              />
            )}
            {mayOpen ? (
              <Link to="/admin/users/$id" params={{ id }}>
                {name}
              </Link>
            ) : (
              <span>{name}</span>
            )}
            <span className={styles.grade}>{is_primary ? grade : `${grade} · ${t('people.beside_another')}`}</span>
          </li>
        ))}
      </ul>
      {chosen.size > 0 && (
        <Select
          label={t('people.move_to', { count: chosen.size })}
          options={teams.filter(({ id }) => id !== team.id).map(({ id, name }) => ({ id, name }))}
          value={undefined}
          onChange={(to) => to && void moveChosen(to)}
        />
      )}
    </section>
  );
}
