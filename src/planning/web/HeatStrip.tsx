import { memo, useMemo } from 'react';
import { type Heat, gradientOf, linesOf } from './heat.ts';
import styles from './HeatStrip.module.css';

interface HeatStripProps {
  bands: readonly Heat[];
  unitPx: number;
  /** As high as its row, with lines between the units: a matrix. */
  tall?: boolean;
  /** The units whose figures are drawn; all where it is left out. */
  first?: number;
  last?: number;
}

/** The load of a person as a strip of coloured units with figures: five elements at most, however long it is. */
export const HeatStrip = memo(function HeatStrip({ bands, unitPx, tall = false, first, last }: HeatStripProps) {
  const background = useMemo(() => gradientOf(bands, unitPx), [bands, unitPx]);
  const lines = useMemo(() => linesOf(bands, first, last), [bands, first, last]);
  const grid = `repeating-linear-gradient(90deg, transparent 0 ${unitPx - 1}px, var(--cadre-divider) ${unitPx - 1}px ${unitPx}px)`;
  return (
    <div
      className={styles.strip}
      data-tall={tall || undefined}
      style={{ background: tall && bands.length > 0 ? `${grid}, ${background}` : background }}
    >
      {lines.map(({ colour, from, text }) => (
        <span
          key={colour}
          className={styles.figures}
          style={{ tabSize: `${unitPx}px`, marginLeft: from * unitPx, color: `var(--cadre-heat-${colour}-text)` }}
        >
          {text}
        </span>
      ))}
    </div>
  );
});
