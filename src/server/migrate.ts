import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { type MigrationFile, apply } from './migrate-apply.ts';

export const RUNTIME_ROLE = 'cadre_app';
/** The job queue stands in a schema of its own, laid by its library. */
export const QUEUE_SCHEMA = 'jobs';
const QUEUE_ENTRY = 'jobs (pg-boss)';
/** Stands in the database while it is being distributed, with what is left to do. */
export const DISTRIBUTION = 'public.cadre_distribution';
const LOCK = 4_919_231;
const LOOK_MS = 100;
const shipped = path.resolve(import.meta.dirname, '../../migrations');

async function ensureRole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ present: boolean; member: boolean; self: boolean }>(
    `select exists (select from pg_roles where rolname = $1) as present,
       coalesce((select pg_has_role(current_user, oid, 'MEMBER') from pg_roles where rolname = $1), false) as member,
       current_user = $1 as self`,
    [RUNTIME_ROLE],
  );
  const state = rows[0];
  if (state?.self) throw new Error('Migrations need the owner: set DATABASE_ADMIN_URL to a role that may create schemas.');
  if (!state?.present) await client.query(`create role ${RUNTIME_ROLE} nologin nosuperuser nobypassrls nocreatedb nocreaterole`);
  // From PostgreSQL 16 the maker of a role is not by itself a member that may SET ROLE to it.
  const { rows: version } = await client.query<{ v: number }>(`select current_setting('server_version_num')::int as v`);
  if (!state?.member || (version[0]?.v ?? 0) >= 160_000) await client.query(`grant ${RUNTIME_ROLE} to current_user`);
}

/** @throws Error while some of the tables are distributed and their references are off */
async function checkWhole(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ half: boolean }>('select to_regclass($1) is not null as half', [DISTRIBUTION]);
  if (rows[0]?.half) throw new Error('This database is half distributed: run cadre distribute to its end first.');
}

export interface MigrateOptions {
  /** Leaves out what a database of an earlier version did not have; all without it. */
  wanted?: (name: string) => boolean;
  /** Where the files are. */
  folder?: string;
  /** Told what one waits for. */
  say?: (line: string) => void;
}

/** One process migrates, the others ask until it is done: who waited inside of a statement would hold up an index that is made. */
export async function lockSchema(client: pg.Client): Promise<void> {
  const free = async () =>
    (await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [LOCK])).rows[0]?.free;
  while (!(await free())) await wait(LOOK_MS);
}

/**
 * Applies the SQL files that the database has not seen, in order, beside those who work, under a lock that a second starter
 * waits for. A file that changed after it was applied stops the start.
 * @returns the names applied now
 */
export async function migrate(
  adminUrl: string,
  { wanted = () => true, folder = shipped, say = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await lockSchema(client);
    await checkWhole(client);
    // Where the database is distributed, what a file does to one table and its data is done server by server. Others ignore it.
    await client.query(`set citus.multi_shard_modify_mode = 'sequential'`);
    await client.query(
      `create table if not exists public.cadre_migrations
         (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    );
    await ensureRole(client);
    const known = await appliedIn(client);
    const applied: string[] = [];
    for (const file of unseenIn(known, folder).filter(({ name }) => wanted(name))) {
      await apply(client, file, say);
      applied.push(file.name);
    }
    if (await prepareQueue(client, known.get(QUEUE_ENTRY))) applied.push(QUEUE_ENTRY);
    return applied;
  } finally {
    await client.end();
  }
}

/** Names with the digest that each had when it was applied. */
async function appliedIn(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from public.cadre_migrations');
  return new Map(rows.map((row) => [row.name, row.sha256]));
}

/** All files of this version, in order. */
export const migrationFiles = (folder = shipped): MigrationFile[] =>
  fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = fs.readFileSync(path.join(folder, name), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    });

/** The files that were not applied, in order. @throws Error when one changed after it was */
function unseenIn(known: ReadonlyMap<string, string>, folder = shipped): MigrationFile[] {
  return migrationFiles(folder).filter(({ name, sha256 }) => {
    const seen = known.get(name);
    if (seen !== undefined && seen !== sha256) throw new Error(`Migration ${name} was changed after it was applied.`);
    return seen === undefined;
  });
}

/** How many migrations the database has, and the names of those that wait; changes nothing. */
export async function migrationState(adminUrl: string): Promise<{ applied: number; waiting: string[] }> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass('public.cadre_migrations') is not null as there`);
    const known = rows[0]?.there ? await appliedIn(client) : new Map<string, string>();
    const waiting = unseenIn(known).map(({ name }) => name);
    if (known.get(QUEUE_ENTRY) !== String(queueVersion())) waiting.push(QUEUE_ENTRY);
    return { applied: known.size, waiting };
  } finally {
    await client.end();
  }
}

/** The version of the queue's schema that the installed library works with, as its package says. */
function queueVersion(): number {
  const file = createRequire(import.meta.url).resolve('pg-boss/package.json');
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { pgboss: { schema: number } }).pgboss.schema;
}

/**
 * Makes the queue's schema, or brings it to the library's version. The run-time role works in it and owns nothing.
 * @param seen the version noted at the last change; the library is loaded only when another one is wanted
 * @returns whether anything was done
 */
async function prepareQueue(client: pg.Client, seen: string | undefined): Promise<boolean> {
  const wanted = queueVersion();
  if (seen === String(wanted)) return false;
  if (seen !== undefined && Number(seen) > wanted) throw new Error('The job queue was laid by a later version of Cadre.');
  const { getConstructionPlans, getMigrationPlans } = await import('pg-boss');
  try {
    await client.query(seen === undefined ? getConstructionPlans(QUEUE_SCHEMA) : getMigrationPlans(QUEUE_SCHEMA, Number(seen)));
    await client.query(`
      begin;
      grant usage on schema ${QUEUE_SCHEMA} to ${RUNTIME_ROLE};
      grant select, insert, update, delete on all tables in schema ${QUEUE_SCHEMA} to ${RUNTIME_ROLE};
      delete from public.cadre_migrations where name = '${QUEUE_ENTRY}';
      insert into public.cadre_migrations (name, sha256) values ('${QUEUE_ENTRY}', '${wanted}');
      commit`);
  } catch (error) {
    await client.query('rollback');
    throw new Error(`The job queue could not be laid: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  return true;
}
