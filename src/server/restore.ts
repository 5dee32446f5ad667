import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { text as textOf, buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Extract, extract } from 'tar-stream';
import {
  type BackupHeader,
  type BackupManifest,
  type CopiedTable,
  HEADER,
  MANIFEST,
  PASSING,
  Tally,
  inSql,
  rowsOf,
  tablesOf,
} from './backup.ts';
import type { FileStore } from './files.ts';
import { migrate, migrationFiles } from './migrate.ts';

type Entry = Extract extends AsyncIterable<infer Each> ? Each : never;

const damaged = (why: string): Error => new Error(`The backup is damaged: ${why}. Nothing was restored.`);

/** The entries of a backup, one after the other. */
async function* entriesOf(file: string): AsyncGenerator<Entry> {
  const unpacked = extract();
  const reading = pipeline(fs.createReadStream(file), zlib.createZstdDecompress(), unpacked);
  // The loop below is what fails; without it nobody would hear.
  reading.catch(() => undefined);
  try {
    yield* unpacked as AsyncIterable<Entry>;
    await reading;
  } catch (error) {
    throw error instanceof Error && /zstd|tar|end of data|header|checksum/i.test(`${error.name} ${error.message}`)
      ? damaged(error.message)
      : error;
  }
}

/** What a backup says of itself first. @throws Error when it is none, or one of a later version */
async function headerFrom(entry: Entry | undefined): Promise<BackupHeader> {
  if (entry?.header.name !== HEADER) throw new Error('This is no backup of Cadre.');
  const header = JSON.parse(await textOf(entry)) as BackupHeader;
  if ((header.format as number) !== 1) throw new Error('This backup was made by a later version of Cadre.');
  const known = migrationFiles();
  for (const { name, sha256 } of header.migrations) {
    if (!name.endsWith('.sql')) continue;
    const file = known.find((each) => each.name === name);
    if (!file) throw new Error(`This backup was made by a later version of Cadre: it knows ${name}.`);
    if (file.sha256 !== sha256) throw new Error(`This backup was made by another Cadre: its ${name} differs.`);
  }
  return header;
}

/** Makes an empty database what it was for the backup. @throws Error when somebody's data is in it, or a later version */
async function prepare(adminUrl: string, { migrations }: BackupHeader): Promise<void> {
  const names = new Set(migrations.map(({ name }) => name));
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass('settings.tenants') is not null as there`);
    if (rows[0]?.there) {
      const { rows: firms } = await client.query<{ name: string }>('select name from settings.tenants where id > 0 limit 1');
      if (firms[0]) throw new Error(`There is a firm already, ${firms[0].name}: restore into an empty database.`);
      const { rows: later } = await client.query<{ name: string }>('select name from public.cadre_migrations');
      if (later.some(({ name }) => !names.has(name)))
        throw new Error('The database was laid by a later version than the backup: restore into one that Cadre never opened.');
    }
  } finally {
    await client.end();
  }
  await migrate(adminUrl, { wanted: (name) => names.has(name) });
}

interface Bonds {
  table: string;
  name: string;
  definition: string;
}

/** What binds tables to each other and to firms stands aside while rows come in, and is proven for all of them afterwards. */
async function loosen(client: pg.Client, tables: readonly CopiedTable[]): Promise<() => Promise<void>> {
  const names = await regclassesOf(client, tables);
  const { rows: bonds } = await client.query<Bonds>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and (conrelid::regclass::text = any($1::text[]) or confrelid::regclass::text = any($1::text[]))
     order by 1, 2`,
    [names],
  );
  const { rows: forced } = await client.query<{ table: string }>(
    `select oid::regclass::text as table from pg_class where relforcerowsecurity and relkind = 'r'`,
  );
  for (const { table, name } of bonds) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table } of forced) await client.query(`alter table ${table} no force row level security`);
  return async () => {
    for (const { table, name, definition } of bonds)
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    for (const { table } of forced) await client.query(`alter table ${table} force row level security`);
  };
}

/** Tables under the names by which the catalogue calls them. */
async function regclassesOf(client: pg.Client, tables: readonly CopiedTable[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select to_regclass(n)::text as name from unnest($1::text[]) n', [
    tables.map(({ name }) => inSql(name)),
  ]);
  return rows.map(({ name }) => name);
}

/** What counts its rows itself goes on behind the last of them. */
async function advanceCounters(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sequence: string; table: string; column: string }>(
    `select d.objid::regclass::text as sequence, d.refobjid::regclass::text as table, quote_ident(a.attname) as column
     from pg_depend d join pg_class s on s.oid = d.objid and s.relkind = 'S'
     join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
     join pg_class t on t.oid = d.refobjid join pg_namespace n on n.oid = t.relnamespace and n.nspname <> 'jobs'
     where d.deptype in ('a', 'i')`,
  );
  for (const { sequence, table, column } of rows)
    await client.query(`select setval('${sequence}', greatest((select max(${column}) from ${table}), 1))`);
}

/** Reads everything that was written once more and holds it against what the backup says. @throws Error */
async function prove(client: pg.Client, header: BackupHeader, manifest: BackupManifest): Promise<void> {
  for (const table of header.tables) {
    const tally = new Tally();
    for await (const chunk of rowsOf(client, table, header.tenants)) tally.add(chunk);
    const [sums, wanted] = [tally.sums, manifest.tables[table.name]];
    if (sums.rows !== wanted?.rows) throw damaged(`${table.name} has ${sums.rows} rows of ${wanted?.rows ?? 0}`);
    if (sums.sha256 !== wanted.sha256) throw damaged(`the rows of ${table.name} are others`);
  }
}

/** Puts a file back. The same bytes from a try before are as good. */
async function putFile(store: FileStore, key: string, bytes: Buffer): Promise<void> {
  const digest = (of: Uint8Array): string => createHash('sha256').update(of).digest('hex');
  try {
    await store.put(key, bytes);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || digest(await store.get(key)) !== digest(bytes)) throw error;
  }
}

async function load(
  client: pg.Client,
  entries: AsyncGenerator<Entry>,
  header: BackupHeader,
  store: FileStore,
): Promise<BackupManifest> {
  const tables = new Map(header.tables.map((table) => [table.name, table]));
  const files = { count: 0, bytes: 0 };
  for await (const entry of entries) {
    const { name } = entry.header;
    if (name === MANIFEST) {
      const manifest = JSON.parse(await textOf(entry)) as BackupManifest;
      if (files.count !== manifest.files.count || files.bytes !== manifest.files.bytes) throw damaged('files are missing');
      return manifest;
    }
    const table = tables.get(/^tables\/([^/]+)\/\d+\.copy$/.exec(name)?.[1] ?? '');
    const key = /^files\/(\d+\/[0-9a-f]{2}\/[0-9a-f-]{36})$/.exec(name)?.[1];
    if (table) {
      const columns = table.columns.map((column) => `"${column}"`).join(', ');
      const sink = client.query(copyFrom(`copy ${inSql(table.name)} (${columns}) from stdin`));
      await pipeline(entry, sink);
    } else if (key) {
      const bytes = await buffer(entry);
      await putFile(store, key, bytes);
      files.count++;
      files.bytes += bytes.length;
    } else throw damaged(`it holds "${name}"`);
  }
  throw damaged('its end is missing');
}

export interface Restored {
  header: BackupHeader;
  manifest: BackupManifest;
}

/**
 * Brings a backup back into an empty database, all of it or nothing: the schema as it was, the rows, what binds them; then
 * everything is read once more against the digests of the backup, and only then it holds. Migrations that came since follow.
 * @throws Error in one line when the file is none or damaged, or the database is not empty
 */
export async function restore(file: string, target: { adminUrl: string; store: FileStore }): Promise<Restored> {
  const entries = entriesOf(file);
  const header = await headerFrom((await entries.next()).value as Entry | undefined);
  await prepare(target.adminUrl, header);
  const client = new pg.Client({ connectionString: target.adminUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query('set local synchronize_seqscans = off');
    const laid = new Map((await tablesOf(client)).map((table) => [table.name, table]));
    const strange = header.tables.find(({ name, columns }) =>
      columns.some((column) => !laid.get(name)?.columns.includes(column)),
    );
    if (strange) throw damaged(`${strange.name} is another here`);
    const bind = await loosen(client, header.tables);
    // What migrations laid is in the backup, too; what passes belongs to nobody any more.
    await client.query(`truncate ${[...laid.keys(), ...PASSING].map(inSql).join(', ')}`);
    const manifest = await load(client, entries, header, target.store);
    await bind();
    await advanceCounters(client);
    await prove(client, header, manifest);
    await client.query('commit');
    await client.query('analyze');
    await migrate(target.adminUrl);
    return { header, manifest };
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await entries.return(undefined).catch(() => undefined);
    await client.end().catch(() => undefined);
  }
}
