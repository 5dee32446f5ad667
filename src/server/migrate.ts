import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';

export const RUNTIME_ROLE = 'cadre_app';
const LOCK = 4_919_231;
const folder = path.resolve(import.meta.dirname, '../../migrations');

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

/**
 * Applies the SQL files that the database has not seen, in order, each in one transaction, under a lock that a second
 * starter waits for. A file that changed after it was applied stops the start.
 * @returns the names applied now
 */
export async function migrate(adminUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      `create table if not exists public.cadre_migrations
         (name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
    );
    await ensureRole(client);
    const { rows } = await client.query<{ name: string; sha256: string }>('select name, sha256 from public.cadre_migrations');
    const known = new Map(rows.map((row) => [row.name, row.sha256]));
    const applied: string[] = [];
    for (const name of fs
      .readdirSync(folder)
      .filter((file) => file.endsWith('.sql'))
      .sort()) {
      const text = fs.readFileSync(path.join(folder, name), 'utf8');
      const sha256 = createHash('sha256').update(text).digest('hex');
      const seen = known.get(name);
      if (seen === sha256) continue;
      if (seen !== undefined) throw new Error(`Migration ${name} was changed after it was applied.`);
      await apply(client, name, text, sha256);
      applied.push(name);
    }
    return applied;
  } finally {
    await client.end();
  }
}

async function apply(client: pg.Client, name: string, text: string, sha256: string): Promise<void> {
  try {
    await client.query('begin');
    await client.query(text);
    await client.query('insert into public.cadre_migrations (name, sha256) values ($1, $2)', [name, sha256]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
