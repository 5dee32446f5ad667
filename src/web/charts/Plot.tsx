import { type ReactNode, type Ref, type SVGProps, useId } from 'react';
import styles from './charts.module.css';

/** Height of the plot in px, without the names below. */
export const PLOT = 180;

/** The colour of one of several series; of a single one the house's own. */
export const colourOf = (index: number, count: number): string =>
  count === 1 ? 'var(--cadre-primary)' : `var(--cadre-category-${index})`;

/** Patterns that tell series apart on paper (`fillOf` names them), and the one of what is not certain, which the screen has too. */
export function usePatterns(count: number): { defs: ReactNode; fillOf: (index: number) => string; hatch: string } {
  const id = useId();
  const defs = (
    <defs>
      {Array.from({ length: count }, (_, index) => (
        <pattern
          key={index}
          id={`${id}${index}`}
          width={6}
          height={6}
          patternUnits="userSpaceOnUse"
          patternTransform={`rotate(${index * 37})`}
        >
          {index > 0 && <line x1={0} y1={0} x2={0} y2={6} stroke="#000" strokeWidth={index === 4 ? 3 : 1.5} />}
        </pattern>
      ))}
      <pattern id={`${id}hatch`} width={6} height={6} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line x1={0} y1={0} x2={0} y2={6} stroke="var(--cadre-surface)" strokeWidth={5} />
      </pattern>
    </defs>
  );
  return { defs, fillOf: (index) => `url(#${id}${index})`, hatch: `url(#${id}hatch)` };
}

export interface PlotProps {
  ref: Ref<SVGSVGElement>;
  /** What the group of marks is called. */
  label: string;
  /** Ends of the axis; 0 lies between them. */
  low: number;
  high: number;
  show: (value: number) => string;
  /** Names under the columns. */
  names: readonly string[];
  children: ReactNode;
}

/** At most this many names are written below; the others stand at the marks. */
const NAMES = { wide: 14, phone: 4 };

/** Axis, lines and names of a picture whose marks stand side by side. Places are shares of its width. */
export function Plot({ ref, label, low, high, show, names, children }: PlotProps) {
  const [every, rarely] = [Math.ceil(names.length / NAMES.wide), Math.ceil(names.length / NAMES.phone)];
  const lines = [...new Set([high, (high + Math.max(0, low)) / 2, 0, low])];
  return (
    <div className={styles.plot}>
      <div className={styles.axis} aria-hidden="true">
        {/* The widest one makes room for all. */}
        <b>{lines.map(show).reduce((widest, each) => (each.length > widest.length ? each : widest), '')}</b>
        {lines.map((value) => (
          <span key={value} style={{ top: placeOf(value, low, high) }}>
            {show(value)}
          </span>
        ))}
      </div>
      <div>
        <svg ref={ref} className={styles.marks} width="100%" height={PLOT} role="group" aria-label={label}>
          {lines.map((value) => (
            <line
              key={value}
              x1="0"
              x2="100%"
              y1={placeOf(value, low, high)}
              y2={placeOf(value, low, high)}
              stroke={value === 0 ? 'var(--cadre-border)' : 'var(--cadre-divider)'}
            />
          ))}
          {children}
        </svg>
        <div className={styles.names} aria-hidden="true">
          {names.map((name, index) => (
            <span key={index} style={{ width: `${100 / names.length}%` }} data-minor={index % rarely !== 0 || undefined}>
              {index % every === 0 ? name : ''}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
}

/** Height of a value from the top, in px. */
export const placeOf = (value: number, low: number, high: number): number =>
  PLOT - ((Math.min(Math.max(value, low), high) - low) / (high - low)) * PLOT;

interface PatternProps extends SVGProps<SVGRectElement> {
  isTentative: boolean | undefined;
  hatch: string;
}

/** What lies over the colour of a part: its pattern on paper, or the hatch of what is not certain, everywhere. */
export const Pattern = ({ isTentative, hatch, fill, ...place }: PatternProps) =>
  isTentative ? <rect {...place} fill={hatch} /> : <rect {...place} fill={fill} className={styles.paper} />;

/** What parts are called, in their colours; on paper in their patterns too. */
export function Legend({
  names,
  tentative,
  last,
}: {
  names: readonly string[];
  tentative?: readonly boolean[] | undefined;
  last?: ReactNode;
}) {
  const { defs, fillOf, hatch } = usePatterns(names.length);
  return (
    <ul className={styles.legend}>
      {names.map((name, index) => (
        <li key={name}>
          <svg className={styles.swatch} aria-hidden="true">
            {defs}
            <rect width="100%" height="100%" fill={colourOf(index, names.length)} />
            <Pattern {...{ width: '100%', height: '100%' }} isTentative={tentative?.[index]} fill={fillOf(index)} hatch={hatch} />
          </svg>
          {name}
        </li>
      ))}
      {last && <li>{last}</li>}
    </ul>
  );
}
