import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { type Day, daysBetween } from '../../kit/day.ts';
import type { BoardStore } from './board-store.ts';
import styles from './CapacityStrip.module.css';
import type { WholeLoad } from './groups.ts';
import { bandsOf, gradientOf } from './heat.ts';
import { type Scale, indexOfDay } from './scale.ts';

/** Height of the map under the scale. */
export const MAP = 18;
const LONG = 26 * 7;

/** A range of half a year and more has a map of itself. */
export const hasMap = (scale: Scale): boolean => scale.days >= LONG;

interface MiniMapProps {
  store: BoardStore;
  whole: WholeLoad | undefined;
  thresholds: readonly number[];
  withSoft: boolean;
  scroller: RefObject<HTMLDivElement | null>;
  left: number;
  today: Day;
}

/** The whole range in the width of the board, with the part in view: a press or a drag goes there. Keys have Home and End. */
export function MiniMap({ store, whole, thresholds, withSoft, scroller, left, today }: MiniMapProps) {
  const { scale } = store;
  const view = useRef<HTMLDivElement>(null);
  const map = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const { version } = store;
  // A row that changes alone moves the whole by nothing that one could see: windows that arrive are told.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for what the store holds
  const load = useMemo(() => whole?.load ?? { ...store.soFar }, [whole, store, version]);
  const bands = useMemo(() => bandsOf(load, withSoft, thresholds), [load, withSoft, thresholds]);
  const share = scale.width > 0 ? width / scale.width : 0;

  useEffect(() => {
    const box = scroller.current;
    if (!box) return undefined;
    // By hand: a render for each step of a scroll would cost more than the scroll.
    let last = '';
    const move = (): void => {
      const { clientWidth, scrollLeft } = box;
      // Up and down nothing moves here.
      if (last === `${clientWidth} ${scrollLeft}`) return;
      last = `${clientWidth} ${scrollLeft}`;
      const visible = Math.max(0, clientWidth - left);
      const at = (px: number): string => `${(100 * px) / Math.max(1, scale.width)}%`;
      view.current?.style.setProperty('left', at(scrollLeft));
      view.current?.style.setProperty('width', at(Math.min(visible, scale.width)));
      setWidth(clientWidth);
    };
    move();
    box.addEventListener('scroll', move, { passive: true });
    const sized = new ResizeObserver(move);
    sized.observe(box);
    return () => {
      box.removeEventListener('scroll', move);
      sized.disconnect();
    };
  }, [scroller, scale, left]);

  useEffect(() => {
    const own = map.current;
    if (!own) return undefined;
    // The board draws bookings out of presses that it hears: this one is not for it.
    const press = (event: PointerEvent): void => {
      event.preventDefault();
      event.stopPropagation();
      own.setPointerCapture(event.pointerId);
      goThere(own, scroller.current, scale, left, event.clientX);
    };
    const drag = (event: PointerEvent): void => {
      if (event.buttons === 1) goThere(own, scroller.current, scale, left, event.clientX);
    };
    own.addEventListener('pointerdown', press);
    own.addEventListener('pointermove', drag);
    return () => {
      own.removeEventListener('pointerdown', press);
      own.removeEventListener('pointermove', drag);
    };
  }, [scroller, scale, left]);

  const at = (index: number): string => `${(100 * index) / scale.days}%`;
  const now = indexOfDay(scale, today);
  return (
    <div ref={map} className={styles.map} style={{ width, height: MAP }} aria-hidden="true" data-map="">
      <div className={styles.ground} style={{ background: gradientOf(bands, scale.unitPx * share) }} />
      {scale.range.starts
        .filter((start, index, all) => index > 0 && start.slice(0, 7) !== all[index - 1]?.slice(0, 7))
        .map((start) => (
          <div key={start} className={styles.month} style={{ left: at(daysBetween(scale.range.from, start)) }} />
        ))}
      {now >= 0 && now < scale.days && <div className={styles.now} style={{ left: at(now + 0.5) }} />}
      <div ref={view} className={styles.window} />
    </div>
  );
}

/** Scrolls the board so that the place under the pointer comes to its middle. */
function goThere(map: HTMLElement, box: HTMLElement | null, scale: Scale, left: number, x: number): void {
  if (!box) return;
  const at = map.getBoundingClientRect();
  box.scrollLeft = ((x - at.left) / at.width) * scale.width - (box.clientWidth - left) / 2;
}
