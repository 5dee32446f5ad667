import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, weekday } from '../../kit/day.ts';
import { Waiting, announce } from '../../web/ui/index.ts';
import type { BoardGroup, DemandRow } from '../contract.ts';
import type { Repeat } from '../rules.ts';
import styles from './Board.module.css';
import { BLOCK, BoardRow, MOST_LANES, rowHeight } from './BoardRow.tsx';
import type { Acts } from './board-acts.ts';
import { type Booking, freePerDay, preferredLevel, previewOf, trimmed } from './board-data.ts';
import { boardKey } from './board-keys.ts';
import type { BoardStore } from './board-store.ts';
import type { Draft } from './board-writes.ts';
import { BookPopover } from './BookPopover.tsx';
import type { BulkActs } from './bulk-acts.ts';
import { type Cursor, type Ghost, type GhostStore, type Place } from './cursor.ts';
import { GhostBox, ghostLines } from './GhostBox.tsx';
import { DemandLane, laneHeight, placeDemands, shownLanes } from './DemandLane.tsx';
import { revealUnit, withRow } from './grid-view.ts';
import { bookingName } from './row-text.ts';
import { clamp, dayOfIndex, endOf, indexOfDay, startOf } from './scale.ts';
import { GROUP_PX, type WholeLoad, groupAt, headsOf } from './groups.ts';
import { CapacityStrip, STRIP } from './CapacityStrip.tsx';
import { MAP, MiniMap, hasMap } from './MiniMap.tsx';
import { GroupHead } from './GroupHead.tsx';
import { HEAD, TimeScale } from './TimeScale.tsx';
import { type Selection } from './selection.ts';
import { Scissors } from './Scissors.tsx';
import { SelectBox } from './SelectBox.tsx';
import { useCursor } from './use-cursor.ts';
import { useDragging } from './use-dragging.ts';
import { useHeights } from './use-heights.ts';
import { useSettled } from './use-settled.ts';
import { usePrinting } from './use-printing.ts';
import { useZoomWheel } from './use-zoom-wheel.ts';

export interface BoardGridProps {
  store: BoardStore;
  acts: Acts;
  ghosts: GhostStore;
  left: number;
  today: Day;
  thresholds: readonly number[];
  withSoft: boolean;
  /** Read when the view changes, written as one moves: where a change of zoom stays. */
  place: RefObject<Place>;
  /** Ctrl and the wheel: closer (1) or wider (-1), around a day that stands so many px from the left. */
  onZoom: (direction: 1 | -1, day: Day, x: number) => void;
  onOpen: (id: string) => void;
  onHand: (booking: Booking) => void;
  /** `day` is the one under the pointer. */
  onMenu: (id: string, at: { x: number; y: number }, day: Day | undefined) => void;
  onCreate: (draft: Draft, repeat: Repeat | undefined) => void;
  selection: Selection;
  bulk: BulkActs;
  demands: readonly DemandRow[];
  /** Whether capacity and demand of everybody are shown under the scale, and what they are once that is known. */
  strip: boolean;
  whole: WholeLoad | undefined;
  groups: readonly BoardGroup[];
  folded: ReadonlySet<string>;
  /** Folds a group, or unfolds it; undefined unfolds all. */
  onFold: (id: string | undefined) => void;
  onDemand: (id: string) => void;
  /** Counts up to ask for the form of a new booking at the cursor. */
  asked: number;
  empty: ReactNode;
}

const OVERSCAN = 6;

/** The board: virtual rows, one tab stop, everything by pointer and by key. */
export function BoardGrid(props: BoardGridProps) {
  const { store, acts, ghosts, left, place, selection, bulk, onOpen, onMenu } = props;
  const { scale } = store;
  const { t, i18n } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [view, setView] = useState({ first: 0, last: 40 });
  const [wide, setWide] = useState(false);
  const placed = useMemo(() => placeDemands(props.demands, scale), [props.demands, scale]);
  const demandLanes = shownLanes(placed, wide);
  const mapped = hasMap(scale);
  const head = HEAD + (mapped ? MAP : 0) + (props.strip ? STRIP : 0) + laneHeight(demandLanes);
  const printing = usePrinting();
  const { groups, folded, onFold } = props;
  const heads = useMemo(() => headsOf(groups, folded), [groups, folded]);
  const headsAt = (index: number): number => (heads.over.get(index)?.length ?? 0) * GROUP_PX;
  useSyncExternalStore(store.subscribe, () => store.version);
  const total = store.total ?? 0;
  const { cursor, hold, focusOn, lose } = useCursor(store, place, scroller);

  const lanesOf = (index: number): number => {
    const row = store.row(index);
    if (!row) return 1;
    return unfolded.has(row.person.id) ? row.lanes : Math.min(row.lanes, MOST_LANES);
  };

  // oxlint-disable-next-line react/incompatible-library -- its answers are read anew at each render, nothing memoizes them
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => headsAt(index) + rowHeight(lanesOf(index)),
    overscan: OVERSCAN,
    scrollMargin: head,
    rangeExtractor: printing ? loadedRows(store, total) : withRow(cursor.row, total),
  });
  const items = rows.getVirtualItems();
  const [firstRow, lastRow] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];

  // The heads of groups stand over rows that are far away, too.
  useLayoutEffect(() => rows.measure(), [rows, heads, unfolded]);
  useHeights(rows, store, scroller);

  useEffect(() => {
    const range = rows.range;
    store.ensure(range?.startIndex ?? 0, Math.max(range?.endIndex ?? 0, (range?.startIndex ?? 0) + 1));
    const ahead = (range?.endIndex ?? 0) + 20;
    if (range && total > 0) store.ensure(Math.min(ahead, total - 1), Math.min(ahead, total - 1));
    // The row with the focus is drawn wherever one has scrolled to.
    if (total > 0) store.ensure(cursor.row, cursor.row);
  }, [store, rows, firstRow, lastRow, total, cursor.row]);

  const reveal = useCallback(
    (row: number, unit: number) => {
      rows.scrollToIndex(row, { align: 'auto' });
      revealUnit(scroller.current, unit, scale.unitPx, left);
    },
    [rows, scale, left],
  );

  const setCursor = useCallback(
    (next: Cursor) => {
      focusOn(next);
      reveal(next.row, next.unit);
    },
    [focusOn, reveal],
  );

  const onScroll = useCallback((): void => {
    const box = scroller.current;
    if (!box) return;
    const at = (x: number): number => clamp(Math.floor(x / scale.unitPx), 0, scale.range.starts.length - 1);
    place.current.looking = at(box.scrollLeft + scale.unitPx / 2);
    const first = Math.max(0, Math.floor(at(box.scrollLeft) / BLOCK) * BLOCK - BLOCK);
    const last = Math.min(
      scale.range.starts.length - 1,
      Math.ceil(at(box.scrollLeft + box.clientWidth - left) / BLOCK) * BLOCK + BLOCK,
    );
    setView((before) => (first === before.first && last === before.last ? before : { first, last }));
  }, [scale, left, place]);
  useLayoutEffect(() => {
    const { anchor } = place.current;
    if (!anchor || !scroller.current) return;
    scroller.current.scrollLeft = indexOfDay(scale, anchor.day) * scale.dayPx - anchor.x;
    delete place.current.anchor;
  }, [scale, place]);
  useZoomWheel(scroller, scale, left, props.onZoom);
  // Only where the measures change: reading them after each render would lay out the page twice.
  useLayoutEffect(onScroll, [onScroll]);
  const at = useSettled(scroller, scale);

  const book = useCallback((): void => {
    const row = store.row(cursor.row);
    const level = preferredLevel(row?.person.may ?? []);
    if (!row) return;
    if (!level) return announce(t('planning.read_only'));
    const [first, last] = [Math.min(cursor.unit, cursor.anchor), Math.max(cursor.unit, cursor.anchor)];
    const span = trimmed(row, startOf(scale, first), endOf(scale, last), scale);
    const draft = { ...span, minutes_per_day: freePerDay(row, span.first_day, span.last_day, scale), level };
    reveal(cursor.row, cursor.unit);
    ghosts.set({
      ghost: { kind: 'create', row: cursor.row, ...draft, preview: previewOf(row, draft, undefined, scale), asking: true },
    });
  }, [store, cursor, scale, ghosts, reveal, t]);

  const lastAsked = useRef(props.asked);
  useEffect(() => {
    if (lastAsked.current !== props.asked) book();
    lastAsked.current = props.asked;
  }, [props.asked, book]);

  const unfold = useCallback((userId: string) => {
    setUnfolded((before) => {
      const next = new Set(before);
      if (!next.delete(userId)) next.add(userId);
      return next;
    });
  }, []);
  const unfoldIfFolded = (userId: string): void => {
    const row = store.rowOf(userId);
    if (row && row.lanes > MOST_LANES && !unfolded.has(userId)) unfold(userId);
  };

  const openMenu = (id: string): void => {
    const at = scroller.current?.querySelector(`[data-proxy="${id}"]`)?.getBoundingClientRect();
    onMenu(id, { x: at?.left ?? 0, y: at?.bottom ?? 0 }, startOf(scale, cursor.unit));
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLElement) || !event.target.closest('[data-cell], [data-proxy]')) return;
    const context = {
      ...{ store, acts, bulk, selection, cursor, ghosts, setCursor, reveal, book, say: announce, unfold: unfoldIfFolded },
      openBooking: onOpen,
      hand: props.onHand,
      fold: () => onFold(groupAt(groups, folded, cursor.row)?.id),
      unfoldAll: () => onFold(undefined),
      openMenu: () => cursor.bar && openMenu(cursor.bar),
      sayGhost: (ghost: Ghost) => announce(ghostLines(ghost, store.person(ghost.row)?.name, store.names).join(', ')),
      text: (key: string, values?: Record<string, unknown>) => t(key, values ?? {}),
    };
    if (boardKey(event.nativeEvent, context)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  useDragging({
    ...{ scroller, store, acts, ghosts, selection, left, head, hold, onOpen },
    focusOn: setCursor,
    rowAt: (y) => rows.getVirtualItemForOffset(y + head)?.index,
    demandOf: (id) => props.demands.find((each) => each.id === id),
  });

  const closeForm = (): void => {
    ghosts.set({ ghost: undefined });
    setCursor({ ...cursor });
  };

  const form = (box: ReactNode, ghost: Ghost): ReactNode => (
    <BookPopover
      key={`${ghost.row} ${ghost.first_day} ${ghost.last_day}`}
      {...{ store, acts, ghost, target: box }}
      onSave={(draft, repeat) => {
        closeForm();
        props.onCreate(draft, repeat);
      }}
      onCancel={closeForm}
      onDraft={(draft) => ghosts.set({ ghost: { ...ghost, minutes_per_day: draft.minutes_per_day, level: draft.level } })}
    />
  );

  // Paper has no view that one could move.
  const shown = printing ? { first: 0, last: scale.range.starts.length - 1 } : view;
  const heat = { thresholds: props.thresholds, withSoft: props.withSoft };
  const todayAt = indexOfDay(scale, props.today);
  const topOf = (row: number): number => (rows.measurementsCache[row]?.start ?? head) - head + headsAt(row);
  const groupHead = (group: BoardGroup, top: number): ReactNode => (
    <GroupHead key={`group ${group.id}`} {...{ group, top, left, scale, onFold }} folded={folded.has(group.id)} {...heat} />
  );
  const bottom = rows.getTotalSize();
  return (
    <>
      <div
        ref={scroller}
        className={styles.board}
        style={{ scrollPaddingTop: head }}
        role="grid"
        id="grid"
        tabIndex={total === 0 ? 0 : -1}
        onFocus={(event) => event.target === event.currentTarget && setCursor({ ...cursor })}
        aria-label={t('planning.board')}
        aria-rowcount={total + 1}
        aria-colcount={scale.range.starts.length + 1}
        aria-busy={store.loading || undefined}
        onKeyDown={onKeyDown}
        onScroll={onScroll}
        onPointerOver={(event) => nameBar(event, store)}
        onDoubleClick={(event) => openAt(event.target, onOpen)}
        onContextMenu={(event) => {
          const id = (event.target as HTMLElement).closest<HTMLElement>('[data-bar]')?.dataset['bar'];
          if (!id) return;
          event.preventDefault();
          const box = event.currentTarget.getBoundingClientRect();
          const x = event.clientX - box.left + event.currentTarget.scrollLeft - left;
          onMenu(id, { x: event.clientX, y: event.clientY }, dayOfIndex(scale, Math.floor(x / scale.dayPx)));
        }}
      >
        <div role="rowgroup" className={styles.top} style={{ width: left + scale.width }}>
          <TimeScale scale={scale} left={left} today={props.today} />
          {mapped && <MiniMap {...{ store, scroller, left }} whole={props.whole} today={props.today} {...heat} />}
          {props.strip && <CapacityStrip whole={props.whole} scale={scale} left={left} />}
          {demandLanes > 0 && (
            <DemandLane
              {...{ placed, scale, left, lanes: demandLanes, unfolded: wide, onUnfold: setWide, onOpen: props.onDemand }}
            />
          )}
        </div>
        <div
          role={total === 0 ? undefined : 'rowgroup'}
          key={i18n.language}
          className={styles.rows}
          style={{ height: bottom + heads.last.length * GROUP_PX, width: left + scale.width }}
        >
          <Ground left={left} store={store} />
          {todayAt >= 0 && todayAt < scale.days && (
            <div className={styles.today} style={{ left: left + (todayAt + 0.5) * scale.dayPx }} aria-hidden="true" />
          )}
          {items.flatMap(({ index, start }) =>
            (heads.over.get(index) ?? []).map((group, at) => groupHead(group, start - head + at * GROUP_PX)),
          )}
          {heads.last.map((group, at) => groupHead(group, bottom + at * GROUP_PX))}
          {items.map(({ key, index, start }) => (
            <BoardRow
              key={key}
              {...{
                store,
                index,
                left,
                ...shown,
                at,
                ...heat,
                selection,
                onExpand: unfold,
                onLost: lose,
              }}
              top={start - head + headsAt(index)}
              lanes={lanesOf(index)}
              cursor={index === cursor.row ? cursor : undefined}
            />
          ))}
          <GhostBox {...{ store, ghosts, left, topOf }}>{form}</GhostBox>
        </div>
      </div>
      <SelectBox selection={selection} />
      <Scissors {...{ scroller, store, acts, ghosts, left }} />
      {store.total === 0 && heads.last.length === 0 && <div className={styles.nobody}>{props.empty}</div>}
      {store.total === undefined && store.failure === undefined && (
        <div className={styles.nobody} style={{ top: head + 8 }}>
          <Waiting rows={8} />
        </div>
      )}
    </>
  );
}

/** All rows that have arrived, however many fit on the screen: what is printed. */
const loadedRows = (store: BoardStore, total: number) => (): number[] =>
  Array.from({ length: total }, (_, index) => index).filter((index) => store.row(index) !== undefined);

/** A bar gets its whole name as a tip when the pointer comes to it: hundreds of them are never asked for. */
function nameBar(event: React.PointerEvent, store: BoardStore): void {
  const bar = (event.target as HTMLElement).closest<HTMLElement>('[data-bar]');
  const booking = bar ? store.find(bar.dataset['bar'] ?? '') : undefined;
  if (bar && booking) bar.title = bookingName(booking, store.names);
}

function openAt(target: EventTarget, open: (id: string) => void): void {
  const id = (target as HTMLElement).closest<HTMLElement>('[data-bar]')?.dataset['bar'];
  if (id) open(id);
}

/** Lines of the units and grounds of weekends, once for all rows. */
function Ground({ left, store: { scale } }: { left: number; store: BoardStore }) {
  const line = `repeating-linear-gradient(90deg, var(--cadre-divider) 0 1px, transparent 1px ${scale.unitPx}px)`;
  const saturday = (6 - weekday(scale.range.from)) * scale.dayPx;
  const week = 7 * scale.dayPx;
  const weekend = `repeating-linear-gradient(90deg, var(--cadre-off-day) 0 ${2 * scale.dayPx}px, transparent ${2 * scale.dayPx}px ${week}px)`;
  const style =
    scale.zoom === 'day'
      ? { left, width: scale.width, backgroundImage: `${line}, ${weekend}`, backgroundPosition: `0 0, ${saturday}px 0` }
      : { left, width: scale.width, backgroundImage: line };
  return <div className={styles.ground} style={style} aria-hidden="true" />;
}
