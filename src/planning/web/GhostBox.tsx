import { type ReactNode, type RefObject, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { daysBetween } from '../../kit/day.ts';
import { dayRange, hoursOfMinutes } from '../../web/format.ts';
import { text } from '../../web/i18n/text.ts';
import { percentOf } from '../rules.ts';
import barStyles from './Bars.module.css';
import { MOST_LANES, barPlace, laneTop } from './BoardRow.tsx';
import { type Names, type Row, phaseName } from './board-data.ts';
import type { BoardStore } from './board-store.ts';
import type { Ghost, GhostStore } from './cursor.ts';
import { overText } from './row-text.ts';
import { indexOfDay } from './scale.ts';

/** New dates with their difference, phase, days, hours, load and what is over: the lines beside a ghost, and what is spoken. */
export function ghostLines(ghost: Ghost, name: string | undefined, names: Names): string[] {
  const { booking, preview, first_day, last_day } = ghost;
  const moved = booking && ghost.kind !== 'copy' ? daysBetween(booking.first_day, first_day) : 0;
  const grown = booking ? daysBetween(booking.last_day, last_day) - daysBetween(booking.first_day, first_day) : 0;
  const steps = [
    moved !== 0 && grown === 0 ? text('planning.moved_days', { days: signed(moved) }) : '',
    grown !== 0 ? text('planning.grown_days', { days: signed(grown) }) : '',
  ].filter(Boolean);
  const lines = [[dayRange(first_day, last_day), ...steps].join(' · ')];
  if (ghost.home !== undefined && ghost.home !== ghost.row && name) lines.push(text('planning.to_person', { name }));
  const phase = booking && phaseName(booking, names);
  if (phase) lines.push(phase);
  if (!preview) return lines;
  const percent = percentOf(preview.minutes, preview.capacity);
  const load = percent === null ? text('planning.no_capacity') : text('planning.load_percent', { percent });
  lines.push(`${text('planning.days_hours', { count: preview.days, hours: hoursOfMinutes(ghost.minutes_per_day) })} · ${load}`);
  if (preview.over.length > 0) lines.push(`▲ ${overText(preview.over)}`);
  return lines;
}

const signed = (days: number): string => (days > 0 ? `+${days}` : `−${-days}`);

export interface GhostBoxProps {
  store: BoardStore;
  ghosts: GhostStore;
  left: number;
  topOf: (row: number) => number;
  /** The form of a drawn booking, around the box. */
  children?: (box: ReactNode, ghost: Ghost) => ReactNode;
}

/** A booking that is being drawn or moved: its outline on the board and its figures beside it. */
export function GhostBox({ store, ghosts, left, topOf, children }: GhostBoxProps) {
  const { ghost } = useSyncExternalStore(ghosts.subscribe, ghosts.get);
  const box = useRef<HTMLDivElement>(null);
  if (!ghost) return null;
  const { scale } = store;
  const bar = {
    booking: ghost.booking,
    start: indexOfDay(scale, ghost.first_day),
    end: indexOfDay(scale, ghost.last_day) + 1,
    lane: 0,
  };
  const place = barPlace(bar as never, scale);
  const top = topOf(ghost.row) + laneTop(laneOf(store.row(ghost.row), ghost, bar));
  const style = { width: place.width, transform: `translate(${left + place.left}px, ${top}px)` };
  const outline = (
    <div
      ref={box}
      className={barStyles.ghost}
      data-level={ghost.level}
      data-over={(ghost.preview?.over.length ?? 0) > 0 || undefined}
      style={style}
      aria-hidden="true"
    />
  );
  if (ghost.asking) return children?.(outline, ghost) ?? outline;
  return (
    <>
      {outline}
      <Tip box={box} ghost={ghost} lines={ghostLines(ghost, store.person(ghost.row)?.name, store.names)} />
    </>
  );
}

/** The lane in which nothing else stands; where there is none, the last one that is drawn. */
function laneOf(row: Row | undefined, ghost: Ghost, { start, end }: { start: number; end: number }): number {
  const most = Math.min(MOST_LANES, row?.lanes ?? 1);
  const others = (row?.bars ?? []).filter((bar) => bar.booking.id !== ghost.booking?.id && bar.start < end && bar.end > start);
  const free = Array.from({ length: most }, (_, lane) => lane).find((lane) => others.every((bar) => bar.lane !== lane));
  return free ?? most - 1;
}

const TIP_WIDTH = 280;
const TIP_HEIGHT = 120;

/** Figures of a ghost, kept inside of the window; drawn outside of the board so that its edges do not cut them. */
function Tip({ box, ghost, lines }: { box: RefObject<HTMLDivElement | null>; ghost: Ghost; lines: readonly string[] }) {
  const { t } = useTranslation();
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const at = box.current?.getBoundingClientRect();
    if (!at || !tip.current) return;
    const below = at.bottom + 8 + TIP_HEIGHT < innerHeight;
    tip.current.style.left = `${Math.max(8, Math.min(at.left, innerWidth - TIP_WIDTH - 8))}px`;
    tip.current.style.top = `${below ? at.bottom + 8 : Math.max(8, at.top - TIP_HEIGHT)}px`;
  }, [box, ghost]);
  return createPortal(
    <div ref={tip} className={barStyles.tip} style={{ maxWidth: TIP_WIDTH }} aria-hidden="true">
      {lines.map((line, index) => (
        <div key={line} data-over={line.startsWith('▲') || undefined} data-first={index === 0 || undefined}>
          {line}
        </div>
      ))}
      {ghost.byKeys && <div className={barStyles.tipHelp}>{t('planning.move_help')}</div>}
    </div>,
    document.body,
  );
}
