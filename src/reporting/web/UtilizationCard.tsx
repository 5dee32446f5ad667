import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { addDays, isoWeek } from '../../kit/day.ts';
import { ChartFigure, Sparkline } from '../../web/charts/index.ts';
import * as format from '../../web/format.ts';
import { text } from '../../web/i18n/text.ts';
import { useSession } from '../../web/session.ts';
import { Link, Loaded, Waiting } from '../../web/ui/index.ts';
import { type Figures, utilizationOf } from '../rules.ts';
import { scaleOf, sumOf } from './figures.ts';
import type { HomeFacts } from './home-data.ts';
import styles from './Home.module.css';
import { HomeCard } from './HomeCard.tsx';
import { hoursText, weekName } from './names.ts';
import { UTILIZATION_REPORT, useOpenScreen } from './open-screens.ts';
import { linkTo } from './report-filters.ts';

/** Where I stand: chargeable hours against capacity over the last weeks. */
export function UtilizationCard({ query }: { query: UseQueryResult<HomeFacts> }) {
  const { t } = useTranslation();
  return (
    <HomeCard area="utilization" title={t('reporting.my_utilization')} more={<ToReport weeks={query.data?.weeks} />}>
      <Loaded query={query} skeleton={<Waiting rows={3} />} errorTitle={t('reporting.utilization_failed')}>
        {(facts) => <MyUtilization weeks={facts.weeks} />}
      </Loaded>
    </HomeCard>
  );
}

/** To the report on oneself over the same days, for those to whom it is open. */
function ToReport({ weeks }: { weeks: readonly Week[] | undefined }) {
  const { t } = useTranslation();
  const open = useOpenScreen();
  const id = useSession((session) => session.me?.id);
  const first = weeks?.[0]?.week;
  const last = weeks?.at(-2)?.week;
  if (!id || !first || !last || !open(UTILIZATION_REPORT)) return null;
  const search = linkTo({ users: id, group: 'person', from: first, to: addDays(last, 6) });
  return (
    <Link to={UTILIZATION_REPORT} search={search}>
      {t('reporting.open_report')}
    </Link>
  );
}

type Week = HomeFacts['weeks'][number];

const ratioText = (ratio: number | null): string => (ratio === null ? text('reporting.not_available') : format.percent(ratio));

const divided = (figures: Figures): { chargeable: string; base: string } => ({
  chargeable: hoursText(figures.chargeable_seconds),
  base: hoursText(figures.capacity_minutes * 60),
});

/** The figure is of the whole weeks: the running one has capacity for time that is still to be logged. */
function MyUtilization({ weeks }: { weeks: readonly Week[] }) {
  const { t } = useTranslation();
  const whole = weeks.slice(0, -1);
  const running = weeks.at(-1);
  const first = whole[0]?.week;
  const last = whole.at(-1)?.week;
  const sum = sumOf(whole);
  const ratio = utilizationOf(sum, 'capacity');
  const ratios = weeks.map((week) => utilizationOf(week, 'capacity'));
  return (
    <>
      <div className={styles.standing}>
        <p className={styles.big}>{ratioText(ratio)}</p>
        <p className={styles.small}>
          <span className={styles.formula}>{t('reporting.formula_mine', divided(sum))}</span>
          {first && last && <span className={styles.muted}>{format.dayRange(first, addDays(last, 6))}</span>}
        </p>
      </div>
      {ratios.every((each) => each === null) ? (
        <p className={styles.muted}>{t('reporting.spark_none')}</p>
      ) : (
        <ChartFigure caption={captionOf(weeks, ratios)} table={tableOf(weeks, ratios)}>
          {/* The caption says it already. */}
          <div aria-hidden="true">
            <Sparkline values={ratios.map((each) => each ?? undefined)} label="" width={240} height={48} max={scaleOf(ratios)} />
          </div>
        </ChartFigure>
      )}
      {running && (
        <p className={styles.small}>
          {t('reporting.week_so_far', { ...divided(running), ratio: ratioText(utilizationOf(running, 'capacity')) })}
        </p>
      )}
    </>
  );
}

/** What the line says: between which weeks it moved. */
function captionOf(weeks: readonly Week[], ratios: readonly (number | null)[]): string {
  const known = ratios.filter((ratio) => ratio !== null);
  const low = format.percent(Math.min(...known));
  const high = format.percent(Math.max(...known));
  return text(low === high ? 'reporting.spark_even' : 'reporting.spark', { weeks: weeks.length, low, high });
}

function tableOf(weeks: readonly Week[], ratios: readonly (number | null)[]) {
  return {
    head: [
      text('reporting.week'),
      text('reporting.chargeable_h'),
      text('reporting.measure_capacity_h'),
      text('reporting.utilization'),
    ],
    rows: weeks.map((week, index) => [
      weekName(isoWeek(week.week)),
      hoursText(week.chargeable_seconds),
      hoursText(week.capacity_minutes * 60),
      ratioText(ratios[index] ?? null),
    ]),
  };
}
