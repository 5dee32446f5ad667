import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { number } from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import { history, notify, useReason } from '../../web/ui/index.ts';
import { TEAMS, USERS, type UserRow, call } from './people-data.ts';

/** What is set for several people at once, or for one in the list. */
export type UserChange = Partial<Pick<UserRow, 'grade' | 'role' | 'team_id' | 'manager_id' | 'is_active'>>;
export type UserField = keyof UserChange;

/** What nobody changes of themselves. */
const OWN: readonly UserField[] = ['grade', 'role'];

/** Says what went wrong with work on people, and reads them anew in any case. */
export function useTold(): (work: () => Promise<void>) => Promise<boolean> {
  const client = useQueryClient();
  const reason = useReason();
  return async (work) => {
    let done = true;
    try {
      await work();
    } catch (error) {
      done = false;
      notify.error(reason(error));
    }
    for (const list of [USERS, TEAMS, ['users_all']]) void client.invalidateQueries({ queryKey: list });
    return done;
  };
}

/**
 * Sets one field of some people, as one step that Undo takes back; oneself is left out where nobody decides about themselves.
 * @returns whether anything was written
 */
export function useUserChange(): (ids: readonly string[], field: UserField, label: string, value: unknown) => Promise<boolean> {
  const { t } = useTranslation();
  const told = useTold();
  const me = useSession((session) => session.me?.id);
  const write = async (users: readonly ({ id: string } & UserChange)[]) =>
    (await call('POST /api/users/update_by_admin', { body: { users: [...users] } })).before;
  return async (ids, field, label, value) => {
    const own = OWN.includes(field) && me !== undefined && ids.includes(me);
    const users = ids.filter((id) => !own || id !== me).map((id) => ({ id, [field]: value }));
    if (own) notify.info(t('people.not_oneself'));
    if (users.length === 0) return false;
    return told(async () => {
      const before = await write(users);
      history.offer({
        label: t('people.changed_many', { count: before.length, shown: number(before.length), field: label }),
        undo: async () => void (await told(async () => void (before.length > 0 && (await write(before))))),
        redo: async () => void (await told(async () => void (await write(users)))),
      });
    });
  };
}
