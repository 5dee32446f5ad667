import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useColleagueOptions, useTeamOptions } from '../../people/web/public.tsx';
import { day, list, useAddress, whole, word } from '../../web/address.ts';
import { Button, type Column, DataTable, EmptyState, FilterBar, Loaded, Waiting, besideOf } from '../../web/ui/index.ts';
import { DecideDrawer } from './DecideDrawer.tsx';
import styles from './Leave.module.css';
import { type Balance, LEAVE, type LeaveRequest, call, useBalances } from './leave-data.ts';
import { RejectDialog } from './RejectDialog.tsx';
import { useRequestColumns } from './request-columns.tsx';
import { useDecide } from './use-decide.ts';
import { useLeaveWords } from './words.ts';

const codecs = { teams: list(), users: list(), from: day(), to: day(), page: whole(1), per_page: whole(25), id: word() };
const SIZES = [25, 50, 100, 200];
const UUID = /^[0-9a-f-]{36}$/i;

/** Requests that wait for one's decision: with what is left of the leave; one by one or several at once. */
export function ToDecide() {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const { page, per_page, id, from, to } = values;
  const [teams, people] = [useTeamOptions(), useColleagueOptions()];
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [rejecting, setRejecting] = useState<readonly LeaveRequest[]>([]);
  const size = SIZES.includes(per_page) ? per_page : 25;
  const chosenTeams = values.teams.filter((each) => UUID.test(each));
  const chosenUsers = values.users.filter((each) => UUID.test(each));
  const asked = {
    ...(chosenTeams.length > 0 ? { teams: chosenTeams } : {}),
    ...(chosenUsers.length > 0 ? { user_ids: chosenUsers } : {}),
    ...(from && to ? { from, to } : {}),
  };
  const narrowed = Object.keys(asked).length > 0;
  const query = useQuery({
    queryKey: [...LEAVE, 'deciding', asked, page, size],
    queryFn: ({ signal }) =>
      call('GET /api/leave_requests', { query: { scope: 'deciding', ...asked, page, per_page: size } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const rows = query.data?.rows ?? [];
  const balances = useBalances([...new Set(rows.map((row) => row.user_id))].sort()).data?.rows ?? [];
  const [busy, decide] = useDecide();
  // Who decided already is no longer in the list: the selection is what of it still is.
  const chosen = rows.filter((row) => selection.has(row.id));
  const approve = async (wanted: readonly LeaveRequest[]): Promise<boolean> => {
    const done = await decide(wanted, 'approved');
    if (done) setSelection(new Set());
    return done;
  };
  const reject = async (reason: string): Promise<void> => {
    if (!(await decide(rejecting, 'rejected', reason))) return;
    setRejecting([]);
    setSelection(new Set());
    setValues({ id: '' });
  };
  const columns = useColumns(balances, busy, approve, setRejecting);
  const at = rows.findIndex((row) => row.id === id);
  const beside = besideOf(
    rows,
    (row) => row.id === id,
    (row) => setValues({ id: row.id }, { replace: true }),
  );
  const open = rows[at];
  const shown = useRef(id);
  useEffect(() => {
    shown.current = id;
  });
  /** On to the next one that waits, unless the drawer was closed meanwhile. */
  const approveOpen = async (request: LeaveRequest): Promise<void> => {
    const done = await approve([request]);
    if (done && shown.current === request.id) setValues({ id: rows[at + 1]?.id ?? '' }, { replace: true });
  };
  return (
    <>
      <FilterBar
        screen="leave_to_decide"
        page="page"
        codecs={codecs}
        values={values}
        onChange={setValues}
        count={query.data?.pagination.total}
        filters={[
          { kind: 'many', id: 'users', label: t('leave.people_filter'), options: people },
          { kind: 'many', id: 'teams', label: t('leave.teams'), options: teams },
          { kind: 'period', id: 'from', to: 'to', label: t('leave.when') },
        ]}
      />
      <Loaded query={query} skeleton={<Waiting rows={8} />}>
        {(answer) => (
          <DataTable
            name="leave_to_decide"
            caption={t('leave.to_decide')}
            columns={columns}
            rows={answer.rows}
            rowKey={(row) => row.id}
            rowName={(row) => row.user}
            pagination={answer.pagination}
            onPage={(next, perPage) => setValues({ page: next, per_page: perPage })}
            selection={new Set(chosen.map((row) => row.id))}
            onSelection={setSelection}
            onOpen={(row) => setValues({ id: row.id })}
            actions={
              <>
                <Button level="primary" busy={busy} onClick={() => void approve(chosen)}>
                  {t('leave.approve_count', { count: chosen.length })}
                </Button>
                <Button busy={busy} onClick={() => setRejecting(chosen)}>
                  {t('leave.reject_count', { count: chosen.length })}
                </Button>
              </>
            }
            empty={
              narrowed ? (
                <EmptyState
                  title={t('leave.no_match')}
                  action={{
                    label: t('web.clear_filters'),
                    onClick: () => setValues({ teams: [], users: [], from: '', to: '', page: 1 }),
                  }}
                />
              ) : (
                <EmptyState title={t('leave.nothing_to_decide')} text={t('leave.nothing_to_decide_text')} />
              )
            }
          />
        )}
      </Loaded>
      <DecideDrawer
        request={open}
        balance={open && balanceOf(balances, open)}
        busy={busy}
        onApprove={() => open && void approveOpen(open)}
        onReject={() => open && setRejecting([open])}
        onClose={() => setValues({ id: '' })}
        onNext={beside(1)}
        onPrevious={beside(-1)}
      />
      <RejectDialog
        requests={rejecting}
        busy={busy}
        onClose={() => setRejecting([])}
        onReject={(reason) => void reject(reason)}
      />
    </>
  );
}

const balanceOf = (balances: readonly Balance[], request: LeaveRequest): Balance | undefined =>
  balances.find((row) => row.user_id === request.user_id && row.type_id === request.type_id);

function useColumns(
  balances: readonly Balance[],
  busy: boolean,
  approve: (requests: readonly LeaveRequest[]) => Promise<boolean>,
  reject: (requests: readonly LeaveRequest[]) => void,
): Column<LeaveRequest>[] {
  const { t } = useTranslation();
  const words = useLeaveWords();
  const { when, type, takes, comment } = useRequestColumns(
    (row) => balances.find((each) => each.user_id === row.user_id)?.day_minutes ?? 0,
  );
  return [
    { id: 'person', header: t('leave.person'), cell: (row) => row.user, fixed: true, width: 160 },
    type,
    { ...when, card: true },
    takes,
    {
      id: 'left',
      header: t('leave.left'),
      cell: (row) => {
        const balance = balanceOf(balances, row);
        if (!balance) return '–';
        return <span data-below={balance.available < 0 || undefined}>{words.days(balance.available, balance.day_minutes)}</span>;
      },
      align: 'right',
      width: 100,
      card: true,
    },
    comment,
    {
      id: 'actions',
      header: t('leave.actions'),
      fixed: true,
      card: 'line',
      cell: (row) => (
        <span className={styles.line}>
          {row.may.includes('approve') && (
            <Button
              size="sm"
              busy={busy}
              aria-label={t('leave.approve_named', { name: row.user })}
              onClick={() => void approve([row])}
            >
              {t('leave.approve')}
            </Button>
          )}
          {row.may.includes('reject') && (
            <Button size="sm" aria-label={t('leave.reject_named', { name: row.user })} onClick={() => reject([row])}>
              {t('leave.reject')}
            </Button>
          )}
        </span>
      ),
    },
  ];
}
