import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { At, FormBody, FormButtons, formStyles, useForm, useLeaveGuard } from '../../settings/web/public.tsx';
import { caller } from '../../web/api.ts';
import { Drawer, EXTRA, Select, TextInput } from '../../web/ui/index.ts';
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

const FORM = 'new-role';

/** A new role, as a copy of another. */
export function NewRole({ open, onClose, ...rest }: NewRoleProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('settings.new_role')}
      actions={<FormButtons id={FORM} busy={busy} save={t('settings.add')} onCancel={onClose} />}
    >
      {open && <NewRoleForm {...rest} onBusy={setBusy} />}
    </Drawer>
  );
}

function NewRoleForm({
  roles,
  like,
  onAdded,
  onBusy,
}: Omit<NewRoleProps, 'open' | 'onClose'> & { onBusy: (busy: boolean) => void }) {
  const { t } = useTranslation();
  const [draftOf] = useState(() => (): Draft => ({ role: '', like }));
  const form = useForm<Role & { version: number }, Draft>({
    row: undefined,
    draftOf,
    check: ({ role }) => (role.trim() === '' ? { role: t('settings.name_missing') } : {}),
    save: async (_changes, _version, draft) => {
      onBusy(true);
      try {
        const accesses = whole(roles.find(({ role }) => role === draft.like)?.accesses ?? {});
        return {
          ...(await call('POST /api/settings/add_role_access', { query: {}, body: { role: draft.role.trim(), accesses } })),
          version: 1,
        };
      } finally {
        onBusy(false);
      }
    },
    onSaved: ({ role }) => onAdded(role),
  });
  useLeaveGuard(form.isDirty);
  const { draft, set, errors } = form;
  return (
    <FormBody
      form={form}
      id={FORM}
      name={t('settings.new_role')}
      labels={{ role: t('settings.name'), like: t('settings.copy_of') }}
    >
      <div className={formStyles.fields}>
        <At field="role" wide>
          <TextInput
            label={t('settings.name')}
            value={draft.role}
            onChange={(role) => set({ role })}
            extra={EXTRA.name}
            maxLength={60}
            error={errors.role}
            autoFocus
            required
          />
        </At>
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
