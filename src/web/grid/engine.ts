/** One cell by its place in the view. */
export interface Cell {
  row: number;
  col: number;
}

export interface Change extends Cell {
  text: string;
}

/** How a write came about: typed into one cell, pasted, cleared, cut, or filled over a range. */
export type How = 'type' | 'paste' | 'clear' | 'cut' | 'fill';

/** `type`: what is typed replaces the cell, arrows leave it. `edit` (F2): arrows move within the text. */
export type Mode = 'rest' | 'type' | 'edit';

export interface GridState {
  active: Cell;
  /** The corner of the range that stays when it grows; the same as `active` when there is none. */
  anchor: Cell;
  mode: Mode;
  /** After Escape the next Tab leaves the grid. */
  leaving: boolean;
}

export interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

export interface Size {
  rows: number;
  cols: number;
  /** Rows that Page Up and Page Down move by. */
  pageRows: number;
}

export interface Press {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
}

/** What a key means: a move, a step into or out of a cell, or something for the whole range. */
export type Command =
  | { do: 'move'; to: Cell; extend?: boolean }
  | { do: 'commit'; to: Cell }
  | { do: 'edit' }
  | { do: 'cancel' }
  | { do: 'rest' }
  | { do: 'clear' }
  | { do: 'fill' }
  | { do: 'all' }
  | { do: 'leave' }
  | { do: 'nothing' };

export const firstState: GridState = { active: { row: 0, col: 0 }, anchor: { row: 0, col: 0 }, mode: 'rest', leaving: false };

const between = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), Math.max(most, least));

/** The nearest cell that exists. */
export const within = ({ row, col }: Cell, { rows, cols }: Size): Cell => ({
  row: between(row, 0, rows - 1),
  col: between(col, 0, cols - 1),
});

export const rangeOf = ({ active, anchor }: Pick<GridState, 'active' | 'anchor'>): Range => ({
  top: Math.min(active.row, anchor.row),
  bottom: Math.max(active.row, anchor.row),
  left: Math.min(active.col, anchor.col),
  right: Math.max(active.col, anchor.col),
});

export const inRange = (range: Range, { row, col }: Cell): boolean =>
  row >= range.top && row <= range.bottom && col >= range.left && col <= range.right;

export const isSingle = ({ top, bottom, left, right }: Range): boolean => top === bottom && left === right;

/** Cells of a range, row by row. */
export const cellsOf = ({ top, bottom, left, right }: Range): Cell[] =>
  Array.from({ length: (bottom - top + 1) * (right - left + 1) }, (_, index) => ({
    row: top + Math.floor(index / (right - left + 1)),
    col: left + (index % (right - left + 1)),
  }));

function arrow(key: string, { row, col }: Cell, toEdge: boolean, { rows, cols }: Size): Cell | undefined {
  switch (key) {
    case 'ArrowUp':
      return { row: toEdge ? 0 : row - 1, col };
    case 'ArrowDown':
      return { row: toEdge ? rows - 1 : row + 1, col };
    case 'ArrowLeft':
      return { row, col: toEdge ? 0 : col - 1 };
    case 'ArrowRight':
      return { row, col: toEdge ? cols - 1 : col + 1 };
    default:
      return undefined;
  }
}

function jump(key: string, { row, col }: Cell, mod: boolean, { rows, cols, pageRows }: Size): Cell | undefined {
  switch (key) {
    case 'Home':
      return mod ? { row: 0, col: 0 } : { row, col: 0 };
    case 'End':
      return mod ? { row: rows - 1, col: cols - 1 } : { row, col: cols - 1 };
    case 'PageUp':
      return { row: row - pageRows, col };
    case 'PageDown':
      return { row: row + pageRows, col };
    default:
      return undefined;
  }
}

/** The cell after (or before) this one as Tab goes: along the row, then on to the next; undefined at the very end. */
export function tabTarget({ row, col }: Cell, back: boolean, { rows, cols }: Size): Cell | undefined {
  const index = row * cols + col + (back ? -1 : 1);
  return index < 0 || index >= rows * cols ? undefined : { row: Math.floor(index / cols), col: index % cols };
}

/** What a key does, or undefined when it is not the grid's: the browser then does what it always does. */
export function commandOf(press: Press, state: GridState, size: Size): Command | undefined {
  const { active, mode } = state;
  const mod = press.ctrlKey || press.metaKey;
  if (press.key === 'Tab') {
    const to = state.leaving || mod ? undefined : tabTarget(active, press.shiftKey, size);
    return to ? { do: 'commit', to } : mode === 'rest' ? undefined : { do: 'rest' };
  }
  if (press.key === 'Enter') {
    if (mod) return { do: 'fill' };
    if (press.altKey) return undefined;
    return { do: 'commit', to: within({ row: active.row + (press.shiftKey ? -1 : 1), col: active.col }, size) };
  }
  if (press.key === 'Escape') return mode === 'rest' ? { do: 'leave' } : { do: 'cancel' };
  if (press.key === 'F2') return mode === 'edit' ? { do: 'rest' } : { do: 'edit' };
  if (mode === 'edit' || press.altKey) return undefined;
  return mode === 'rest' || !mod ? movement(press, state, size, mod) : undefined;
}

function movement(press: Press, state: GridState, size: Size, mod: boolean): Command | undefined {
  const { active, mode } = state;
  const to = arrow(press.key, active, mod, size) ?? jump(press.key, active, mod, size);
  if (to) {
    if (press.shiftKey && mode === 'rest') return { do: 'move', to: within(to, size), extend: true };
    return mode === 'rest' ? { do: 'move', to: within(to, size) } : { do: 'commit', to: within(to, size) };
  }
  if (mode !== 'rest') return undefined;
  if ((press.key === 'Delete' || press.key === 'Backspace') && !mod) return { do: 'clear' };
  if (press.key.toLowerCase() === 'a' && mod) return { do: 'all' };
  return undefined;
}

/** The state after a command; writes are the store's business. */
export function advance(state: GridState, command: Command, size: Size): GridState {
  switch (command.do) {
    case 'move':
      return { ...state, active: command.to, anchor: command.extend ? state.anchor : command.to, mode: 'rest', leaving: false };
    case 'commit':
      return { active: command.to, anchor: command.to, mode: 'rest', leaving: false };
    case 'edit':
      return { ...state, anchor: state.active, mode: 'edit', leaving: false };
    case 'leave':
      return { ...state, anchor: state.active, leaving: true };
    case 'all':
      return { ...state, anchor: { row: 0, col: 0 }, active: within({ row: size.rows, col: size.cols }, size), leaving: false };
    case 'nothing':
      return state;
    default:
      return { ...state, mode: 'rest', leaving: false };
  }
}

/** A block of texts as tab-separated lines; a text with tab, line break or quote is quoted, as spreadsheets do. */
export const toTsv = (block: readonly (readonly string[])[]): string =>
  block
    .map((line) => line.map((cell) => (/[\t\n\r"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join('\t'))
    .join('\n');

/** Tab-separated lines as a block; the line break at the end that spreadsheets add does not count. */
export function fromTsv(tsv: string): string[][] {
  const block: string[][] = [['']];
  let quoted = false;
  const text = tsv.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  for (let at = 0; at < text.length; at += 1) {
    const line = block.at(-1) as string[];
    const last = line.length - 1;
    const sign = text[at] ?? '';
    if (quoted) {
      if (sign === '"' && text[at + 1] === '"') at += 1;
      else if (sign === '"') quoted = false;
      if (quoted) line[last] += sign;
    } else if (sign === '"' && line[last] === '') quoted = true;
    else if (sign === '\t') line.push('');
    else if (sign === '\n') block.push(['']);
    else line[last] += sign;
  }
  return block;
}

/**
 * Where a pasted block goes: from the top left of the range. One single value fills the whole range; a block that fits
 * into the range a whole number of times is repeated. What would stand outside of the grid is left out.
 */
export function spread(block: readonly (readonly string[])[], range: Range, size: Size): Change[] {
  const height = block.length;
  const width = Math.max(...block.map((line) => line.length));
  const rangeHeight = range.bottom - range.top + 1;
  const rangeWidth = range.right - range.left + 1;
  const rows = rangeHeight % height === 0 ? rangeHeight : height;
  const cols = rangeWidth % width === 0 ? rangeWidth : width;
  const target = { top: range.top, left: range.left, bottom: range.top + rows - 1, right: range.left + cols - 1 };
  return cellsOf(target)
    .filter(({ row, col }) => row < size.rows && col < size.cols)
    .flatMap(({ row, col }) => {
      const text = block[(row - range.top) % height]?.[(col - range.left) % width];
      return text === undefined ? [] : [{ row, col, text }];
    });
}
