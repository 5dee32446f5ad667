import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../kit/ids.ts';
import { notFound } from '../kit/problem.ts';
import { sql } from './sql.ts';
import type { Tx } from './tx.ts';

interface FileRow extends Record<string, unknown> {
  id: string;
  name: string;
  media_type: string;
  size: number;
}

/** Bytes stand under a name of our own, by tenant; the name that the sender gave is data and never a path. */
const place = (dataDir: string, tenant: number, id: string): string =>
  path.join(dataDir, 'files', String(tenant), id.slice(-2), id);

/** Stores bytes and their row. The file is there before the row is, so that a row never points at nothing. */
export async function storeFile(
  tx: Tx,
  dataDir: string,
  userId: string,
  file: { name: string; media_type: string; bytes: Uint8Array },
): Promise<FileRow> {
  const id = newId();
  const target = place(dataDir, tx.tenant, id);
  await fs.mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await fs.writeFile(target, file.bytes, { mode: 0o600, flag: 'wx' });
  const sha256 = createHash('sha256').update(file.bytes).digest('hex');
  const [row] = await tx.write.insert<FileRow>('app.files', [
    { id, name: file.name, media_type: file.media_type, size: file.bytes.byteLength, sha256, created_by: userId },
  ]);
  return row as FileRow;
}

/** The caller's own upload, by id or by the name of the last one. @throws Problem 404 */
export async function readUpload(
  tx: Tx,
  dataDir: string,
  userId: string,
  filename: string,
): Promise<{ name: string; bytes: Uint8Array }> {
  const row = await tx.one<FileRow>(sql`
    select * from app.files where tenant_id = ${tx.tenant} and created_by = ${userId} and (id::text = ${filename} or name = ${filename})
    order by created_at desc limit 1`);
  if (!row) throw notFound('There is no such upload of yours.');
  return { name: row.name, bytes: await fs.readFile(place(dataDir, tx.tenant, row.id)) };
}
