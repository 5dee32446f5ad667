import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError } from '../api.ts';
import { confirm } from '../ui/confirm.ts';
import { useReason } from '../ui/states.tsx';

export type Errors<Draft> = Partial<Record<keyof Draft & string, string>>;

interface Versioned {
  version: number;
}

export interface FormOptions<Row extends Versioned, Draft extends object> {
  /** The record as the server has it; undefined for a new one. */
  row: Row | undefined;
  /** What is edited of it. Its keys are the fields of the API, so that a refusal finds its field. */
  draftOf: (row: Row | undefined) => Draft;
  /** Sends what differs (of a new record: everything). Answers the record as stored. */
  save: (changes: Partial<Draft>, version: number | undefined, draft: Draft) => Promise<Row>;
  onSaved: (row: Row) => void;
  /** What can be said before asking the server. */
  check?: (draft: Draft) => Errors<Draft>;
}

/** A form on one record: draft, refusals at their fields, and what to do when somebody else was faster. */
export interface Form<Draft extends object> {
  draft: Draft;
  set: (change: Partial<Draft>) => void;
  /** Fields that differ from the record. */
  changed: readonly (keyof Draft & string)[];
  errors: Errors<Draft>;
  /** What is wrong with the whole. */
  problem: string | undefined;
  busy: boolean;
  /** Fields that somebody else changed meanwhile; undefined while nobody did. */
  theirs: readonly (keyof Draft & string)[] | undefined;
  submit: () => void;
  keepMine: () => void;
  takeTheirs: () => void;
  reset: () => void;
  /** True while there is something to lose; read at the moment of leaving. */
  isDirty: () => boolean;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** Keys whose values differ. */
export const differing = <Draft extends object>(before: Draft, after: Draft): (keyof Draft & string)[] =>
  (Object.keys(after) as (keyof Draft & string)[]).filter((key) => !same(before[key], after[key]));

const pick = <Draft extends object>(draft: Draft, keys: readonly (keyof Draft)[]): Partial<Draft> =>
  Object.fromEntries(keys.map((key) => [key, draft[key]])) as Partial<Draft>;

/** Refusals by field (`userData.pattern.0` belongs to `pattern`), and the messages that belong to none. */
export function byField<Draft extends object>(
  errors: readonly { path: string; message: string }[],
  draft: Draft,
): { fields: Errors<Draft>; rest: string[] } {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, message } of errors) {
    const field = path.split('.').find((part) => part in draft);
    if (field === undefined) rest.push(message);
    else fields[field] ??= message;
  }
  return { fields: fields as Errors<Draft>, rest };
}

/** Time for a box to tell its last key: text fields do so 1 ms late. */
const SETTLE_MS = 2;
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, SETTLE_MS));

export function useForm<Row extends Versioned, Draft extends object>(options: FormOptions<Row, Draft>): Form<Draft> {
  const { row, draftOf, save, onSaved, check } = options;
  const reason = useReason();
  const [base, setBase] = useState(row);
  const [draft, show] = useState(() => draftOf(row));
  // What was typed last, before the page has taken it over: Enter saves that.
  const latest = useRef(draft);
  const [errors, setErrors] = useState<Errors<Draft>>({});
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [theirs, setTheirs] = useState<Row>();
  const before = draftOf(base);
  const changed = differing(before, draft);
  // As they are at the moment, whatever was drawn last.
  const kept = useRef(row);
  const sending = useRef(false);
  const isDirty = (): boolean => !sending.current && differing(draftOf(kept.current), latest.current).length > 0;

  const setDraft = (next: Draft): void => {
    latest.current = next;
    show(next);
  };

  const start = (next: Row | undefined, mine: Partial<Draft> = {}): void => {
    kept.current = next;
    setBase(next);
    setDraft({ ...draftOf(next), ...mine });
    setErrors({});
    setProblem(undefined);
    setTheirs(undefined);
  };

  // A newer record that arrives while nothing is typed is simply shown.
  useEffect(() => {
    const isTouched = differing(draftOf(kept.current), latest.current).length > 0;
    if (row && base && row.version !== base.version && !isTouched && !busy) {
      kept.current = row;
      setBase(row);
      latest.current = draftOf(row);
      show(latest.current);
    }
  }, [row, base, busy, draftOf]);

  const send = async (against: Row | undefined, wanted: Draft): Promise<void> => {
    const problems = check?.(wanted) ?? {};
    setErrors(problems);
    setProblem(undefined);
    if (Object.keys(problems).length > 0) return;
    const keys = against ? differing(draftOf(against), wanted) : (Object.keys(wanted) as (keyof Draft & string)[]);
    if (against && keys.length === 0) return onSaved(against);
    setBusy(true);
    sending.current = true;
    try {
      const stored = await save(pick(wanted, keys), against?.version, wanted);
      start(stored);
      onSaved(stored);
    } catch (error) {
      refused(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  const refused = (error: unknown): void => {
    if (error instanceof CallError && error.status === 409 && error.current) return setTheirs(error.current as Row);
    const { fields, rest } = byField(error instanceof CallError ? error.errors : [], draft);
    setErrors(fields);
    if (Object.keys(fields).length === 0) setProblem(rest.join(' ') || reason(error));
    else setProblem(rest.join(' ') || undefined);
  };

  const newest = useRef(() => {});
  useEffect(() => {
    newest.current = () => void (busy || send(base, latest.current));
  });

  return {
    draft,
    set: (change) => {
      setDraft({ ...latest.current, ...change });
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !(key in change))) as Errors<Draft>);
    },
    changed,
    errors,
    problem,
    busy,
    theirs: theirs && differing(before, draftOf(theirs)),
    submit: () => void settled().then(() => newest.current()),
    keepMine: () => {
      if (!theirs) return;
      const mine = pick(draft, changed);
      start(theirs, mine);
      void send(theirs, { ...draftOf(theirs), ...mine });
    },
    takeTheirs: () => theirs && start(theirs),
    reset: () => start(base),
    isDirty,
  };
}

type Search = Readonly<Record<string, unknown>>;

const without = (search: Search, free: readonly string[]): string =>
  JSON.stringify(
    Object.entries(search)
      .filter(([name]) => !free.includes(name))
      .sort(),
  );

/**
 * Asks before what was typed is lost: on the way to another screen, on closing a drawer, on closing the tab.
 * @param free parameters of the address that may change without losing anything
 */
export function useLeaveGuard(isDirty: () => boolean, free: readonly string[] = []): void {
  const { t } = useTranslation();
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const stays =
        current.pathname === next.pathname && without(current.search as Search, free) === without(next.search as Search, free);
      if (stays) return false;
      await settled();
      if (!isDirty()) return false;
      const sure = await confirm({
        title: t('web.leave_title'),
        text: t('web.leave_text'),
        action: t('web.leave_page'),
        danger: true,
      });
      return !sure;
    },
    enableBeforeUnload: isDirty,
  });
}
