import {
  type Cell,
  type Change,
  type GridState,
  type How,
  type Press,
  type Range,
  type Size,
  advance,
  cellsOf,
  commandOf,
  firstState,
  fromTsv,
  isSingle,
  rangeOf,
  spread,
  toTsv,
  within,
} from './engine.ts';

export interface GridOptions {
  rows: number;
  cols: number;
  /** Rows that Page Up and Page Down move by. Default 10. */
  pageRows?: number;
  /** Text of a cell, for editing and copying. */
  read: (row: number, col: number) => string;
  /** Takes changed texts; one call is one step for undo. Cells that are not editable are left out before. */
  write: (changes: Change[], how: How) => void;
  editable?: (row: number, col: number) => boolean;
  /** The room's own keys, asked first (not while a cell is being edited by F2). True means dealt with. */
  onKey?: (event: KeyboardEvent, grid: Grid) => boolean;
  /** Brings a cell into view before it takes the focus: rows that are virtual. */
  onReveal?: (cell: Cell) => void;
  /** Enter on a cell that cannot be typed into, or a double press on it. */
  onOpen?: (cell: Cell) => void;
}

/** The state of a grid outside of React: who is active, what is selected, and what keys do to it. */
export interface Grid {
  readonly options: GridOptions;
  state: () => GridState;
  range: () => Range;
  subscribe: (listener: () => void) => () => void;
  /** Takes over options of a new render. */
  update: (options: GridOptions) => void;
  /** Makes a cell active; `focus` also moves the keyboard there. */
  go: (cell: Cell, how?: { extend?: boolean; focus?: boolean }) => void;
  edit: () => void;
  /** Sets a text in every editable cell of the range. */
  fill: (text: string, how?: How) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onInput: (cell: Cell) => void;
  onCopy: (event: ClipboardEvent) => void;
  onPaste: (event: ClipboardEvent) => void;
  onPointerDown: (event: PointerEvent) => void;
  onPointerOver: (event: PointerEvent) => void;
  onDoubleClick: (event: MouseEvent) => void;
  onBlur: (event: FocusEvent) => void;
  /** The element that holds the grid. */
  attach: (root: HTMLElement | null) => void;
  /** Shows again what `read` says, in the cell that has been written to from elsewhere. */
  refresh: () => void;
}

const selectorOf = ({ row, col }: Cell): string => `[data-row="${row}"][data-col="${col}"]`;

const fieldOf = (cell: Element | null | undefined): HTMLInputElement | undefined =>
  cell?.querySelector<HTMLInputElement>('input') ?? undefined;

/** Shows another text in a cell's field. Where the keyboard is the text stays selected, so that typing replaces it. */
export function show(input: HTMLInputElement, text: string): void {
  if (input.value === text) return;
  input.value = text;
  if (input === document.activeElement) input.select();
}

/** Makes the engine of one grid. `useGrid` binds it to React. */
export function createGrid(first: GridOptions): Grid {
  let options = first;
  let state = firstState;
  let root: HTMLElement | null = null;
  const listeners = new Set<() => void>();

  const size = (): Size => ({ rows: options.rows, cols: options.cols, pageRows: options.pageRows ?? 10 });
  const editable = ({ row, col }: Cell): boolean => options.editable?.(row, col) ?? true;
  const element = (cell: Cell): HTMLElement | null => root?.querySelector<HTMLElement>(selectorOf(cell)) ?? null;
  const field = (): HTMLInputElement | undefined => fieldOf(element(state.active));

  let marked: HTMLElement | null = null;
  /** The cell that is typed in says so itself: a mark on the grid would style every cell anew at each key. */
  const mark = (): void => {
    const cell = state.mode === 'rest' ? null : element(state.active);
    if (cell === marked) return;
    marked?.removeAttribute('data-editing');
    cell?.setAttribute('data-editing', '');
    marked = cell;
  };

  const change = (next: GridState): void => {
    if (next === state) return;
    state = next;
    mark();
    for (const listener of listeners) listener();
  };

  const write = (changes: Change[], how: How): void => {
    const open = changes.filter(({ row, col }) => editable({ row, col }));
    if (open.length > 0) options.write(open, how);
  };

  /** Puts the keyboard into the active cell, its text selected so that typing replaces it. */
  const focus = (): void => {
    options.onReveal?.(state.active);
    const take = (): boolean => {
      const cell = element(state.active);
      const target = fieldOf(cell) ?? cell;
      target?.focus({ preventScroll: false });
      if (target instanceof HTMLInputElement) target.select();
      return target !== null && target !== undefined;
    };
    // A virtual row is drawn only after it was brought into view.
    if (!take()) requestAnimationFrame(() => requestAnimationFrame(take));
  };

  const restore = (): void => {
    const input = field();
    if (input) show(input, options.read(state.active.row, state.active.col));
  };

  /** Writes what stands in the active cell's field, if it differs from what the cell holds. */
  const commit = (): void => {
    const { row, col } = state.active;
    const input = field();
    if (state.mode === 'rest' || !input) return;
    if (input.value !== options.read(row, col)) write([{ row, col, text: input.value }], 'type');
    input.value = options.read(row, col);
  };

  const fill = (text: string, how: How = 'fill'): void => {
    write(
      cellsOf(rangeOf(state)).map((cell) => ({ ...cell, text })),
      how,
    );
    restore();
  };

  const go: Grid['go'] = (cell, how = {}) => {
    commit();
    change(advance(state, { do: 'move', to: within(cell, size()), extend: how.extend ?? false }, size()));
    if (how.focus ?? true) focus();
  };

  const edit = (): void => {
    if (!editable(state.active)) {
      options.onOpen?.(state.active);
      return;
    }
    change(advance(state, { do: 'edit' }, size()));
    const input = field();
    input?.focus();
    input?.setSelectionRange(input.value.length, input.value.length);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || event.defaultPrevented) return;
    if (state.mode !== 'edit' && options.onKey?.(event, grid)) {
      event.preventDefault();
      return;
    }
    const press: Press = event;
    const command = commandOf(press, state, size());
    if (!command) return;
    if (command.do === 'leave') {
      change(advance(state, command, size()));
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter' && state.mode === 'rest' && command.do === 'commit' && !editable(state.active) && options.onOpen) {
      options.onOpen(state.active);
      return;
    }
    run(command);
  };

  const run = (command: NonNullable<ReturnType<typeof commandOf>>): void => {
    if (command.do === 'edit') return edit();
    if (command.do === 'cancel') restore();
    else if (command.do === 'clear') fill('', 'clear');
    else if (command.do === 'fill') fill(field()?.value ?? options.read(state.active.row, state.active.col));
    else commit();
    change(advance(state, command, size()));
    focus();
  };

  const copied = (): string => {
    const { top, bottom, left, right } = rangeOf(state);
    const line = (row: number): string[] =>
      Array.from({ length: right - left + 1 }, (_, index) => options.read(row, left + index));
    return toTsv(Array.from({ length: bottom - top + 1 }, (_, index) => line(top + index)));
  };

  const cellOf = (target: EventTarget | null): Cell | undefined => {
    const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row][data-col]') : null;
    return cell && root?.contains(cell) ? { row: Number(cell.dataset.row), col: Number(cell.dataset.col) } : undefined;
  };

  const grid: Grid = {
    get options() {
      return options;
    },
    state: () => state,
    range: () => rangeOf(state),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update: (next) => {
      options = next;
      const active = within(state.active, size());
      if (active.row !== state.active.row || active.col !== state.active.col) change({ ...state, active, anchor: active });
    },
    go,
    edit,
    fill,
    onKeyDown,
    onInput: (cell) => {
      if (state.mode !== 'rest') return;
      change({ active: cell, anchor: isSingle(rangeOf(state)) ? cell : state.anchor, mode: 'type', leaving: false });
    },
    onCopy: (event) => {
      if (state.mode !== 'rest') return;
      event.preventDefault();
      event.clipboardData?.setData('text/plain', copied());
      if (event.type === 'cut') fill('', 'cut');
    },
    onPaste: (event) => {
      if (state.mode !== 'rest') return;
      event.preventDefault();
      const block = fromTsv(event.clipboardData?.getData('text/plain') ?? '');
      const changes = spread(block, rangeOf(state), size());
      write(changes, 'paste');
      restore();
      const last = changes.at(-1);
      if (last) change({ ...state, anchor: within(last, size()) });
    },
    onPointerDown: (event) => {
      const cell = cellOf(event.target);
      if (!cell || event.button !== 0) return;
      const same = cell.row === state.active.row && cell.col === state.active.col;
      if (same && state.mode !== 'rest') return;
      event.preventDefault();
      go(cell, { extend: event.shiftKey });
      if (event.pointerType === 'touch') edit();
    },
    onPointerOver: (event) => {
      const cell = cellOf(event.target);
      if (!cell || (event.buttons & 1) === 0 || state.mode !== 'rest' || event.pointerType === 'touch') return;
      if (root?.contains(document.activeElement)) go(cell, { extend: true });
    },
    onDoubleClick: (event) => {
      if (cellOf(event.target)) edit();
    },
    onBlur: (event) => {
      if (root?.contains(event.relatedTarget as Node | null)) return;
      commit();
      change({ ...state, mode: 'rest', leaving: false });
    },
    attach: (element_) => {
      root = element_;
    },
    refresh: () => {
      if (state.mode === 'rest') restore();
    },
  };
  return grid;
}
