import { useTranslation } from 'react-i18next';
import { ChartFigure } from './ChartFigure.tsx';
import styles from './charts.module.css';
import { Legend, colourOf, usePatterns } from './Plot.tsx';
import { niceMax, stacked, withOther } from './scale.ts';

export interface BarSeries {
  name: string;
  /** One figure for each bar. */
  values: readonly number[];
  /** Not certain: hatched, on the screen too. Columns alone draw it. */
  tentative?: boolean;
}

export interface BarChartProps {
  caption: string;
  /** Heading of the names in the table: `Project`. */
  about: string;
  /** Names of the bars. */
  names: readonly string[];
  /** One series is a plain bar, several are stacked; beyond five the smallest become "Other". */
  series: readonly BarSeries[];
  /** A figure in words: `(minutes) => hours(minutes * 60)`. */
  show: (value: number) => string;
  /** A mark on every bar: target, capacity. */
  target?: number;
  /** End of the axis. Default: a round number over the longest bar. */
  max?: number;
}

/** Bars lying on their side, one row each, named at the left and numbered at the right. */
export function BarChart({ caption, about, names, series, show, target, max }: BarChartProps) {
  const { t } = useTranslation();
  const shown = withOther(series, t('web.other'));
  const totals = names.map((_, row) => shown.reduce((sum, { values }) => sum + (values[row] ?? 0), 0));
  const end = max ?? niceMax(Math.max(target ?? 0, ...totals));
  const table = {
    head: [about, ...shown.map(({ name }) => name)],
    rows: names.map((name, row) => [name, ...shown.map(({ values }) => show(values[row] ?? 0))]),
  };
  return (
    <ChartFigure caption={caption} table={table}>
      <div className={styles.rows} aria-hidden="true">
        {names.map((name, row) => (
          <Bar
            key={name}
            name={name}
            values={shown.map(({ values }) => values[row] ?? 0)}
            end={end}
            target={target}
            label={show(totals[row] ?? 0)}
          />
        ))}
      </div>
      {shown.length > 1 && <Legend names={shown.map(({ name }) => name)} />}
    </ChartFigure>
  );
}

interface BarProps {
  name: string;
  values: readonly number[];
  end: number;
  target: number | undefined;
  label: string;
}

function Bar({ name, values, end, target, label }: BarProps) {
  const { defs, fillOf } = usePatterns(values.length);
  return (
    <>
      <span>{name}</span>
      <div className={styles.track} data-bar>
        <svg role="presentation">
          {defs}
          {stacked(values, end).map(({ from, to }, index) => {
            const place = { x: `${from * 100}%`, width: `${(to - from) * 100}%`, y: 2, height: 14 };
            return (
              <g key={index}>
                <rect {...place} fill={colourOf(index, values.length)} />
                <rect {...place} fill={fillOf(index)} className={styles.paper} />
              </g>
            );
          })}
          {target !== undefined && (
            <line
              x1={`${Math.min(target / end, 1) * 100}%`}
              x2={`${Math.min(target / end, 1) * 100}%`}
              y1={0}
              y2={18}
              stroke="var(--cadre-text)"
              strokeWidth={2}
            />
          )}
        </svg>
      </div>
      <span>{label}</span>
    </>
  );
}
