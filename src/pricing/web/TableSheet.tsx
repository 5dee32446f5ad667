import { IconTrash } from '@tabler/icons-react';
import { memo, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { type BoundGrid, type Change, GridCell, useGrid } from '../../web/grid/index.ts';
import { IconButton, announce } from '../../web/ui/index.ts';
import { type Col, type Draft, type Signs, type Written, cellKey, textAt, writeTime } from './draft.ts';
import styles from './Pricing.module.css';
import type { Line, Table } from './pricing-data.ts';
import { NONE } from './words.ts';

export interface TableSheetProps {
  table: Table;
  /** Its place in the pricing. */
  at: number;
  draft: Draft;
  /** Headings of the columns, as they are read. */
  columns: readonly string[];
  editable: boolean;
  onWrite: (at: number, cells: readonly Written[]) => void;
  /** What is being typed in a cell that is not left yet. */
  onTyping: (at: number, cell: Written) => void;
  onRemoveLine: (at: number, line: number) => void;
}

/** Hours of one table by role and grade, typed into like a spreadsheet. */
export function TableSheet({ table, at, draft, columns, editable, onWrite, onTyping, onRemoveLine }: TableSheetProps) {
  const { t } = useTranslation();
  const help = useId();
  const signs: Signs = { sign: format.decimalSign(), digits: format.minorDigits(table.currency) };
  const held = useRef(draft);
  useEffect(() => {
    held.current = draft;
  });
  const colAt = (col: number): Col => (col < columns.length ? col : 'rate');
  const write = (changes: readonly Change[]): void => {
    onWrite(
      at,
      changes.map(({ row, col, text }) => ({ line: row, col: colAt(col), text })),
    );
    if (changes.length > 1) announce(t('pricing.cells_set', { count: changes.length }));
  };
  const grid = useGrid({
    rows: table.lines.length,
    cols: columns.length + 1,
    read: (row, col) => textAt(held.current, at, row, colAt(col), signs),
    write,
    editable: () => editable,
  });
  const typing = (input: HTMLInputElement): void => {
    const cell = input.closest<HTMLElement>('[data-row]');
    if (!cell) return;
    onTyping(at, { line: Number(cell.dataset['row']), col: colAt(Number(cell.dataset['col'])), text: input.value });
  };
  return (
    <>
      <p id={help} className={styles.words}>
        {t(table.kind === 'secondment' ? 'pricing.grid_help_days' : 'pricing.grid_help')}
      </p>
      <section
        className={styles.sheet}
        aria-label={table.name}
        onInput={(event) => {
          if (event.target instanceof HTMLInputElement) typing(event.target);
        }}
      >
        <table
          {...grid.tableProps(t('pricing.hours_of', { name: table.name }), { rows: 2, cols: 3 })}
          aria-describedby={help}
          style={{ minWidth: 220 + (columns.length + 3) * 84 }}
        >
          <thead>
            <tr role="row">
              <th role="columnheader" scope="col" className={styles.corner}>
                {t('pricing.role_and_grade')}
              </th>
              {[...columns, t('pricing.rate'), t('pricing.list_rate'), t('pricing.sum')].map((name, index) => (
                <th key={index} role="columnheader" scope="col" className={styles.top}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.lines.map((line, index) => (
              <SheetLine
                key={line.id ?? `new ${index}`}
                {...{ grid, line, index, at, columns, editable, onRemoveLine }}
                kind={table.kind}
                perDay={table.minutes_per_day}
                currency={table.currency}
                sign={signs.sign}
                digits={signs.digits}
                faulty={faultyOf(draft, at, index)}
                removable={editable}
              />
            ))}
          </tbody>
          <tfoot>
            <Sums table={table} columns={columns.length} sign={signs.sign} />
          </tfoot>
        </table>
      </section>
    </>
  );
}

/** Marks of one line as one text, so that a line whose marks stay is not drawn again. */
function faultyOf({ faulty }: Draft, at: number, line: number): string {
  if (faulty.size === 0) return '';
  return [...faulty.keys()].filter((key) => key.startsWith(`${at} ${line} `)).join(',');
}

interface SheetLineProps {
  grid: BoundGrid;
  line: Line;
  index: number;
  at: number;
  columns: readonly string[];
  kind: Table['kind'];
  perDay: number;
  currency: string;
  sign: string;
  digits: number;
  faulty: string;
  editable: boolean;
  removable: boolean;
  onRemoveLine: (at: number, line: number) => void;
}

const SheetLine = memo(
  function SheetLine(props: SheetLineProps) {
    const { grid, line, index, at, columns, kind, perDay, currency, sign, digits, faulty, removable, onRemoveLine } = props;
    const { t } = useTranslation();
    const unit = { kind, minutes_per_day: perDay };
    const minutes = line.minutes.reduce((all, each) => all + each, 0);
    const isMissing = line.standard_rate === null && minutes > 0;
    const who = [line.role, line.grade, line.user].filter(Boolean).join(', ');
    const marked = faulty === '' ? [] : faulty.split(',');
    const stateOf = (col: Col): string | undefined => (marked.includes(cellKey(at, index, col)) ? 'faulty' : undefined);
    const label = (name: string, col: Col): string =>
      stateOf(col) ? `${who}, ${name}, ${t('pricing.not_read')}` : `${who}, ${name}`;
    return (
      <tr role="row" data-line={line.id ?? undefined}>
        <th role="rowheader" scope="row" className={styles.lineHead}>
          <span className={styles.lineName}>
            <span>
              {line.role}
              <span className={styles.quiet}>{[line.grade, line.user, line.note].filter(Boolean).join(' · ')}</span>
            </span>
            {removable && (
              <IconButton
                size="sm"
                label={t('pricing.remove_line', { name: who })}
                icon={<IconTrash size={16} />}
                onClick={() => onRemoveLine(at, index)}
              />
            )}
          </span>
        </th>
        {columns.map((name, col) => (
          <GridCell
            key={col}
            grid={grid}
            row={index}
            col={col}
            text={stateOf(col) ? grid.options.read(index, col) : writeTime(line.minutes[col] ?? 0, unit, sign)}
            label={label(name, col)}
            state={stateOf(col)}
            className={styles.cell}
          />
        ))}
        <GridCell
          grid={grid}
          row={index}
          col={columns.length}
          text={
            stateOf('rate')
              ? grid.options.read(index, columns.length)
              : line.rate === null
                ? ''
                : (line.rate / 10 ** digits).toFixed(digits).replace('.', sign)
          }
          label={label(t('pricing.rate'), 'rate')}
          state={stateOf('rate')}
          className={styles.cell}
        />
        <td role="gridcell" className={isMissing ? `${styles.figure} ${styles.missing}` : styles.figure}>
          {line.standard_rate === null
            ? isMissing
              ? t('pricing.no_rate')
              : NONE
            : format.money(line.charge_rate ?? line.standard_rate, currency)}
        </td>
        <td role="gridcell" className={styles.figure}>
          {writeTime(minutes, unit, sign) || NONE}
        </td>
      </tr>
    );
  },
  (a, b) =>
    a.line === b.line &&
    a.faulty === b.faulty &&
    a.index === b.index &&
    a.at === b.at &&
    a.columns === b.columns &&
    a.removable === b.removable &&
    a.grid === b.grid &&
    a.perDay === b.perDay,
);

function Sums({ table, columns, sign }: { table: Table; columns: number; sign: string }) {
  const { t } = useTranslation();
  const sums = Array.from({ length: columns }, (_, col) =>
    table.lines.reduce((all, { minutes }) => all + (minutes[col] ?? 0), 0),
  );
  const whole = sums.reduce((all, each) => all + each, 0);
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        {t(table.kind === 'secondment' ? 'pricing.days' : 'pricing.hours')}
      </th>
      {sums.map((minutes, col) => (
        <td key={col} role="gridcell">
          {writeTime(minutes, table, sign) || NONE}
        </td>
      ))}
      <td role="gridcell" />
      <td role="gridcell" />
      <td role="gridcell">{writeTime(whole, table, sign) || NONE}</td>
    </tr>
  );
}
