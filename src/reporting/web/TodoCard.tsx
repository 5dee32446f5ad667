import type { UseQueryResult } from '@tanstack/react-query';
import { IconBeach, IconChecklist, IconCircleCheck, IconClockExclamation } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isoWeek } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import { Link, Loaded, Waiting } from '../../web/ui/index.ts';
import { HomeCard } from './HomeCard.tsx';
import styles from './Home.module.css';
import type { HomeFacts } from './home-data.ts';
import { INTERNAL_BOOKINGS, TIMESHEET, useOpenScreen } from './open-screens.ts';

const MOST = 6;

/** Days that still want their time, and leave that waits for a decision. */
export function TodoCard({ query }: { query: UseQueryResult<HomeFacts> }) {
  const { t } = useTranslation();
  return (
    <HomeCard area="todo" title={t('reporting.todo')}>
      <Loaded query={query} skeleton={<Waiting rows={3} />} errorTitle={t('reporting.todo_failed')}>
        {(facts) => <Todo facts={facts} />}
      </Loaded>
    </HomeCard>
  );
}

function Todo({ facts: { missing, leave_to_decide: leave, timesheets_to_decide: timesheets } }: { facts: HomeFacts }) {
  const { t } = useTranslation();
  const open = useOpenScreen();
  if (missing.length === 0 && leave === 0 && timesheets === 0) {
    return (
      <p className={styles.done}>
        <IconCircleCheck size={20} aria-hidden="true" />
        {t('reporting.todo_none')}
      </p>
    );
  }
  const newest = missing.toReversed();
  return (
    <>
      {leave > 0 && (
        <p className={styles.todo}>
          <IconBeach size={20} stroke={1.5} aria-hidden="true" />
          {open(INTERNAL_BOOKINGS) ? (
            <Link to={INTERNAL_BOOKINGS} search={{ tab: 'decide' }}>
              {t('reporting.leave_to_decide', { count: leave })}
            </Link>
          ) : (
            t('reporting.leave_to_decide', { count: leave })
          )}
        </p>
      )}
      {timesheets > 0 && (
        <p className={styles.todo}>
          <IconChecklist size={20} stroke={1.5} aria-hidden="true" />
          {open(TIMESHEET) ? (
            <Link to={TIMESHEET} search={{ view: 'approvals' }}>
              {t('reporting.timesheets_to_decide', { count: timesheets })}
            </Link>
          ) : (
            t('reporting.timesheets_to_decide', { count: timesheets })
          )}
        </p>
      )}
      {missing.length > 0 && (
        <>
          <p className={styles.todo}>
            <IconClockExclamation size={20} stroke={1.5} aria-hidden="true" />
            {t('reporting.days_missing', { count: missing.length })}
          </p>
          <ul className={styles.missing}>
            {newest.slice(0, MOST).map((row) => (
              <MissingDay key={row.day} {...row} linked={open(TIMESHEET) !== undefined} />
            ))}
          </ul>
          {newest.length > MOST && <p className={styles.muted}>{t('reporting.days_more', { count: newest.length - MOST })}</p>}
        </>
      )}
    </>
  );
}

type Missing = HomeFacts['missing'][number];

function MissingDay({ day, expected_minutes, logged_seconds, linked }: Missing & { linked: boolean }) {
  const { t } = useTranslation();
  const stand = t('reporting.logged_of', { logged: format.hours(logged_seconds), due: format.hoursOfMinutes(expected_minutes) });
  const text = (
    <>
      <span>{format.day(day, 'short')}</span> <span className={styles.figure}>{stand}</span>
    </>
  );
  return (
    <li>
      {linked ? (
        <Link to={TIMESHEET} search={{ w: isoWeek(day), day }} className={styles.row}>
          {text}
        </Link>
      ) : (
        <span className={styles.row}>{text}</span>
      )}
    </li>
  );
}
