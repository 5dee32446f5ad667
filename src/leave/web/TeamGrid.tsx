import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import type { Pagination } from '../../kit/endpoint.ts';
import * as format from '../../web/format.ts';
import { Pager } from '../../web/ui/index.ts';
import { type DayMark, type Spot, marksOf, movedBy, rangeOf } from './calendar.ts';
import styles from './Calendar.module.css';
import type { CalendarRow, LeaveType } from './leave-data.ts';
import { useMarkWords } from './mark-words.ts';

export interface TeamMonthProps {
  days: readonly Day[];
  rows: readonly CalendarRow[];
  /** Letters by id of the type. */
  letters: ReadonlyMap<string, string>;
  types: readonly LeaveType[];
  pagination: Pagination;
  onPage: (page: number, perPage: number) => void;
}

interface TeamGridProps extends TeamMonthProps {
  spot: Spot;
  onSpot: (spot: Spot) => void;
  mayAsk: (userId: string) => boolean;
  onAsk: (userId: string, from: Day, to: Day) => void;
}

/** The month as a grid: one tab stop, arrows go from day to day, Shift draws a range, Enter asks for leave on it. */
export function TeamGrid(props: TeamGridProps) {
  const { days, rows, pagination, onPage, onSpot, mayAsk, onAsk } = props;
  const { t } = useTranslation();
  const grid = useRef<HTMLTableElement>(null);
  const wantsFocus = useRef(false);
  const marks = useMemo(() => rows.map((row) => marksOf(row, days)), [rows, days]);
  const spot = inside(props.spot, rows.length, days.length);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-cell="${spot.row}-${spot.day}"]`)?.focus();
  });

  const askRange = (at: Spot): void => {
    const row = rows[at.row];
    const [first, last] = rangeOf(at);
    const [from, to] = [days[first], days[last]];
    if (row && from && to && mayAsk(row.user_id)) onAsk(row.user_id, from, to);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey) return;
    const next = movedBy(event, spot, rows.length, days.length);
    if (next) {
      wantsFocus.current = true;
      onSpot(next);
    } else if (event.key === 'Enter') askRange(spot);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const cellUnder = (target: EventTarget | null): { row: number; day: number } | undefined => {
    const name = (target as HTMLElement | null)?.closest<HTMLElement>('[data-cell]')?.dataset['cell'];
    const [row, day] = name?.split('-').map(Number) ?? [];
    return row === undefined || day === undefined ? undefined : { row, day };
  };

  /** A range is drawn along the row in which it began; letting go asks for it. */
  const onPointerDown = (event: PointerEvent): void => {
    const under = event.button === 0 && event.pointerType !== 'touch' ? cellUnder(event.target) : undefined;
    if (!under) return;
    event.preventDefault();
    wantsFocus.current = true;
    let drawn: Spot = { ...under, anchor: under.day };
    onSpot(drawn);
    const draw = (moved: globalThis.PointerEvent): void => {
      const over = cellUnder(document.elementFromPoint(moved.clientX, moved.clientY));
      if (!over || over.day === drawn.day) return;
      drawn = { ...drawn, day: over.day };
      onSpot(drawn);
    };
    const stop = (): void => {
      removeEventListener('pointermove', draw);
      removeEventListener('pointerup', stop);
      if (drawn.day !== drawn.anchor) askRange(drawn);
    };
    addEventListener('pointermove', draw);
    addEventListener('pointerup', stop);
  };

  const [first, last] = rangeOf(spot);
  return (
    <>
      <div className={styles.scroll}>
        <table
          ref={grid}
          role="grid"
          id="grid"
          className={styles.grid}
          aria-label={t('leave.calendar_of', { month: format.day(days[0] ?? '', 'month') })}
          aria-multiselectable="true"
          onKeyDown={onKeyDown}
          onPointerDown={onPointerDown}
          onDoubleClick={(event) => {
            const under = cellUnder(event.target);
            if (under) askRange({ ...under, anchor: under.day });
          }}
        >
          <Head days={days} />
          <tbody>
            {rows.map((row, index) => (
              <PersonRow
                key={row.user_id}
                {...props}
                row={row}
                index={index}
                marks={marks[index] ?? []}
                active={index === spot.row ? spot.day : undefined}
                range={index === spot.row && first !== last ? [first, last] : undefined}
              />
            ))}
          </tbody>
          {pagination.pages <= 1 && <Counts days={days} marks={marks} />}
        </table>
      </div>
      <Pager pagination={pagination} onPage={onPage} />
    </>
  );
}

/** The spot where there are fewer people or days than before: one cell must always take the focus. */
const inside = (spot: Spot, rows: number, days: number): Spot => ({
  row: Math.min(spot.row, Math.max(0, rows - 1)),
  day: Math.min(spot.day, days - 1),
  anchor: Math.min(spot.anchor, days - 1),
});

function Head({ days }: { days: readonly Day[] }) {
  const { t } = useTranslation();
  const today = format.today();
  return (
    <thead>
      <tr>
        <th scope="col" className={styles.person}>
          {t('leave.person')}
        </th>
        {days.map((day) => (
          <th
            key={day}
            scope="col"
            abbr={format.day(day, 'long')}
            data-today={day === today || undefined}
            data-off={format.isWeekend(day) || undefined}
          >
            <span>{format.day(day, 'weekday').slice(0, 2)}</span>
            <strong>{Number(day.slice(8))}</strong>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface PersonRowProps extends TeamMonthProps {
  row: CalendarRow;
  index: number;
  marks: readonly DayMark[];
  /** Where the keyboard stands, in its row only. */
  active: number | undefined;
  range: readonly [number, number] | undefined;
}

function PersonRow({ row, index, marks, days, letters, types, active, range }: PersonRowProps) {
  const words = useMarkWords();
  return (
    <tr>
      <th scope="row" className={styles.person}>
        <span className={styles.name}>{row.user}</span>
        <span className={styles.about}>{[row.grade, row.team].filter(Boolean).join(' · ')}</span>
      </th>
      {marks.map((mark, at) => {
        const day = days[at] ?? '';
        const { absence } = mark;
        const type = types.findIndex(({ id }) => id === absence?.type_id);
        const within = range !== undefined && at >= range[0] && at <= range[1];
        return (
          <td
            key={day}
            role="gridcell"
            tabIndex={at === active ? 0 : -1}
            data-cell={`${index}-${at}`}
            data-kind={mark.kind}
            data-part={absence && absence.part !== 'day' ? absence.part : undefined}
            data-pending={absence?.status === 'pending' || undefined}
            data-type={absence && type >= 0 ? type % 8 : undefined}
            aria-selected={within}
            aria-label={`${row.user}, ${format.day(day, 'long')}: ${words.said(mark)}`}
            title={mark.kind === 'work' || mark.kind === 'free' ? undefined : words.said(mark)}
          >
            <span data-sign={words.letter(mark, letters) || undefined} />
          </td>
        );
      })}
    </tr>
  );
}

/** How many are off on each day; only where the page holds everybody. */
function Counts({ days, marks }: { days: readonly Day[]; marks: readonly (readonly DayMark[])[] }) {
  const { t } = useTranslation();
  return (
    <tfoot>
      <tr>
        <th scope="row" className={styles.person}>
          {t('leave.off_count')}
        </th>
        {days.map((day, at) => (
          <td key={day} role="gridcell">
            {marks.filter((row) => row[at]?.kind === 'off').length || ''}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
