import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { caller } from '../../web/api.ts';
import { At, FormBody, FormDrawer, NameField, formStyles, useForm } from '../../web/form/index.ts';
import { Select } from '../../web/ui/index.ts';
import type { accessContract } from '../contract.ts';
import { type Role, whole } from './role-draft.ts';

const call = caller<typeof accessContract>();

interface Draft {
  role: string;
  /** The role whose accesses the new one begins with. */
  like: string;
}

export interface NewRoleProps {
  open: boolean;
  roles: readonly Role[];
  /** The role that is shown. */
  like: string;
  onClose: () => void;
  onAdded: (role: string) => void;
}

/** A new role, as a copy of another. */
export function NewRole({ open, onClose, ...rest }: NewRoleProps) {
  const { t } = useTranslation();
  return (
    <FormDrawer open={open} onClose={onClose} title={t('settings.new_role')} save={t('web.add')}>
      <NewRoleForm {...rest} />
    </FormDrawer>
  );
}

function NewRoleForm({ roles, like, onAdded }: Omit<NewRoleProps, 'open' | 'onClose'>) {
  const { t } = useTranslation();
  const [draftOf] = useState(() => (): Draft => ({ role: '', like }));
  const form = useForm<Role & { version: number }, Draft>({
    row: undefined,
    draftOf,
    check: ({ role }) => (role.trim() === '' ? { role: t('settings.name_missing') } : {}),
    save: async (_changes, _version, draft) => {
      const accesses = whole(roles.find(({ role }) => role === draft.like)?.accesses ?? {});
      const body = { role: draft.role.trim(), accesses };
      return { ...(await call('POST /api/settings/add_role_access', { query: {}, body })), version: 1 };
    },
    onSaved: ({ role }) => onAdded(role),
  });
  const { draft, set, errors } = form;
  return (
    <FormBody form={form} name={t('settings.new_role')} labels={{ role: t('settings.name'), like: t('settings.copy_of') }}>
      <div className={formStyles.fields}>
        <NameField
          field="role"
          label={t('settings.name')}
          value={draft.role}
          onChange={(role) => set({ role })}
          maxLength={60}
          error={errors.role}
          autoFocus
        />
        <At field="like" wide>
          <Select
            label={t('settings.copy_of')}
            description={t('settings.copy_of_text')}
            options={roles.map(({ role }) => ({ id: role, name: role }))}
            value={draft.like}
            onChange={(role) => role && set({ like: role })}
            clearable={false}
          />
        </At>
      </div>
    </FormBody>
  );
}
