import type { Edit, Line } from './week.ts';

/** What was typed into one week of one person and has not been saved, with the rows it stands on. */
export interface Unsaved {
  edits: readonly Edit[];
  /** Rows that hold no time yet: added, or brought over from another week. */
  lines: readonly Line[];
  /** When it was last changed, in ms. */
  at: number;
}

/** Whose sheet: the firm, who is signed in, whose week. */
export interface SheetPlace {
  tenant: string;
  user: string;
  person: string;
  week: string;
}

const DATABASE = 'cadre-unsaved';
const STORE = 'sheets';

const keyOf = ({ tenant, user, person, week }: SheetPlace): string => [tenant, user, person, week].join(' ');

/** Stays open, so that what is typed in the last moment of a page can still be written. */
let connection: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  connection ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      const forget = (): void => {
        connection = undefined;
      };
      request.result.onclose = forget;
      request.result.onversionchange = () => {
        request.result.close();
        forget();
      };
      resolve(request.result);
    };
    request.onerror = () => {
      connection = undefined;
      reject(request.error ?? new Error('IndexedDB'));
    };
  });
  return connection;
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
    // Not left to the end of the page's turn: there may be none.
    transaction.commit();
  });
}

/** Writes one after the other: what was typed last is what stays. */
let writing: Promise<unknown> = Promise.resolve();

const inTurn = (work: () => Promise<unknown>): Promise<void> => {
  writing = writing.then(work, work).catch((error: unknown) => console.error('unsaved cells', error));
  return writing as Promise<void>;
};

/** The newest state of each sheet that still has to be written: what was overtaken meanwhile never is. */
const waiting = new Map<string, Unsaved>();

/** Keeps what is not saved in this browser; nothing left to keep removes the record. A browser without storage keeps nothing. */
export function keepUnsaved(place: SheetPlace, unsaved: Unsaved): Promise<void> {
  const key = keyOf(place);
  const isWaiting = waiting.has(key);
  waiting.set(key, unsaved);
  if (isWaiting) return writing as Promise<void>;
  return inTurn(() => {
    const newest = waiting.get(key) ?? unsaved;
    waiting.delete(key);
    const isEmpty = newest.edits.length === 0 && newest.lines.length === 0;
    return isEmpty ? run('readwrite', (store) => store.delete(key)) : run('readwrite', (store) => store.put(newest, key));
  });
}

/** What an earlier visit left unsaved on this sheet. */
export async function readUnsaved(place: SheetPlace): Promise<Unsaved | undefined> {
  try {
    await writing;
    return (await run('readonly', (store) => store.get(keyOf(place)))) as Unsaved | undefined;
  } catch (error) {
    console.error('unsaved cells', error);
    return undefined;
  }
}

/** Forgets everything: at log-out nothing of a person stays in the browser. */
export const forgetUnsaved = (): Promise<void> => inTurn(() => run('readwrite', (store) => store.clear()));
