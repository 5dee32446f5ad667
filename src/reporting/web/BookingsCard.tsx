import { IconCalendarOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Day, addDays, daysBetween, isoWeek } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import { EmptyState, Link, Loaded, Waiting } from '../../web/ui/index.ts';
import { useMyBookings } from './home-data.ts';
import { type Booking, bookingWindow, fullName, placeIn, upcoming, workName } from './home-week.ts';
import styles from './Home.module.css';
import { HomeCard } from './HomeCard.tsx';
import { LevelMark } from './LevelMark.tsx';
import { weekName } from './names.ts';
import { PLANNING, useOpenScreen } from './open-screens.ts';

const MOST = 8;

/** What I am booked on in this week and the three after it. */
export function BookingsCard({ today }: { today: Day }) {
  const { t } = useTranslation();
  const open = useOpenScreen();
  const { from, to, weeks } = bookingWindow(today);
  const query = useMyBookings(from, to);
  const board = open(PLANNING);
  return (
    <HomeCard
      area="bookings"
      title={t('reporting.my_bookings')}
      more={board && <Link to={PLANNING}>{t('reporting.open_board')}</Link>}
    >
      <Loaded query={query} skeleton={<Waiting rows={4} />} errorTitle={t('reporting.bookings_failed')}>
        {(rows) => {
          const next = upcoming(rows, today);
          if (next.length === 0) {
            return (
              <EmptyState
                title={t('reporting.bookings_none')}
                text={t('reporting.bookings_none_why')}
                icon={<IconCalendarOff size={32} stroke={1} aria-hidden="true" />}
              />
            );
          }
          return (
            <div>
              <div className={styles.weeks} aria-hidden="true">
                {weeks.map((monday) => (
                  <span key={monday}>{weekName(isoWeek(monday))}</span>
                ))}
              </div>
              <ul className={styles.bookings}>
                {next.slice(0, MOST).map((booking) => (
                  <BookingLine key={booking.id} booking={booking} from={from} to={to} today={today} />
                ))}
              </ul>
              {next.length > MOST && (
                <p className={styles.muted}>{t('reporting.bookings_more', { count: next.length - MOST })}</p>
              )}
            </div>
          );
        }}
      </Loaded>
    </HomeCard>
  );
}

interface BookingLineProps {
  booking: Booking;
  from: Day;
  to: Day;
  today: Day;
}

function BookingLine({ booking, from, to, today }: BookingLineProps) {
  const { t } = useTranslation();
  const { left, width } = placeIn(booking, from, to);
  const now = ((daysBetween(from, today) + 0.5) / (daysBetween(from, addDays(to, 1)) || 1)) * 100;
  return (
    <li className={styles.booking}>
      <span className={styles.bookingName} title={fullName(booking)}>
        <strong>{workName(booking)}</strong>
        {booking.client && <span className={styles.muted}>{booking.client}</span>}
      </span>
      <span className={styles.bookingText}>
        <span className={styles.figure}>
          {t('reporting.booking_days', {
            days: format.dayRange(booking.first_day, booking.last_day),
            hours: format.hoursOfMinutes(booking.minutes_per_day),
          })}
        </span>
        <LevelMark level={booking.level} />
      </span>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.bar} data-level={booking.level} style={{ left: `${left}%`, width: `${width}%` }} />
        <span className={styles.now} style={{ left: `${now}%` }} />
      </span>
    </li>
  );
}
