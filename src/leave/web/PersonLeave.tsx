import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { today } from '../../web/format.ts';
import { Choice, DataTable, EmptyState, Loaded, Waiting } from '../../web/ui/index.ts';
import { BalanceCards } from './BalanceCards.tsx';
import styles from './Leave.module.css';
import { LEAVE, call, useBalances } from './leave-data.ts';
import { useRequestColumns } from './request-columns.tsx';
import { WhyBalance } from './WhyBalance.tsx';

const PER_PAGE = 10;

/** The leave of one person, as their details and one's own profile show it: balances of a year and what was asked for in it. */
export default function PersonLeave({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const thisYear = Number(today().slice(0, 4));
  const [year, setYear] = useState(String(thisYear));
  const [page, setPage] = useState(1);
  const [why, setWhy] = useState('');
  const balances = useBalances([userId], undefined, Number(year));
  const query = useQuery({
    queryKey: [...LEAVE, 'person', userId, year, page],
    queryFn: ({ signal }) => {
      const range = { from: `${year}-01-01`, to: `${year}-12-31`, page, per_page: PER_PAGE };
      return call('GET /api/leave_requests', { query: { user_ids: [userId], ...range } }, { signal });
    },
    placeholderData: keepPreviousData,
  });
  const years = [thisYear - 1, thisYear, thisYear + 1].map((each) => ({ id: String(each), name: String(each) }));
  const { when, type, takes, status } = useRequestColumns(() => balances.data?.rows[0]?.day_minutes ?? 0);
  const columns = [{ ...when, fixed: true }, type, takes, status];
  return (
    <div className={styles.page}>
      <Choice
        label={t('leave.year')}
        value={year}
        options={years}
        onChange={(next) => {
          setYear(next);
          setPage(1);
        }}
      />
      <BalanceCards query={balances} onWhy={setWhy} />
      <Loaded query={query} skeleton={<Waiting rows={4} />}>
        {({ rows, pagination }) => (
          <DataTable
            name="person_leave"
            caption={t('leave.requests')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            pagination={pagination}
            onPage={(next) => setPage(next)}
            empty={<EmptyState title={t('leave.none_in_year', { year })} />}
          />
        )}
      </Loaded>
      <WhyBalance typeId={why} userId={userId} onClose={() => setWhy('')} />
    </div>
  );
}
