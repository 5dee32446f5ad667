import { useTranslation } from 'react-i18next';
import type { Column } from './columns.ts';
import styles from './DataTable.module.css';

export interface DataCardsProps<Row> {
  caption: string;
  /** The first one is the heading of each card, those marked `card` its figures. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowName: (row: Row) => string;
  selection?: ReadonlySet<string> | undefined;
  onToggle: (key: string, withRange: boolean) => void;
  onOpen?: ((row: Row) => void) | undefined;
}

/** The rows of a table one below the other, each with its name and a few figures: what a phone has room for. */
export function DataCards<Row>({ caption, columns, rows, rowKey, rowName, selection, onToggle, onOpen }: DataCardsProps<Row>) {
  const { t } = useTranslation();
  const [head] = columns;
  const figures = columns.filter((column) => column.card);
  return (
    <ul className={styles.cards} aria-label={caption}>
      {rows.map((row) => {
        const key = rowKey(row);
        return (
          <li key={key} className={styles.card} data-chosen={selection?.has(key) || undefined}>
            <div className={styles.cardHead}>
              {selection && (
                <input
                  type="checkbox"
                  aria-label={t('web.select_row', { what: rowName(row) })}
                  checked={selection.has(key)}
                  onChange={() => onToggle(key, false)}
                />
              )}
              {onOpen ? (
                <button type="button" className={styles.open} onClick={() => onOpen(row)}>
                  {head?.cell(row)}
                </button>
              ) : (
                head?.cell(row)
              )}
            </div>
            <dl className={styles.cardFigures}>
              {figures.map((column) => {
                const value = column.cell(row);
                const line = column.card === 'line';
                // A figure that is missing keeps its place; a line would only be empty.
                if (line && !value) return null;
                return (
                  <div key={column.id} data-line={line || undefined}>
                    <dt>{column.header}</dt>
                    <dd>{value || '–'}</dd>
                  </div>
                );
              })}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}
