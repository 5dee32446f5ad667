import { type Sheet, newSheet } from '../../web/grid/sheet.ts';
import { type Store, newStore } from '../../web/store.ts';
import { history } from '../../web/ui/history.ts';
import { type SaveState, type Saver, type Sent, newSaver } from './saver.ts';
import type { Unsaved } from './kept.ts';
import {
  type Cell,
  type Edit,
  type Line,
  type PlannedCell,
  type Planning,
  type SheetDay,
  type Timesheet,
  DAYS,
  cellFrom,
  cellKey,
  cellsOf,
  emptyCell,
  lineOf,
  orderLines,
  workOf,
} from './week.ts';

/** A cell as it is shown: what is typed now, and how its saving stands. */
export interface CellView extends Cell {
  state?: SaveState | 'invalid' | undefined;
  /** Why it was refused. */
  reason?: string;
  /** Text that could not be read, kept as it was typed. */
  typed?: string;
}

export interface WeekState {
  /** Rows in their order. */
  lines: readonly Line[];
  /** Those of them that the filter leaves; the grid counts these. */
  shown: readonly Line[];
  days: readonly SheetDay[];
  mayEdit: boolean;
  plan: ReadonlyMap<string, PlannedCell>;
  /** What an earlier visit left unsaved, until it is decided on. */
  offer: Unsaved | undefined;
  /** True once the week has come. */
  loaded: boolean;
}

export interface WeekSource {
  sheet: Timesheet;
  /** Rows that stand there without time: planned, pinned. */
  extra: readonly Line[];
  plan: ReadonlyMap<string, PlannedCell>;
  order: readonly string[];
}

export interface SavedCell {
  entries: readonly { id: string; seconds: number; comment: string; started_at: string | null }[];
}

export interface WeekModelOptions<Saved extends SavedCell> {
  /** Sends cells of this week; `stored` is what the server is known to hold. Never throws. */
  send: (edits: readonly Edit[], stored: (edit: Edit) => Cell) => Promise<Sent<Saved>>;
  /** A cell has been stored. */
  onStored: (line: Line, day: SheetDay, saved: Saved) => void;
  /** Keeps what is unsaved in the browser. */
  keep: (unsaved: Unsaved) => void;
}

/** How saving stands over the whole week. */
export interface Saving {
  /** Cells on their way or about to be. */
  moving: number;
  /** Cells held back until the server can be reached. */
  offline: number;
  failed: readonly { line: string; day: number; reason: string; state: CellView['state'] }[];
}

export interface WeekModel {
  cells: Sheet<CellView>;
  state: Store<WeekState>;
  saving: Store<Saving>;
  saver: Saver;
  at: (line: string, day: number) => CellView;
  secondsOf: (line: string, day: number) => number;
  /** When a cell was last typed or stored, in milliseconds of the page: an answer asked for earlier is out of date. */
  touchedAt: () => number;
  /** What suggestions are made from, as things stand. */
  planning: () => Planning;
  /** Takes the week as the server has it; cells that are not saved yet stay. `fresh` also orders the rows anew. */
  load: (source: WeekSource, fresh: boolean) => void;
  /** Sets cells (and brings rows) as one step. @returns takes the step back, once */
  apply: (edits: readonly Edit[], label: string, lines?: readonly Line[]) => () => void;
  /** Sets cells without a step: what is not finished yet. */
  put: (edits: readonly Edit[]) => void;
  /** Marks a cell whose text could not be read. */
  refuse: (line: string, day: number, typed: string, reason: string) => void;
  /** Puts back what the server holds. */
  revert: (line: string, day: number) => void;
  addLines: (lines: readonly Line[]) => void;
  removeLine: (line: string) => void;
  /** Its time went elsewhere: the row goes as soon as the week comes without it. */
  dropLine: (line: string) => void;
  /** Changes places with the row that is shown before or after it. */
  moveLine: (line: string, by: -1 | 1) => void;
  /** Shows the rows that hold; those added from then on are shown too. Without a filter all are. */
  filter: (holds: ((line: Line) => boolean) | undefined) => void;
  offer: (unsaved: Unsaved | undefined) => void;
  /** Takes up what was offered, or lets go of it. */
  decide: (take: boolean, label: string) => void;
}

const none: WeekState = { lines: [], shown: [], days: [], mayEdit: false, plan: new Map(), offer: undefined, loaded: false };

const sameCell = (a: CellView, b: CellView): boolean =>
  a.seconds === b.seconds &&
  a.comment === b.comment &&
  a.state === b.state &&
  JSON.stringify(a.entries) === JSON.stringify(b.entries);

const same = <T>(a: readonly T[], b: readonly T[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index]);

const samePlan = (a: WeekState['plan'], b: WeekState['plan']): boolean =>
  a.size === b.size &&
  [...a].every(
    ([key, { seconds, wholeProject }]) => b.get(key)?.seconds === seconds && b.get(key)?.wholeProject === wholeProject,
  );

/** What of a day does not follow from the cells. */
const fixedPart = (day: SheetDay): unknown => ({ ...day, seconds: 0 });

/**
 * One week outside of React: its rows, its cells with listeners, the queue that saves them, and the steps that can be taken
 * back. It outlives the screen, so that a cell typed before one went elsewhere is saved and can still be undone.
 */
export function newWeekModel<Saved extends SavedCell>(options: WeekModelOptions<Saved>): WeekModel {
  const cells = newSheet<CellView>();
  const state = newStore<WeekState>(none);
  /** What the server holds, by cell. */
  const stored = new Map<string, Cell>();
  /** Rows that somebody added and that hold no time yet. */
  const added = new Map<string, Line>();
  let holds: ((line: Line) => boolean) | undefined;
  /** Rows added since the filter was set. */
  const news = new Set<string>();
  const leaving = new Set<string>();
  const setLines = (lines: readonly Line[]): void => {
    const shown = holds ? lines.filter((line) => holds?.(line) || news.has(line.key)) : lines;
    state.set({ lines, shown: same(shown, state.get().shown) ? state.get().shown : shown });
  };

  const at = (line: string, day: number): CellView => cells.get(line, String(day)) ?? emptyCell;
  const secondsOf = (line: string, day: number): number => at(line, day).seconds;
  const storedAt = ({ line, day }: Pick<Edit, 'line' | 'day'>): Cell => stored.get(cellKey(line, day)) ?? emptyCell;
  const saving = newStore<Saving>({ moving: 0, offline: 0, failed: [] });
  /** When each cell was typed last, in ms. */
  const typedAt = new Map<string, number>();
  const marked = new Map<string, { line: string; day: number; state: CellView['state']; reason: string }>();
  let summing = false;
  let touched = 0;

  /** Sums up at the end of the turn: a batch tells of each of its cells. */
  const mark = (line: string, day: number, cellState: CellView['state'], reason = ''): void => {
    if (cellState) marked.set(cellKey(line, day), { line, day, state: cellState, reason });
    else marked.delete(cellKey(line, day));
    if (summing) return;
    summing = true;
    queueMicrotask(() => {
      summing = false;
      const all = [...marked.values()];
      saving.set({
        moving: all.filter((each) => each.state === 'waiting' || each.state === 'saving').length,
        offline: all.filter((each) => each.state === 'offline').length,
        failed: all.filter((each) => each.state === 'failed' || each.state === 'invalid'),
      });
    });
  };

  const show = (line: string, day: number, value: CellView): void => {
    cells.set([{ row: line, col: String(day), value }]);
    mark(line, day, value.state, value.reason);
  };
  const lineAt = (key: string): Line =>
    state.get().lines.find((line) => line.key === key) ?? {
      ...workOf(key),
      key,
      client: null,
      project: null,
      code: null,
      task: null,
    };

  const keep = (): void => {
    const edits = new Map(saver.unsaved().map((edit) => [cellKey(edit.line, edit.day), edit]));
    const { offer, lines } = state.get();
    for (const edit of offer?.edits ?? [])
      if (!edits.has(cellKey(edit.line, edit.day))) edits.set(cellKey(edit.line, edit.day), edit);
    const touched = new Set([...edits.values()].map((edit) => edit.line));
    const kept = [...added.values(), ...lines.filter((line) => touched.has(line.key)), ...(offer?.lines ?? [])];
    options.keep({
      edits: [...edits.values()],
      lines: [...new Map(kept.map((line) => [line.key, line])).values()],
      at: Date.now(),
      typed: Object.fromEntries([...edits.keys()].map((key) => [key, typedAt.get(key) ?? offer?.typed?.[key] ?? 0])),
    });
  };

  const saver = newSaver<Saved>({
    send: (edits) => options.send(edits, storedAt),
    onState: (edit, saveState, reason) => {
      const held = at(edit.line, edit.day);
      if (held.state === saveState && held.typed === undefined) return mark(edit.line, edit.day, saveState, reason);
      show(edit.line, edit.day, { ...at(edit.line, edit.day), state: saveState, reason, typed: undefined });
    },
    onSaved: (edit, saved) => {
      touched = performance.now();
      if (saved) {
        const cell = cellFrom(saved.entries);
        stored.set(cellKey(edit.line, edit.day), cell);
        show(edit.line, edit.day, cell);
        if (cell.seconds > 0) added.delete(edit.line);
        const day = state.get().days[edit.day];
        if (day) options.onStored(lineAt(edit.line), day, saved);
      }
      keep();
    },
  });

  const addLines = (lines: readonly Line[]): void => {
    const known = new Set(state.get().lines.map((line) => line.key));
    const fresh = lines.filter((line) => !known.has(line.key));
    for (const line of lines) if (!rowHasTime(line.key)) added.set(line.key, line);
    for (const { key } of lines) news.add(key);
    if (fresh.length > 0) setLines([...state.get().lines, ...fresh]);
    keep();
  };

  const rowHasTime = (line: string): boolean => [...cells.row(line).values()].some((cell) => cell.seconds > 0);

  const put = (edits: readonly Edit[]): void => {
    touched = performance.now();
    for (const { line, day } of edits) typedAt.set(cellKey(line, day), Date.now());
    cells.set(
      edits.map(({ line, day, seconds, comment }) => ({
        row: line,
        col: String(day),
        value: { seconds, comment, entries: at(line, day).entries, state: 'waiting' as const },
      })),
    );
    saver.add(edits);
    keep();
  };

  const removeLine = (line: string): void => {
    added.delete(line);
    if (!rowHasTime(line)) setLines(state.get().lines.filter(({ key }) => key !== line));
    keep();
  };

  const dropLine = (line: string): void => {
    if (rowHasTime(line)) {
      leaving.add(line);
      return;
    }
    leaving.delete(line);
    removeLine(line);
  };

  return {
    cells,
    state,
    saving,
    saver,
    at,
    secondsOf,
    touchedAt: () => touched,
    planning: () => ({ ...state.get(), secondsOf }),
    put,
    addLines,
    removeLine,
    dropLine,

    load: ({ sheet, extra, plan, order }, fresh) => {
      const server = cellsOf(sheet);
      // A row whose cells were all changed here meanwhile does not come back by what the server held before.
      const isNews = ({ key }: Line): boolean =>
        (server.get(key) ?? []).some((cell, day) => (cell?.seconds ?? 0) > 0 && !saver.isUnsaved(cellKey(key, day)));
      const logged = [...new Map(sheet.entries.map((entry) => [lineOf(entry).key, lineOf(entry)])).values()].filter(
        (line) => fresh || isNews(line),
      );
      const before = state.get().lines;
      const all = orderLines([logged, extra, [...added.values()]], order);
      const lines =
        fresh || before.length === 0 ? all : [...before, ...all.filter((line) => !before.some(({ key }) => key === line.key))];
      const updates = lines.flatMap(({ key }) =>
        Array.from({ length: DAYS }, (_, day) => {
          const cell = server.get(key)?.[day] ?? emptyCell;
          stored.set(cellKey(key, day), cell);
          const held = at(key, day);
          const isOurs = saver.isUnsaved(cellKey(key, day)) || held.state === 'invalid';
          return isOurs || sameCell(held, cell) ? [] : [{ row: key, col: String(day), value: cell }];
        }).flat(),
      );
      cells.set(updates);
      // What did not change stays the same object: rows are drawn anew only for what concerns them.
      const held = state.get();
      setLines(same(lines, held.lines) ? held.lines : lines);
      for (const line of leaving) dropLine(line);
      state.set({
        plan: samePlan(plan, held.plan) ? held.plan : plan,
        days: JSON.stringify(sheet.days.map(fixedPart)) === JSON.stringify(held.days.map(fixedPart)) ? held.days : sheet.days,
        mayEdit: sheet.may_edit,
        loaded: true,
      });
    },

    apply: (edits, label, lines = []) => {
      const known = new Set(state.get().lines.map((line) => line.key));
      const newLines = lines.filter((line) => !known.has(line.key));
      const before = edits.map(({ line, day }) => ({
        line,
        day,
        seconds: at(line, day).seconds,
        comment: at(line, day).comment,
      }));
      const changed = edits.some(
        (edit, index) => edit.seconds !== before[index]?.seconds || edit.comment !== before[index]?.comment,
      );
      if (newLines.length > 0) addLines(newLines);
      if (!changed && newLines.length === 0) {
        put(edits.filter(({ line, day }) => at(line, day).state === 'invalid'));
        return () => {};
      }
      put(edits);
      let isDone = true;
      const undo = (): void => {
        if (!isDone) return;
        isDone = false;
        put(before);
        for (const line of newLines) removeLine(line.key);
      };
      const redo = (): void => {
        if (isDone) return;
        isDone = true;
        addLines(newLines);
        put(edits);
      };
      history.push({ label, undo, redo });
      return undo;
    },

    refuse: (line, day, typed, reason) => {
      saver.drop(cellKey(line, day));
      show(line, day, { ...at(line, day), state: 'invalid', typed, reason });
    },

    revert: (line, day) => {
      saver.drop(cellKey(line, day));
      show(line, day, storedAt({ line, day }));
      keep();
    },

    moveLine: (line, by) => {
      const { lines, shown } = state.get();
      const from = shown.findIndex(({ key }) => key === line);
      const [moved, other] = [shown[from], shown[from + by]];
      if (!moved || !other) return;
      setLines(lines.map((each) => (each === moved ? other : each === other ? moved : each)));
    },

    filter: (wanted) => {
      holds = wanted;
      news.clear();
      setLines(state.get().lines);
    },

    offer: (unsaved) => {
      if (!unsaved) return;
      const edits = unsaved.edits.filter((edit) => {
        const cell = storedAt(edit);
        return edit.seconds !== cell.seconds || edit.comment !== cell.comment;
      });
      if (edits.length > 0) state.set({ offer: { ...unsaved, edits } });
      else addLines(unsaved.lines);
    },

    decide: (take, label) => {
      const { offer } = state.get();
      state.set({ offer: undefined });
      if (offer && take) {
        addLines(offer.lines);
        const before = offer.edits.map(({ line, day }) => ({ line, day, ...pickValue(at(line, day)) }));
        put(offer.edits);
        history.push({ label, undo: () => put(before), redo: () => put(offer.edits) });
      } else keep();
    },
  };
}

const pickValue = ({ seconds, comment }: Cell): Pick<Cell, 'seconds' | 'comment'> => ({ seconds, comment });
