import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useColleagueOptions, useTeamOptions } from '../../people/web/public.tsx';
import { day, list, useAddress, whole, word } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import {
  type Column,
  DataTable,
  DateField,
  EmptyState,
  type ExportFormat,
  FilterBar,
  Loaded,
  Waiting,
} from '../../web/ui/index.ts';
import { type Balance, LEAVE, call } from './leave-data.ts';
import { WhyBalance } from './WhyBalance.tsx';
import { useLeaveWords } from './words.ts';

/** `as_of` is the day of the balances, nothing is today; `why` and `whom` say whose balance is explained. */
const codecs = { teams: list(), users: list(), as_of: day(), page: whole(1), per_page: whole(25), why: word(), whom: word() };
const SIZES = [25, 50, 100, 200];
const UUID = /^[0-9a-f-]{36}$/i;

/** What is left of the leave of those whom one manages, of everybody for hr, on any day. */
export function Balances() {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const mayExport = useMayCall()('users.export_leave_balance');
  const canExport = usePageFlag('can_export', 'users');
  const [teams, people] = [useTeamOptions(), useColleagueOptions()];
  const chosenTeams = values.teams.filter((each) => UUID.test(each));
  const chosenUsers = values.users.filter((each) => UUID.test(each));
  const asOf = values.as_of ? { as_of: values.as_of } : {};
  const asked = {
    ...(chosenTeams.length > 0 ? { teams: chosenTeams } : {}),
    ...(chosenUsers.length > 0 ? { user_ids: chosenUsers } : {}),
    ...asOf,
    page_number: values.page,
    per_page: SIZES.includes(values.per_page) ? values.per_page : 25,
  };
  const query = useQuery({
    queryKey: [...LEAVE, 'balances', 'all', asked],
    queryFn: ({ signal }) => call('POST /api/users/leave_balance', { query: {}, body: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const columns = useColumns();
  const download = (kind: ExportFormat): Promise<void> =>
    call.download('GET /api/export_import/export_leave_balance', `leave_balance.${kind}`, {
      query: { format: kind, ...asOf, ...(chosenTeams.length > 0 ? { teams: chosenTeams } : {}) },
    });
  const narrowed = chosenTeams.length > 0 || chosenUsers.length > 0;
  return (
    <>
      <FilterBar
        screen="leave_balances"
        page="page"
        codecs={codecs}
        values={values}
        onChange={setValues}
        count={query.data?.pagination.total}
        filters={[
          { kind: 'many', id: 'users', label: t('leave.people_filter'), options: people },
          { kind: 'many', id: 'teams', label: t('leave.teams'), options: teams },
        ]}
        {...(mayExport && canExport ? { download } : {})}
      >
        <DateField
          label={t('leave.balance_on')}
          hideLabel
          value={values.as_of || format.today()}
          onChange={(next) => setValues({ as_of: next === undefined || next === format.today() ? '' : next, page: 1 })}
          clearable={values.as_of !== ''}
        />
      </FilterBar>
      <Loaded query={query} skeleton={<Waiting rows={10} />}>
        {({ rows, pagination }) => (
          <DataTable
            name="leave_balances"
            caption={t('leave.tab_balances')}
            columns={columns}
            rows={rows}
            rowKey={(row) => `${row.user_id} ${row.type_id}`}
            pagination={pagination}
            onPage={(page, perPage) => setValues({ page, per_page: perPage })}
            onOpen={(row) => setValues({ why: row.type_id, whom: row.user_id })}
            empty={
              <EmptyState
                title={t('leave.no_balances')}
                text={narrowed ? undefined : t('leave.no_balances_text')}
                action={
                  narrowed
                    ? { label: t('web.clear_filters'), onClick: () => setValues({ teams: [], users: [], page: 1 }) }
                    : undefined
                }
              />
            }
          />
        )}
      </Loaded>
      <WhyBalance typeId={values.why} userId={values.whom || undefined} onClose={() => setValues({ why: '', whom: '' })} />
    </>
  );
}

function useColumns(): Column<Balance>[] {
  const { t } = useTranslation();
  const words = useLeaveWords();
  const days = (
    id: string,
    header: string,
    minutes: (row: Balance) => number,
    more: Partial<Column<Balance>> = {},
  ): Column<Balance> => ({
    id,
    header,
    align: 'right',
    width: 84,
    ...more,
    cell: (row) => <span data-below={minutes(row) < 0 || undefined}>{words.days(minutes(row), row.day_minutes)}</span>,
  });
  return [
    { id: 'person', header: t('leave.person'), cell: (row) => row.user, fixed: true, width: 160 },
    { id: 'team', header: t('leave.team'), cell: (row) => row.team, width: 120 },
    { id: 'type', header: t('leave.type'), cell: (row) => row.type, width: 110, card: true },
    days('balance', t('leave.balance'), (row) => row.balance, { card: true }),
    days('entitled', t('leave.entitled'), (row) => row.carried_over + row.granted + row.adjusted + row.expired),
    days('taken', t('leave.taken'), (row) => row.taken, { card: true }),
    days('planned', t('leave.planned'), (row) => row.planned),
    days('pending', t('leave.pending'), (row) => row.pending),
    days('available', t('leave.still_to_ask'), (row) => row.available, { card: true }),
    days('year_end', t('leave.year_end'), (row) => row.year_end, { optional: true }),
    days('expiring', t('leave.expiring'), (row) => row.expiring, { optional: true }),
  ];
}
