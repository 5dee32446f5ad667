import type { QueryClient } from '@tanstack/react-query';
import { newId } from '../../kit/ids.ts';
import { history, notify } from '../../web/ui/index.ts';
import type { EntryInput, EntryMove } from '../contract.ts';
import { afterEntries, callTime, reasonOf } from './sheet-query.ts';
import type { SheetEntry } from './week.ts';

type Stored = { id: string; version: number };

/** Remembers a step and offers to take it back; whichever way it is taken back, it happens once. */
function undoable(label: string, undo: () => Promise<void>, redo: () => Promise<void>): void {
  let isDone = true;
  const once = (wanted: boolean, work: () => Promise<void>) => async (): Promise<void> => {
    if (isDone === wanted) return;
    try {
      await work();
      isDone = wanted;
    } catch (error) {
      notify.error(reasonOf(error));
    }
  };
  const takeBack = once(false, undo);
  history.push({ label, undo: takeBack, redo: once(true, redo) });
  notify.undo(label, takeBack);
}

async function create(client: QueryClient, entries: readonly EntryInput[]): Promise<Stored[]> {
  const stored = await callTime('POST /api/time_entries', { body: { entries: [...entries] } });
  await afterEntries(client);
  return stored;
}

async function erase(stored: readonly Stored[]): Promise<void> {
  for (const { id, version } of stored) {
    await callTime('DELETE /api/time_entries/:id', { params: { id }, query: { version } });
  }
}

async function remove(client: QueryClient, stored: readonly Stored[]): Promise<void> {
  await erase(stored);
  await afterEntries(client);
}

const again = (entries: readonly EntryInput[]): EntryInput[] => entries.map((entry) => ({ ...entry, id: newId() }));

/** Logs entries, all or none, as one step that can be taken back. @throws CallError */
export async function addEntries(client: QueryClient, entries: readonly EntryInput[], label: string): Promise<void> {
  let stored = await create(client, entries);
  undoable(
    label,
    () => remove(client, stored),
    async () => {
      stored = await create(client, again(entries));
    },
  );
}

/** Deletes an entry; taking it back logs the same anew. @throws CallError */
export async function deleteEntry(client: QueryClient, entry: SheetEntry, label: string): Promise<void> {
  const { user_id, day, project_id, task_type_id, seconds, chargeable, comment, started_at, custom } = entry;
  const copy = { user_id, day, project_id, task_type_id, seconds, chargeable, comment, started_at, custom };
  let stored: readonly Stored[] = [entry];
  await erase(stored);
  // The way back stands before the entry vanishes from view.
  undoable(
    label,
    async () => {
      stored = await create(client, again([copy]));
    },
    () => remove(client, stored),
  );
  await afterEntries(client);
}

export type EntryChange = Partial<Pick<SheetEntry, 'seconds' | 'comment' | 'custom'>>;

/** Changes hours or note of an entry as one step of the history. @throws CallError 409 when it was changed elsewhere */
export async function changeEntry(client: QueryClient, entry: SheetEntry, change: EntryChange, label: string): Promise<void> {
  let { version } = entry;
  const put = async (values: EntryChange): Promise<void> => {
    const stored = await callTime('PATCH /api/time_entries/:id', { params: { id: entry.id }, body: { ...values, version } });
    version = stored.version;
    await afterEntries(client);
  };
  const before = Object.fromEntries(Object.keys(change).map((key) => [key, entry[key as keyof EntryChange]])) as EntryChange;
  await put(change);
  const guarded = (values: EntryChange) => (): Promise<void> =>
    put(values).catch((error: unknown) => notify.error(reasonOf(error)));
  history.push({ label, undo: guarded(before), redo: guarded(change) });
}

/** Moves entries to other work, or says whether they are chargeable, as one step that can be taken back. @throws CallError */
export async function moveEntries(
  client: QueryClient,
  entries: readonly SheetEntry[],
  set: Pick<EntryMove, 'project_id' | 'task_type_id' | 'chargeable'>,
  label: string,
): Promise<void> {
  const put = async (moves: EntryMove[]): Promise<void> => {
    await callTime('PATCH /api/time_entries', { body: { entries: moves } });
    await afterEntries(client);
  };
  const there = entries.map(({ id }) => ({ id, ...set }));
  const back = entries.map(({ id, project_id, task_type_id, chargeable }) => ({ id, project_id, task_type_id, chargeable }));
  await put(there);
  undoable(
    label,
    () => put(back),
    () => put(there),
  );
}
