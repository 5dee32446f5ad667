import type pg from 'pg';
import { QUEUE_SCHEMA } from './migrate.ts';

/**
 * How a table stands in a distributed database: copied to every server, cut by firm, or on the coordinator alone.
 * What is read before a firm is known and rarely written is copied; what is written before a firm is known stays.
 */
export type Kind = 'reference' | 'distributed' | 'local';

export interface TableKind {
  /** `time.entries` */
  table: string;
  kind: Kind;
}

const REFERENCE: readonly string[] = [
  'access.accounts',
  'access.domains',
  'access.identities',
  'access.memberships',
  'access.roles',
  'access.sign_in_demands',
  'access.sign_in_providers',
  'settings.tenants',
];
const LOCAL: readonly string[] = ['access.links', 'access.login_tx', 'access.sessions', 'access.throttle'];

/** The table whose shards all others stand beside: one firm's rows are on one server. */
export const FIRST = 'app.files';

/** The product's own tables: not those of the queue, of the house-keeping in `public`, or of an extension. */
const own = `pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public', '${QUEUE_SCHEMA}')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`;
const name = `n.nspname || '.' || c.relname`;
const tenantColumn = (table: string): string =>
  `exists (select from pg_attribute a where a.attrelid = ${table} and a.attname = 'tenant_id' and not a.attisdropped)`;
const inList = (names: readonly string[]): string => `(${names.map((each) => `'${each}'`).join(', ')})`;
const distributed = `${own} and ${tenantColumn('c.oid')} and ${name} not in ${inList([...REFERENCE, ...LOCAL])}`;

/**
 * What a distributed database refuses, each with a query that finds it as `bad`: measured on Citus 13.2 (PostgreSQL 15) and
 * 14.0 (PostgreSQL 18).
 */
export const REFUSED: readonly [what: string, query: string][] = [
  [
    'a key without the tenant',
    `select i.indexrelid::regclass::text as bad from ${distributed.replace(
      ' where ',
      ` join pg_index i on i.indrelid = c.oid
       join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' where `,
    )}
       and (i.indisunique or i.indisexclusion) and not t.attnum = any (i.indkey::int2[])`,
  ],
  [
    'a tenant of another type',
    `select ${name} as bad from ${own} and exists (select from pg_attribute a
       where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped and a.atttypid <> 'int4'::regtype)`,
  ],
  [
    'a reference between firms’ tables that does not pair the tenant, sets null, or follows a change',
    `select k.conrelid::regclass || '.' || k.conname as bad from ${own.replace(
      ' where ',
      ` join pg_constraint k on k.conrelid = c.oid
       join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'tenant_id'
       join pg_attribute b on b.attrelid = k.confrelid and b.attname = 'tenant_id' where `,
    )}
       and k.contype = 'f' and (k.confdeltype in ('n', 'd') or k.confupdtype <> 'a' or
         not exists (select from generate_subscripts(k.conkey, 1) s where k.conkey[s] = a.attnum and k.confkey[s] = b.attnum))`,
  ],
  [
    'a reference to a firm’s table from one that is copied or stays',
    `select k.conrelid::regclass || '.' || k.conname as bad from pg_constraint k
     where k.contype = 'f' and k.confrelid in (select c.oid from ${distributed})
       and k.conrelid not in (select c.oid from ${distributed})`,
  ],
  [
    'a reference from a table that is copied to one that stays',
    `select k.conrelid::regclass || '.' || k.conname as bad from ${own.replace(' where ', ' join pg_constraint k on k.conrelid = c.oid where ')}
       and k.contype = 'f' and ${name} not in ${inList(LOCAL)} and k.confrelid in (select c.oid from ${own} and ${name} in ${inList(LOCAL)})`,
  ],
  [
    'a trigger',
    `select t.tgrelid::regclass || '.' || t.tgname as bad from ${own.replace(' where ', ' join pg_trigger t on t.tgrelid = c.oid where ')} and not t.tgisinternal`,
  ],
  [
    'a policy with a sub-select',
    `select p.polrelid::regclass || '.' || p.polname as bad from ${own.replace(' where ', ' join pg_policy p on p.polrelid = c.oid where ')}
       and concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) ~* 'select'`,
  ],
  [
    'a small identity in a firm’s table',
    `select ${name} as bad from ${distributed} and exists (select from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '')`,
  ],
];

/**
 * The product's tables, and how each would stand: those that are copied first, since the others refer to them.
 * @throws Error for a table that says neither whose rows it holds nor where it belongs
 */
export async function kindsOf(client: pg.Client): Promise<TableKind[]> {
  const { rows } = await client.query<{ table: string; tenant: boolean }>(
    `select ${name} as table, ${tenantColumn('c.oid')} as tenant from ${own} order by 1`,
  );
  const unknown = rows.filter(({ table, tenant }) => !tenant && !REFERENCE.includes(table) && !LOCAL.includes(table));
  if (unknown.length > 0) throw new Error(`It is not known where these belong: ${unknown.map(({ table }) => table).join(', ')}.`);
  const of = (kind: Kind, has: (table: string) => boolean): TableKind[] =>
    rows.filter(({ table }) => has(table)).map(({ table }) => ({ table, kind }));
  const isFirm = (table: string) => !REFERENCE.includes(table) && !LOCAL.includes(table);
  return [
    ...of('reference', (table) => REFERENCE.includes(table)),
    ...of('distributed', (table) => table === FIRST),
    ...of('distributed', (table) => isFirm(table) && table !== FIRST),
    ...of('local', (table) => LOCAL.includes(table)),
  ];
}

/** What in this database stands in the way, a line each: nothing in one that nobody changed by hand. */
export async function obstaclesOf(client: pg.Client): Promise<string[]> {
  const found: string[] = [];
  for (const [what, query] of REFUSED) {
    const { rows } = await client.query<{ bad: string }>(query);
    found.push(...rows.map(({ bad }) => `${what}: ${bad}`));
  }
  return found;
}
