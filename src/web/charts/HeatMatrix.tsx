import { useId } from 'react';
import styles from './charts.module.css';
import { HeatCell } from './HeatCell.tsx';
import { useMarks } from './marks.ts';

export interface HeatMatrixProps {
  caption: string;
  /** Heading of the rows' names. */
  about: string;
  columns: readonly string[];
  /** Loads in per cent; undefined where there is no capacity. */
  rows: readonly { name: string; values: readonly (number | undefined)[] }[];
  show: (percent: number) => string;
  edges?: readonly number[];
  onPick?: (row: number, column: number) => void;
}

/** People (or grades) by weeks (or months): a table whose cells are coloured by their numbers, and where arrows move. */
export function HeatMatrix({ caption, about, columns, rows, show, edges, onPick }: HeatMatrixProps) {
  const id = useId();
  const { group, markProps } = useMarks(
    rows.length * columns.length,
    columns.length,
    onPick && ((mark) => onPick(Math.floor(mark / columns.length), mark % columns.length)),
  );
  return (
    <div className={styles.scroll}>
      <p className={styles.caption} id={id}>
        {caption}
      </p>
      <table ref={group as never} className={styles.matrix} aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{about}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={`${row.name} ${line}`}>
              <th scope="row">{row.name}</th>
              {columns.map((name, column) => {
                const value = row.values[column];
                const said = `${row.name}, ${name}: ${value === undefined ? '–' : show(value)}`;
                return (
                  <td key={name}>
                    <span {...markProps(line * columns.length + column, said)} className={styles.cell}>
                      <HeatCell percent={value} text={value === undefined ? '' : show(value)} edges={edges} unit="" />
                    </span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
