import { ChartFigure } from './ChartFigure.tsx';
import styles from './charts.module.css';
import { useMarks } from './marks.ts';
import { Legend, Pattern, colourOf, usePatterns } from './Plot.tsx';
import { niceMax, stacked } from './scale.ts';

export interface BulletRow {
  name: string;
  /** One figure for each part: logged, booked. */
  values: readonly number[];
  /** The tick: a budget; undefined where there is none. */
  mark: number | undefined;
}

export interface BulletChartProps {
  caption: string;
  about: string;
  /** Names of the parts. */
  parts: readonly string[];
  /** Which of them are still ahead: hatched, on the screen too. */
  ahead?: readonly boolean[];
  /** What the tick is called. */
  mark: string;
  rows: readonly BulletRow[];
  show: (value: number) => string;
  onPick?: (row: number) => void;
}

/** Bars with a tick on each: how much of a budget is used, and how much of it is spoken for. Beyond the tick the name says so. */
export function BulletChart({ caption, about, parts, ahead, mark, rows, show, onPick }: BulletChartProps) {
  const sum = ({ values }: BulletRow): number => values.reduce((all, value) => all + Math.max(0, value), 0);
  const end = niceMax(Math.max(0, ...rows.map((row) => Math.max(sum(row), row.mark ?? 0))));
  const { group, markProps } = useMarks(rows.length, 1, onPick);
  const { defs, fillOf, hatch } = usePatterns(parts.length);
  const table = {
    head: [about, ...parts, mark],
    rows: rows.map((row) => [row.name, ...row.values.map(show), row.mark === undefined ? '' : show(row.mark)]),
  };
  const told = (row: BulletRow): string =>
    `${row.name}: ${parts.map((part, index) => `${part} ${show(row.values[index] ?? 0)}`).join(', ')}${
      row.mark === undefined ? '' : `, ${mark} ${show(row.mark)}`
    }`;
  return (
    <ChartFigure caption={caption} table={table}>
      <div ref={group as never} className={styles.rows} role="group" aria-label={caption}>
        {rows.map((row, index) => (
          <div key={`${row.name} ${index}`} className={styles.bullet}>
            <span aria-hidden="true">{row.name}</span>
            <div className={styles.track} {...markProps(index, told(row))} title={told(row)} data-bar>
              <svg viewBox="0 0 100 18" preserveAspectRatio="none" aria-hidden="true">
                {defs}
                {stacked(row.values, end).map(({ from, to }, part) => (
                  <g key={part}>
                    <rect
                      x={from * 100}
                      width={(to - from) * 100}
                      y={3}
                      height={12}
                      fill={colourOf(part, Math.max(2, parts.length))}
                    />
                    <Pattern
                      x={from * 100}
                      width={(to - from) * 100}
                      y={3}
                      height={12}
                      isTentative={ahead?.[part]}
                      fill={fillOf(part)}
                      hatch={hatch}
                    />
                  </g>
                ))}
                {row.mark !== undefined && (
                  <line
                    x1={(row.mark / end) * 100}
                    x2={(row.mark / end) * 100}
                    y1={0}
                    y2={18}
                    stroke="var(--cadre-text)"
                    strokeWidth={2}
                    vectorEffect="non-scaling-stroke"
                  />
                )}
              </svg>
            </div>
            <span aria-hidden="true">{show(sum(row))}</span>
          </div>
        ))}
      </div>
      {parts.length > 1 && (
        <Legend
          names={parts}
          tentative={ahead}
          last={
            <>
              <svg className={styles.swatch} aria-hidden="true">
                <line x1={6} x2={6} y1={0} y2={12} stroke="var(--cadre-text)" strokeWidth={2} />
              </svg>
              {mark}
            </>
          }
        />
      )}
    </ChartFigure>
  );
}
