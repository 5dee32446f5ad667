import { useTranslation } from 'react-i18next';
import { Figure, FigureRow } from '../../web/ui/index.ts';
import {
  type Ahead,
  type Figures,
  type Measure,
  benchOf,
  forecastOf,
  scheduledOf,
  attainmentOf,
  baseMinutes,
  pointsBetween,
  targetOf,
  utilizationOf,
} from '../rules.ts';
import { loggedShareOf } from './figures.ts';
import { hoursText, pointsText, ratioText } from './names.ts';
import styles from './Report.module.css';

export interface UtilizationFiguresProps {
  total: Figures;
  measure: Measure;
  /** What the figure is compared with. */
  before: { period: string; total: Figures } | undefined;
  /** Days of the period that are not over. */
  ahead: number;
  /** What is to come on them. */
  planned: Ahead | undefined;
  /** Filters look at clients or projects. */
  narrowed: boolean;
}

/** The figures of everybody the filters leave, each with its formula in words and in numbers. */
export function UtilizationFigures({ total, measure, before, ahead, planned, narrowed }: UtilizationFiguresProps) {
  const { t } = useTranslation();
  const chargeable = hoursText(total.chargeable_seconds);
  const base = hoursText(baseMinutes(total, measure) * 60);
  const ratio = utilizationOf(total, measure);
  const attained = attainmentOf(total);
  const target = targetOf(total);
  const earlier = before && utilizationOf(before.total, measure);
  const points = before ? pointsBetween(ratio, earlier ?? null) : null;
  return (
    <>
      <FigureRow>
        <Figure name={t(`reporting.utilization_${measure}`)} value={ratioText(ratio)} main>
          <span className={styles.formula}>
            {t(`reporting.formula_${measure}`, { chargeable, base, result: ratioText(ratio) })}
          </span>
          <span>{t(`reporting.meaning_${measure}`)}</span>
          {before && (
            <span>
              {points === null
                ? t('reporting.change_none', { period: before.period })
                : t('reporting.change', {
                    points: pointsText(points),
                    period: before.period,
                    ratio: ratioText(earlier ?? null),
                  })}
            </span>
          )}
        </Figure>
        <Figure name={t('reporting.attainment')} value={ratioText(attained)}>
          {attained === null || target === null ? (
            <span>{t('reporting.attainment_none')}</span>
          ) : (
            <>
              <span className={styles.formula}>
                {t('reporting.formula_attainment', {
                  chargeable,
                  base: hoursText(total.target_minutes * 60),
                  result: ratioText(attained),
                })}
              </span>
              <span>{t('reporting.meaning_attainment', { target: ratioText(target) })}</span>
            </>
          )}
        </Figure>
        <Figure name={t('reporting.all_logged')} value={ratioText(loggedShareOf(total, measure))}>
          <span className={styles.formula}>
            {t(`reporting.formula_logged_${measure}`, { logged: hoursText(total.seconds), base })}
          </span>
          <span>{t('reporting.meaning_logged')}</span>
        </Figure>
      </FigureRow>
      {planned && <PlannedFigures total={total} planned={planned} />}
      {ahead > 0 && <p className={styles.note}>{t('reporting.not_over', { count: ahead })}</p>}
      {narrowed && <p className={styles.note}>{t('reporting.narrowed')}</p>}
    </>
  );
}

/** What is booked on the days that are to come, each with its formula. */
function PlannedFigures({ total, planned }: { total: Figures; planned: Ahead }) {
  const { t } = useTranslation();
  const words = {
    chargeable: hoursText(total.chargeable_seconds),
    booked: hoursText(planned.booked_minutes * 60),
    tentative: hoursText(planned.tentative_minutes * 60),
    ahead: hoursText(planned.capacity_minutes * 60),
    base: hoursText(total.capacity_minutes * 60),
    idle: hoursText(planned.bench_minutes * 60),
    bench: hoursText(planned.bench_capacity_minutes * 60),
  };
  const shown = [
    { id: 'scheduled', ratio: scheduledOf(planned) },
    { id: 'forecast', ratio: forecastOf(total, planned) },
    { id: 'bench', ratio: benchOf(planned) },
  ];
  return (
    <FigureRow>
      {shown.map(({ id, ratio }) => (
        <Figure key={id} name={t(`reporting.${id}`)} value={ratioText(ratio)}>
          <span className={styles.formula}>{t(`reporting.formula_${id}`, { ...words, result: ratioText(ratio) })}</span>
          <span>{t(`reporting.meaning_${id}`, { ...words, result: ratioText(forecastOf(total, planned, true)) })}</span>
        </Figure>
      ))}
    </FigureRow>
  );
}
