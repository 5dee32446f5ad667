import { useTranslation } from 'react-i18next';
import type { BarSeries } from './BarChart.tsx';
import { ChartFigure } from './ChartFigure.tsx';
import styles from './charts.module.css';
import { useMarks } from './marks.ts';
import { Legend, Pattern, Plot, colourOf, placeOf, usePatterns } from './Plot.tsx';
import { niceMax, withOther } from './scale.ts';

export interface ColumnChartProps {
  caption: string;
  /** Heading of the names in the table: `Month`. */
  about: string;
  /** Names of the columns, from left to right. */
  names: readonly string[];
  /** Stacked on each other, the first at the bottom; beyond five the smallest become "Other". */
  series: readonly BarSeries[];
  show: (value: number) => string;
  /** A line across: the target of each column. */
  target?: { name: string; values: readonly (number | undefined)[] };
  /** Columns that are not final yet: drawn lighter and said. */
  provisional?: (column: number) => boolean;
  /** Where a column leads. */
  onPick?: (column: number) => void;
}

const WIDE = 0.68;

/** Columns standing side by side, their parts stacked: weeks or months by kinds of time. */
export function ColumnChart({ caption, about, names, series, show, target, provisional, onPick }: ColumnChartProps) {
  const { t } = useTranslation();
  const shown = withOther(series, t('web.other'));
  const totals = names.map((_, column) => shown.reduce((sum, { values }) => sum + Math.max(0, values[column] ?? 0), 0));
  const high = niceMax(Math.max(0, ...totals, ...(target?.values ?? []).map((value) => value ?? 0)));
  const { group, markProps } = useMarks(names.length, 1, onPick);
  const { defs, fillOf, hatch } = usePatterns(shown.length);
  const open = (column: number): string => (provisional?.(column) ? `, ${t('web.provisional')}` : '');
  const told = (column: number): string =>
    `${names[column]}: ${shown.map(({ name, values }) => `${name} ${show(values[column] ?? 0)}`).join(', ')}${open(column)}`;
  const table = {
    head: [about, ...shown.map(({ name }) => name), ...(target ? [target.name] : [])],
    rows: names.map((name, column) => [
      name,
      ...shown.map(({ values }) => show(values[column] ?? 0)),
      ...(target ? [target.values[column] === undefined ? '' : show(target.values[column])] : []),
    ]),
  };
  const step = 100 / Math.max(1, names.length);
  return (
    <ChartFigure caption={caption} table={table}>
      <Plot ref={group} label={caption} low={0} high={high} show={show} names={names}>
        {defs}
        {names.map((name, column) => {
          let top = 0;
          return (
            <g
              key={`${name} ${column}`}
              {...markProps(column, told(column))}
              className={styles.mark}
              data-open={provisional?.(column) || undefined}
            >
              <title>{told(column)}</title>
              <rect x={`${column * step}%`} width={`${step}%`} y={0} height="100%" fill="transparent" />
              {shown.map(({ name: part, values, tentative }, index) => {
                const value = Math.max(0, values[column] ?? 0);
                const bottom = top;
                top += value;
                const y = placeOf(top, 0, high);
                const place = {
                  x: `${(column + (1 - WIDE) / 2) * step}%`,
                  width: `${WIDE * step}%`,
                  y,
                  height: placeOf(bottom, 0, high) - y,
                };
                return (
                  <g key={part}>
                    <rect {...place} fill={colourOf(index, shown.length)} />
                    <Pattern {...place} isTentative={tentative} fill={fillOf(index)} hatch={hatch} />
                  </g>
                );
              })}
              {target?.values[column] !== undefined && (
                <line
                  x1={`${column * step}%`}
                  x2={`${(column + 1) * step}%`}
                  y1={placeOf(target.values[column], 0, high)}
                  y2={placeOf(target.values[column], 0, high)}
                  stroke="var(--cadre-text)"
                  strokeWidth={2}
                />
              )}
            </g>
          );
        })}
      </Plot>
      {(shown.length > 1 || target) && (
        <Legend
          names={shown.map(({ name }) => name)}
          tentative={shown.map(({ tentative }) => tentative === true)}
          last={target && <Line name={target.name} />}
        />
      )}
    </ChartFigure>
  );
}

const Line = ({ name }: { name: string }) => (
  <>
    <span className={styles.lineSwatch} />
    {name}
  </>
);
