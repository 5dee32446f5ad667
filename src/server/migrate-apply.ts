import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

/**
 * A file that begins so is worked off step by step (`-- step`, then one statement), each outside of a transaction: it may take
 * long and stops nobody.
 */
const ONLINE = /^-- online\b/;
const STEP = /^\s*-- step\b.*$/m;

/**
 * A strong lock that has to wait makes everybody wait who comes after it. So it waits for less than anybody notices, lets them
 * pass, and asks again: for some minutes, as a report or a backup may hold a table.
 */
const LOCK_TIMEOUT_MS = 300;
const PAUSE_MS = 500;
const PATIENCE_MS = 5 * 60_000;
/** Codes of PostgreSQL after which the same once more may go: no lock in time, and two who wait for each other. */
const AGAIN = new Set(['55P03', '40P01']);

export interface MigrationFile {
  name: string;
  text: string;
  sha256: string;
}

/**
 * The steps of a file that runs beside those who work; undefined: it is one transaction.
 * @throws Error where something stands before the first step, which would never run
 */
export function stepsOf(text: string): string[] | undefined {
  if (!ONLINE.test(text)) return undefined;
  const [head = '', ...steps] = text.split(STEP).map((step) => step.trim());
  if (steps.length === 0 || head.replace(/--.*$/gm, '').trim() !== '') throw new Error('All of an online file stands in steps.');
  return steps;
}

const note = (client: pg.Client, { name, sha256 }: MigrationFile) =>
  client.query('insert into public.cadre_migrations (name, sha256) values ($1, $2)', [name, sha256]);

async function asOne(client: pg.Client, file: MigrationFile): Promise<void> {
  try {
    await client.query('begin');
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(file.text);
    await note(client, file);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** An index that was being made when its process ended is there and of no use: it is made anew. */
async function dropInvalid(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
     where not i.indisvalid and n.nspname not like 'pg\\_%'`,
  );
  for (const { name } of rows) await client.query(`drop index concurrently ${name}`);
}

async function byStep(client: pg.Client, file: MigrationFile, steps: readonly string[]): Promise<void> {
  await dropInvalid(client);
  for (const step of steps) await client.query(step);
  await note(client, file);
}

/** Who holds what a change waits for, as far as can be said: the transaction that has been open for longest. */
async function oldest(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `select pid, application_name as name, extract(epoch from now() - xact_start)::int as seconds from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null order by xact_start limit 1`,
  );
  const [row] = rows;
  return row ? ` The oldest transaction is open for ${row.seconds} s (database process ${row.pid} ${row.name}).` : '';
}

/**
 * Applies one file beside those who work: no call waits for longer than a moment. A process that ends in the middle leaves
 * what the same once more completes.
 * @param say told once when a table is in use
 * @throws Error that names the file, and after some minutes of waiting also who is in the way
 */
export async function apply(client: pg.Client, file: MigrationFile, say: (line: string) => void): Promise<void> {
  let isTold = false;
  for (const start = Date.now(); ; await wait(PAUSE_MS)) {
    try {
      const steps = stepsOf(file.text);
      return await (steps ? byStep(client, file, steps) : asOne(client, file));
    } catch (error) {
      const { code, message } = error as Error & { code?: string };
      const isBusy = code !== undefined && AGAIN.has(code);
      if (isBusy && Date.now() - start < PATIENCE_MS) {
        if (!isTold) say(`Migration ${file.name} waits for a table that is in use.`);
        isTold = true;
        continue;
      }
      throw new Error(`Migration ${file.name} failed: ${message}${isBusy ? await oldest(client) : ''}`, { cause: error });
    }
  }
}
