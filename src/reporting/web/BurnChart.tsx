import { useTranslation } from 'react-i18next';
import { ChartFigure } from '../../web/charts/index.ts';
import { linePieces, niceMax } from '../../web/charts/scale.ts';
import { day, hoursOfMinutes } from '../../web/format.ts';
import type { BurnMonth } from './burn.ts';
import styles from './Project.module.css';

const WIDTH = 600;
const HEIGHT = 160;

const LINES = [
  { key: 'logged', stroke: 'var(--cadre-primary)', dash: undefined },
  { key: 'planned', stroke: 'var(--cadre-muted)', dash: '6 4' },
  { key: 'budget', stroke: 'var(--cadre-danger)', dash: '2 3' },
] as const;

/** How a budget is used up: what was logged and what is planned by the end of each month, against the budget. */
export function BurnChart({ months, caption }: { months: readonly BurnMonth[]; caption: string }) {
  const { t } = useTranslation();
  const shown = LINES.filter(({ key }) => key !== 'budget' || months.some(({ budget }) => budget !== null));
  const top = niceMax(Math.max(1, ...months.flatMap(({ planned, logged, budget }) => [planned, logged ?? 0, budget ?? 0])));
  const valueOf = (row: BurnMonth, key: (typeof LINES)[number]['key']): number | undefined => row[key] ?? undefined;
  const written = (value: number | undefined): string => (value === undefined ? '' : hoursOfMinutes(Math.round(value)));
  const table = {
    head: [t('reporting.month'), ...shown.map(({ key }) => t(`reporting.burn_${key}`))],
    rows: months.map((row) => [day(row.month, 'month'), ...shown.map(({ key }) => written(valueOf(row, key)))]),
  };
  return (
    <ChartFigure caption={caption} table={table}>
      <svg className={styles.burn} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <line x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} stroke="var(--cadre-border)" vectorEffect="non-scaling-stroke" />
        {shown.map(({ key, stroke, dash }) =>
          linePieces(
            months.map((row) => valueOf(row, key)),
            WIDTH,
            HEIGHT,
            top,
          ).map((points) => (
            <polyline
              key={`${key} ${points}`}
              points={points}
              fill="none"
              stroke={stroke}
              strokeWidth={2}
              strokeDasharray={dash}
              strokeLinejoin="round"
              vectorEffect="non-scaling-stroke"
            />
          )),
        )}
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{months[0] && day(months[0].month, 'month')}</span>
        <span>{months.at(-1) && day(months.at(-1)?.month ?? '', 'month')}</span>
      </div>
      <ul className={styles.legend}>
        {shown.map(({ key, stroke, dash }) => (
          <li key={key}>
            <svg viewBox="0 0 20 8" aria-hidden="true">
              <line x1={0} x2={20} y1={4} y2={4} stroke={stroke} strokeWidth={2} strokeDasharray={dash} />
            </svg>
            {t(`reporting.burn_${key}`)}
          </li>
        ))}
      </ul>
    </ChartFigure>
  );
}
