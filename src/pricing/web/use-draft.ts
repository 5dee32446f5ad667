import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../../web/api.ts';
import { decimalSign, minorDigits } from '../../web/format.ts';
import { history, notify, useReason } from '../../web/ui/index.ts';
import type { Wish } from '../rules/solve.ts';
import { type Draft, type Written, draftOf, withCells, withRates } from './draft.ts';
import { asSent } from '../rules/sent.ts';
import { type Preview, newPreview } from './preview.ts';
import { type Details, type Worst, call, useTaken } from './pricing-data.ts';

/** Time without a key before the server is asked. */
const PAUSE_MS = 250;

export interface DraftState {
  draft: Draft;
  preview: Preview;
  worst: Worst | undefined;
  isDirty: boolean;
  busy: boolean;
  /** What somebody else saved meanwhile. */
  theirs: Details | undefined;
  write: (at: number, cells: readonly Written[]) => void;
  /** Shows what a cell that is not left yet would make of it. */
  typing: (at: number, cell: Written) => void;
  change: (make: (draft: Draft) => Draft, label: string) => void;
  solve: (wish: Wish) => Promise<void>;
  /** @returns whether everything is stored now */
  save: () => Promise<boolean>;
  discard: () => void;
  keepMine: () => void;
  takeTheirs: () => void;
}

/** A pricing as it is being typed: previewed with every key, checked by the server after a pause, saved as one. */
export function useDraft(pricing: Details): DraftState {
  const { t } = useTranslation();
  const reason = useReason();
  const taken = useTaken();
  const { id, shown } = pricing;
  const [base, setBase] = useState(shown);
  const [draft, setDraft] = useState(() => draftOf(shown.tables));
  const [worst, setWorst] = useState<Worst>();
  const [theirs, setTheirs] = useState<Details>();
  const [busy, setBusy] = useState(false);
  const [preview] = useState(() => newPreview(shown.tables));
  const held = useRef(draft);
  const asked = useRef(0);
  const isDirty = draft.tables !== base.tables || draft.faulty.size > 0;

  const show = (next: Draft, settled = false): void => {
    held.current = next;
    setDraft(next);
    preview.show(next.tables, settled);
  };
  const begin = (details: Details): void => {
    setBase(details.shown);
    setTheirs(undefined);
    show(draftOf(details.shown.tables), true);
    history.clear();
  };

  // What somebody else stored is simply shown while nothing is typed here.
  const arrived = useRef(shown);
  useEffect(() => {
    if (arrived.current === shown) return;
    arrived.current = shown;
    if (!isDirty && !busy) begin(pricing);
  });
  useEffect(() => () => history.clear(), []);

  // After a pause the server says what the tables come to, and what their lines are worth.
  const ask = useRef(async (_turn: number): Promise<void> => {});
  useEffect(() => {
    ask.current = async (turn) => {
      const body = { id, ...(isDirty ? { tables: asSent(held.current.tables) } : {}) };
      try {
        const [computed, checked] = await Promise.all([
          isDirty ? call('POST /api/pricing/handle_change', { body }) : undefined,
          call('POST /api/pricing/check_worst', { body }),
        ]);
        if (asked.current !== turn) return;
        setWorst(checked);
        if (!computed) return;
        const tables = withRates(held.current.tables, computed.tables);
        if (tables === held.current.tables) preview.show(computed.tables, true);
        else show({ ...held.current, tables }, true);
      } catch (error) {
        // What is not valid yet is said when it is saved; a reader without a connection is told by the frame.
        if (asked.current === turn && !(error instanceof CallError)) throw error;
      }
    };
  });
  useEffect(() => {
    const turn = ++asked.current;
    const timer = setTimeout(() => void ask.current(turn), isDirty ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [draft.tables, base, isDirty]);

  const change: DraftState['change'] = (make, label) => {
    const before = held.current;
    const after = make(before);
    if (after === before) return;
    show(after);
    history.push({ label, undo: () => show(before), redo: () => show(after) });
  };
  const signsOf = (at: number) => ({
    sign: decimalSign(),
    digits: minorDigits(held.current.tables[at]?.currency ?? base.currency),
  });

  const save = async (version = base.version): Promise<boolean> => {
    if (held.current.faulty.size > 0) {
      notify.error(t('pricing.faulty', { count: held.current.faulty.size }));
      return false;
    }
    if (!isDirty) return true;
    setBusy(true);
    try {
      const stored = await call('POST /api/pricing/edit', { body: { id, version, tables: asSent(held.current.tables) } });
      arrived.current = stored.shown;
      begin(stored);
      taken(stored);
      return true;
    } catch (error) {
      if (error instanceof CallError && error.status === 409 && error.current) setTheirs(error.current as Details);
      else notify.error(reason(error));
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    draft,
    preview,
    worst,
    isDirty,
    busy,
    theirs,
    write: (at, cells) =>
      change((now) => withCells(now, at, cells, signsOf(at)), t('pricing.cells_set', { count: cells.length })),
    typing: (at, cell) => preview.show(withCells(held.current, at, [cell], signsOf(at)).tables, false),
    change,
    solve: async (wish) => {
      setBusy(true);
      try {
        const found = await call('POST /api/pricing/update_profit', {
          body: { id, tables: asSent(held.current.tables), ...wish },
        });
        change((now) => ({ ...now, tables: found.tables }), t('pricing.solved'));
      } catch (error) {
        notify.error(reason(error));
      } finally {
        setBusy(false);
      }
    },
    save: () => save(),
    discard: () => {
      history.clear();
      show(draftOf(base.tables), true);
    },
    keepMine: () => {
      const version = theirs?.shown.version;
      setTheirs(undefined);
      void save(version);
    },
    takeTheirs: () => {
      if (!theirs) return;
      arrived.current = theirs.shown;
      begin(theirs);
      taken(theirs);
    },
  };
}
