import { DAY_SECONDS, type Edit, cellKey } from './week.ts';

/** How saving of a cell stands: waiting for its moment, on the way, refused, or held back while nothing can be reached. */
export type SaveState = 'waiting' | 'saving' | 'failed' | 'offline';

/** What happened to a sent batch. */
export type Sent<Saved> =
  | { kind: 'saved'; cells: readonly Saved[] }
  /** The server refused it, with its reason. */
  | { kind: 'refused'; reason: string }
  /** Nothing came back, or the server is busy or broken: the same may be sent again later. */
  | { kind: 'unreachable' };

export interface SaverOptions<Saved> {
  /** Sends cells, all or none. Never throws. */
  send: (edits: readonly Edit[]) => Promise<Sent<Saved>>;
  onState: (edit: Edit, state: SaveState | undefined, reason: string) => void;
  /** The server's answer for one cell, unless it was changed again meanwhile. */
  onSaved: (edit: Edit, saved: Saved | undefined) => void;
  /** Milliseconds from leaving a cell to sending (400), and the first pause after nothing came back (2,000). */
  wait?: number;
  retryWait?: number;
}

interface Waiting {
  edit: Edit;
  state: SaveState;
}

const LONGEST_PAUSE = 30_000;
const MOST_CELLS = 500;

export interface Saver {
  /** Takes edits for saving; an earlier one of the same cell gives way. */
  add: (edits: readonly Edit[]) => void;
  /** Sends what waits now. Resolves when it has been answered. */
  flush: () => Promise<void>;
  /** Sends a refused or held-back cell again; without a key all of them. */
  retry: (key?: string) => void;
  /** Gives up on a cell. */
  drop: (key: string) => void;
  /** Cells that are not saved yet, whatever the reason. */
  unsaved: () => Edit[];
  isUnsaved: (key: string) => boolean;
  stop: () => void;
}

/**
 * Saves cells in batches a moment after they were left. A refused batch is sent again by day, then cell by cell, so that
 * one wrong cell holds up no other; what cannot be reached is kept and tried again with growing pauses.
 */
export function newSaver<Saved>({ send, onState, onSaved, wait = 400, retryWait = 2000 }: SaverOptions<Saved>): Saver {
  const waiting = new Map<string, Waiting>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | undefined;
  let pause = retryWait;
  let stopped = false;

  const keyOf = (edit: Edit): string => cellKey(edit.line, edit.day);
  const isCurrent = (edit: Edit): boolean => waiting.get(keyOf(edit))?.edit === edit;
  const mark = (edit: Edit, state: SaveState, reason = ''): void => {
    if (!isCurrent(edit)) return;
    waiting.set(keyOf(edit), { edit, state });
    onState(edit, state, reason);
  };
  const schedule = (ms: number): void => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void flush(), ms);
  };

  const settle = (batch: readonly Edit[], cells: readonly Saved[]): void => {
    pause = retryWait;
    for (const [index, edit] of batch.entries()) {
      if (!isCurrent(edit)) continue;
      waiting.delete(keyOf(edit));
      onState(edit, undefined, '');
      onSaved(edit, cells[index]);
    }
  };

  const sendBatch = async (batch: readonly Edit[]): Promise<void> => {
    const answer = await send(batch);
    if (answer.kind === 'saved') return settle(batch, answer.cells);
    if (answer.kind === 'unreachable') {
      for (const edit of batch) mark(edit, 'offline');
      schedule(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE);
      return;
    }
    const parts = partsOf(batch);
    if (parts.length === 1) for (const edit of batch) mark(edit, 'failed', answer.reason);
    else for (const part of parts) await sendBatch(part);
  };

  const sendWaiting = async (): Promise<void> => {
    const due = [...waiting.values()].filter(({ state }) => state === 'waiting' || state === 'offline').map(({ edit }) => edit);
    for (const edit of due) mark(edit, 'saving');
    for (let start = 0; start < due.length; start += MOST_CELLS) await sendBatch(due.slice(start, start + MOST_CELLS));
  };

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    while (running) await running;
    running = sendWaiting();
    await running;
    running = undefined;
  };

  return {
    add: (edits) => {
      for (const edit of edits) {
        waiting.set(keyOf(edit), { edit, state: 'waiting' });
        onState(edit, 'waiting', '');
      }
      if (edits.length > 0) schedule(wait);
    },
    flush,
    retry: (key) => {
      for (const [each, { edit, state }] of waiting) {
        if ((key === undefined || key === each) && (state === 'failed' || state === 'offline')) mark(edit, 'waiting');
      }
      pause = retryWait;
      schedule(0);
    },
    drop: (key) => void waiting.delete(key),
    unsaved: () => [...waiting.values()].map(({ edit }) => edit),
    isUnsaved: (key) => waiting.has(key),
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}

/** A refused batch in smaller ones: by day, since a day's 24 hours is what cells share, and a day's cells one by one. */
function partsOf(batch: readonly Edit[]): Edit[][] {
  const byDay = [...Map.groupBy(batch, (edit) => edit.day).values()];
  if (byDay.length > 1) return byDay;
  // Cells that free time go first: what grows may need it.
  return [...batch].sort((a, b) => weight(a) - weight(b)).map((edit) => [edit]);
}

const weight = (edit: Edit): number => Math.min(edit.seconds, DAY_SECONDS);
