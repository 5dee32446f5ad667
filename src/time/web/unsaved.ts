import { newId } from '../../kit/ids.ts';
import { type Unsaved, together } from './kept.ts';

/** Whose sheet: the firm, who is signed in, whose week. */
export interface SheetPlace {
  tenant: string;
  user: string;
  person: string;
  week: string;
}

const DATABASE = 'cadre-unsaved';
const STORE = 'sheets';
/** Names this page among those of the browser: each keeps its own record, since what one has saved another may not have. */
const PAGE = newId();

const sheetOf = ({ tenant, user, person, week }: SheetPlace): string => [tenant, user, person, week].join(' ');
const keyOf = (place: SheetPlace): string => `${sheetOf(place)} ${PAGE}`;

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

/** Reads what all pages kept of a sheet and makes it this page's, in one transaction: no other page comes between. */
async function takeOver(place: SheetPlace): Promise<Unsaved | undefined> {
  const database = await open();
  return new Promise<Unsaved | undefined>((resolve, reject) => {
    const transaction = database.transaction(STORE, 'readwrite');
    const store = transaction.objectStore(STORE);
    const pages = IDBKeyRange.bound(sheetOf(place), `${sheetOf(place)} \uffff`);
    const request = store.getAll(pages);
    let whole: Unsaved | undefined;
    request.onsuccess = () => {
      whole = together(request.result as Unsaved[]);
      if (!whole) return;
      store.delete(pages);
      store.put(whole, keyOf(place));
    };
    transaction.oncomplete = () => resolve(whole);
    transaction.onerror = () => reject(transaction.error ?? new Error('IndexedDB'));
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

/** What earlier visits and other pages left unsaved on this sheet; it is this page's from now on. */
export async function readUnsaved(place: SheetPlace): Promise<Unsaved | undefined> {
  try {
    await writing;
    return await takeOver(place);
  } catch (error) {
    console.error('unsaved cells', error);
    return undefined;
  }
}

/** Forgets everything: at log-out nothing of a person stays in the browser. */
export const forgetUnsaved = (): Promise<void> => inTurn(() => run('readwrite', (store) => store.clear()));
