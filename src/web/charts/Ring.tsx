import styles from './charts.module.css';

export interface RingProps {
  /** Share of the whole, 0 … 1; more than 1 fills it. */
  share: number;
  /** What stands inside: `82 %`. */
  text: string;
  /** What it says, in words: "82 % of your hours of this week are logged." */
  label: string;
  /** Width in px. Default 72. */
  size?: number;
  tone?: 'primary' | 'success' | 'warning' | 'danger';
}

const STROKE = 8;

/** A progress ring with its number inside. */
export function Ring({ share, text, label, size = 72, tone = 'primary' }: RingProps) {
  const radius = (size - STROKE) / 2;
  const length = 2 * Math.PI * radius;
  const part = Math.min(Math.max(share, 0), 1);
  const circle = { cx: size / 2, cy: size / 2, r: radius, fill: 'none', strokeWidth: STROKE };
  return (
    <div className={styles.ring} role="img" aria-label={label} style={{ width: size, height: size }}>
      <svg width={size} height={size} aria-hidden="true">
        <circle {...circle} stroke="var(--cadre-divider)" />
        <circle
          {...circle}
          stroke={`var(--cadre-${tone})`}
          strokeLinecap="butt"
          strokeDasharray={`${part * length} ${length}`}
          transform={`rotate(-90 ${size / 2} ${size / 2})`}
        />
      </svg>
      <span className={styles.ringText} aria-hidden="true">
        {text}
      </span>
    </div>
  );
}
