import styles from './charts.module.css';
import { linePieces, niceMax } from './scale.ts';

export interface SparklineProps {
  /** Oldest first; undefined where there is no figure. */
  values: readonly (number | undefined)[];
  /** What the line says, in words: "Utilization rose from 70 % to 82 % in 12 weeks." */
  label: string;
  width?: number;
  height?: number;
  max?: number;
}

/** A small line without axes; the number that matters stands beside it. */
export function Sparkline({ values, label, width = 120, height = 32, max }: SparklineProps) {
  const top = max ?? niceMax(Math.max(0, ...values.map((value) => value ?? 0)));
  const inner = height - 4;
  const pieces = linePieces(values, width - 4, inner, top);
  const last = pieces.at(-1)?.split(' ').at(-1)?.split(',').map(Number);
  return (
    <svg className={styles.spark} width={width} height={height} role="img" aria-label={label}>
      <g transform="translate(2 2)">
        {pieces.map((points) => (
          <polyline
            key={points}
            points={points}
            fill="none"
            stroke="var(--cadre-primary)"
            strokeWidth={1.5}
            strokeLinejoin="round"
          />
        ))}
        {last && values.at(-1) !== undefined && <circle cx={last[0]} cy={last[1]} r={2.5} fill="var(--cadre-primary)" />}
      </g>
    </svg>
  );
}
