import { useVirtualizer } from '@tanstack/react-virtual';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, memo, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, isoWeek } from '../../kit/day.ts';
import { day as dayText, hoursOfMinutes } from '../../web/format.ts';
import { Waiting } from '../../web/ui/index.ts';
import type { UnitRange } from '../rules.ts';
import { revealUnit, stepOf, withRow } from './grid-view.ts';
import { softGradient } from './heat.ts';
import { HeatStrip } from './HeatStrip.tsx';
import { clamp } from './scale.ts';
import styles from './Workload.module.css';
import {
  type MatrixLine,
  type Measure,
  type Spot,
  cornersOf,
  freeInAll,
  heatOf,
  spotAt,
  spotName,
  unitText,
} from './workload-data.ts';

const ROW = 30;
const HEAD = 44;
const UNIT_PX = { week: 56, month: 84, day: 36 } as const;

export interface WorkloadGridProps {
  range: UnitRange;
  total: number;
  row: (index: number) => MatrixLine | undefined;
  measure: Measure;
  withSoft: boolean;
  thresholds: readonly number[];
  left: number;
  sort: string;
  onSort: (sort: string) => void;
  spot: Spot;
  onSpot: (spot: Spot) => void;
  /** Rows that must be there. */
  onRange: (first: number, last: number) => void;
  onOpen: (row: MatrixLine) => void;
  /** `b`: to the board, at this person and week. */
  onBoard: (row: MatrixLine, unit: number) => void;
  busy: boolean;
  empty: ReactNode;
}

/** People by weeks or months with a figure in each cell; one tab stop, moved with arrows, ranges with Shift. */
export function WorkloadGrid(props: WorkloadGridProps) {
  const { range, total, spot, onSpot, left, onRange } = props;
  const { t } = useTranslation();
  const scroller = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const unitPx = UNIT_PX[range.unit];
  const width = left + range.starts.length * unitPx;
  // oxlint-disable-next-line react/incompatible-library -- its answers are read anew at each render, nothing memoizes them
  const rows = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    scrollMargin: HEAD,
    rangeExtractor: withRow(spot.row, total),
  });
  const items = rows.getVirtualItems();
  const [firstRow, lastRow] = [rows.range?.startIndex ?? 0, rows.range?.endIndex ?? 0];
  useEffect(() => onRange(firstRow, lastRow), [onRange, firstRow, lastRow]);

  const moveTo = (next: Spot): void => {
    wantsFocus.current = true;
    onSpot(next);
    rows.scrollToIndex(next.row, { align: 'auto' });
    revealUnit(scroller.current, next.unit, unitPx, left);
  };

  useLayoutEffect(() => {
    const cell = wantsFocus.current && scroller.current?.querySelector<HTMLElement>(`[data-cell="${spot.row}-${spot.unit}"]`);
    if (!cell) return;
    wantsFocus.current = false;
    cell.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target as HTMLElement).closest('[data-cell]')) return;
    if (!matrixKey(event, props, moveTo)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  const spotUnder = (event: PointerEvent | React.MouseEvent): Spot | undefined => {
    const box = scroller.current?.getBoundingClientRect();
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
    if (!box || !at || !scroller.current) return undefined;
    const x = event.clientX - box.left + scroller.current.scrollLeft - left;
    if (x < 0 || event.clientX - box.left < left) return undefined;
    return spotAt(Number(at.dataset['row']), clamp(Math.floor(x / unitPx), 0, range.starts.length - 1));
  };

  const onPointerDown = (event: PointerEvent): void => {
    const under = event.button === 0 ? spotUnder(event) : undefined;
    if (!under) return;
    event.preventDefault();
    const anchor = event.shiftKey ? { anchorRow: spot.anchorRow, anchorUnit: spot.anchorUnit } : {};
    moveTo({ ...under, ...anchor });
    if (event.pointerType === 'touch') return;
    const stretch = (moved: globalThis.PointerEvent): void => {
      const next = spotUnder(moved as unknown as PointerEvent);
      if (next) onSpot({ ...next, anchorRow: anchor.anchorRow ?? under.row, anchorUnit: anchor.anchorUnit ?? under.unit });
    };
    const stop = (): void => {
      removeEventListener('pointermove', stretch);
      removeEventListener('pointerup', stop);
      wantsFocus.current = true;
    };
    addEventListener('pointermove', stretch);
    addEventListener('pointerup', stop);
  };

  const marked = cornersOf(spot);
  const isRange = marked.top !== marked.bottom || marked.first !== marked.last;
  return (
    <>
      <div
        ref={scroller}
        className={styles.board}
        role="grid"
        id="grid"
        tabIndex={total === 0 ? 0 : -1}
        onFocus={(event) => event.target === event.currentTarget && moveTo(spot)}
        aria-label={t('planning.workload')}
        aria-rowcount={total + 1}
        aria-colcount={range.starts.length + 2}
        aria-busy={props.busy || undefined}
        aria-multiselectable="true"
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onDoubleClick={(event) => {
          const under = spotUnder(event);
          const row = under && props.row(under.row);
          if (row) props.onOpen(row);
        }}
      >
        <div role="rowgroup" className={styles.top}>
          <Head {...props} unitPx={unitPx} width={width} />
        </div>
        <div
          role={total === 0 ? undefined : 'rowgroup'}
          className={styles.rows}
          style={{ height: rows.getTotalSize() - HEAD > 0 ? rows.getTotalSize() : 0, width }}
        >
          {items.map(({ key, index, start }) => (
            <MatrixRow
              key={key}
              {...{ index, range, left, unitPx, width }}
              row={props.row(index)}
              top={start - HEAD}
              measure={props.measure}
              withSoft={props.withSoft}
              thresholds={props.thresholds}
              unit={index === spot.row ? spot.unit : undefined}
            />
          ))}
          {isRange && (
            <div
              className={styles.marked}
              aria-hidden="true"
              style={{
                left: left + marked.first * unitPx,
                width: (marked.last - marked.first + 1) * unitPx,
                top: marked.top * ROW,
                height: (marked.bottom - marked.top + 1) * ROW,
              }}
            />
          )}
        </div>
      </div>
      {total === 0 && <div className={styles.nobody}>{props.busy ? <Waiting rows={8} /> : props.empty}</div>}
    </>
  );
}

/** Deals with a key of the matrix. @returns true when it was one of its own */
function matrixKey(event: KeyboardEvent, props: WorkloadGridProps, moveTo: (spot: Spot) => void): boolean {
  const { spot, total, range, row, onOpen, onBoard } = props;
  if (event.altKey || event.metaKey) return false;
  const [lastRow, lastUnit] = [Math.max(0, total - 1), range.starts.length - 1];
  const step = stepOf(event, lastRow, lastUnit);
  if (step) {
    const next = { row: clamp(spot.row + step.rows, 0, lastRow), unit: clamp(spot.unit + step.units, 0, lastUnit) };
    moveTo(event.shiftKey ? { ...spot, ...next } : spotAt(next.row, next.unit));
    return true;
  }
  const current = row(spot.row);
  switch (event.key) {
    case 'Escape':
      moveTo(spotAt(spot.row, spot.unit));
      return true;
    case 'Enter':
      if (current) onOpen(current);
      return true;
    case 'b':
      if (current && !event.ctrlKey) onBoard(current, spot.unit);
      return !event.ctrlKey;
    default:
      return false;
  }
}

function Head({ range, left, unitPx, width, sort, onSort }: WorkloadGridProps & { unitPx: number; width: number }) {
  const { t } = useTranslation();
  const order = (key: string): 'ascending' | 'descending' | undefined => {
    if (sort.replace('-', '') !== key) return undefined;
    const up = key === 'name' ? !sort.startsWith('-') : sort.startsWith('-');
    return up ? 'ascending' : 'descending';
  };
  const toggle = (key: string): void => onSort(sort === key ? `-${key}` : key);
  const arrow = (key: string): ReactNode => {
    const now = order(key);
    return (
      now && (now === 'ascending' ? <IconArrowUp size={12} aria-hidden="true" /> : <IconArrowDown size={12} aria-hidden="true" />)
    );
  };
  return (
    <div role="row" aria-rowindex={1} className={styles.head} style={{ height: HEAD, width }}>
      <div className={styles.corner} style={{ width: left, height: HEAD }}>
        <div role="columnheader" aria-colindex={1} aria-sort={order('name') ?? 'none'} className={styles.cornerName}>
          <button type="button" onClick={() => toggle('name')}>
            {t('planning.person')} {arrow('name')}
          </button>
        </div>
        <div role="columnheader" aria-colindex={2} aria-sort={order('free') ?? 'none'} className={styles.cornerFree}>
          <button type="button" onClick={() => toggle('free')} title={t('planning.free_in_range')}>
            {t('planning.free')} {arrow('free')}
          </button>
        </div>
      </div>
      {range.starts.map((start, unit) => (
        <div
          key={start}
          role="columnheader"
          aria-label={unitText(range, unit)}
          aria-colindex={unit + 3}
          aria-sort={order(String(unit)) ?? 'none'}
          className={styles.unit}
          style={{ left: left + unit * unitPx, width: unitPx }}
        >
          <button
            type="button"
            tabIndex={-1}
            title={t('planning.sort_by', { unit: unitText(range, unit) })}
            onClick={() => toggle(String(unit))}
          >
            <span>
              {range.unit === 'month'
                ? start.slice(0, 4)
                : t('planning.week_short', { week: Number(isoWeek(addDays(start, 3)).slice(6)) })}
            </span>
            <strong>
              {range.unit === 'month' ? dayText(start, 'month').replace(/\s*\d{4}$/, '') : dayText(start, 'brief')}{' '}
              {arrow(String(unit))}
            </strong>
          </button>
        </div>
      ))}
    </div>
  );
}

interface MatrixRowProps {
  index: number;
  row: MatrixLine | undefined;
  range: UnitRange;
  top: number;
  left: number;
  unitPx: number;
  width: number;
  measure: Measure;
  withSoft: boolean;
  thresholds: readonly number[];
  /** Where the keyboard stands, in its row only. */
  unit: number | undefined;
}

const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { index, row, range, top, left, unitPx, width, measure, withSoft, thresholds, unit } = props;
  const { t } = useTranslation();
  const heat = useMemo(() => (row ? heatOf(row, measure, withSoft, thresholds) : []), [row, measure, withSoft, thresholds]);
  const tentative = useMemo(() => (row ? softGradient(row, unitPx) : undefined), [row, unitPx]);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles.row}
      style={{ transform: `translateY(${top}px)`, height: ROW, width }}
      data-row={index}
      data-active={unit !== undefined || undefined}
    >
      <div role="rowheader" aria-colindex={1} className={styles.person} style={{ width: left }}>
        <span className={styles.name}>{row?.name ?? t('planning.loading')}</span>
        <span className={styles.about}>{row && [row.grade, row.team].filter(Boolean).join(' · ')}</span>
        <span className={styles.free}>
          {row && t('planning.hours_short', { hours: hoursOfMinutes(Math.round(freeInAll(row, withSoft) / 60) * 60) })}
        </span>
      </div>
      {row && unit === undefined && (
        <div role="gridcell" aria-colindex={3} className={styles.summary} style={{ left }}>
          {t('planning.free_short', { hours: hoursOfMinutes(freeInAll(row, withSoft)) })}
        </div>
      )}
      {row &&
        unit !== undefined &&
        range.starts.map((start, each) => (
          <div
            key={start}
            role="gridcell"
            aria-colindex={each + 3}
            aria-label={spotName(row, range, each, withSoft)}
            tabIndex={each === unit ? 0 : -1}
            data-cell={`${index}-${each}`}
            className={styles.cell}
            style={{ left: left + each * unitPx, width: unitPx }}
          />
        ))}
      {!row && (
        <div
          role="gridcell"
          aria-colindex={3}
          aria-label={t('planning.loading')}
          tabIndex={unit === undefined ? undefined : 0}
          data-cell={unit === undefined ? undefined : `${index}-${unit}`}
          className={styles.waiting}
          style={{ left }}
        />
      )}
      <div aria-hidden="true" className={styles.strip} style={{ left, width: width - left }}>
        <HeatStrip bands={heat} unitPx={unitPx} tall />
        {tentative && <div className={styles.soft} style={{ backgroundImage: tentative }} />}
      </div>
    </div>
  );
});
