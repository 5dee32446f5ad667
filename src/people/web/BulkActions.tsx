import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { accessContract } from '../../access/contract.ts';
import { caller } from '../../web/api.ts';
import { number } from '../../web/format.ts';
import { Button, type Option, Select, notify } from '../../web/ui/index.ts';
import { GRADE_OPTIONS, useColleagueOptions, useTeamOptions } from './people-data.ts';
import styles from './Users.module.css';
import { type UserField, useTold, useUserChange } from './user-changes.ts';
import { useRoleOptions } from './user-list.ts';

const callAccess = caller<typeof accessContract>();

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
  const told = useTold();
  const change = useUserChange();
  const [busy, setBusy] = useState(false);
  const roles = useRoleOptions();
  const teams = useTeamOptions();
  const people = useColleagueOptions();

  const set = async (field: UserField, label: string, value: unknown): Promise<void> => {
    setBusy(true);
    if (await change(ids, field, label, value)) onDone();
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

  const lists: [field: UserField, label: string, options: readonly Option[]][] = [
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
          onChange={(value) => void (value && set(field, label, value))}
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
