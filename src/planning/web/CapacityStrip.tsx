import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { day, hoursOfMinutes } from '../../web/format.ts';
import boardStyles from './Board.module.css';
import styles from './CapacityStrip.module.css';
import type { WholeLoad } from './groups.ts';
import type { Scale } from './scale.ts';

/** Height of the strip under the scale. */
export const STRIP = 72;
const TOP = 6;

const sum = (list: readonly number[]): number => list.reduce((total, minutes) => total + minutes, 0);

/** An area between two lines of steps, one step a unit. */
function area(lower: readonly number[], upper: readonly number[], unitPx: number, y: (minutes: number) => number): string {
  const steps = (line: readonly number[]): string[] =>
    line.flatMap((minutes, unit) => [`${unit * unitPx},${y(minutes)}`, `${(unit + 1) * unitPx},${y(minutes)}`]);
  return `M${[...steps(upper), ...steps(lower).toReversed()].join('L')}Z`;
}

interface CapacityStripProps {
  whole: WholeLoad | undefined;
  scale: Scale;
  left: number;
}

/** Of everybody in view: what is confirmed, tentative and open, on top of each other, under the line of what they can do. */
export const CapacityStrip = memo(function CapacityStrip({ whole, scale, left }: CapacityStripProps) {
  const { t } = useTranslation();
  const { unitPx, range, width } = scale;
  const drawn = useMemo(() => {
    if (!whole) return undefined;
    const { capacity, hard, soft } = whole.load;
    const tentative = hard.map((minutes, unit) => minutes + (soft[unit] ?? 0));
    const wanted = tentative.map((minutes, unit) => minutes + (whole.demand[unit] ?? 0));
    const most = Math.max(1, ...capacity, ...wanted);
    const y = (minutes: number): number => Math.round(TOP + (STRIP - TOP) * (1 - minutes / most));
    const line = capacity.map(
      (minutes, unit) => `${unit === 0 ? 'M' : 'L'}${unit * unitPx},${y(minutes)}H${(unit + 1) * unitPx}`,
    );
    return {
      hard: area(
        hard.map(() => 0),
        hard,
        unitPx,
        y,
      ),
      soft: area(hard, tentative, unitPx, y),
      open: area(tentative, wanted, unitPx, y),
      line: line.join(''),
    };
  }, [whole, unitPx]);
  const figures = (unit?: number): Record<string, string> => {
    const of = (list: readonly number[] | undefined): string =>
      hoursOfMinutes(unit === undefined ? sum(list ?? []) : (list?.[unit] ?? 0));
    return {
      capacity: of(whole?.load.capacity),
      hard: of(whole?.load.hard),
      soft: of(whole?.load.soft),
      open: of(whole?.demand),
    };
  };
  return (
    <div role="row" className={boardStyles.lane} style={{ height: STRIP, width: left + width }}>
      <div role="rowheader" className={boardStyles.laneHead} style={{ width: left }}>
        <span className={boardStyles.name}>{t('planning.capacity_demand')}</span>
        <span className={styles.key} data-of="line">
          {t('planning.capacity')}
        </span>
        <span className={styles.keys}>
          {(['hard', 'soft', 'open'] as const).map((of) => (
            <span key={of} className={styles.key} data-of={of}>
              {t(`planning.${of === 'open' ? 'open_demand' : `level_${of}`}`)}
            </span>
          ))}
        </span>
      </div>
      <div role="gridcell" className={boardStyles.summary} style={{ left }}>
        {whole ? t('planning.strip_sums', figures()) : t('planning.strip_waits')}
      </div>
      {drawn && (
        <svg className={styles.strip} style={{ left }} width={width} height={STRIP} aria-hidden="true">
          <defs>
            <pattern id="strip-soft" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="3" height="6" className={styles.softLine} />
            </pattern>
          </defs>
          <path d={drawn.hard} className={styles.hard} />
          <path d={drawn.soft} fill="url(#strip-soft)" className={styles.soft} />
          <path d={drawn.open} className={styles.open} />
          <path d={drawn.line} className={styles.line} />
          {range.starts.map((start, unit) => (
            <rect key={start} x={unit * unitPx} width={unitPx} height={STRIP} fill="transparent">
              <title>{`${day(start, 'short')}: ${t('planning.strip_sums', figures(unit))}`}</title>
            </rect>
          ))}
        </svg>
      )}
    </div>
  );
});
