import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dayRange, hoursOfMinutes } from '../../web/format.ts';
import type { DemandRow } from '../contract.ts';
import barStyles from './Bars.module.css';
import styles from './Board.module.css';
import { demandWork, wantedText } from './demand-data.ts';
import { fitted } from './fit.ts';
import { lanesOf } from './lanes.ts';
import { hoursShort } from './row-text.ts';
import { type Scale, indexOfDay } from './scale.ts';

const LANE = 22;
const PAD = 4;
/** Lanes of demands that stand over the people; the others unfold. */
const FOLDED = 2;
const MOST = 8;
const EDGES = 18;

/** How high the lane is: nothing where nobody is asked for. */
export const laneHeight = (lanes: number): number => (lanes === 0 ? 0 : 2 * PAD + lanes * LANE);

export interface PlacedDemand {
  demand: DemandRow;
  lane: number;
  start: number;
  end: number;
}

/** Demands in lanes, as bars are. */
export function placeDemands(demands: readonly DemandRow[], scale: Scale): PlacedDemand[] {
  const spans = demands.map(({ first_day, last_day }) => ({
    start: Math.max(0, indexOfDay(scale, first_day)),
    end: Math.min(scale.days, indexOfDay(scale, last_day) + 1),
  }));
  const lanes = lanesOf(spans);
  return demands.map((demand, index) => ({
    demand,
    lane: lanes[index] ?? 0,
    ...(spans[index] ?? { start: 0, end: 0 }),
  }));
}

/** The lanes that are shown, folded or not. */
export const shownLanes = (placed: readonly PlacedDemand[], unfolded: boolean): number =>
  Math.min(unfolded ? MOST : FOLDED, Math.max(0, ...placed.map(({ lane }) => lane + 1)));

export interface DemandLaneProps {
  placed: readonly PlacedDemand[];
  scale: Scale;
  left: number;
  lanes: number;
  unfolded: boolean;
  onUnfold: (unfolded: boolean) => void;
  onOpen: (id: string) => void;
}

/** Work that nobody is booked on yet, over the people: dragged onto one, or opened to see who could do it. */
export const DemandLane = memo(function DemandLane({ placed, scale, left, lanes, unfolded, onUnfold, onOpen }: DemandLaneProps) {
  const { t } = useTranslation();
  const [at, setAt] = useState(0);
  const lane = useRef<HTMLDivElement>(null);
  const hidden = placed.filter(({ lane }) => lane >= lanes).length;
  const shown = useMemo(() => placed.filter(({ lane }) => lane < lanes), [placed, lanes]);
  const current = Math.min(at, shown.length - 1);

  /** Arrows go from one demand to the next. */
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(shown.length - 1, current + step));
    setAt(next);
    lane.current?.querySelectorAll<HTMLElement>('[data-demand]')[next]?.focus();
  };

  return (
    <div role="row" className={styles.lane} style={{ height: laneHeight(lanes), width: left + scale.width }}>
      <div role="rowheader" className={styles.laneHead} style={{ width: left }}>
        <span className={styles.name}>{t('planning.unassigned', { count: placed.length })}</span>
        {(hidden > 0 || unfolded) && (
          <button type="button" className={styles.laneMore} aria-expanded={unfolded} onClick={() => onUnfold(!unfolded)}>
            {unfolded ? <IconChevronDown size={14} aria-hidden="true" /> : <IconChevronRight size={14} aria-hidden="true" />}
            {unfolded ? t('planning.fewer') : t('planning.more_demands', { count: hidden })}
          </button>
        )}
      </div>
      <div role="gridcell" ref={lane} className={styles.track} style={{ left, width: scale.width }}>
        {shown.map(({ demand, lane: on, start, end }, index) => {
          const width = Math.max(24, (end - start) * scale.dayPx - 2);
          return (
            <button
              key={demand.id}
              type="button"
              data-demand={demand.id}
              tabIndex={index === current ? 0 : -1}
              className={barStyles.demand}
              style={{ left: start * scale.dayPx + 1, width, top: PAD + on * LANE }}
              // Drawn by style: what is cut would not be what the name says.
              data-label={fitted(
                `${wantedText(demand)} · ${demandWork(demand)} · ${hoursShort(demand.minutes_per_day)}`,
                width - EDGES,
              )}
              aria-label={t('planning.demand_name', {
                wanted: wantedText(demand),
                work: demandWork(demand),
                dates: dayRange(demand.first_day, demand.last_day),
                hours: hoursOfMinutes(demand.minutes_per_day),
              })}
              title={`${wantedText(demand)} · ${demandWork(demand)}`}
              onFocus={() => setAt(index)}
              onKeyDown={onKey}
              onClick={() => onOpen(demand.id)}
            />
          );
        })}
      </div>
    </div>
  );
});
