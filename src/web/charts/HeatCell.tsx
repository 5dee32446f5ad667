import { useTranslation } from 'react-i18next';
import { bandOf } from '../theme/tokens.ts';
import styles from './charts.module.css';

export interface HeatLook {
  /** `var(--cadre-heat-n)` and the colour of the digits on it. */
  background: string;
  color: string;
  band: number;
  /** Beyond full: shows ▲, and a hatch in print. */
  over: boolean;
}

/** First band beyond full capacity. */
const FIRST_OVER = 5;

/** The colours of a load in per cent; `edges` are the firm's own thresholds. */
export function heatLook(percent: number, edges?: readonly number[]): HeatLook {
  const band = bandOf(percent, edges);
  return { background: `var(--cadre-heat-${band})`, color: `var(--cadre-heat-${band}-text)`, band, over: band >= FIRST_OVER };
}

export interface HeatCellProps {
  /** Load in per cent; undefined where there is no capacity (not yet there, left). */
  percent: number | undefined;
  /** What is written in the cell: `82` or `6.5`. */
  text: string;
  edges?: readonly number[] | undefined;
  /** On leave: hatched, and said. */
  leave?: boolean;
  /** The unit after the number, for screen readers: `%`. */
  unit?: string;
}

/** One cell of a heat map: its number always, ▲ beyond full, a hatch for leave, a dot without capacity. */
export function HeatCell({ percent, text, edges, leave, unit = '%' }: HeatCellProps) {
  const { t } = useTranslation();
  if (percent === undefined) {
    return (
      <span className={styles.heat} data-off={leave || undefined}>
        <span aria-hidden="true">·</span>
        <span className={styles.hidden}>{leave ? t('web.leave') : t('web.no_capacity')}</span>
      </span>
    );
  }
  const { background, color, over } = heatLook(percent, edges);
  return (
    <span
      className={styles.heat}
      style={{ backgroundColor: background, color }}
      data-heat
      data-over={over || undefined}
      data-off={leave || undefined}
    >
      {over && <span aria-hidden="true">▲</span>}
      {text}
      <span className={styles.hidden}>
        {[unit, over ? t('web.over') : '', leave ? t('web.leave') : ''].filter(Boolean).join(', ')}
      </span>
    </span>
  );
}
