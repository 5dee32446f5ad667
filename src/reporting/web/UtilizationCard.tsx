import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import { Loaded, Waiting } from '../../web/ui/index.ts';
import { sumOf, utilizationOf } from './figures.ts';
import { HomeCard } from './HomeCard.tsx';
import styles from './Home.module.css';
import type { HomeFacts } from './home-data.ts';

/** Where I stand: chargeable hours against capacity over the last weeks. */
export function UtilizationCard({ query }: { query: UseQueryResult<HomeFacts> }) {
  const { t } = useTranslation();
  return (
    <HomeCard area="utilization" title={t('reporting.my_utilization')}>
      <Loaded query={query} skeleton={<Waiting rows={3} />} errorTitle={t('reporting.utilization_failed')}>
        {(facts) => <MyUtilization facts={facts} />}
      </Loaded>
    </HomeCard>
  );
}

/** The figure is of the whole weeks: the running one has capacity for days that are still being logged. */
function MyUtilization({ facts: { weeks } }: { facts: HomeFacts }) {
  const { t } = useTranslation();
  const whole = weeks.slice(0, -1);
  const running = weeks.at(-1);
  const sum = sumOf(whole);
  const ratio = utilizationOf(sum, 'capacity');
  const first = whole[0]?.week;
  const last = whole.at(-1)?.week;
  return (
    <>
      <p className={styles.big}>{ratio === null ? t('reporting.not_available') : format.percent(ratio)}</p>
    </>
  );
}
