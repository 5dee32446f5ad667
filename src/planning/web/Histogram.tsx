import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BarChart } from '../../web/charts/index.ts';
import { number } from '../../web/format.ts';
import { Loaded, Waiting } from '../../web/ui/index.ts';
import type { WorkloadInput } from '../contract.ts';
import { bandOf } from '../rules.ts';
import { call } from './draft.ts';
import { bandNames } from './Legend.tsx';
import styles from './Workload.module.css';

interface HistogramProps {
  body: WorkloadInput;
  thresholds: readonly number[];
}

/** How many people stand in each band of load over the whole range. */
export default function Histogram({ body: { sort: _sort, ...body }, thresholds }: HistogramProps) {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['bookings', 'workload', 'histogram', JSON.stringify(body)],
    queryFn: ({ signal }) => call('POST /api/workload/histogram', { body }, { signal }),
    staleTime: 30_000,
  });
  return (
    <section className={styles.histogram}>
      <Loaded query={query} skeleton={<Waiting rows={4} />}>
        {({ people, without }) => {
          const bands = bandNames(thresholds).map(() => 0);
          for (const [percent, count] of people.entries()) {
            const band = bandOf(percent, thresholds);
            bands[band] = (bands[band] ?? 0) + count;
          }
          const names = [...bandNames(thresholds).map((name) => `${name} %`), t('planning.no_capacity')];
          return (
            <BarChart
              caption={t('planning.histogram_of', { count: people.reduce((sum, each) => sum + each, without) })}
              about={t('planning.booked')}
              names={names}
              series={[{ name: t('planning.people'), values: [...bands, without] }]}
              show={number}
            />
          );
        }}
      </Loaded>
    </section>
  );
}
