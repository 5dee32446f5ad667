import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Grade } from '../../kit/grades.ts';
import type { accessContract } from '../../access/contract.ts';
import { caller } from '../../web/api.ts';
import { number } from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import { Button, type Option, Select, history, notify, useReason } from '../../web/ui/index.ts';
import { GRADE_OPTIONS, TEAMS, USERS, type UserRow, call, useColleagueOptions, useTeamOptions } from './people-data.ts';
import styles from './Users.module.css';
import { useRoleOptions } from './user-list.ts';

const callAccess = caller<typeof accessContract>();

/** What is set for everybody who is selected. */
type Change = Partial<Pick<UserRow, 'grade' | 'role' | 'team_id' | 'manager_id' | 'is_active'>>;
type Field = keyof Change;

/** What nobody changes of themselves. */
const OWN: readonly Field[] = ['grade', 'role'];

export interface BulkActionsProps {
  ids: readonly string[];
  /** The list shows invitations that are open: they can be sent again. */
  invited: boolean;
  /** The list shows who left. */
  inactive: boolean;
  onDone: () => void;
}

/** Grade, team, manager, role and activity of the selected people; each change is one step that Undo takes back. */
export function BulkActions({ ids, invited, inactive, onDone }: BulkActionsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const me = useSession((session) => session.me?.id);
  const [busy, setBusy] = useState(false);
  const roles = useRoleOptions();
  const teams = useTeamOptions();
  const people = useColleagueOptions();

  const told = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      notify.error(reason(error));
    }
    for (const list of [USERS, TEAMS, ['users_all']]) void client.invalidateQueries({ queryKey: list });
  };
  const write = async (users: readonly ({ id: string } & Change)[]) =>
    (await call('POST /api/users/update_by_admin', { body: { users: [...users] } })).before;

  const set = async (field: Field, label: string, value: Change[Field]): Promise<void> => {
    const own = OWN.includes(field) && me !== undefined && ids.includes(me);
    const users = ids.filter((id) => !own || id !== me).map((id) => ({ id, [field]: value }));
    if (own) notify.info(t('people.not_oneself'));
    if (users.length === 0) return;
    setBusy(true);
    await told(async () => {
      const before = await write(users);
      const words = t('people.changed_many', { count: before.length, shown: number(before.length), field: label });
      const undo = (): Promise<void> => told(async () => void (before.length > 0 && (await write(before))));
      history.offer({ label: words, undo, redo: () => told(async () => void (await write(users))) });
      onDone();
    });
    setBusy(false);
  };
  const inviteAgain = async (): Promise<void> => {
    setBusy(true);
    await told(async () => {
      for (const id of ids) await callAccess('POST /api/invitations', { body: { user_id: id } });
      notify.success(t('people.invitations_sent', { count: ids.length, shown: number(ids.length) }));
      onDone();
    });
    setBusy(false);
  };

  const lists: [field: Field, label: string, options: readonly Option[]][] = [
    ['grade', t('people.grade'), GRADE_OPTIONS],
    ['team_id', t('people.team'), teams],
    ['manager_id', t('people.manager'), people.filter(({ id }) => !ids.includes(id))],
    ['role', t('people.role'), roles],
  ];
  const activity = inactive ? t('people.set_active') : t('people.set_inactive');
  return (
    <div className={styles.acts}>
      {lists.map(([field, label, options]) => (
        <Select
          key={field}
          label={t('people.choose_value', { field: label, shown: number(ids.length) })}
          hideLabel
          placeholder={label}
          options={options}
          value={undefined}
          disabled={busy}
          onChange={(value) => void (value && set(field, label, value as Grade))}
        />
      ))}
      <Button busy={busy} onClick={() => void set('is_active', activity, inactive)}>
        {activity}
      </Button>
      {invited && (
        <Button busy={busy} onClick={() => void inviteAgain()}>
          {t('people.invite_again')}
        </Button>
      )}
    </div>
  );
}
