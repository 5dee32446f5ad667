import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pagination } from '../../kit/endpoint.ts';
import { number } from '../format.ts';
import { useUserSetting } from '../user-settings.ts';
import { Button } from './Button.tsx';
import { ColumnChooser } from './ColumnChooser.tsx';
import { type Column, type ColumnChoice, isShown, nextSort, ordered, rangeOf, sortDirection } from './columns.ts';
import { DataCards } from './DataCards.tsx';
import styles from './DataTable.module.css';
import { useKeys } from './keys.ts';
import { PHONE, useMedia } from './media.ts';
import { Pager } from './Pager.tsx';

export interface DataTableProps<Row> {
  /** Names the table in one's own settings: `projects`. */
  name: string;
  /** What the table holds, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The row in words, for its checkbox: `Audit Acme 2026`. */
  rowName?: (row: Row) => string;
  pagination?: Pagination | undefined;
  onPage?: (page: number, perPage: number) => void;
  sort?: string | undefined;
  onSort?: (sort: string) => void;
  selection?: ReadonlySet<string>;
  onSelection?: (keys: Set<string>) => void;
  /** What can be done with the selected rows. */
  actions?: ReactNode;
  /** Opens a row; the first column becomes the way there by keyboard. */
  onOpen?: (row: Row) => void;
  /** Scrolls within the window instead of making the page longer. */
  tall?: boolean;
  empty?: ReactNode;
}

/** A table to read, sort, page and select in. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, pagination, selection, onOpen } = props;
  const { t } = useTranslation();
  const [choices, setChoices] = useUserSetting<Readonly<Record<string, ColumnChoice>>>('columns', {});
  const choice = choices[props.name] ?? {};
  const shown = ordered(columns, choice).filter((column) => isShown(column, choice));
  const lastPressed = useRef<string>(undefined);
  const keys = rows.map(rowKey);
  const asCards = useMedia(PHONE) && shown.some((column) => column.card);

  const toggle = (key: string, withRange: boolean): void => {
    const next = new Set(selection);
    const on = !next.has(key);
    const touched = withRange && lastPressed.current ? rangeOf(keys, lastPressed.current, key) : [key];
    for (const each of touched) on ? next.add(each) : next.delete(each);
    lastPressed.current = key;
    props.onSelection?.(next);
  };

  // The row that has the focus, wherever in it: `x` selects it, with Shift all from the last one to it.
  const select = (event: Event, withRange: boolean): boolean => {
    const key = (event.target as HTMLElement).closest<HTMLElement>('tr[data-key]')?.dataset['key'];
    if (key === undefined || !keys.includes(key)) return false;
    toggle(key, withRange);
    return true;
  };
  useKeys(
    selection
      ? [
          { keys: 'x', label: 'web.key_select', run: (event) => select(event, false) },
          { keys: 'shift+x', label: 'web.key_select_range', run: (event) => select(event, true) },
        ]
      : [],
  );

  const toggleAll = (): void => {
    const all = keys.every((key) => selection?.has(key));
    const next = new Set(selection);
    for (const key of keys) all ? next.delete(key) : next.add(key);
    props.onSelection?.(next);
  };

  if (rows.length === 0 && props.empty) return props.empty;
  return (
    <>
      {asCards ? (
        <DataCards
          caption={props.caption}
          columns={shown}
          rows={rows}
          rowKey={rowKey}
          rowName={(row) => props.rowName?.(row) ?? rowKey(row)}
          selection={selection}
          onToggle={toggle}
          onOpen={onOpen}
        />
      ) : (
        // A region that scrolls must be reachable by keyboard.
        <section
          className={styles.frame}
          data-tall={props.tall || undefined}
          aria-label={props.caption}
          tabIndex={0}
          onKeyDown={walk}
        >
          <table className={styles.table}>
            <caption>{props.caption}</caption>
            <thead>
              <tr>
                {selection && (
                  <th className={styles.check} scope="col">
                    <input
                      type="checkbox"
                      aria-label={t('web.select_page')}
                      checked={keys.length > 0 && keys.every((key) => selection.has(key))}
                      onChange={toggleAll}
                    />
                  </th>
                )}
                {shown.map((column, index) => (
                  <HeadCell key={column.id} column={column} first={index === 0} sort={props.sort} onSort={props.onSort} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const key = rowKey(row);
                const open = (event: MouseEvent): void => {
                  const inside = (event.target as HTMLElement).closest('a, button, input, select, label');
                  if (!inside && getSelection()?.isCollapsed !== false) onOpen?.(row);
                };
                return (
                  <tr
                    key={key}
                    data-key={key}
                    className={styles.row}
                    data-opens={onOpen ? true : undefined}
                    data-chosen={selection?.has(key) || undefined}
                    onClick={onOpen ? open : undefined}
                  >
                    {selection && (
                      <td className={styles.check}>
                        <input
                          type="checkbox"
                          aria-label={t('web.select_row', { what: props.rowName?.(row) ?? key })}
                          checked={selection.has(key)}
                          onChange={(event) => toggle(key, (event.nativeEvent as PointerEvent).shiftKey)}
                        />
                      </td>
                    )}
                    {shown.map((column, index) => (
                      <td
                        key={column.id}
                        data-first={index === 0 || undefined}
                        data-align={column.align}
                        style={{ minWidth: column.width }}
                      >
                        {index === 0 && onOpen ? (
                          <button type="button" className={styles.open} onClick={() => onOpen(row)}>
                            {column.cell(row)}
                          </button>
                        ) : (
                          column.cell(row)
                        )}
                      </td>
                    ))}
                  </tr>
                );
              })}
            </tbody>
            {shown.some((column) => column.footer !== undefined) && (
              <tfoot>
                <tr>
                  {selection && <td />}
                  {shown.map((column, index) => (
                    <td key={column.id} data-first={index === 0 || undefined} data-align={column.align}>
                      {column.footer}
                    </td>
                  ))}
                </tr>
              </tfoot>
            )}
          </table>
        </section>
      )}
      {selection && selection.size > 0 && (
        <div className={styles.bar} role="toolbar" aria-label={t('web.selection')}>
          <strong>{t('web.selected', { count: selection.size, shown: number(selection.size) })}</strong>
          {props.actions}
          <Button level="subtle" onClick={() => props.onSelection?.(new Set())}>
            {t('web.clear_selection')}
          </Button>
        </div>
      )}
      <div className={styles.foot}>
        <ColumnChooser columns={columns} choice={choice} onChange={(next) => setChoices({ ...choices, [props.name]: next })} />
        {pagination && props.onPage && <Pager of={props.caption} pagination={pagination} onPage={props.onPage} />}
      </div>
    </>
  );
}

/** From the way into a row to that of the row above or below it. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || event.altKey || event.ctrlKey || event.metaKey) return;
  const opener = event.target as HTMLElement;
  if (!opener.matches(`.${styles.open}`)) return;
  const row = opener.closest('tr');
  const next = event.key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling;
  next?.querySelector<HTMLElement>(`.${styles.open}`)?.focus();
  event.preventDefault();
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  first: boolean;
  sort: string | undefined;
  onSort: ((sort: string) => void) | undefined;
}

function HeadCell<Row>({ column, first, sort, onSort }: HeadCellProps<Row>) {
  const field = column.sort;
  const direction = field === undefined ? 'none' : sortDirection(sort, field);
  const Icon = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort;
  return (
    <th
      scope="col"
      data-first={first || undefined}
      data-align={column.align}
      aria-sort={field !== undefined && onSort && direction !== 'none' ? direction : undefined}
    >
      {field !== undefined && onSort ? (
        <button type="button" className={styles.sort} onClick={() => onSort(nextSort(sort, field))}>
          {column.header}
          <Icon size={14} aria-hidden="true" />
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}
