import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputOf } from '../../kit/endpoint.ts';
import * as format from '../../web/format.ts';
import { Loaded, Waiting } from '../../web/ui/index.ts';
import type { leaveContract } from '../contract.ts';
import styles from './Leave.module.css';
import { LEAVE, type Preview, call } from './leave-data.ts';
import { OthersOff } from './OthersOff.tsx';
import { LeaveMeets } from './public.tsx';
import { useLeaveWords } from './words.ts';

type Body = InputOf<(typeof leaveContract)['POST /api/leave_requests/preview']>['body'];

const SETTLE_MS = 250;

/** The body once it stays as it is for a moment: each asks the server. */
function useSettled(body: Body): Body {
  const [settled, setSettled] = useState(body);
  const text = JSON.stringify(body);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as Body), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What a request would take and meet: working time, the balance after it, who else is off, bookings on these days. */
export function LeavePreview({ body, about }: { body: Body; about: string }) {
  const { t } = useTranslation();
  const settled = useSettled(body);
  // What the comment says changes nothing, that there is one may.
  const { comment, ...asked } = settled;
  const query = useQuery({
    queryKey: [...LEAVE, 'preview', asked, comment !== undefined],
    queryFn: ({ signal }) => call('POST /api/leave_requests/preview', { body: settled }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className={styles.preview} aria-label={t('leave.before_sending')}>
      <h3>{t('leave.before_sending')}</h3>
      <Loaded query={query} skeleton={<Waiting rows={3} />}>
        {(preview) => (
          <>
            <Cost preview={preview} about={about} />
            <OthersOff others={preview.others} total={preview.others_total} />
          </>
        )}
      </Loaded>
      <LeaveMeets from={settled.first_day} to={settled.last_day} userId={settled.user_id} />
    </section>
  );
}

/** Working time that it takes, days that cost nothing, the balance, and why it would be refused or is worth a thought. */
function Cost({ preview, about }: { preview: Preview; about: string }) {
  const { t } = useTranslation();
  const words = useLeaveWords();
  const { minutes, day_minutes: day, balance, refusal, warning } = preview;
  const holidays = preview.days.filter(({ why }) => why === 'holiday');
  const free = preview.days.filter(({ why }) => why === 'free').length;
  return (
    <div role="status" className={styles.cost}>
      <p className={styles.takes}>{t('leave.takes', { amount: words.amount(minutes, day) })}</p>
      {holidays.length > 0 && (
        <p className={styles.quiet}>
          {t('leave.holidays_free', {
            count: holidays.length,
            days: format.listed(holidays.map((each) => format.day(each.day, 'short'))),
          })}
        </p>
      )}
      {free > 0 && <p className={styles.quiet}>{t('leave.days_off_free', { count: free })}</p>}
      {balance && (
        <dl className={styles.facts}>
          <div>
            <dt>{t('leave.balance_before')}</dt>
            <dd>{words.days(balance.before, day)}</dd>
          </div>
          <div>
            <dt>{t('leave.balance_after', { day: about })}</dt>
            <dd data-below={balance.after < 0 || undefined}>{words.days(balance.after, day)}</dd>
          </div>
          {balance.pending !== 0 && (
            <div>
              <dt>{t('leave.pending_apart')}</dt>
              <dd>{words.days(balance.pending, day)}</dd>
            </div>
          )}
        </dl>
      )}
      {refusal && (
        <p className={styles.refusal}>
          <IconAlertTriangle size={18} aria-hidden="true" /> {refusal}
        </p>
      )}
      {warning && (
        <p className={styles.warning}>
          <IconAlertTriangle size={18} aria-hidden="true" /> {warning}
        </p>
      )}
    </div>
  );
}
