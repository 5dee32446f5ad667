import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CATEGORIES, LANGUAGES } from '../../kit/grades.ts';
import { uploadTable, useFieldImports } from '../../settings/web/public.tsx';
import { number } from '../../web/format.ts';
import { LANGUAGE_NAMES } from '../../web/shell/appearance.ts';
import { type ImportField, type ImportRow, type Judged, TableImport } from '../../web/ui/index.ts';
import { INVITE_FIELDS, type InviteField } from '../rules.ts';
import { GRADE_OPTIONS, TEAMS, USERS, call, useCountryOptions, useTeamOptions } from './people-data.ts';
import { useRoleOptions } from './user-list.ts';

/** The columns of a list, with what may be chosen: the words that the server takes. */
function useInviteFields(): ImportField[] {
  const { t } = useTranslation();
  const named = (list: readonly { name: string }[]) => list.map(({ name }) => ({ id: name, name }));
  const options: Partial<Record<InviteField, ImportField['options']>> = {
    grade: GRADE_OPTIONS,
    category: CATEGORIES.map((id) => ({ id, name: t(`people.category_${id}`) })),
    role: useRoleOptions(),
    team: named(useTeamOptions()),
    country: useCountryOptions(),
    language: LANGUAGES.map((id) => ({ id, name: LANGUAGE_NAMES[id] ?? id })),
  };
  const own = useFieldImports('users');
  const ours = INVITE_FIELDS.map((id) => {
    const choices = options[id];
    return { id, header: t(`people.${id}`), ...(choices ? { options: choices } : {}) };
  });
  return [...ours, ...own];
}

/** Many people from a table: template, file, every row with every fault, then all of them at once. */
export function InviteTable() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const fields = useInviteFields();
  const read = async (file: File): Promise<Judged> =>
    call('POST /api/users/validate_table', { body: { filename: await uploadTable(file) } });
  const apply = async (rows: readonly ImportRow[]): Promise<{ created: number; unchanged: number }> => {
    const done = await call('POST /api/users/invite', { body: { data: [...rows] } });
    for (const list of [USERS, TEAMS, ['users_all']]) void client.invalidateQueries({ queryKey: list });
    return done;
  };
  const counted = (count: number) => ({ count, shown: number(count) });
  return (
    <TableImport
      name="invitations"
      fields={fields}
      template={() => call.download('GET /api/users/invitation_template', 'invitations.xlsx', { query: {} })}
      read={read}
      check={(rows) => call('POST /api/users/validate_table', { body: { data: [...rows] } })}
      apply={apply}
      words={{
        action: (count) => t('people.invite_count', counted(count)),
        question: { title: (count) => t('people.invite_question', counted(count)), text: t('people.invite_text') },
        done: (created, unchanged) =>
          [t('people.invited', counted(created)), ...(unchanged > 0 ? [t('people.invited_known', counted(unchanged))] : [])].join(
            ' ',
          ),
      }}
    />
  );
}
