import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Day, addDays, mondayOf } from '../../kit/day.ts';
import { ProjectLink } from '../../clients/web/public.tsx';
import type { leaveContract } from '../../leave/contract.ts';
import type { timeContract } from '../../time/contract.ts';
import { caller } from '../../web/api.ts';
import { HeatMatrix, Ring } from '../../web/charts/index.ts';
import * as format from '../../web/format.ts';
import { useMayCall, useSession } from '../../web/session.ts';
import { EmptyState, Link, Loaded, Waiting } from '../../web/ui/index.ts';
import { BudgetBar } from './BudgetBar.tsx';
import { HomeCard } from './HomeCard.tsx';
import styles from './Home.module.css';
import { COMPLETION, HOURS_REPORT, INTERNAL_BOOKINGS, useOpenScreen } from './open-screens.ts';
import { callReporting } from './report-data.ts';

const callLeave = caller<typeof leaveContract>();
const callTime = caller<typeof timeContract>();

/** Rows of a card: what is more stands on the screen behind it. */
const FEW = 6;
const PEOPLE = 12;
const WEEKS = 4;

/** Budgets of the open projects that one manages; only for who may see budgets at all. */
export function ProjectsCard() {
  const { t } = useTranslation();
  const may = useMayCall()('utilization.budget');
  const open = useOpenScreen();
  const me = useSession((state) => state.me?.id) ?? '';
  const query = useQuery({
    queryKey: ['home', 'projects', me],
    queryFn: async ({ signal }) =>
      (await callReporting('POST /api/utilization/budget', { body: { users: [me], per_page: FEW } }, { signal })).rows,
    enabled: may && me !== '',
  });
  if (!may || query.data?.length === 0) return null;
  return (
    <HomeCard
      area="projects"
      title={t('reporting.card_projects')}
      more={
        open(HOURS_REPORT) && (
          <Link to={HOURS_REPORT} search={{ by: 'budget' }}>
            {t('reporting.open_report')}
          </Link>
        )
      }
    >
      <Loaded query={query} skeleton={<Waiting rows={4} />} errorTitle={t('reporting.projects_failed')}>
        {(rows) => (
          <ul className={styles.budgets}>
            {rows.map((row) => (
              <li key={row.project_id}>
                <ProjectLink id={row.project_id}>{row.project}</ProjectLink>
                <BudgetBar row={row} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </HomeCard>
  );
}

/** What is left of one's leave, type by type. */
export function LeaveCard() {
  const { t } = useTranslation();
  const open = useOpenScreen();
  const me = useSession((state) => state.me?.id) ?? '';
  const query = useQuery({
    queryKey: ['home', 'leave', me],
    queryFn: async ({ signal }) =>
      (await callLeave('POST /api/users/leave_balance', { query: { page: 'home' }, body: { user_ids: [me] } }, { signal })).rows,
    enabled: me !== '',
  });
  const days = (minutes: number, day: number): string =>
    t('reporting.leave_days', { days: format.number(day > 0 ? minutes / day : 0, 1) });
  return (
    <HomeCard
      area="leave"
      title={t('reporting.card_leave')}
      more={open(INTERNAL_BOOKINGS) && <Link to={INTERNAL_BOOKINGS}>{t('reporting.open_leave')}</Link>}
    >
      <Loaded
        query={query}
        skeleton={<Waiting rows={2} />}
        errorTitle={t('reporting.leave_failed')}
        isEmpty={(rows) => rows.length === 0}
        empty={<EmptyState title={t('reporting.leave_none')} />}
      >
        {(rows) => (
          <dl className={styles.balances}>
            {rows.map((row) => (
              <div key={row.type_id}>
                <dt>{row.type}</dt>
                <dd>
                  <b>{days(row.balance, row.day_minutes)}</b>
                  {row.planned + row.pending > 0 && (
                    <span className={styles.muted}>
                      {t('reporting.leave_ahead', {
                        planned: days(row.planned, row.day_minutes),
                        pending: days(row.pending, row.day_minutes),
                      })}
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </HomeCard>
  );
}

/** How full the timesheets of the people are whom one manages: the last weeks, the people with most missing first. */
export function TeamCard({ today }: { today: Day }) {
  const { t } = useTranslation();
  const may = useMayCall()('utilization.timesheet_completion');
  const open = useOpenScreen();
  const from = addDays(mondayOf(today), -7 * (WEEKS - 1));
  const to = addDays(mondayOf(today), 6);
  const query = useQuery({
    queryKey: ['home', 'team', from],
    queryFn: ({ signal }) =>
      callTime('POST /api/utilization/timesheet_completion', { body: { from, to, mine: true, per_page: PEOPLE } }, { signal }),
    enabled: may,
  });
  if (!may || query.data?.people === 0) return null;
  return (
    <HomeCard
      area="team"
      title={t('reporting.card_team')}
      more={
        open(COMPLETION) && (
          <Link to={COMPLETION} search={{ mine: '1' }}>
            {t('reporting.open_report')}
          </Link>
        )
      }
    >
      <Loaded query={query} skeleton={<Waiting rows={5} />} errorTitle={t('reporting.team_failed')}>
        {({ rows, weeks, total, count }) => (
          <div className={styles.team}>
            <Ring
              share={total.due > 0 ? total.filled / total.due : 0}
              text={total.due > 0 ? format.percent(total.filled / total.due) : t('reporting.not_available')}
              label={t('reporting.team_ring', { weeks: WEEKS })}
            />
            <HeatMatrix
              caption={t('reporting.team_says', {
                count,
                shown: format.number(Math.min(count, PEOPLE)),
                all: format.number(count),
              })}
              about={t('reporting.person')}
              columns={weeks.map((week) => format.day(week, 'brief'))}
              rows={rows.map((row) => ({
                name: row.name,
                values: row.weeks.map(({ due, filled }) => (due > 0 ? (filled / due) * 100 : undefined)),
              }))}
              show={(percent) => format.number(percent)}
            />
          </div>
        )}
      </Loaded>
    </HomeCard>
  );
}
