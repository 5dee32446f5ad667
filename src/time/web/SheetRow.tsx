import { IconDotsVertical, IconPinFilled } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { type BoundGrid, GridCell, useCol, useRow } from '../../web/grid/index.ts';
import { IconButton } from '../../web/ui/index.ts';
import { RowMenu } from './RowMenu.tsx';
import styles from './Timesheet.module.css';
import { cellWords } from './cell-words.ts';
import type { CellView, WeekModel } from './week-model.ts';
import {
  type Edit,
  type Line,
  type PlannedCell,
  type SheetDay,
  cellKey,
  dayKind,
  emptyCell,
  lineName,
  suggestionAt,
} from './week.ts';
import { categoryOf } from '../../web/theme/tokens.ts';

export interface SheetRowProps {
  grid: BoundGrid;
  model: WeekModel;
  line: Line;
  row: number;
  days: readonly SheetDay[];
  plan: ReadonlyMap<string, PlannedCell>;
  editable: boolean;
  first: boolean;
  last: boolean;
  pinned: boolean;
  /** Its menu is open. */
  menu: boolean;
  onMenu: (line: string | undefined) => void;
  /** It is chosen; some row is. */
  chosen: boolean;
  choosing: boolean;
  onChoose: (row: number, through: boolean) => void;
  onPin: (line: string, on: boolean) => void;
  onMove: (row: number, by: -1 | 1) => void;
  labelOf: (edits: readonly Edit[]) => string;
}

const sameRow = (a: SheetRowProps, b: SheetRowProps): boolean =>
  a.grid === b.grid &&
  a.model === b.model &&
  a.line === b.line &&
  a.row === b.row &&
  a.days === b.days &&
  a.plan === b.plan &&
  a.editable === b.editable &&
  a.first === b.first &&
  a.last === b.last &&
  a.pinned === b.pinned &&
  a.menu === b.menu &&
  a.chosen === b.chosen &&
  a.choosing === b.choosing;

/** One row: what is worked on, seven cells, their sum. Drawn anew only for what concerns this row. */
export const SheetRow = memo(function SheetRow(props: SheetRowProps) {
  const { grid, model, line, row, days, plan } = props;
  const { t } = useTranslation();
  const menuName = t('time.row_menu', { work: lineName(line) });
  return (
    <tr role="row" aria-selected={props.chosen || undefined} data-chosen={props.chosen || undefined}>
      <th role="rowheader" scope="row" className={styles.lineHead}>
        {props.editable && (
          <input
            type="checkbox"
            className={styles.choose}
            data-always={props.choosing || undefined}
            tabIndex={-1}
            aria-label={t('time.choose_row', { work: lineName(line) })}
            checked={props.chosen}
            onChange={() => {}}
            onClick={(event) => props.onChoose(row, event.shiftKey)}
          />
        )}
        <span
          className={styles.stripe}
          style={{ background: line.project_id ? `var(--cadre-category-${categoryOf(line.project_id)})` : 'var(--cadre-border)' }}
        />
        <span className={styles.lineName}>
          {line.client && <span className={styles.client}>{line.client}</span>}
          <span className={styles.project}>{line.project ?? line.task}</span>
          {line.project && line.task && <span className={styles.task}>{line.task}</span>}
        </span>
        {props.pinned && <IconPinFilled size={12} aria-label={t('time.pinned')} className={styles.pin} />}
        {props.editable &&
          (props.menu ? (
            <RowMenu {...props} name={menuName} />
          ) : (
            <IconButton
              size="sm"
              tabIndex={-1}
              className={styles.rowMenu}
              label={menuName}
              aria-haspopup="menu"
              icon={<IconDotsVertical size={16} aria-hidden="true" />}
              onClick={() => props.onMenu(line.key)}
            />
          ))}
      </th>
      {days.map((day, col) => (
        <SheetCell
          key={day.day}
          grid={grid}
          model={model}
          line={line}
          row={row}
          col={col}
          day={day}
          planned={plan.get(cellKey(line.key, col))}
        />
      ))}
      <RowTotal model={model} line={line} />
    </tr>
  );
}, sameRow);

interface SheetCellProps {
  grid: BoundGrid;
  model: WeekModel;
  line: Line;
  row: number;
  col: number;
  day: SheetDay;
  planned: PlannedCell | undefined;
}

const viewOf =
  (col: number) =>
  (values: ReadonlyMap<string, CellView>): CellView =>
    values.get(String(col)) ?? emptyCell;

function SheetCell({ grid, model, line, row, col, day, planned }: SheetCellProps) {
  const { t } = useTranslation();
  const read = useMemo(() => viewOf(col), [col]);
  const view = useRow(model.cells, line.key, read);
  const text = view.typed ?? (view.seconds > 0 ? format.hours(view.seconds) : '');
  return (
    <GridCell
      grid={grid}
      row={row}
      col={col}
      text={text}
      label={cellWords(t, line, day, view, planned)}
      state={view.state}
      className={`${styles.cell} ${styles[dayKind(day)] ?? ''} ${day.locked ? styles.lockedCell : ''}`}
    >
      {planned && <Suggestion model={model} line={line} col={col} />}
      {view.comment && <span className={styles.noteMark} aria-hidden="true" />}
      {view.state === 'waiting' || view.state === 'saving' ? <span className={styles.savingMark} aria-hidden="true" /> : null}
      {view.state === 'failed' || view.state === 'invalid' ? (
        <span className={styles.failedMark} aria-hidden="true" title={view.reason} />
      ) : null}
      {view.state === 'offline' && <span className={styles.offlineMark} aria-hidden="true" title={t('time.waits')} />}
    </GridCell>
  );
}

/** What the plan says for an empty cell, in italics: it counts for nothing until it is taken over. */
function Suggestion({ model, line, col }: { model: WeekModel; line: Line; col: number }) {
  const seconds = useCol(model.cells, String(col), () => suggestionAt(model.planning(), line, col));
  return seconds > 0 ? (
    <span className={styles.suggestion} aria-hidden="true">
      {format.hours(seconds)}
    </span>
  ) : null;
}

const sumOf = (values: ReadonlyMap<string, CellView>): number => {
  let sum = 0;
  for (const { seconds } of values.values()) sum += seconds;
  return sum;
};

function RowTotal({ model, line }: { model: WeekModel; line: Line }) {
  const seconds = useRow(model.cells, line.key, sumOf);
  return (
    <td role="gridcell" className={styles.rowTotal}>
      {seconds > 0 ? format.hours(seconds) : ''}
    </td>
  );
}
