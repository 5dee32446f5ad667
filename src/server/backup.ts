import { type Hash, createHash } from 'node:crypto';
import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import zlib from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type Pack, pack } from 'tar-stream';
import { type FileStore, keyOf } from './files.ts';
import { QUEUE_SCHEMA } from './migrate.ts';
import { HOUSE } from './tx.ts';

/** One table as it is copied: what is computed is left to the database that takes it in. */
export interface CopiedTable {
  /** `time.entries` */
  name: string;
  columns: string[];
  /** Whether its rows belong to firms. */
  tenant: boolean;
}

/** What a backup says of itself before its rows come. */
export interface BackupHeader {
  format: 1;
  made_at: string;
  /** The migrations that the database had, as they were. */
  migrations: { name: string; sha256: string }[];
  tables: CopiedTable[];
  tenants: number[];
  /** Which key sealed the secrets in it; the key itself is not in the backup. */
  key: string;
}

/** What a backup says of itself after its rows: how many there were, and their digest in the order in which they stand. */
export interface BackupManifest {
  tables: Record<string, { rows: number; sha256: string }>;
  files: { count: number; bytes: number };
}

export const HEADER = 'cadre-backup.json';
export const MANIFEST = 'manifest.json';

/** What passes: sessions and links are void in a restored installation, and answers are not repeated for calls of before. */
export const PASSING = ['access.links', 'access.login_tx', 'access.sessions', 'access.throttle', 'app.idempotency'];
const CHUNK = 4 * 1024 * 1024;
const LEVEL = 3;
const NEW_LINE = 10;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A table's name within a statement. */
export const inSql = (table: string): string => table.split('.').map(quoted).join('.');

/** Every table that holds something that lasts, by name. */
export async function tablesOf(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(
    `select n.nspname || '.' || c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns,
       bool_or(a.attname = 'tenant_id') as tenant
     from pg_class c
     join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'public', $1)
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     group by 1 order by 1`,
    [QUEUE_SCHEMA],
  );
  return rows.filter(({ name }) => !PASSING.includes(name));
}

/** The house and every firm. Row security binds an owner that is no superuser, so each firm's rows are copied on their own. */
export async function tenantsOf(client: pg.Client): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>('select id from settings.tenants order by id');
  return [HOUSE, ...rows.map(({ id }) => id).filter((id) => id !== HOUSE)];
}

/** Pieces of a stream of lines, cut behind a line. */
async function* wholeLines(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const piece of stream) {
    held.push(piece);
    size += piece.length;
    if (size < CHUNK) continue;
    const all = Buffer.concat(held);
    const end = all.lastIndexOf(NEW_LINE) + 1;
    if (end > 0) yield all.subarray(0, end);
    held = [all.subarray(end)];
    size = all.length - end;
  }
  if (size > 0) yield Buffer.concat(held);
}

function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, at + 1)) lines++;
  return lines;
}

/** The rows of a table, firm by firm, in the order in which they stand; told in chunks of whole rows. */
export async function* rowsOf(client: pg.Client, table: CopiedTable, tenants: readonly number[]): AsyncGenerator<Buffer> {
  const select = `select ${table.columns.map(quoted).join(', ')} from ${inSql(table.name)}`;
  for (const tenant of table.tenant ? tenants : [HOUSE]) {
    await client.query('select app.set_tenant($1)', [tenant]);
    const which = table.tenant ? ` where tenant_id = ${tenant}` : '';
    yield* wholeLines(client.query(copyTo(`copy (${select}${which}) to stdout`)));
  }
}

/** Counts rows and digests them as they pass. */
export class Tally {
  rows = 0;
  readonly #hash: Hash = createHash('sha256');

  add(chunk: Buffer): void {
    this.rows += countLines(chunk);
    this.#hash.update(chunk);
  }

  get sums(): { rows: number; sha256: string } {
    return { rows: this.rows, sha256: this.#hash.copy().digest('hex') };
  }
}

/** Begins a transaction that sees all tables as of one moment, each in the order in which its rows stand. */
export async function beginLooking(client: pg.Client): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  await client.query('set local synchronize_seqscans = off');
  await client.query('set local statement_timeout = 0');
}

const add = (archive: Pack, name: string, bytes: Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    archive.entry({ name, mode: 0o600 }, bytes, (error) => (error ? reject(error) : resolve()));
  });

const json = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

async function headerOf(client: pg.Client, key: string): Promise<BackupHeader> {
  const { rows: migrations } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from public.cadre_migrations order by name',
  );
  return {
    format: 1,
    made_at: new Date().toISOString(),
    migrations,
    tables: await tablesOf(client),
    tenants: await tenantsOf(client),
    key,
  };
}

async function packFiles(archive: Pack, client: pg.Client, store: FileStore, tenants: readonly number[]) {
  const files = { count: 0, bytes: 0 };
  for (const tenant of tenants) {
    await client.query('select app.set_tenant($1)', [tenant]);
    const { rows } = await client.query<{ id: string }>('select id from app.files where tenant_id = $1 order by id', [tenant]);
    for (const { id } of rows) {
      const bytes = Buffer.from(await store.get(keyOf(tenant, id)));
      await add(archive, `files/${keyOf(tenant, id)}`, bytes);
      files.count++;
      files.bytes += bytes.length;
    }
  }
  return files;
}

async function packAll(
  archive: Pack,
  client: pg.Client,
  { store, key }: { store: FileStore; key: string },
): Promise<BackupManifest> {
  await beginLooking(client);
  const header = await headerOf(client, key);
  await add(archive, HEADER, json(header));
  const manifest: BackupManifest = { tables: {}, files: { count: 0, bytes: 0 } };
  for (const table of header.tables) {
    const tally = new Tally();
    let number = 0;
    for await (const chunk of rowsOf(client, table, header.tenants)) {
      tally.add(chunk);
      await add(archive, `tables/${table.name}/${String(++number).padStart(6, '0')}.copy`, chunk);
    }
    manifest.tables[table.name] = tally.sums;
  }
  manifest.files = await packFiles(archive, client, store, header.tenants);
  await add(archive, MANIFEST, json(manifest));
  archive.finalize();
  await client.query('commit');
  return manifest;
}

/**
 * Writes everything that lasts into one file (tar, Zstandard), as of one moment and while people work: the rows of every firm
 * and of the house, and the files. The file gets its name when it is whole.
 * @param source the owner's address, the store of files, and which key seals secrets
 * @throws Error when the file is there, or cannot be written; then nothing is left of it
 */
export async function backUp(
  target: string,
  source: { adminUrl: string; store: FileStore; key: string },
): Promise<BackupManifest> {
  if (fs.existsSync(target)) throw new Error(`${target} is there already.`);
  const partial = `${target}.partial`;
  const client = new pg.Client({ connectionString: source.adminUrl });
  await client.connect();
  const archive = pack();
  try {
    const squeeze = zlib.createZstdCompress({ params: { [zlib.constants.ZSTD_c_compressionLevel]: LEVEL } });
    const written = pipeline(archive, squeeze, fs.createWriteStream(partial, { mode: 0o600, flush: true }));
    const packed = packAll(archive, client, source).catch((error: unknown) => {
      archive.destroy(error instanceof Error ? error : new Error(String(error)));
      throw error;
    });
    // What fails first is what is told: a full disk ends the packing, too.
    const [manifest] = await Promise.all([Promise.race([packed, written.then(() => packed)]), written]);
    fs.renameSync(partial, target);
    return manifest;
  } catch (error) {
    fs.rmSync(partial, { force: true });
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
