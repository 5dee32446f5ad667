import { IconCut } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { day as dayText } from '../../web/format.ts';
import barStyles from './Bars.module.css';
import type { Acts } from './board-acts.ts';
import type { Booking } from './board-data.ts';
import { edgeAt, partOf } from './board-drag.ts';
import type { BoardStore } from './board-store.ts';
import type { GhostStore } from './cursor.ts';
import { dayOfIndex } from './scale.ts';

/** So much of the scissors lies over their bar: the pointer goes from one to the other without leaving both. */
const OVERLAP = 3;

interface ScissorsProps {
  scroller: RefObject<HTMLElement | null>;
  store: BoardStore;
  acts: Acts;
  ghosts: GhostStore;
  left: number;
}

/** Where a booking would be cut, and where that stands on the screen in px. */
interface Cut {
  booking: Booking;
  /** First day of the second part. */
  day: Day;
  x: number;
  y: number;
}

/** The cut nearest to the pointer: inside a bar that may be changed, away from its ends, which stretch it. */
function cutAt({ clientX, target }: PointerEvent, scroller: HTMLElement, store: BoardStore, left: number): Cut | undefined {
  const bar = (target as HTMLElement).closest<HTMLElement>('[data-bar]:not([data-fixed])');
  const booking = bar ? store.find(bar.dataset['bar'] ?? '') : undefined;
  if (!bar || !booking || partOf(bar, clientX) !== 'move') return undefined;
  const { scale } = store;
  const start = scroller.getBoundingClientRect().left + left - scroller.scrollLeft;
  const edge = edgeAt(scale, clientX - start);
  const day = dayOfIndex(scale, edge);
  if (day <= booking.first_day || day > booking.last_day) return undefined;
  return { booking, day, x: start + edge * scale.dayPx, y: bar.getBoundingClientRect().top };
}

const isSame = (a: Cut | undefined, b: Cut | undefined): boolean =>
  a?.booking === b?.booking && a?.day === b?.day && a?.x === b?.x && a?.y === b?.y;

/** Scissors over the bar under the pointer: a press cuts the booking at the day where it stands. Keys have `s`. */
export function Scissors({ scroller, store, acts, ghosts, left }: ScissorsProps) {
  const { t } = useTranslation();
  const [cut, setCut] = useState<Cut>();
  useEffect(() => {
    const box = scroller.current;
    const show = (next: Cut | undefined): void => setCut((before) => (isSame(before, next) ? before : next));
    const move = (event: PointerEvent): void => {
      const target = event.target instanceof Element ? event.target : undefined;
      if (target?.closest('[data-scissors]')) return;
      const busy = event.pointerType === 'touch' || event.buttons !== 0 || ghosts.get().ghost !== undefined;
      show(busy || !box || !target || !box.contains(target) ? undefined : cutAt(event, box, store, left));
    };
    const away = (): void => show(undefined);
    addEventListener('pointermove', move, { passive: true });
    box?.addEventListener('pointerdown', away);
    box?.addEventListener('scroll', away, { passive: true });
    return () => {
      removeEventListener('pointermove', move);
      box?.removeEventListener('pointerdown', away);
      box?.removeEventListener('scroll', away);
    };
  }, [scroller, store, ghosts, left]);
  if (!cut) return null;
  const { booking, day, x, y } = cut;
  return (
    <>
      <div className={barStyles.cut} style={{ left: x, top: y }} aria-hidden="true" />
      <button
        type="button"
        tabIndex={-1}
        data-scissors=""
        className={barStyles.scissors}
        style={{ left: x, top: y + OVERLAP }}
        aria-label={t('planning.split_before', { day: dayText(day, 'brief') })}
        // The board keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          setCut(undefined);
          acts.split(booking, day);
        }}
      >
        <IconCut size={14} aria-hidden="true" />
        {dayText(day, 'brief')}
      </button>
    </>
  );
}
