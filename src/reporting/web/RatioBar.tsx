import { ratioText } from './names.ts';
import styles from './Report.module.css';

export interface RatioBarProps {
  /** 0.75 is 75 %; null where nothing can be divided. */
  ratio: number | null;
  /** Drawn as a mark on the bar. */
  target: number | null;
  /** Ratio at which the bar ends; at least 1. */
  scale: number;
}

/** A ratio as a number with a bar; 100 % is a line where some bar goes further, the target a mark. */
export function RatioBar({ ratio, target, scale }: RatioBarProps) {
  if (ratio === null) return <span className={styles.muted}>{ratioText(null)}</span>;
  const at = (value: number): string => `${(Math.min(value, scale) / scale) * 100}%`;
  return (
    <span className={styles.ratio}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} data-over={ratio > 1 || undefined} style={{ width: at(ratio) }} />
        {scale > 1 && <span className={styles.full} style={{ left: at(1) }} />}
        {target !== null && <span className={styles.target} style={{ left: at(target) }} />}
      </span>
      <b>{ratioText(ratio)}</b>
    </span>
  );
}
