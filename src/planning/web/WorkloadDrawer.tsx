import { useQuery } from '@tanstack/react-query';
import { IconCalendarTime } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { leaveContract } from '../../leave/contract.ts';
import { dayRange, hoursOfMinutes, percent } from '../../web/format.ts';
import { caller } from '../../web/api.ts';
import { Drawer, LinkButton, Loaded } from '../../web/ui/index.ts';
import type { WorkloadRow } from '../contract.ts';
import { type UnitRange, addUnits } from '../rules.ts';
import { call } from './draft.ts';
import { levelName } from './row-text.ts';
import styles from './Workload.module.css';
import { type Share, type Spot, cornersOf, sharesOf, sumsOf, unitText } from './workload-data.ts';

const capacityCall = caller<typeof leaveContract>();
const CATEGORIES = 8;
const FREE_SHARE = 0.5;

export interface WorkloadDrawerProps {
  row: WorkloadRow | undefined;
  range: UnitRange;
  spot: Spot;
  withSoft: boolean;
  onClose: () => void;
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
}

/** What fills a person's time in the marked units: figures, shares by project, and the next free one. */
export function WorkloadDrawer({ row, range, spot, withSoft, onClose, onNext, onPrevious }: WorkloadDrawerProps) {
  const { t } = useTranslation();
  const { first, last } = cornersOf(spot);
  const from = range.starts[first] ?? range.from;
  const to = lastDayOf(range, last);
  return (
    <Drawer
      open={row !== undefined}
      onClose={onClose}
      title={row?.name ?? ''}
      onNext={onNext}
      onPrevious={onPrevious}
      actions={
        row && (
          <LinkButton
            icon={<IconCalendarTime size={16} aria-hidden="true" />}
            to="/planning/planning_page"
            search={{ users: row.user_id, from }}
          >
            {t('planning.open_board')}
          </LinkButton>
        )
      }
    >
      {row && (
        <>
          <p>
            {[row.grade, row.team].filter(Boolean).join(' · ')}
            <br />
            {first === last ? unitText(range, first) : dayRange(from, to)}
          </p>
          <Facts row={row} range={range} first={first} last={last} withSoft={withSoft} />
          <Shares userId={row.user_id} from={from} to={to} />
        </>
      )}
    </Drawer>
  );
}

/** The last day of a unit. */
const lastDayOf = (range: UnitRange, unit: number): string => {
  const next = new Date(`${addUnits(range.starts[unit] ?? range.from, 1, range.unit)}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() - 1);
  return next.toISOString().slice(0, 10);
};

function Facts({
  row,
  range,
  first,
  last,
  withSoft,
}: {
  row: WorkloadRow;
  range: UnitRange;
  first: number;
  last: number;
  withSoft: boolean;
}) {
  const { t } = useTranslation();
  const sums = sumsOf([row], first, last, withSoft);
  const hours = (minutes: number): string => t('planning.hours_short', { hours: hoursOfMinutes(minutes) });
  const confirmed = sumsOf([row], first, last, false).booked;
  const next = row.capacity.findIndex(
    (capacity, unit) => unit >= first && capacity > 0 && capacity - (row.hard[unit] ?? 0) >= capacity * FREE_SHARE,
  );
  return (
    <dl className={styles.facts}>
      <dt>{t('planning.capacity')}</dt>
      <dd>{hours(sums.capacity)}</dd>
      <dt>{levelName('hard')}</dt>
      <dd>{hours(confirmed)}</dd>
      <dt>{t('planning.tentative')}</dt>
      <dd>{hours(sums.soft)}</dd>
      <dt>{t('planning.free')}</dt>
      <dd>{hours(sums.free)}</dd>
      {sums.over > 0 && (
        <>
          <dt>▲ {t('planning.over_capacity')}</dt>
          <dd>{hours(sums.over)}</dd>
        </>
      )}
      <dt>{t('planning.next_free')}</dt>
      <dd>{next < 0 ? t('planning.none_in_range') : unitText(range, next)}</dd>
    </dl>
  );
}

function Shares({ userId, from, to }: { userId: string; from: string; to: string }) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['bookings', 'shares', userId, from, to],
    queryFn: async ({ signal }) => {
      const [bookings, capacity] = await Promise.all([
        call('GET /api/bookings', { query: { from, to, user_id: userId, per_page: 200 } }, { signal }),
        capacityCall('GET /api/capacity', { query: { from, to, user_ids: [userId] } }, { signal }),
      ]);
      const person = capacity.people[0];
      const days = person
        ? person.pattern.map((minutes, index) => minutes - (person.holiday[index] ?? 0) - (person.leave[index] ?? 0))
        : [];
      return { shares: sharesOf(bookings.rows, days, from), capacity: days.reduce((sum, minutes) => sum + minutes, 0) };
    },
  });
  return (
    <section className={styles.section}>
      <h3>{t('planning.by_project')}</h3>
      <Loaded query={query} isEmpty={(data) => data.shares.length === 0} empty={<p>{t('planning.nothing_booked')}</p>}>
        {({ shares, capacity }) => <ShareList shares={shares} capacity={capacity} />}
      </Loaded>
    </section>
  );
}

function ShareList({ shares, capacity }: { shares: readonly Share[]; capacity: number }) {
  const { t } = useTranslation();
  const whole = useMemo(() => Math.max(capacity, ...shares.map((share) => share.minutes), 1), [shares, capacity]);
  return shares.map((share, index) => (
    <div key={share.key} className={styles.share}>
      <div className={styles.shareLine}>
        <span>
          {share.name}
          {share.hint && ` · ${share.hint}`}
          {share.level !== 'hard' && ` (${levelName(share.level)})`}
        </span>
        <span>
          {t('planning.hours_short', { hours: hoursOfMinutes(share.minutes) })} · {percent(share.minutes / Math.max(1, capacity))}
        </span>
      </div>
      <div className={styles.shareBar} aria-hidden="true">
        <div
          className={styles.shareFill}
          data-soft={share.level === 'hard' ? undefined : true}
          style={{ width: `${(share.minutes * 100) / whole}%`, backgroundColor: `var(--cadre-category-${index % CATEGORIES})` }}
        />
      </div>
    </div>
  ));
}
