import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { caller } from '../../web/api.ts';
import { session, useSession } from '../../web/session.ts';
import { confirm, notify, useReason } from '../../web/ui/index.ts';
import type { accessContract } from '../contract.ts';
import { type Accesses, type Role, changesBetween, turned, whole } from './role-draft.ts';
import type { DraftedRole } from './RoleMatrix.tsx';

export const call = caller<typeof accessContract>();
export const ROLES = ['settings', 'roles'];
/** The role of everybody without another: it stays. */
export const KEPT = 'user';

/** Roles as they are drafted, until they are applied or given up. */
export function useRoleDrafts(roles: readonly Role[]) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const [drafts, setDrafts] = useState<Readonly<Record<string, Accesses>>>({});
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const own = useSession(({ me }) => me?.role) ?? KEPT;
  const drafted: DraftedRole[] = roles.map((each) => ({ ...each, draft: drafts[each.role] ?? each.accesses }));
  const changes = drafted
    .map((each) => ({ ...each, count: changesBetween(each.accesses, each.draft) }))
    .filter(({ count }) => count > 0);
  const total = changes.reduce((sum, { count }) => sum + count, 0);

  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ROLES });
    session.set({ accesses: [...(client.getQueryData<Role[]>(ROLES) ?? roles)] });
  };

  const turn = (role: string, page: string, flag: string): void => {
    const before = drafted.find((each) => each.role === role);
    if (before) setDrafts({ ...drafts, [role]: turned(whole(before.draft), page, flag) });
  };

  /** Whoever would close the settings for themselves has to type the name of their role. */
  const mayClose = async (): Promise<boolean> => {
    const closes = changes.some((each) => each.role === own && whole(each.draft)['settings']?.['view_page'] === false);
    if (!closes) return true;
    return confirm({
      title: t('settings.own_title'),
      text: t('settings.own_text', { role: own }),
      action: t('settings.apply'),
      danger: true,
      typed: own,
    });
  };

  const apply = async (): Promise<void> => {
    if (!(await mayClose())) return;
    setBusy(true);
    setError(undefined);
    const left = { ...drafts };
    try {
      for (const each of changes) {
        await call('PUT /api/settings/update_role_access', { query: {}, body: { role: each.role, accesses: whole(each.draft) } });
        delete left[each.role];
      }
      notify.success(t('settings.roles_applied', { count: total }));
    } catch (refusal) {
      setError(refusal);
    }
    await refresh();
    setDrafts(left);
    setBusy(false);
  };

  /** @returns whether it is gone */
  const remove = async (role: string): Promise<boolean> => {
    const sure = await confirm({
      title: t('settings.delete_role_title', { role }),
      text: t('settings.delete_role_text'),
      action: t('web.delete'),
      danger: true,
    });
    if (!sure) return false;
    try {
      await call('DELETE /api/settings/delete_role_access', { query: {}, body: { role } });
    } catch (refusal) {
      notify.error(reason(refusal));
      return false;
    }
    const { [role]: _gone, ...left } = drafts;
    setDrafts(left);
    notify.success(t('settings.deleted', { name: role }));
    return true;
  };

  return { drafted, changes, total, busy, error, turn, apply, remove, refresh, discard: () => setDrafts({}) };
}
