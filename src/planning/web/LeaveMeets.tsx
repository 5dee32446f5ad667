import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { LeaveMeetsProps } from '../../leave/web/public.tsx';
import { dayRange, hoursOfMinutes } from '../../web/format.ts';
import { isPageOpen } from '../../web/session.ts';
import { Link, Loaded, Waiting } from '../../web/ui/index.ts';
import { call } from './draft.ts';
import styles from './LeaveMeets.module.css';

const MOST = 20;

/** Bookings that stand on the days of leave: to be moved or handed over before the leave begins. */
export default function LeaveMeets({ from, to, userId }: LeaveMeetsProps) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['bookings', 'leave', from, to, userId],
    queryFn: ({ signal }) =>
      call('GET /api/bookings', { query: { from, to, per_page: MOST, ...(userId ? { user_id: userId } : {}) } }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className={styles.meets}>
      <h3>{t('planning.leave_meets')}</h3>
      <Loaded query={query} skeleton={<Waiting rows={2} />}>
        {({ rows, pagination }) => (
          <>
            {rows.length === 0 && <p>{t('planning.leave_meets_none')}</p>}
            <ul>
              {rows.map((booking) => (
                <li key={booking.id}>
                  <strong>{booking.project ?? booking.task_type}</strong> {booking.client}
                  <br />
                  {[
                    dayRange(booking.first_day, booking.last_day),
                    t('planning.leave_meets_hours', { hours: hoursOfMinutes(booking.minutes_per_day) }),
                    t(`planning.level_${booking.level}`),
                  ].join(' · ')}
                </li>
              ))}
            </ul>
            {pagination.total > rows.length && <p>{t('planning.leave_meets_more', { count: pagination.total - rows.length })}</p>}
            {rows.length > 0 && isPageOpen('planning') && (
              <Link to="/planning/planning_page" search={{ from, ...(userId ? { users: userId } : {}) }}>
                {t('planning.leave_meets_board')}
              </Link>
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}
