import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { choice, useAddress, whole, word } from '../../web/address.ts';
import { today } from '../../web/format.ts';
import { useSession } from '../../web/session.ts';
import { type Column, DataTable, EmptyState, FilterBar, Loaded, Waiting } from '../../web/ui/index.ts';
import { BalanceCards } from './BalanceCards.tsx';
import { CalendarFeeds } from './CalendarFeeds.tsx';
import { CancelLeave } from './CancelLeave.tsx';
import styles from './Leave.module.css';
import { LEAVE, type LeaveRequest, type Status, call, useBalances } from './leave-data.ts';
import { useRequestColumns } from './request-columns.tsx';
import { WhyBalance } from './WhyBalance.tsx';

export const STATUSES: readonly Status[] = ['pending', 'approved', 'rejected', 'cancelled'];
const YEAR = /^20\d\d$/;
const SIZES = [25, 50, 100, 200];
/** `why` is the type of leave whose balance is explained. */
const codecs = { year: word(), status: choice(['', ...STATUSES], ''), page: whole(1), per_page: whole(25), why: word() };

/** One's own leave: what is left of it, what one asked for, and the address for one's own calendar. */
export function MyLeave({ onAsk }: { onAsk: () => void }) {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const me = useSession((session) => session.me?.id);
  const balances = useBalances(me ? [me] : []);
  const size = SIZES.includes(values.per_page) ? values.per_page : 25;
  const thisYear = Number(today().slice(0, 4));
  // Without a year: this one and whatever comes.
  const shown = {
    ...(YEAR.test(values.year) ? { from: `${values.year}-01-01`, to: `${values.year}-12-31` } : { from: `${thisYear}-01-01` }),
    ...(values.status ? { status: values.status } : {}),
    page: values.page,
    per_page: size,
  };
  const query = useQuery({
    queryKey: [...LEAVE, 'own', shown],
    queryFn: ({ signal }) => call('GET /api/leave_requests', { query: { scope: 'own', ...shown } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const dayMinutes = balances.data?.rows[0]?.day_minutes ?? 0;
  const columns = useColumns(dayMinutes);
  const years = [thisYear + 1, thisYear, thisYear - 1, thisYear - 2].map((year) => ({ id: String(year), name: String(year) }));
  const narrowed = values.year !== '' || values.status !== '';
  return (
    <div className={styles.page}>
      <BalanceCards query={balances} onWhy={(why) => setValues({ why })} />
      <section>
        <h2>{t('leave.requests')}</h2>
        <FilterBar
          screen="internal_bookings"
          page="page"
          codecs={codecs}
          values={values}
          onChange={setValues}
          count={query.data?.pagination.total}
          filters={[
            { kind: 'one', id: 'year', label: t('leave.year'), options: years },
            {
              kind: 'one',
              id: 'status',
              label: t('leave.status'),
              options: STATUSES.map((id) => ({ id, name: t(`leave.status_${id}`) })),
            },
          ]}
        />
        <Loaded query={query} skeleton={<Waiting rows={6} />}>
          {({ rows, pagination }) => (
            <DataTable
              name="own_leave"
              caption={t('leave.requests')}
              columns={columns}
              rows={rows}
              rowKey={(row) => row.id}
              pagination={pagination}
              onPage={(page, perPage) => setValues({ page, per_page: perPage })}
              empty={
                narrowed ? (
                  <EmptyState
                    title={t('leave.no_match')}
                    action={{ label: t('web.clear_filters'), onClick: () => setValues({ year: '', status: '', page: 1 }) }}
                  />
                ) : (
                  <EmptyState
                    title={t('leave.none')}
                    text={t('leave.none_text')}
                    action={{ label: t('leave.ask'), onClick: onAsk }}
                  />
                )
              }
            />
          )}
        </Loaded>
      </section>
      <CalendarFeeds />
      <WhyBalance typeId={values.why} userId={me} onClose={() => setValues({ why: '' })} />
    </div>
  );
}

function useColumns(dayMinutes: number): Column<LeaveRequest>[] {
  const { t } = useTranslation();
  const { when, type, takes, status, comment } = useRequestColumns(() => dayMinutes);
  const actions: Column<LeaveRequest> = {
    id: 'actions',
    header: t('leave.actions'),
    cell: (row) => row.may.includes('cancel') && <CancelLeave request={row} />,
    fixed: true,
    card: 'line',
  };
  return [{ ...when, fixed: true }, type, takes, status, comment, actions];
}
