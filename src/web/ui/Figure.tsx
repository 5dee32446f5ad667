import type { ReactNode } from 'react';
import styles from './Figure.module.css';

export interface FigureProps {
  name: string;
  value: string;
  /** How it came about, in numbers and words; or what it is part of. */
  children?: ReactNode;
  /** The one that the report is about. */
  main?: boolean;
}

/** One figure of a report with its name and how it came about; it stands in a `FigureRow`. */
export function Figure({ name, value, children, main }: FigureProps) {
  return (
    <div className={styles.figure} data-main={main || undefined}>
      <dt>{name}</dt>
      <dd className={styles.value}>{value}</dd>
      {children && <dd className={styles.made}>{children}</dd>}
    </div>
  );
}

/** Figures side by side. @param short their values are short: more of them stand in a line */
export const FigureRow = ({ short, children }: { short?: boolean; children: ReactNode }) => (
  <dl className={styles.figures} data-short={short || undefined}>
    {children}
  </dl>
);
