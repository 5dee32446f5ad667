import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  /** Heading, in the reader's language. */
  header: string;
  cell: (row: Row) => ReactNode;
  align?: 'left' | 'right';
  /** Field by which the server sorts; without it the column cannot be sorted. */
  sort?: string;
  /** Not shown until chosen. */
  optional?: boolean;
  /** Always shown. */
  fixed?: boolean;
  /** Least width in px. */
  width?: number;
  footer?: ReactNode;
  /** One of the figures of a row where rows are cards (on a phone, once any column says so), or a whole `line` of its own. */
  card?: true | 'line';
}

/** What a person chose for one table: order of columns and what they switched on or off. */
export interface ColumnChoice {
  order?: readonly string[];
  shown?: Readonly<Record<string, boolean>>;
}

type Named = Pick<Column<never>, 'id' | 'optional' | 'fixed'>;

export const isShown = (column: Named, choice: ColumnChoice): boolean =>
  column.fixed === true || (choice.shown?.[column.id] ?? column.optional !== true);

/** Columns in the chosen order; new ones come where the screen has them, at the end. */
export function ordered<C extends Named>(columns: readonly C[], choice: ColumnChoice): C[] {
  const place = new Map((choice.order ?? []).map((id, index) => [id, index]));
  return columns.toSorted((a, b) => (place.get(a.id) ?? columns.length) - (place.get(b.id) ?? columns.length));
}

/** The choice after moving one column by one place. */
export function movedColumn(columns: readonly Named[], choice: ColumnChoice, id: string, by: -1 | 1): ColumnChoice {
  const order = ordered(columns, choice).map((column) => column.id);
  const from = order.indexOf(id);
  const to = from + by;
  if (from < 0 || to < 0 || to >= order.length) return choice;
  order.splice(to, 0, ...order.splice(from, 1));
  return { ...choice, order };
}

/** `name` ascending, `-name` descending: what a press on a heading makes of the present sort. */
export const nextSort = (current: string | undefined, field: string): string => (current === field ? `-${field}` : field);

export const sortDirection = (current: string | undefined, field: string): 'ascending' | 'descending' | 'none' =>
  current === field ? 'ascending' : current === `-${field}` ? 'descending' : 'none';

/** The keys between two rows, both included, whichever comes first. */
export function rangeOf(keys: readonly string[], from: string, to: string): string[] {
  const [first = 0, last = 0] = [keys.indexOf(from), keys.indexOf(to)].sort((a, b) => a - b);
  return first < 0 ? [to] : keys.slice(first, last + 1);
}
