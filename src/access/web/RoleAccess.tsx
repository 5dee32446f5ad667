import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconEye, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddress, word } from '../../web/address.ts';
import { caller } from '../../web/api.ts';
import { useLeaveGuard } from '../../web/form/index.ts';
import { session, useSession } from '../../web/session.ts';
import { Button, ErrorPanel, Loaded, Tabs, Waiting, confirm, notify, useReason } from '../../web/ui/index.ts';
import type { accessContract } from '../contract.ts';
import { NewRole } from './NewRole.tsx';
import styles from './RoleAccess.module.css';
import { RoleChanges } from './RoleChanges.tsx';
import { RoleMatrix } from './RoleMatrix.tsx';
import { RolePreview } from './RolePreview.tsx';
import { type Accesses, type Role, changesBetween, turned, whole } from './role-draft.ts';

const call = caller<typeof accessContract>();
const codecs = { role: word('user') };
const ROLES = ['settings', 'roles'];
/** The role of everybody without another: it stays. */
const KEPT = 'user';

/** Which pages each role opens, and what may be done there. The section of the settings page for administrators. */
export default function RoleAccess() {
  const query = useQuery({
    queryKey: ROLES,
    queryFn: async ({ signal }) => (await call('GET /api/settings/role_accesses', { query: {} }, { signal })).data.accesses,
  });
  return (
    <Loaded query={query} skeleton={<Waiting rows={12} />}>
      {(roles) => <Roles roles={roles} />}
    </Loaded>
  );
}

function Roles({ roles }: { roles: readonly Role[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const [{ role }, setAddress] = useAddress(codecs);
  const [drafts, setDrafts] = useState<Readonly<Record<string, Accesses>>>({});
  const [adding, setAdding] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const own = useSession(({ me }) => me?.role) ?? KEPT;
  const shown = roles.find((each) => each.role === role) ?? roles[0];
  const changes = roles
    .map((each) => ({ ...each, draft: drafts[each.role] ?? each.accesses }))
    .map((each) => ({ ...each, count: changesBetween(each.accesses, each.draft) }))
    .filter(({ count }) => count > 0);
  const total = changes.reduce((sum, { count }) => sum + count, 0);
  useLeaveGuard(() => total > 0 && !busy, ['role']);
  if (!shown) return null;

  // Tabs make ids of their values, and a role may have blanks in its name.
  const tabOf = ({ role: name }: Role): string => String(roles.findIndex((each) => each.role === name));
  const turnTo = (tab: string | null): void => setAddress({ role: roles[Number(tab)]?.role ?? KEPT }, { replace: true });
  const refresh = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ROLES });
    session.set({ accesses: [...(client.getQueryData<Role[]>(ROLES) ?? roles)] });
  };
  const turn = (page: string, flag: string): void =>
    setDrafts({ ...drafts, [shown.role]: turned(whole(drafts[shown.role] ?? shown.accesses), page, flag) });

  const apply = async (): Promise<void> => {
    const closesOwn = changes.find((each) => each.role === own && whole(each.draft)['settings']?.['view_page'] === false);
    if (closesOwn) {
      const sure = await confirm({
        title: t('settings.own_title'),
        text: t('settings.own_text', { role: own }),
        action: t('settings.apply'),
        danger: true,
        typed: own,
      });
      if (!sure) return;
    }
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

  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: t('settings.delete_role_title', { role: shown.role }),
      text: t('settings.delete_role_text'),
      action: t('web.delete'),
      danger: true,
    });
    if (!sure) return;
    try {
      await call('DELETE /api/settings/delete_role_access', { query: {}, body: { role: shown.role } });
      const { [shown.role]: _gone, ...left } = drafts;
      setDrafts(left);
      setAddress({ role: KEPT }, { replace: true });
      notify.success(t('settings.deleted', { name: shown.role }));
      await refresh();
    } catch (refusal) {
      notify.error(reason(refusal));
    }
  };

  return (
    <>
      <div className={styles.head}>
        <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
          {t('settings.new_role')}
        </Button>
        <Button icon={<IconEye size={16} aria-hidden="true" />} onClick={() => setPreviewing(true)}>
          {t('settings.preview')}
        </Button>
        {shown.role !== KEPT && <Button onClick={() => void remove()}>{t('settings.delete_role', { role: shown.role })}</Button>}
      </div>
      {error !== undefined && <ErrorPanel error={error} title={t('settings.roles_not_applied')} onRetry={() => void apply()} />}
      <Tabs value={tabOf(shown)} onChange={turnTo} keepMounted={false}>
        <Tabs.List aria-label={t('settings.roles')}>
          {roles.map((each) => (
            <Tabs.Tab key={each.role} value={tabOf(each)}>
              {each.role}
              {changes.some(({ role: changed }) => changed === each.role) && (
                <span className={styles.mark}>{` · ${t('settings.changed')}`}</span>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {roles.map((each) => (
          <Tabs.Panel key={each.role} value={tabOf(each)} pt={12}>
            <RoleMatrix role={each.role} stored={each.accesses} accesses={drafts[each.role] ?? each.accesses} onTurn={turn} />
          </Tabs.Panel>
        ))}
      </Tabs>
      {total > 0 && (
        <div className={styles.bar} role="region" aria-label={t('settings.unsaved')}>
          <strong>{t('settings.roles_changes', { count: total, roles: changes.map((each) => each.role).join(', ') })}</strong>
          <RoleChanges changes={changes} />
          <Button onClick={() => setDrafts({})}>{t('settings.discard')}</Button>
          <Button level="primary" busy={busy} onClick={() => void apply()}>
            {t('settings.apply')}
          </Button>
        </div>
      )}
      <RolePreview
        open={previewing}
        role={shown.role}
        accesses={drafts[shown.role] ?? shown.accesses}
        onClose={() => setPreviewing(false)}
      />
      <NewRole
        open={adding}
        roles={roles.map((each) => ({ ...each, accesses: drafts[each.role] ?? each.accesses }))}
        like={shown.role}
        onClose={() => setAdding(false)}
        onAdded={(added) => {
          setAdding(false);
          void refresh().then(() => setAddress({ role: added }, { replace: true }));
        }}
      />
    </>
  );
}
