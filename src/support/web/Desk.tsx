import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { At, Facts, FormBody, SaveFoot, useForm } from '../../web/form/index.ts';
import { usePageFlag } from '../../web/session.ts';
import { EXTRA, Loaded, TextInput, Waiting, notify } from '../../web/ui/index.ts';
import { call } from './tickets-data.ts';

interface DeskRow {
  mail_to: string | null;
  version: number;
}

interface Draft {
  mail_to: string;
}

const KEY = ['support', 'desk'];
const draftOf = (row: DeskRow | undefined): Draft => ({ mail_to: row?.mail_to ?? '' });

/** Where new tickets are mailed. */
export default function Desk() {
  const query = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call('GET /api/support/desk', {}, { signal }) });
  return (
    <Loaded query={query} skeleton={<Waiting rows={2} />}>
      {(row) => <DeskForm row={row} />}
    </Loaded>
  );
}

function DeskForm({ row }: { row: DeskRow }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const canEdit = usePageFlag('can_edit', 'settings');
  const form = useForm<DeskRow, Draft>({
    row,
    draftOf,
    save: (_changes, version, { mail_to }) =>
      call('PUT /api/support/desk', {
        body: { mail_to: mail_to.trim() === '' ? null : mail_to.trim(), ...(version === undefined ? {} : { version }) },
      }),
    onSaved: (stored) => {
      client.setQueryData(KEY, stored);
      notify.success(t('settings.saved'));
    },
  });
  const { draft, set, errors } = form;
  return (
    <FormBody form={form} id="desk" name={t('support.desk')} labels={{ mail_to: t('support.mail_to') }} free={['section']}>
      <Facts title={t('support.desk_mail')} text={t('support.desk_mail_text')}>
        <At field="mail_to" wide>
          <TextInput
            label={t('support.mail_to')}
            type="email"
            extra={EXTRA.email}
            value={draft.mail_to}
            onChange={(mail_to) => set({ mail_to })}
            maxLength={254}
            clearable
            error={errors.mail_to}
            disabled={!canEdit}
          />
        </At>
      </Facts>
      {canEdit && <SaveFoot form={form} />}
    </FormBody>
  );
}
