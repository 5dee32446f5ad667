import { memo, useMemo } from 'react';
import styles from './Board.module.css';
import { type Heat, gradientOf, linesOf } from './heat.ts';

/** The load of a person as a strip of coloured units with figures: five elements at most, however long it is. */
export const HeatStrip = memo(function HeatStrip({ bands, unitPx }: { bands: readonly Heat[]; unitPx: number }) {
  const background = useMemo(() => gradientOf(bands, unitPx), [bands, unitPx]);
  const lines = useMemo(() => linesOf(bands), [bands]);
  return (
    <div className={styles.strip} style={{ background }}>
      {lines.map(({ colour, text }) => (
        <span key={colour} className={styles.figures} style={{ tabSize: `${unitPx}px`, color: `var(--cadre-heat-${colour}-text)` }}>
          {text}
        </span>
      ))}
    </div>
  );
});
