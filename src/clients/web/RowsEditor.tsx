import { IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { At } from '../../web/form/index.ts';
import { Button, IconButton } from '../../web/ui/index.ts';
import styles from './ProjectPanel.module.css';

export interface RowsEditorProps<Row> {
  /** Where the list stands in the draft. */
  field: string;
  title: string;
  /** What the list means. */
  text?: string;
  rows: readonly Row[];
  onChange: (rows: Row[]) => void;
  /** A row as it is added. */
  blank: () => Row;
  /** What the button says that adds one. */
  add: string;
  /** A row in words, for the button that takes it away; `number` counts from one. */
  nameOf: (row: Row, number: number) => string;
  /** The fields of one row. */
  children: (row: Row, set: (change: Partial<Row>) => void, number: number) => ReactNode;
  empty: string;
  error?: string | undefined;
  disabled?: boolean;
}

/** A list that is edited in a form: rows are changed in place, added at the end and taken away; all of it is saved at once. */
export function RowsEditor<Row extends object>(props: RowsEditorProps<Row>) {
  const { rows, onChange, nameOf, disabled } = props;
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const focus = (selector: string): void => {
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(selector)?.focus());
  };
  const add = (): void => {
    onChange([...rows, props.blank()]);
    focus('fieldset:last-of-type :is(input, textarea)');
  };
  const remove = (at: number): void => {
    onChange(rows.filter((_, index) => index !== at));
    focus('[data-add] button');
  };
  return (
    <At field={props.field} wide>
      <section className={styles.rows} aria-label={props.title} ref={list}>
        <h3>{props.title}</h3>
        {props.text && <p className={styles.none}>{props.text}</p>}
        {rows.length === 0 && <p className={styles.none}>{props.empty}</p>}
        {rows.map((row, at) => (
          <fieldset key={at} className={styles.row} aria-label={nameOf(row, at + 1)}>
            <div className={styles.cells}>
              {props.children(
                row,
                (change) => onChange(rows.map((each, index) => (index === at ? { ...each, ...change } : each))),
                at + 1,
              )}
            </div>
            {!disabled && (
              <IconButton
                label={t('clients.remove_row', { name: nameOf(row, at + 1) })}
                icon={<IconTrash size={18} />}
                onClick={() => remove(at)}
              />
            )}
          </fieldset>
        ))}
        {props.error && (
          <p role="alert" className={styles.wrong}>
            {props.error}
          </p>
        )}
        {!disabled && (
          <div data-add>
            <Button size="sm" icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
              {props.add}
            </Button>
          </div>
        )}
      </section>
    </At>
  );
}
