import { IconPlus } from '@tabler/icons-react';
import { memo, useEffect, useMemo, useSyncExternalStore } from 'react';
import { weekday } from '../../kit/day.ts';
import { hoursOfMinutes } from '../../web/format.ts';
import { text } from '../../web/i18n/text.ts';
import { percentOf } from '../rules.ts';
import barStyles from './Bars.module.css';
import styles from './Board.module.css';
import { type Bar, type Names, type Row, colourOf, isOutside, shortName } from './board-data.ts';
import type { BoardStore } from './board-store.ts';
import type { Cursor } from './cursor.ts';
import { fitted } from './fit.ts';
import { bandsOf } from './heat.ts';
import { HeatStrip } from './HeatStrip.tsx';
import { barsIn, bookingName, cellName, hoursShort, rowSummary } from './row-text.ts';
import { type Scale, dayOfIndex } from './scale.ts';
import type { Selection } from './selection.ts';

export const STRIP = 14;
const LANE = 22;
export const BARS_TOP = STRIP + 2;
export const MOST_LANES = 3;
/** Columns are drawn in steps of so many units, so that a scroll sideways draws rows anew now and then only. */
export const BLOCK = 4;

/** What the edges of a bar take from its label in px; a request has its question mark, too. */
const LABEL_EDGES = { hard: 14, soft: 14, requested: 26 } as const;

/** Height of a row with so many lanes: strip, lanes, air. */
export const rowHeight = (lanes: number): number => STRIP + 4 + lanes * LANE;
export const laneTop = (lane: number): number => BARS_TOP + lane * LANE;

export interface BoardRowProps {
  store: BoardStore;
  index: number;
  top: number;
  lanes: number;
  /** Units that are in view. */
  first: number;
  last: number;
  /** Where the view begins in px, as it was when the last scroll sideways had ended. */
  at: number;
  left: number;
  thresholds: readonly number[];
  withSoft: boolean;
  /** Only in the row that the keyboard stands in. */
  cursor: Cursor | undefined;
  onExpand: (userId: string) => void;
  selection: Selection;
  /** The bar that the keyboard stood on is gone. */
  onLost: (cursor: Cursor) => void;
}

/** One person: name, heat strip, bars. The row that the keyboard stands in also has a cell for each unit. */
export const BoardRow = memo(function BoardRow(props: BoardRowProps) {
  const { store, index, top, lanes, left, cursor } = props;
  const row = useSyncExternalStore(
    (listener) => store.subscribeRow(index, listener),
    () => store.row(index),
  );
  const person = store.person(index);
  const { scale } = store;
  const style = { transform: `translateY(${top}px)`, height: rowHeight(lanes), width: left + scale.width };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles.row}
      style={style}
      data-row={index}
      data-active={cursor ? true : undefined}
    >
      <RowHead person={person} row={row} left={left} hidden={Math.max(0, (row?.lanes ?? 0) - lanes)} onExpand={props.onExpand} />
      {row ? (
        <RowBody {...props} row={row} />
      ) : (
        <Waiting failed={store.failed(index)} left={left} cell={cursor && `${index}-${cursor.unit}`} />
      )}
    </div>
  );
});

function RowHead({
  person,
  row,
  left,
  hidden,
  onExpand,
}: {
  person: Row['person'] | undefined;
  row: Row | undefined;
  left: number;
  hidden: number;
  onExpand: (userId: string) => void;
}) {
  const free = row?.load.capacity.reduce((sum, minutes, unit) => sum + Math.max(0, minutes - (row.load.hard[unit] ?? 0)), 0);
  return (
    <div role="rowheader" aria-colindex={1} className={styles.head} style={{ width: left }}>
      <span className={styles.name}>{person?.name ?? text('planning.loading')}</span>
      <span className={styles.about}>
        <span className={styles.team}>{person && [person.grade, person.team].filter(Boolean).join(' · ')}</span>
        {free !== undefined && (
          <span className={styles.free} title={text('planning.free_in_range')}>
            {text('planning.free_short', { hours: hoursOfMinutes(Math.round(free / 60) * 60) })}
          </span>
        )}
      </span>
      {hidden > 0 && person && (
        <button
          type="button"
          tabIndex={-1}
          className={styles.more}
          aria-label={text('planning.more_bookings', { name: person.name })}
          onClick={() => onExpand(person.id)}
        >
          <IconPlus size={12} aria-hidden="true" />
          {hidden}
        </button>
      )}
    </div>
  );
}

/** A row whose bookings are on their way, or could not be had. It takes the focus too, so that keys are not lost. */
function Waiting({ failed, left, cell }: { failed: boolean; left: number; cell: string | undefined }) {
  return (
    <div
      role="gridcell"
      aria-colindex={2}
      aria-label={failed ? text('planning.not_loaded') : text('planning.loading')}
      tabIndex={cell ? 0 : undefined}
      data-cell={cell}
      data-waiting
      className={failed ? styles.failed : styles.waiting}
      style={{ left }}
    >
      <span className={styles.waitingBar} />
    </div>
  );
}

function RowBody({
  store,
  row,
  index,
  lanes,
  first,
  last,
  at,
  left,
  thresholds,
  withSoft,
  cursor,
  selection,
  onLost,
}: BoardRowProps & { row: Row }) {
  const { scale, names } = store;
  // As text: a row is drawn anew only where one of its own bars is taken in or out.
  const chosen = useSyncExternalStore(selection.subscribe, () => chosenIn(row, selection));
  const bands = useMemo(() => bandsOf(row.load, withSoft, thresholds), [row.load, withSoft, thresholds]);
  const [start, end] = [scale.bounds[first] ?? 0, scale.bounds[last + 1] ?? scale.days];
  const shown = row.bars.filter((bar) => bar.lane < lanes && bar.start < end && bar.end > start);
  return (
    <>
      {cursor ? (
        <Cells {...{ row, index, store, left, withSoft, cursor, selection, onLost }} />
      ) : (
        <div role="gridcell" aria-colindex={2} className={styles.summary} style={{ left }}>
          {rowSummary(row)}
        </div>
      )}
      <div aria-hidden="true" className={styles.track} style={{ left, width: scale.width }}>
        <HeatStrip bands={bands} unitPx={scale.unitPx} first={first} last={last} />
        <OffDays row={row} store={store} first={first} last={last} />
        {shown.map((bar) => (
          <BarBox
            key={bar.booking.id}
            bar={bar}
            scale={scale}
            names={names}
            may={row.person.may.includes(bar.booking.level)}
            chosen={chosen.includes(bar.booking.id)}
            hidden={Math.max(0, at - Math.max(0, bar.start) * scale.dayPx)}
          />
        ))}
      </div>
    </>
  );
}

/** The selected bookings of a row. */
const chosenIn = (row: Row, selection: Selection): string =>
  selection.ids().size === 0 ? '' : row.bars.flatMap(({ booking }) => (selection.has(booking.id) ? [booking.id] : [])).join(' ');

interface BarBoxProps {
  bar: Bar;
  scale: Scale;
  names: Names;
  may: boolean;
  chosen: boolean;
  /** How much of it lies before the view in px, as it was when the last scroll sideways had ended: its label stands behind that. */
  hidden: number;
}

/** Place of a bar in px, cut at the ends of the range. */
export function barPlace(bar: Bar, scale: Scale): { left: number; width: number } {
  const start = Math.max(0, bar.start);
  const end = Math.min(scale.days, bar.end);
  return { left: start * scale.dayPx + 1, width: Math.max(4, (end - start) * scale.dayPx - 2) };
}

const BarBox = memo(function BarBox({ bar, scale, names, may, chosen, hidden }: BarBoxProps) {
  const { booking } = bar;
  const colour = colourOf(booking, names);
  const project = booking.project_id ? names.projects.get(booking.project_id) : undefined;
  const phase = booking.phase_id ? names.phases.get(booking.phase_id) : undefined;
  const outside = [project, phase].some((of) => of && isOutside(of, booking));
  const place = barPlace(bar, scale);
  // What has scrolled out of the view altogether keeps its label where it was.
  const before = hidden < place.width ? hidden : 0;
  return (
    <div
      data-bar={booking.id}
      data-level={booking.level}
      data-fixed={may ? undefined : true}
      data-chosen={chosen || undefined}
      data-outside={outside || undefined}
      className={barStyles.bar}
      style={{
        ...place,
        top: laneTop(bar.lane),
        ['--stripe' as string]: `var(--cadre-category-${colour})`,
        ['--tint' as string]: `var(--cadre-category-${colour}-tint)`,
      }}
    >
      <span className={barStyles.label} style={before > 0 ? { marginLeft: before } : undefined}>
        {fitted(
          `${shortName(booking, names)} · ${hoursShort(booking.minutes_per_day)}`,
          place.width - before - LABEL_EDGES[booking.level],
        )}
      </span>
    </div>
  );
});

/** Where a person has no capacity beside weekends: leave, holidays, days off, before and after employment. */
function OffDays({ row, store, first, last }: { row: Row; store: BoardStore; first: number; last: number }) {
  const { scale } = store;
  const runs = useMemo(
    () =>
      offRuns(row, scale).filter(
        // By weeks, a regular day off would be a pattern of its own: only holidays and longer absences show.
        ({ start, end }) =>
          scale.zoom === 'day' || end - start > 1 || store.holidayOn(row.person, dayOfIndex(scale, start)) !== undefined,
      ),
    [row, scale, store],
  );
  const [start, end] = [scale.bounds[first] ?? 0, scale.bounds[last + 1] ?? scale.days];
  return runs
    .filter((run) => run.start < end && run.end > start)
    .map((run) => (
      <div
        key={run.start}
        className={barStyles.off}
        style={{ left: run.start * scale.dayPx, width: (run.end - run.start) * scale.dayPx }}
        title={store.holidayOn(row.person, dayOfIndex(scale, run.start))}
      />
    ));
}

/** Runs of days without capacity, Saturdays and Sundays only where they stand between others. */
export function offRuns(row: Row, scale: Scale): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  const firstWeekday = weekday(scale.range.from);
  let open: { start: number; end: number } | undefined;
  for (let day = 0; day < scale.days; day++) {
    if ((row.capacity[day] ?? 0) > 0) {
      open = undefined;
      continue;
    }
    if (((firstWeekday + day - 1) % 7) + 1 >= 6) continue;
    if (open) open.end = day + 1;
    else runs.push((open = { start: day, end: day + 1 }));
  }
  return runs;
}

interface CellsProps {
  row: Row;
  index: number;
  store: BoardStore;
  left: number;
  withSoft: boolean;
  cursor: Cursor;
  selection: Selection;
  onLost: (cursor: Cursor) => void;
}

/** The cells of the active row: what the keyboard and screen readers walk. The pointer goes through them. */
function Cells({ row, index, store, left, withSoft, cursor, selection, onLost }: CellsProps) {
  const { scale, names } = store;
  const [from, to] = [Math.min(cursor.unit, cursor.anchor), Math.max(cursor.unit, cursor.anchor)];
  const entered = row.bars.find((bar) => bar.booking.id === cursor.bar);
  const lost = cursor.bar !== undefined && !entered;
  useEffect(() => {
    if (lost) onLost(cursor);
  }, [lost, cursor, onLost]);
  return scale.range.starts.map((start, unit) => {
    const here = barsIn(row, scale, unit);
    const over = percentOf(row.load.hard[unit] ?? 0, row.load.capacity[unit] ?? 0);
    return (
      <div
        key={start}
        role="gridcell"
        aria-colindex={unit + 2}
        aria-label={cellName(row, scale, unit, names, withSoft)}
        aria-selected={unit >= from && unit <= to && from !== to ? true : undefined}
        tabIndex={!entered && unit === cursor.unit ? 0 : -1}
        data-cell={`${index}-${unit}`}
        data-over={over !== null && over > 100 ? true : undefined}
        className={styles.cell}
        style={{ left: left + unit * scale.unitPx, width: scale.unitPx }}
      >
        {unit === cursor.unit && entered && (
          <BarProxy bar={entered} bars={here} chosen={selection.has(entered.booking.id)} {...{ scale, names, unit }} />
        )}
      </div>
    );
  });
}

/** Takes the focus of a bar: the drawn bars are for the eye and the pointer. */
function BarProxy({
  bar,
  bars,
  chosen,
  scale,
  names,
  unit,
}: {
  bar: Bar;
  bars: readonly Bar[];
  chosen: boolean;
  scale: Scale;
  names: Names;
  unit: number;
}) {
  const place = barPlace(bar, scale);
  const position = bars.findIndex((each) => each.booking.id === bar.booking.id) + 1;
  const where = bars.length > 1 && position > 0 ? `, ${text('planning.of_count', { position, count: bars.length })}` : '';
  return (
    <div
      role="button"
      tabIndex={0}
      data-proxy={bar.booking.id}
      aria-label={`${bookingName(bar.booking, names)}${where}`}
      aria-pressed={chosen || undefined}
      className={barStyles.proxy}
      style={{ left: place.left - unit * scale.unitPx, width: place.width, top: laneTop(bar.lane) }}
    />
  );
}
