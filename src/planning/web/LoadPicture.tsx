import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addDays, isoWeek } from '../../kit/day.ts';
import { ColumnChart } from '../../web/charts/index.ts';
import { day, number } from '../../web/format.ts';
import { Loaded, Waiting } from '../../web/ui/index.ts';
import type { WorkloadInput } from '../contract.ts';
import { type UnitRange, percentOf } from '../rules.ts';
import { call } from './draft.ts';
import styles from './Workload.module.css';

interface LoadPictureProps {
  body: WorkloadInput;
  range: UnitRange;
}

const sum = (list: readonly number[]): number => list.reduce((total, minutes) => total + minutes, 0);

/** How full everybody is by week or month: what is confirmed, and on top of it, hatched, what is tentative and counts as nothing yet. */
export default function LoadPicture({ body: { sort: _sort, ...body }, range }: LoadPictureProps) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['bookings', 'workload', 'whole', JSON.stringify(body)],
    queryFn: ({ signal }) => call('POST /api/workload/groups', { body }, { signal }),
    staleTime: 30_000,
  });
  return (
    <section className={styles.histogram}>
      <Loaded query={query} skeleton={<Waiting rows={4} />}>
        {({ groups: [whole] }) => {
          if (!whole) return null;
          const { capacity, hard, soft } = whole.load;
          const share = (list: readonly number[]): number[] =>
            list.map((minutes, unit) => ((capacity[unit] ?? 0) > 0 ? (100 * minutes) / (capacity[unit] ?? 1) : 0));
          const [firm, all] = [percentOf(sum(hard), sum(capacity)), percentOf(sum(hard) + sum(soft), sum(capacity))];
          return (
            <ColumnChart
              caption={t('planning.load_says', { firm: number(firm ?? 0), all: number(all ?? 0) })}
              about={t(range.unit === 'month' ? 'planning.months' : 'planning.weeks')}
              names={range.starts.map((start) =>
                range.unit === 'month'
                  ? day(start, 'month')
                  : t('planning.week_short', { week: Number(isoWeek(addDays(start, 3)).slice(6)) }),
              )}
              series={[
                { name: t('planning.level_hard'), values: share(hard) },
                { name: t('planning.tentative'), values: share(soft), tentative: true },
              ]}
              target={{ name: t('planning.capacity'), values: range.starts.map(() => 100) }}
              show={(percent) => `${number(Math.round(percent))} %`}
            />
          );
        }}
      </Loaded>
    </section>
  );
}
