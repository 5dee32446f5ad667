import { useQuery } from '@tanstack/react-query';
import { IconEye, IconHelpCircle, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choice, useAddress, word } from '../../web/address.ts';
import { useLeaveGuard } from '../../web/form/index.ts';
import { usePageFlag } from '../../web/session.ts';
import { Button, Choice, ErrorPanel, ExportMenu, LinkButton, Loaded, Tabs, Waiting } from '../../web/ui/index.ts';
import { NewRole } from './NewRole.tsx';
import styles from './RoleAccess.module.css';
import { RoleChanges } from './RoleChanges.tsx';
import { AllRoles, type DraftedRole, RoleMatrix } from './RoleMatrix.tsx';
import { RolePreview } from './RolePreview.tsx';
import { FLAGS, type Role } from './role-draft.ts';
import { KEPT, ROLES, call, useRoleDrafts } from './useRoleDrafts.ts';

const VIEWS = ['each', 'all'] as const;
const codecs = { view: choice(VIEWS, 'each'), role: word(KEPT), flag: word(FLAGS[0]) };

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
  const [{ view, role, flag }, setAddress] = useAddress(codecs);
  const [adding, setAdding] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  const mayExport = usePageFlag('can_export', 'settings');
  const { drafted, changes, total, busy, error, turn, apply, remove, refresh, discard } = useRoleDrafts(roles);
  const shown = drafted.find((each) => each.role === role) ?? drafted[0];
  useLeaveGuard(() => total > 0 && !busy, ['role', 'view', 'flag']);
  if (!shown) return null;

  const turnTo = (next: string): void => setAddress({ role: next }, { replace: true });
  const removeShown = async (): Promise<void> => {
    if (!(await remove(shown.role))) return;
    turnTo(KEPT);
    await refresh();
  };
  return (
    <>
      <div className={styles.head}>
        <Choice
          label={t('settings.roles_view')}
          options={VIEWS.map((id) => ({ id, name: t(`settings.roles_view_${id}`) }))}
          value={view}
          onChange={(next) => setAddress({ view: next })}
        />
        <Button icon={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
          {t('settings.new_role')}
        </Button>
        {view === 'each' && (
          <Button icon={<IconEye size={16} aria-hidden="true" />} onClick={() => setPreviewing(true)}>
            {t('settings.preview')}
          </Button>
        )}
        {view === 'each' && shown.role !== KEPT && (
          <Button onClick={() => void removeShown()}>{t('settings.delete_role', { role: shown.role })}</Button>
        )}
        <span className={styles.end}>
          <LinkButton
            level="subtle"
            icon={<IconHelpCircle size={16} aria-hidden="true" />}
            to="/admin/settings"
            search={{ section: 'why' }}
          >
            {t('settings.why_question')}
          </LinkButton>
          {mayExport && (
            <ExportMenu
              download={(format) =>
                call.download('GET /api/settings/export_role_accesses', `role_accesses.${format}`, { query: { format } })
              }
            />
          )}
        </span>
      </div>
      {error !== undefined && <ErrorPanel error={error} title={t('settings.roles_not_applied')} onRetry={() => void apply()} />}
      {view === 'all' ? (
        <AllRoles
          roles={drafted}
          flag={FLAGS.includes(flag) ? flag : (FLAGS[0] ?? '')}
          onFlag={(next) => setAddress({ flag: next }, { replace: true })}
          onTurn={turn}
        />
      ) : (
        <RoleTabs roles={drafted} shown={shown} changed={changes} onShow={turnTo} onTurn={turn} />
      )}
      {total > 0 && (
        <div className={styles.bar} role="region" aria-label={t('settings.unsaved')}>
          <strong>{t('settings.roles_changes', { count: total, roles: changes.map((each) => each.role).join(', ') })}</strong>
          <RoleChanges changes={changes} />
          <Button onClick={discard}>{t('settings.discard')}</Button>
          <Button level="primary" busy={busy} onClick={() => void apply()}>
            {t('settings.apply')}
          </Button>
        </div>
      )}
      <RolePreview open={previewing} role={shown.role} accesses={shown.draft} onClose={() => setPreviewing(false)} />
      <NewRole
        open={adding}
        roles={drafted.map((each) => ({ role: each.role, accesses: each.draft }))}
        like={shown.role}
        onClose={() => setAdding(false)}
        onAdded={(added) => {
          setAdding(false);
          void refresh().then(() => turnTo(added));
        }}
      />
    </>
  );
}

interface RoleTabsProps {
  roles: readonly DraftedRole[];
  shown: DraftedRole;
  changed: readonly Role[];
  onShow: (role: string) => void;
  onTurn: (role: string, page: string, flag: string) => void;
}

/** One role at a time, each in a tab of its own. */
function RoleTabs({ roles, shown, changed, onShow, onTurn }: RoleTabsProps) {
  const { t } = useTranslation();
  // Tabs make ids of their values, and a role may have blanks in its name.
  const tabOf = ({ role }: Role): string => String(roles.findIndex((each) => each.role === role));
  return (
    <Tabs value={tabOf(shown)} onChange={(tab) => onShow(roles[Number(tab)]?.role ?? KEPT)} keepMounted={false}>
      <Tabs.List aria-label={t('settings.roles')}>
        {roles.map((each) => (
          <Tabs.Tab key={each.role} value={tabOf(each)}>
            {each.role}
            {changed.some(({ role }) => role === each.role) && (
              <span className={styles.mark}>{` · ${t('settings.changed')}`}</span>
            )}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {roles.map((each) => (
        <Tabs.Panel key={each.role} value={tabOf(each)} pt={12}>
          <RoleMatrix role={each} onTurn={onTurn} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
