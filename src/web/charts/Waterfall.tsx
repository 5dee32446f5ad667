import { ChartFigure } from './ChartFigure.tsx';
import styles from './charts.module.css';
import { useMarks } from './marks.ts';
import { Plot, placeOf, usePatterns } from './Plot.tsx';
import { niceMax, waterfall } from './scale.ts';

export interface WaterfallStep {
  name: string;
  /** What it adds or, below 0, takes; of a total what it comes to. */
  value: number;
  /** Stands on the axis and begins anew. */
  total?: boolean;
}

export interface WaterfallProps {
  caption: string;
  about: string;
  /** Heading of the values in the table: `EUR`. */
  unit: string;
  steps: readonly WaterfallStep[];
  show: (value: number) => string;
  onPick?: (step: number) => void;
}

const WIDE = 0.6;

/** From one total to another, step by step: from standard value to what is earned, from a plan to what came of it. */
export function Waterfall({ caption, about, unit, steps, show, onPick }: WaterfallProps) {
  const spans = waterfall(steps);
  const high = niceMax(Math.max(0, ...spans.map(({ top }) => top)));
  const least = Math.min(0, ...spans.map(({ bottom }) => bottom));
  const low = least < 0 ? -niceMax(-least) : 0;
  const { group, markProps } = useMarks(steps.length, 1, onPick);
  const { defs, fillOf } = usePatterns(3);
  const table = { head: [about, unit], rows: steps.map(({ name, value }) => [name, show(value)]) };
  const step = 100 / Math.max(1, steps.length);
  return (
    <ChartFigure caption={caption} table={table}>
      <Plot ref={group} label={caption} low={low} high={high} show={show} names={steps.map(({ name }) => name)}>
        {defs}
        {steps.map((each, index) => {
          const { bottom, top, end } = spans[index] ?? { bottom: 0, top: 0, end: 0 };
          const y = placeOf(top, low, high);
          const kind = each.total ? 0 : each.value < 0 ? 1 : 2;
          const place = {
            x: `${(index + (1 - WIDE) / 2) * step}%`,
            width: `${WIDE * step}%`,
            y,
            height: Math.max(1, placeOf(bottom, low, high) - y),
          };
          const told = `${each.name}: ${show(each.value)}`;
          return (
            <g key={each.name} {...markProps(index, told)} className={styles.mark}>
              <title>{told}</title>
              <rect x={`${index * step}%`} width={`${step}%`} y={0} height="100%" fill="transparent" />
              <rect {...place} fill={TONES[kind]} />
              <rect {...place} fill={fillOf(kind)} className={styles.paper} />
              {index < steps.length - 1 && (
                <line
                  x1={`${(index + (1 + WIDE) / 2) * step}%`}
                  x2={`${(index + 1 + (1 - WIDE) / 2) * step}%`}
                  y1={placeOf(end, low, high)}
                  y2={placeOf(end, low, high)}
                  stroke="var(--cadre-muted)"
                  strokeDasharray="2 2"
                />
              )}
              <text x={`${(index + 0.5) * step}%`} y={Math.max(12, y - 4)} className={styles.value} aria-hidden="true">
                {show(each.value)}
              </text>
            </g>
          );
        })}
      </Plot>
    </ChartFigure>
  );
}

const TONES = ['var(--cadre-primary)', 'var(--cadre-danger)', 'var(--cadre-success)'];
