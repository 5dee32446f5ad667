import { ChartFigure } from './ChartFigure.tsx';
import styles from './charts.module.css';
import { useMarks } from './marks.ts';
import { Legend, PLOT, Plot, colourOf, placeOf } from './Plot.tsx';
import { linePieces, niceMax } from './scale.ts';

export interface LineSeries {
  name: string;
  /** Undefined where there is no figure: the line breaks. */
  values: readonly (number | undefined)[];
}

export interface LineChartProps {
  caption: string;
  about: string;
  names: readonly string[];
  /** At most five. */
  series: readonly LineSeries[];
  show: (value: number) => string;
  onPick?: (column: number) => void;
}

const DASHES = [undefined, '6 3', '2 3', '8 3 2 3', '1 5'];

/** Lines over time, told apart by colour and, on paper too, by their dashes. Below zero is drawn below the axis. */
export function LineChart({ caption, about, names, series, show, onPick }: LineChartProps) {
  const values = series.flatMap((line) => line.values.map((value) => value ?? 0));
  const high = niceMax(Math.max(0, ...values));
  const least = Math.min(0, ...values);
  const low = least < 0 ? -niceMax(-least) : 0;
  const { group, markProps } = useMarks(names.length, 1, onPick);
  const of = (value: number | undefined): string => (value === undefined ? '–' : show(value));
  const told = (column: number): string =>
    `${names[column]}: ${series.map((line) => `${line.name} ${of(line.values[column])}`).join(', ')}`;
  const table = {
    head: [about, ...series.map(({ name }) => name)],
    rows: names.map((name, column) => [name, ...series.map((line) => of(line.values[column]))]),
  };
  const step = 100 / Math.max(1, names.length);
  return (
    <ChartFigure caption={caption} table={table}>
      <Plot ref={group} label={caption} low={low} high={high} show={show} names={names}>
        <svg
          x={`${step / 2}%`}
          width={`${100 - step}%`}
          height={PLOT}
          viewBox={`0 0 100 ${PLOT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {series.map((line, index) =>
            linePieces(
              line.values.map((value) => (value === undefined ? undefined : value - low)),
              100,
              PLOT,
              high - low,
            ).map((points) => (
              <polyline
                key={`${line.name} ${points}`}
                points={points}
                fill="none"
                stroke={colourOf(index, series.length)}
                strokeWidth={2}
                strokeDasharray={DASHES[index]}
                vectorEffect="non-scaling-stroke"
              />
            )),
          )}
        </svg>
        {names.map((name, column) => (
          <g key={`${name} ${column}`} {...markProps(column, told(column))} className={styles.mark}>
            <title>{told(column)}</title>
            <rect x={`${column * step}%`} width={`${step}%`} y={0} height="100%" fill="transparent" />
            {series.map((line, index) => {
              const value = line.values[column];
              return value === undefined ? null : (
                <circle
                  key={line.name}
                  cx={`${(column + 0.5) * step}%`}
                  cy={placeOf(value, low, high)}
                  r={3}
                  fill={colourOf(index, series.length)}
                />
              );
            })}
          </g>
        ))}
      </Plot>
      {series.length > 1 && <Legend names={series.map(({ name }) => name)} />}
    </ChartFigure>
  );
}
