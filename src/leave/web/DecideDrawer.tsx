import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { Button, Drawer, Loaded, Waiting } from '../../web/ui/index.ts';
import styles from './Leave.module.css';
import { type Balance, LEAVE, type LeaveRequest, call, useBalances } from './leave-data.ts';
import { OthersOff } from './OthersOff.tsx';
import { LeaveMeets } from './public.tsx';
import { useLeaveWords } from './words.ts';

export interface DecideDrawerProps {
  /** None: closed. */
  request: LeaveRequest | undefined;
  /** As it stands today. */
  balance: Balance | undefined;
  busy: boolean;
  onApprove: () => void;
  onReject: () => void;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

/** One request with all that the decision hangs on: the balance then, who else is off, bookings on these days. */
export function DecideDrawer({ request, balance, busy, onApprove, onReject, onClose, ...beside }: DecideDrawerProps) {
  const { t } = useTranslation();
  return (
    <Drawer
      {...beside}
      open={request !== undefined}
      onClose={onClose}
      title={request?.user ?? t('leave.to_decide')}
      actions={
        request && (
          <>
            {request.may.includes('reject') && (
              <Button busy={busy} onClick={onReject}>
                {t('leave.reject')}
              </Button>
            )}
            {request.may.includes('approve') && (
              <Button level="primary" busy={busy} onClick={onApprove}>
                {t('leave.approve')}
              </Button>
            )}
          </>
        )
      }
    >
      {request && <Considered key={request.id} request={request} today={balance} />}
    </Drawer>
  );
}

function Considered({ request, today }: { request: LeaveRequest; today: Balance | undefined }) {
  const { t } = useTranslation();
  const words = useLeaveWords();
  const then = useBalances([request.user_id], request.last_day).data?.rows.find((row) => row.type_id === request.type_id);
  const others = useQuery({
    queryKey: [...LEAVE, 'beside', request.id],
    queryFn: ({ signal }) => {
      const { user_id, type_id, first_day, last_day } = request;
      return call('POST /api/leave_requests/preview', { body: { user_id, type_id, first_day, last_day } }, { signal });
    },
  });
  const day = then?.day_minutes ?? today?.day_minutes ?? 0;
  const facts: [name: string, value: string][] = [
    [t('leave.type'), request.type],
    [t('leave.when'), words.when(request)],
    [t('leave.takes_head'), day > 0 ? words.amount(request.minutes, day) : words.hours(request.minutes)],
    ...(request.created_by ? [[t('leave.asked_by_head'), request.created_by] as [string, string]] : []),
    ...(request.comment ? [[t('leave.comment'), request.comment] as [string, string]] : []),
  ];
  return (
    <div className={styles.why}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {then && (
        <section aria-label={t('leave.balance')}>
          <h3>{t('leave.balance')}</h3>
          <dl className={styles.facts}>
            {today && (
              <div>
                <dt>{t('leave.on_day', { day: format.day(today.as_of) })}</dt>
                <dd>{words.days(today.balance, day)}</dd>
              </div>
            )}
            <div>
              <dt>{t('leave.balance_after', { day: format.day(request.last_day) })}</dt>
              <dd data-below={then.balance - request.minutes < 0 || undefined}>
                {words.days(then.balance - request.minutes, day)}
              </dd>
            </div>
          </dl>
        </section>
      )}
      <Loaded query={others} skeleton={<Waiting rows={2} />}>
        {(answer) => <OthersOff others={answer.others} total={answer.others_total} />}
      </Loaded>
      <LeaveMeets from={request.first_day} to={request.last_day} userId={request.user_id} />
    </div>
  );
}
