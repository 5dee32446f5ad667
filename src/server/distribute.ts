import pg from 'pg';
import { inSql } from './backup.ts';
import { FIRST, type TableKind, kindsOf, obstaclesOf } from './distribute-rules.ts';
import { few } from './log.ts';
import { DISTRIBUTION as NOTES, lockSchema } from './migrate.ts';

const FEWEST = 1;
const MOST = 1024;

export interface Distributed {
  tables: TableKind[];
  /** Rows that were moved, of all tables. */
  rows: number;
  /** References that were taken off and put back. */
  references: number;
}

export interface DistributeOptions {
  /** Pieces that firms are spread over. */
  shards: number;
  /** Told what is being done. */
  say?: (line: string) => void;
}

const unchanged = (why: string): string => `${why} Nothing was changed.`;

async function one<Row extends object>(client: pg.Client, text: string, values: unknown[] = []): Promise<Row | undefined> {
  return (await client.query<Row>(text, values)).rows[0];
}

/** @throws Error that says what to do, where the server or the role is not fit for it */
async function checkServer(client: pg.Client): Promise<void> {
  const server = await one<{ there: boolean; offered: boolean; powerful: boolean }>(
    client,
    `select exists (select from pg_extension where extname = 'citus') as there,
       exists (select from pg_available_extensions where name = 'citus') as offered,
       (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) as powerful`,
  );
  if (!server?.there)
    throw new Error(
      unchanged(
        server?.offered
          ? 'This database has no Citus yet: run "create extension citus" in it as a superuser.'
          : 'This server has no Citus: install its package, add citus to shared_preload_libraries, restart the server, and run "create extension citus" in this database as a superuser (docs/scale.md).',
      ),
    );
  // Row security hides rows from an owner that is bound by it: they would be left behind.
  if (!server.powerful)
    throw new Error(
      unchanged('The owner is bound by row security here: set DATABASE_ADMIN_URL to a superuser for this command.'),
    );
  const known = await one<{ coordinator: boolean }>(
    client,
    'select exists (select from pg_dist_node where groupid = 0 and isactive) as coordinator',
  );
  if (!known?.coordinator)
    throw new Error(
      unchanged(`The cluster does not know its coordinator: run "select citus_set_coordinator_host('host', port)" in it.`),
    );
}

/** @throws Error that names who else is at work: a row written meanwhile could be left behind */
async function checkAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ who: string }>(
    `select coalesce(nullif(application_name, ''), usename::text) as who from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
       and application_name !~ '^citus' order by 1`,
  );
  if (rows.length > 0)
    throw new Error(
      unchanged(`${rows.length} others are connected (${[...new Set(rows.map(({ who }) => who))].join(', ')}): stop them first.`),
    );
}

const isBegun = async (client: pg.Client): Promise<boolean> =>
  (await one<{ there: boolean }>(client, `select to_regclass('${NOTES}') is not null as there`))?.there === true;

/** In one transaction: how many rows each table has, what refers to what; and the references are off. */
async function begin(client: pg.Client, tables: readonly TableKind[]): Promise<void> {
  await client.query('begin');
  await client.query(
    `create table ${NOTES} (at int generated always as identity, what text, table_name text, name text, value text)`,
  );
  for (const { table } of tables.filter(({ kind }) => kind !== 'local'))
    await client.query(
      `insert into ${NOTES} (what, table_name, value) select 'rows', $1, count(*) from ${inSql(table)} returning 1`,
      [table],
    );
  await client.query(
    `insert into ${NOTES} (what, table_name, name, value)
     select 'reference', n.nspname || '.' || c.relname, k.conname, pg_get_constraintdef(k.oid)
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where k.contype = 'f' and n.nspname || '.' || c.relname = any ($1) order by k.oid returning 1`,
    [tables.map(({ table }) => table)],
  );
  for (const { table_name, name } of await references(client))
    await client.query(`alter table ${inSql(table_name)} drop constraint ${pg.escapeIdentifier(name)}`);
  await client.query('commit');
}

async function references(client: pg.Client): Promise<{ at: number; table_name: string; name: string; value: string }[]> {
  const { rows } = await client.query<{ at: number; table_name: string; name: string; value: string }>(
    `select at, table_name, name, value from ${NOTES} where what = 'reference' order by at`,
  );
  return rows;
}

/** Spreads one table, with its rows. */
async function spread(client: pg.Client, { table, kind }: TableKind): Promise<void> {
  const done = await one<{ done: boolean }>(
    client,
    'select exists (select from pg_dist_partition where logicalrelid = $1::regclass) as done',
    [table],
  );
  if (done?.done) return;
  if (kind === 'reference') await client.query('select create_reference_table($1::regclass)', [table]);
  else
    await client.query(`select create_distributed_table($1::regclass, 'tenant_id', colocate_with => $2)`, [
      table,
      table === FIRST ? 'none' : FIRST,
    ]);
}

/**
 * Proves that all rows arrived, and then lets go of what the tables held here before: it is hidden now and only takes room.
 * @throws Error that names the tables whose rows did not all arrive
 */
async function letGo(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table_name: string; value: string }>(
    `select table_name, value from ${NOTES} where what = 'rows' order by at`,
  );
  const wrong: string[] = [];
  for (const { table_name, value } of rows) {
    const now = await one<{ n: string }>(client, `select count(*) as n from ${inSql(table_name)}`);
    if (Number(now?.n) !== Number(value)) wrong.push(`${table_name} has ${now?.n} rows and had ${value}`);
  }
  if (wrong.length > 0) throw new Error(`Rows are missing: ${few(wrong)}. The copies of before are still on the coordinator.`);
  for (const { table_name } of rows)
    await client.query('select truncate_local_data_after_distributing_table($1::regclass)', [table_name]);
  // A run that takes this up must not do it again: the references may be back by then.
  await client.query(`update ${NOTES} set what = 'moved' where what = 'rows'`);
}

/** Puts a reference back as it was, and crosses it out with the same transaction. */
async function refer(client: pg.Client, { at, table_name, name, value }: Awaited<ReturnType<typeof references>>[number]) {
  await client.query('begin');
  await client.query(`alter table ${inSql(table_name)} add constraint ${pg.escapeIdentifier(name)} ${value}`);
  await client.query(`delete from ${NOTES} where at = $1`, [at]);
  await client.query('commit');
}

/** The steps of a conversion, each of which may be done again. */
async function convert(client: pg.Client, tables: TableKind[], { shards, say = () => undefined }: DistributeOptions) {
  await client.query(`set citus.multi_shard_modify_mode = 'sequential'`);
  await client.query(`set citus.shard_count = ${shards}`);
  const moved = tables.filter(({ kind }) => kind !== 'local');
  for (const [index, each] of moved.entries()) {
    say(`${index + 1} of ${moved.length}: ${each.table}`);
    await spread(client, each);
  }
  await letGo(client);
  const back = await references(client);
  say(`putting ${back.length} references back`);
  for (const reference of back) await refer(client, reference);
  // The tenant of a transaction reaches the shards.
  await client.query(
    `do $$ begin execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database()); end $$`,
  );
  const misplaced = await misplacedIn(client, tables);
  if (misplaced.length > 0) throw new Error(`These are not where they belong: ${few(misplaced)}.`);
  const sum = await one<{ rows: string }>(client, `select sum(value::bigint) as rows from ${NOTES} where what = 'moved'`);
  return { tables, rows: Number(sum?.rows), references: back.length };
}

/** Tables of a distributed database that do not stand as they should, each with what it is. */
async function misplacedIn(client: pg.Client, tables: readonly TableKind[]): Promise<string[]> {
  const { rows } = await client.query<{ table: string; kind: string }>(
    `select t.name as table, case p.partmethod when 'h' then 'distributed' when 'n' then 'reference' else 'local' end as kind
     from unnest($1::text[]) with ordinality t (name, place) left join pg_dist_partition p on p.logicalrelid = t.name::regclass
     order by t.place`,
    [tables.map(({ table }) => table)],
  );
  const first = await one<{ group: number }>(
    client,
    'select colocationid as group from pg_dist_partition where logicalrelid = $1::regclass',
    [FIRST],
  );
  const { rows: apart } = await client.query<{ table: string }>(
    `select logicalrelid::regclass::text as table from pg_dist_partition where partmethod = 'h' and colocationid <> $1 and logicalrelid::regclass::text = any ($2)`,
    [first?.group, tables.map(({ table }) => table)],
  );
  const wrong = rows.filter(({ kind }, index) => kind !== tables[index]?.kind).map(({ table, kind }) => `${table} (${kind})`);
  return [...wrong, ...apart.map(({ table }) => `${table} (apart)`)];
}

/**
 * Whether the database is distributed, and which of its tables then do not stand as they should.
 * @returns undefined: it is one server's
 */
export async function clusterState(adminUrl: string): Promise<{ tables: number; misplaced: string[] } | undefined> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const citus = await one<{ there: boolean }>(
      client,
      `select exists (select from pg_extension where extname = 'citus') as there`,
    );
    if (!citus?.there) return undefined;
    const spread = await one<{ is: boolean }>(
      client,
      'select exists (select from pg_dist_partition where logicalrelid = $1::regclass) as is',
      [FIRST],
    );
    if (!spread?.is) return undefined;
    const tables = await kindsOf(client);
    return { tables: tables.length, misplaced: await misplacedIn(client, tables) };
  } finally {
    await client.end();
  }
}

/**
 * Turns the database into one that is spread over the servers of its cluster. Nobody may be connected meanwhile. A run that
 * was ended in the middle is taken up where it was.
 * @throws Error in one line: what is missing, who is in the way, what cannot be distributed
 */
export async function distribute(adminUrl: string, options: DistributeOptions): Promise<Distributed> {
  if (!Number.isInteger(options.shards) || options.shards < FEWEST || options.shards > MOST)
    throw new Error(unchanged(`--shards is a whole number from ${FEWEST} to ${MOST}.`));
  const client = new pg.Client({ connectionString: adminUrl, application_name: 'cadre distribute' });
  await client.connect();
  try {
    await lockSchema(client);
    await checkServer(client);
    await checkAlone(client);
    const tables = await kindsOf(client);
    if (!(await isBegun(client))) {
      if ((await misplacedIn(client, tables)).length === 0) return { tables, rows: 0, references: 0 };
      const obstacles = await obstaclesOf(client);
      if (obstacles.length > 0) throw new Error(unchanged(`These cannot be distributed: ${few(obstacles)}.`));
      await begin(client, tables);
    }
    const done = await convert(client, tables, options);
    await client.query(`drop table ${NOTES}`);
    return done;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await client.end();
  }
}

/** How each table would stand, and what is in the way; changes nothing and needs no cluster. */
export async function plan(adminUrl: string): Promise<{ tables: TableKind[]; obstacles: string[] }> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    return { tables: await kindsOf(client), obstacles: await obstaclesOf(client) };
  } finally {
    await client.end();
  }
}
