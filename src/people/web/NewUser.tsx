import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { newId } from '../../kit/ids.ts';
import { DataFieldInputs } from '../../settings/web/public.tsx';
import { CallError } from '../../web/api.ts';
import { type Errors, FormBody, FormDrawer, formStyles, useForm } from '../../web/form/index.ts';
import { useSession } from '../../web/session.ts';
import { notify } from '../../web/ui/index.ts';
import { TEAMS, USERS, type User, call } from './people-data.ts';
import { StepField } from './StepField.tsx';
import { type UserDraft, draftOfUser, userData } from './user-draft.ts';
import { AccessFields, CountryField, FirstDayField, GradeField, ManagerField, NameFields, TeamField } from './UserFields.tsx';
import { useUserLabels } from './user-labels.ts';

/** A new person: what reports and access need from the first day. */
export function NewUser({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <FormDrawer open={open} onClose={onClose} title={t('people.add_user')} save={t('web.add')}>
      <NewUserForm onDone={onClose} />
    </FormDrawer>
  );
}

function NewUserForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const labels = useUserLabels();
  const country = useSession(({ firm }) => firm?.countries.find(({ is_default }) => is_default)?.code ?? '');
  // The same key however often it is sent: a lost answer does not make two people.
  const key = useRef(newId());
  const check = ({ first_name, last_name }: UserDraft): Errors<UserDraft> =>
    first_name.trim() === '' && last_name.trim() === '' ? { last_name: t('people.name_missing') } : {};
  const form = useForm<User, UserDraft>({
    row: undefined,
    draftOf: useCallback((row: User | undefined) => draftOfUser(row, country), [country]),
    check,
    save: async (given) => {
      try {
        const { valid_from: _day, ...draft } = given as UserDraft;
        const { first_name, last_name, grade, category } = draft;
        return await call(
          'POST /api/user_management/add_user',
          { body: { ...userData(draft), first_name, last_name, grade, category } },
          { idempotencyKey: key.current },
        );
      } catch (error) {
        if (error instanceof CallError && error.status > 0) key.current = newId();
        throw error;
      }
    },
    onSaved: (row) => {
      notify.success(t('people.added', { name: row.name }));
      onDone();
      for (const list of [USERS, TEAMS, ['users_all']]) void client.invalidateQueries({ queryKey: list });
    },
  });
  const fields = { draft: form.draft, set: form.set, errors: form.errors };
  return (
    <FormBody form={form} name={t('people.add_user')} labels={labels}>
      <div className={formStyles.fields}>
        <NameFields {...fields} isNew />
        <GradeField {...fields} />
        <StepField {...fields} />
        <TeamField {...fields} />
        <AccessFields {...fields} />
        <ManagerField {...fields} />
        <CountryField {...fields} />
        <FirstDayField {...fields} />
        <DataFieldInputs
          collection="users"
          values={form.draft.custom}
          onChange={(custom) => form.set({ custom })}
          error={form.errors.custom}
        />
      </div>
    </FormBody>
  );
}
