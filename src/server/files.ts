import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../kit/ids.ts';
import { Problem, notFound } from '../kit/problem.ts';
import type { Config } from './config.ts';
import { S3Store } from './files-s3.ts';
import { sql } from './sql.ts';
import type { Tx } from './tx.ts';

interface FileRow extends Record<string, unknown> {
  id: string;
  name: string;
  media_type: string;
  size: number;
}

/** Bytes by key. Keys are made by `keyOf`; what is stored under one never changes. */
export interface FileStore {
  /** Where the bytes are, for the operator. */
  readonly place: string;
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** @throws Error when there is nothing under the key */
  get(key: string): Promise<Uint8Array>;
  /** Whether or not there was something. */
  remove(key: string): Promise<void>;
  /** The keys below a folder. */
  list(folder: string): AsyncIterable<string>;
}

/** Bytes stand under a name of our own, by tenant; the name that the sender gave is data and never a path. */
export const keyOf = (tenant: number, id: string): string => `${tenant}/${id.slice(-2)}/${id}`;

const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

class DiskStore implements FileStore {
  readonly place: string;

  constructor(folder: string) {
    this.place = folder;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const target = path.join(this.place, key);
    await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
    try {
      await fs.writeFile(target, bytes, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if (!isFull(error)) throw error;
      // What was written of it would only keep the disk full.
      await fs.rm(target, { force: true });
      throw new Problem(507, { detail: 'The disk is full: nothing was saved.' }, {}, error);
    }
  }

  get(key: string): Promise<Uint8Array> {
    return fs.readFile(path.join(this.place, key));
  }

  remove(key: string): Promise<void> {
    return fs.rm(path.join(this.place, key), { force: true });
  }

  async *list(folder: string): AsyncIterable<string> {
    const root = path.join(this.place, folder);
    const entries = await fs.readdir(root, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    for (const entry of entries) {
      const key = `${folder}/${entry.name}`;
      if (entry.isDirectory()) yield* this.list(key);
      else yield key;
    }
  }
}

type Place = Pick<Config, 'dataDir' | 's3'>;

const stores = new WeakMap<Place, FileStore>();

/** The store that the settings name: a bucket, or the data folder. */
export function storeOf(place: Place): FileStore {
  const store = stores.get(place) ?? (place.s3 ? new S3Store(place.s3) : new DiskStore(path.join(place.dataDir, 'files')));
  stores.set(place, store);
  return store;
}

/**
 * Stores bytes and their row. The bytes are there before the row is, so that a row never points at nothing; bytes whose row
 * was not committed are cleared away a day later. What should outlive a week is referred to by a foreign key.
 */
export async function storeFile(
  tx: Tx,
  place: Place,
  userId: string,
  file: { name: string; media_type: string; bytes: Uint8Array },
): Promise<FileRow> {
  const id = newId();
  await storeOf(place).put(keyOf(tx.tenant, id), file.bytes);
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const [row] = await tx.write.insert<FileRow>('app.files', [
    { id, name: file.name, media_type: file.media_type, size: file.bytes.byteLength, sha256, created_by: userId },
  ]);
  return row as FileRow;
}

/** The caller's own upload, by id or by the name of the last one. @throws Problem 404 */
export async function readUpload(
  tx: Tx,
  place: Place,
  userId: string,
  filename: string,
): Promise<{ id: string; name: string; bytes: Uint8Array }> {
  const row = await tx.one<FileRow>(sql`
    select * from app.files where tenant_id = ${tx.tenant} and created_by = ${userId} and (id::text = ${filename} or name = ${filename})
    order by created_at desc limit 1`);
  if (!row) throw notFound('There is no such upload of yours.');
  return { id: row.id, name: row.name, bytes: await storeOf(place).get(keyOf(tx.tenant, row.id)) };
}
