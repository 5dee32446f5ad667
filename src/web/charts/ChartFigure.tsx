import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './charts.module.css';

export interface ChartTable {
  /** Headings, the first one of the names. */
  head: readonly string[];
  /** Rows as they are read: a name and its figures, already in the reader's language. */
  rows: readonly (readonly string[])[];
}

export interface ChartFigureProps {
  /** What the picture says, in words: "Audit took half of November." */
  caption: string;
  table: ChartTable;
  children: ReactNode;
}

/** A picture with its message in words, and the same figures as a real table. */
export function ChartFigure({ caption, table, children }: ChartFigureProps) {
  const { t } = useTranslation();
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>{caption}</span>
        <button type="button" className={styles.toggle} aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t('web.show_as_chart') : t('web.show_as_table')}
        </button>
      </figcaption>
      {asTable ? (
        <table className={styles.table} aria-label={caption}>
          <thead>
            <tr>
              {table.head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(([name, ...figures]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {figures.map((figure, index) => (
                  <td key={table.head[index + 1]}>{figure}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        children
      )}
    </figure>
  );
}
