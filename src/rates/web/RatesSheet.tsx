import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as format from '../../web/format.ts';
import { type BoundGrid, type Change, GridCell, useGrid } from '../../web/grid/index.ts';
import { Button, NumberField, announce, history } from '../../web/ui/index.ts';
import { type Amount, discountOf, marginOf } from '../rules.ts';
import styles from './Rates.module.css';
import { type Draft, type Row, amountAt, amountsFor, cellKey, storedAmount, withTyped, writeAmount } from './sheet-draft.ts';

export interface RatesSheetProps {
  name: string;
  rows: readonly Row[];
  draft: Draft;
  faulty: ReadonlySet<string>;
  sees: boolean;
  /** Decimals of the currency. */
  digits: number;
  editable: boolean;
  onDraft: (draft: Draft) => void;
  tools: ReactNode;
}

/** Roles and grades by what an hour of them is worth; typed into like a spreadsheet, applied only after a review. */
export function RatesSheet(props: RatesSheetProps) {
  const { name, rows, draft, sees, digits, editable, tools } = props;
  const { t } = useTranslation();
  const help = useId();
  const amounts = amountsFor(sees);
  const sign = format.decimalSign();
  const newest = useRef(props);
  // At once: several writes may come before the next render.
  const held = useRef(draft);
  useEffect(() => {
    newest.current = props;
    held.current = draft;
  });
  useEffect(() => () => history.clear(), []);

  const text = (row: Row, amount: Amount): string =>
    held.current.get(cellKey(row, amount))?.text ?? writeAmount(storedAmount(row, amount), digits, sign);
  const take = (next: Draft): void => {
    held.current = next;
    newest.current.onDraft(next);
  };
  const write = (changes: readonly Change[]): void => {
    const before = held.current;
    const cells = changes.flatMap(({ row, col, text: typed }) => {
      const [line, amount] = [rows[row], amounts[col]];
      return line && amount ? [{ row: line, amount, text: typed }] : [];
    });
    const after = withTyped(before, cells, digits, sign);
    take(after);
    history.push({
      label: t('rates.cells_set', { count: cells.length }),
      undo: () => take(before),
      redo: () => take(after),
    });
    if (cells.length > 1) announce(t('rates.cells_set', { count: cells.length }));
  };
  const grid = useGrid({
    rows: rows.length,
    cols: amounts.length,
    read: (row, col) => {
      const [line, amount] = [rows[row], amounts[col]];
      return line && amount ? text(line, amount) : '';
    },
    write,
    editable: () => editable,
  });
  return (
    <>
      {(editable || tools) && (
        <div className={styles.tools}>
          {editable && <Raise grid={grid} />}
          {tools}
        </div>
      )}
      <p id={help} className={styles.words}>
        {t('rates.grid_help')}
      </p>
      <section className={styles.sheet} aria-label={name}>
        <table {...grid.tableProps(name, { rows: 1, cols: 2 + (sees ? 2 : 1) })} aria-describedby={help}>
          <thead>
            <tr role="row">
              <th role="columnheader" scope="col" className={styles.corner}>
                {t('rates.role_and_grade')}
              </th>
              {amounts.map((amount) => (
                <th key={amount} role="columnheader" scope="col" className={styles.top}>
                  {t(`rates.${amount}`)}
                </th>
              ))}
              <th role="columnheader" scope="col" className={styles.top}>
                {t('rates.discount')}
              </th>
              {sees && (
                <th role="columnheader" scope="col" className={styles.top}>
                  {t('rates.hour_margin')}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <SheetLine
                key={row.key}
                {...{ grid, row, index, amounts, draft, sees, digits, sign }}
                faulty={props.faulty}
                first={rows[index - 1]?.role.id !== row.role.id}
              />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

interface SheetLineProps {
  grid: BoundGrid;
  row: Row;
  index: number;
  amounts: readonly Amount[];
  draft: Draft;
  faulty: ReadonlySet<string>;
  sees: boolean;
  digits: number;
  sign: string;
  /** The first grade of its role. */
  first: boolean;
}

function SheetLine({ grid, row, index, amounts, draft, faulty, sees, digits, sign, first }: SheetLineProps) {
  const { t } = useTranslation();
  const at = (amount: Amount): number | null => amountAt(row, amount, draft) ?? null;
  const [standard, charge, cost, nfi] = [at('standard_rate'), at('charge_rate'), at('cost_rate'), at('nfi_rate')];
  const share = (ratio: number | null): string => (ratio === null ? '' : format.percent(ratio, 1));
  return (
    <tr role="row" data-first={first || undefined}>
      <th role="rowheader" scope="row" className={styles.lineHead}>
        <span className={styles.role}>{row.role.name}</span>
        <span className={styles.grade}>{row.grade}</span>
      </th>
      {amounts.map((amount, col) => {
        const key = cellKey(row, amount);
        const typed = draft.get(key);
        const state = faulty.has(key) ? 'faulty' : typed ? 'changed' : undefined;
        const shown = typed?.text ?? writeAmount(storedAmount(row, amount), digits, sign);
        const label = t('rates.cell', { role: row.role.name, grade: row.grade, amount: t(`rates.${amount}`) });
        return (
          <GridCell
            key={amount}
            grid={grid}
            row={index}
            col={col}
            text={shown}
            label={state ? `${label}, ${t(`rates.cell_${state}`)}` : label}
            state={state}
            className={styles.cell}
            inputMode="text"
          />
        );
      })}
      <td role="gridcell" className={styles.figure}>
        {share(standard === null || charge === null ? null : discountOf(charge, standard))}
      </td>
      {sees && (
        <td role="gridcell" className={styles.figure}>
          {share(
            cost === null || (nfi ?? charge ?? standard) === null ? null : marginOf((nfi ?? charge ?? standard) as number, cost),
          )}
        </td>
      )}
    </tr>
  );
}

const MOST_PERCENT = 1000;

/** Raises or lowers every selected cell by some per cent. */
function Raise({ grid }: { grid: BoundGrid }) {
  const { t } = useTranslation();
  const [percent, setPercent] = useState<number>();
  const raise = (): void => {
    if (percent === undefined || percent === 0) return;
    const { top, bottom, left, right } = grid.range();
    const cells: Change[] = [];
    const text = `${percent > 0 ? '+' : '-'}${Math.abs(percent)}%`;
    for (let row = top; row <= bottom; row += 1)
      // What has no amount cannot be raised.
      for (let col = left; col <= right; col += 1) if (grid.options.read(row, col) !== '') cells.push({ row, col, text });
    if (cells.length > 0) grid.options.write(cells, 'fill');
  };
  return (
    <div className={styles.raise}>
      <NumberField
        label={t('rates.raise_by')}
        hideLabel
        placeholder={`+${format.number(3.5, 1)}`}
        value={percent}
        onChange={setPercent}
        digits={2}
        min={-100}
        max={MOST_PERCENT}
        unit="%"
        onEnter={raise}
      />
      <Button onClick={raise} disabled={percent === undefined || percent === 0}>
        {t('rates.raise')}
      </Button>
    </div>
  );
}
