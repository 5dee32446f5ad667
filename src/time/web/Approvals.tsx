import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isoWeek } from '../../kit/day.ts';
import { choice, useAddress, whole } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import {
  Button,
  Choice,
  type Column,
  DataTable,
  EmptyState,
  Link,
  Loaded,
  PageTitle,
  ReasonDialog,
  Waiting,
} from '../../web/ui/index.ts';
import styles from './Approval.module.css';
import { type ApprovalRow, type PartState, useActs, useApprovals, useLiveApprovals } from './approval-data.ts';
import { callTime } from './sheet-query.ts';

const STATES = ['waiting', 'approved', 'rejected'] as const;
const codecs = { state: choice(STATES, 'waiting'), page: whole(), per: whole(50) };

/** Weeks on which one decides: one by one or many at once, with what was decided already. */
export default function Approvals({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation();
  const [{ state, page, per }, set] = useAddress(codecs);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [rejecting, setRejecting] = useState<readonly string[]>([]);
  const { busy, act } = useActs();
  useLiveApprovals();
  const query = useApprovals(state, page, Math.min(per, 200));
  const decide = async (ids: readonly string[], approve: boolean, reason?: string): Promise<void> => {
    const body = { ids: [...ids], approve, ...(reason ? { reason } : {}) };
    const done = t(approve ? 'time.approved_count' : 'time.rejected_count', { count: ids.length });
    if (!(await act(() => callTime('POST /api/timesheets/decide', { body }), done))) return;
    setSelection(new Set());
    setRejecting([]);
  };
  const columns = useColumns(
    state,
    busy,
    (id) => void decide([id], true),
    (id) => setRejecting([id]),
  );
  const back = (
    <Button icon={<IconArrowLeft size={16} aria-hidden="true" />} onClick={onBack}>
      {t('time.own_timesheet')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('time.approvals')} actions={back}>
        <Choice
          label={t('time.approvals_show')}
          value={state}
          options={STATES.map((id) => ({ id, name: t(`time.part_${id}`) }))}
          onChange={(next) => {
            setSelection(new Set());
            set({ state: next, page: 1 });
          }}
        />
      </PageTitle>
      <Loaded query={query} skeleton={<Waiting rows={8} />}>
        {({ rows, pagination }) => (
          <DataTable
            name="timesheet_approvals"
            caption={t('time.approvals')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            rowName={(row) => `${row.user}, ${format.day(row.week)}`}
            pagination={pagination}
            onPage={(next, perPage) => set({ page: next, per: perPage })}
            {...(state === 'waiting'
              ? {
                  selection,
                  onSelection: setSelection,
                  actions: (
                    <>
                      <Button level="primary" busy={busy} onClick={() => void decide([...selection], true)}>
                        {t('time.approve')}
                      </Button>
                      <Button busy={busy} onClick={() => setRejecting([...selection])}>
                        {t('time.send_back_dots')}
                      </Button>
                    </>
                  ),
                }
              : {})}
            empty={<EmptyState title={t(`time.approvals_none_${state}`)} />}
          />
        )}
      </Loaded>
      <ReasonDialog
        open={rejecting.length > 0}
        title={t('time.send_back_title')}
        label={t('time.reason')}
        text={t('time.reason_text')}
        missing={t('time.reason_missing')}
        action={t('time.send_back')}
        busy={busy}
        onClose={() => setRejecting([])}
        onReason={(reason) => void decide(rejecting, false, reason)}
      />
    </>
  );
}

function useColumns(
  state: PartState,
  busy: boolean,
  approve: (id: string) => void,
  reject: (id: string) => void,
): Column<ApprovalRow>[] {
  const { t } = useTranslation();
  return [
    {
      id: 'user',
      header: t('time.person'),
      fixed: true,
      width: 180,
      cell: (row) => (
        <Link to="/time_tracking/timesheet" search={{ user: row.user_id, w: isoWeek(row.week) }}>
          {row.user}
        </Link>
      ),
    },
    { id: 'week', header: t('time.week_head'), width: 130, card: true, cell: (row) => format.day(row.week) },
    { id: 'project', header: t('time.project'), width: 160, cell: (row) => row.project ?? t('time.whole_week') },
    { id: 'hours', header: t('time.hours_head'), align: 'right', card: true, cell: (row) => format.hours(row.seconds) },
    { id: 'chargeable', header: t('time.chargeable'), align: 'right', cell: (row) => format.hours(row.chargeable_seconds) },
    { id: 'submitted', header: t('time.submitted_at'), width: 160, cell: (row) => format.instant(row.submitted_at) },
    ...(state === 'waiting'
      ? [
          {
            id: 'acts',
            header: t('time.decide'),
            card: 'line' as const,
            fixed: true,
            cell: (row: ApprovalRow) => (
              <span className={styles.line}>
                <Button
                  size="sm"
                  busy={busy}
                  aria-label={t('time.approve_named', { name: row.user })}
                  onClick={() => approve(row.id)}
                >
                  {t('time.approve')}
                </Button>
                <Button
                  size="sm"
                  busy={busy}
                  aria-label={t('time.send_back_named', { name: row.user })}
                  onClick={() => reject(row.id)}
                >
                  {t('time.send_back_dots')}
                </Button>
              </span>
            ),
          },
        ]
      : [
          { id: 'by', header: t('time.decided_by'), cell: (row: ApprovalRow) => row.decided_by ?? '' },
          {
            id: 'at',
            header: t('time.decided_at'),
            cell: (row: ApprovalRow) => (row.decided_at ? format.instant(row.decided_at) : ''),
          },
          { id: 'reason', header: t('time.reason'), cell: (row: ApprovalRow) => row.reason },
        ]),
  ];
}
