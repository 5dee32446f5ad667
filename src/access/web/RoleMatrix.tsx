import { useTranslation } from 'react-i18next';
import { Select } from '../../web/ui/index.ts';
import { type GridColumn, PageGrid } from './PageGrid.tsx';
import styles from './RoleAccess.module.css';
import { type Accesses, FLAGS, type Role, whole } from './role-draft.ts';

/** A role as the server has it, and as it is drafted. */
export interface DraftedRole extends Role {
  draft: Accesses;
}

type Turn = (role: string, page: string, flag: string) => void;

function columnOf({ role, accesses, draft }: DraftedRole, flag: string, onTurn: Turn): Omit<GridColumn, 'id' | 'name'> {
  const [before, now] = [whole(accesses), whole(draft)];
  const isOn = (page: string): boolean => now[page]?.[flag] === true;
  return {
    flag,
    isOn,
    isChanged: (page) => isOn(page) !== (before[page]?.[flag] === true),
    onTurn: (page) => onTurn(role, page, flag),
  };
}

/** Pages by flags of one role. */
export function RoleMatrix({ role, onTurn }: { role: DraftedRole; onTurn: Turn }) {
  const { t } = useTranslation();
  const columns = FLAGS.map((flag) => ({
    id: flag,
    name: t(`settings.flag_${flag}`),
    about: t(`settings.flag_${flag}_text`),
    ...columnOf(role, flag, onTurn),
  }));
  return <PageGrid label={t('settings.roles_of', { role: role.role })} columns={columns} />;
}

export interface AllRolesProps {
  roles: readonly DraftedRole[];
  /** The flag that is shown of each page. */
  flag: string;
  onFlag: (flag: string) => void;
  onTurn: Turn;
}

/** Pages by roles: one flag of all of them side by side. */
export function AllRoles({ roles, flag, onFlag, onTurn }: AllRolesProps) {
  const { t } = useTranslation();
  const columns = roles.map((role) => ({ id: role.role, name: role.role, ...columnOf(role, flag, onTurn) }));
  return (
    <>
      <div className={styles.flag}>
        <Select
          label={t('settings.roles_flag')}
          description={t(`settings.flag_${flag}_text`)}
          options={FLAGS.map((id) => ({ id, name: t(`settings.flag_${id}`) }))}
          value={flag}
          onChange={(next) => next && onFlag(next)}
          clearable={false}
        />
      </div>
      <PageGrid label={t('settings.roles_all_of', { flag: t(`settings.flag_${flag}`) })} columns={columns} />
    </>
  );
}
