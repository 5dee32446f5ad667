import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

/** Rules of the schema, each a query that must find nothing: they keep tenants apart and the road to a distributed database open. */
const rooms = `('app', 'settings', 'access', 'people', 'clients', 'rates', 'leave', 'planning', 'time', 'pricing', 'invoicing', 'reporting', 'support')`;
/** Read before a tenant is known; bound by grants, functions of the owner and (the first two) a policy that is not forced. */
const unforced = `('access.memberships', 'access.roles')`;
const global = `('settings.tenants', 'access.accounts', 'access.sessions', 'access.throttle', 'access.links', 'access.sign_in_providers', 'access.sign_in_demands', 'access.domains', 'access.login_tx', 'access.identities')`;

const hasTenant = `exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)`;
const tables = `pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${rooms} and c.relkind in ('r', 'p')`;
const name = `n.nspname || '.' || c.relname`;
const tenantTables = `${tables} and ${hasTenant} and ${name} not in ${global}`;

const rules: [rule: string, query: string][] = [
  ['every tenant table has row security', `select ${name} as bad from ${tenantTables} and not c.relrowsecurity`],
  [
    'row security is forced',
    `select ${name} as bad from ${tenantTables} and not c.relforcerowsecurity and ${name} not in ${unforced}`,
  ],
  [
    'there is one policy, and it has the one text',
    `select ${name} as bad from ${tenantTables} and (select count(*) from pg_policy p where p.polrelid = c.oid and p.polcmd = '*'
       and pg_get_expr(p.polqual, p.polrelid) = '(tenant_id = app.tid())' and pg_get_expr(p.polwithcheck, p.polrelid) = '(tenant_id = app.tid())') <> 1`,
  ],
  [
    'every key holds the tenant',
    `select i.indexrelid::regclass::text as bad from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
     where n.nspname in ${rooms} and ${name} not in ${global} and (i.indisunique or i.indisexclusion) and not a.attnum = any (i.indkey::int2[])`,
  ],
  [
    'primary keys are led by the tenant',
    `select ${name} as bad from ${tenantTables} and not exists (select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where i.indrelid = c.oid and i.indisprimary and i.indkey[0] = a.attnum)`,
  ],
  [
    'references between tenant tables pair the tenant and never set null',
    `select k.conrelid::regclass || '.' || k.conname as bad from pg_constraint k join pg_namespace n on n.oid = k.connamespace
       join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'tenant_id' join pg_attribute b on b.attrelid = k.confrelid and b.attname = 'tenant_id'
     where n.nspname in ${rooms} and k.contype = 'f' and (k.confdeltype in ('n', 'd') or k.confupdtype <> 'a' or
       not exists (select from generate_subscripts(k.conkey, 1) s where k.conkey[s] = a.attnum and k.confkey[s] = b.attnum))`,
  ],
  [
    'the references of entries have an index that begins with them',
    `select k.conname as bad from pg_constraint k
     where k.contype = 'f' and k.conrelid = 'time.entries'::regclass and k.confrelid in ('people.users'::regclass, 'clients.projects'::regclass)
       and not exists (select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1] and i.indkey[1] = k.conkey[2])`,
  ],
  [
    // What goes without the gateway is in no audit, and reports as of a day gone by would miss it.
    'the database removes by itself no fact of a firm: tokens, mails of views and deliveries alone',
    `select k.conrelid::regclass || '.' || k.conname as bad from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ${rooms} and k.contype = 'f' and k.confdeltype = 'c' and ${hasTenant} and ${name} not in ${global}
       and ${name} not in ('access.api_tokens', 'reporting.schedules', 'support.deliveries')`,
  ],
  [
    'the tenant has one type',
    `select ${name} as bad from ${tables} and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and a.atttypid <> 'int4'::regtype)`,
  ],
  [
    'no triggers',
    `select t.tgrelid::regclass || '.' || t.tgname as bad from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${rooms} and not t.tgisinternal`,
  ],
  [
    'no small identity in tenant tables',
    `select ${name} as bad from ${tenantTables} and exists (select from pg_attribute a where a.attrelid = c.oid and a.attidentity <> '')`,
  ],
  [
    'views run as their caller; nothing is materialised',
    `select c.oid::regclass::text as bad from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${rooms} and (c.relkind = 'm' or (c.relkind = 'v' and not coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on'], false)))`,
  ],
  [
    'functions of the owner have a fixed search path',
    `select p.oid::regprocedure::text as bad from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${rooms} and p.prosecdef and not coalesce(array_to_string(p.proconfig, ',') ~ 'search_path=', false)`,
  ],
  [
    'the run-time role has no power of its own',
    `select rolname as bad from pg_roles where rolname = 'cadre_app' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)`,
  ],
  [
    'the run-time role owns nothing',
    `select c.oid::regclass::text as bad from pg_class c where c.relowner = 'cadre_app'::regrole`,
  ],
  [
    'the run-time role may not truncate, refer or trigger',
    `select ${name} || ' ' || p as bad from ${tables.replace(' where ', " cross join unnest(array['TRUNCATE', 'REFERENCES', 'TRIGGER']) p where ")} and has_table_privilege('cadre_app', c.oid, p)`,
  ],
  [
    'ledgers and the audit are append-only',
    `select t as bad from unnest(array['app.audit_changes', 'app.audit_details', 'app.audit_seals', 'app.access_log', 'leave.ledger', 'time.decisions', 'pricing.history', 'pricing.messages', 'pricing.takeovers', 'invoicing.issued_lines', 'invoicing.documents', 'invoicing.ledger', 'invoicing.payments', 'invoicing.history', 'invoicing.files', 'support.messages', 'support.images']) t cross join unnest(array['UPDATE', 'DELETE']) p where has_table_privilege('cadre_app', t, p)`,
  ],
  [
    'accounts and sessions are reached through functions alone',
    `select t as bad from unnest(array['access.accounts', 'access.sessions', 'access.throttle', 'access.links', 'access.sign_in_providers', 'access.sign_in_demands', 'access.domains', 'access.login_tx', 'access.identities']) t cross join unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE']) p where has_table_privilege('cadre_app', t, p)`,
  ],
  [
    'tables without a tenant stand on the list',
    `select ${name} as bad from ${tables} and not ${hasTenant} and ${name} not in ${global}`,
  ],
];

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: inject('adminUrl') });
  await owner.connect();
});
afterAll(() => owner.end());

describe('the schema', () => {
  test.each(rules)('%s', async (_rule, query) => {
    expect((await owner.query<{ bad: string }>(query)).rows.map((row) => row.bad)).toEqual([]);
  });
});

/** One fault for each rule that a fault can be planted for: a rule that cannot fail proves nothing. */
const faults: [rule: string, fault: string][] = [
  ['every tenant table has row security', 'alter table clients.clients disable row level security'],
  ['row security is forced', 'alter table clients.clients no force row level security'],
  [
    'there is one policy, and it has the one text',
    'alter policy tenant on clients.clients using (tenant_id = (select app.tid()))',
  ],
  ['every key holds the tenant', 'create unique index planted on clients.clients (id)'],
  ['primary keys are led by the tenant', 'create table clients.planted (id uuid primary key, tenant_id int not null)'],
  [
    'references between tenant tables pair the tenant and never set null',
    'create unique index planted on clients.clients (id); alter table clients.projects add constraint planted foreign key (client_id) references clients.clients (id)',
  ],
  ['the references of entries have an index that begins with them', 'drop index time.entries_by_project'],
  ['the tenant has one type', 'create table clients.planted (tenant_id bigint not null)'],
  [
    'no triggers',
    'create function app.planted() returns trigger language plpgsql as $$ begin return new; end $$; create trigger planted after insert on clients.clients for each row execute function app.planted()',
  ],
  ['no small identity in tenant tables', 'alter table clients.clients add planted int generated always as identity'],
  ['views run as their caller; nothing is materialised', 'create view clients.planted as select * from clients.clients'],
  [
    'functions of the owner have a fixed search path',
    'create function app.planted() returns int language sql security definer as $$ select 1 $$',
  ],
  ['the run-time role has no power of its own', 'alter role cadre_app bypassrls'],
  [
    'the run-time role owns nothing',
    'grant create on schema clients to cadre_app; alter table clients.clients owner to cadre_app',
  ],
  ['the run-time role may not truncate, refer or trigger', 'grant truncate on clients.clients to cadre_app'],
  ['ledgers and the audit are append-only', 'grant update on app.audit_changes to cadre_app'],
  ['accounts and sessions are reached through functions alone', 'grant select on access.sessions to cadre_app'],
  ['tables without a tenant stand on the list', 'create table clients.planted (id int)'],
];

test('the suite runs on the PostgreSQL that its project names', async () => {
  const { rows } = await owner.query<{ server_version_num: string }>('show server_version_num');
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  expect(major).toBe(inject('postgres') ?? major);
});

describe('a planted fault is found', () => {
  test.each(faults)('%s', async (rule, fault) => {
    const query = rules.find(([each]) => each === rule)?.[1] ?? '';
    await owner.query('begin');
    try {
      await owner.query(fault);
      expect((await owner.query(query)).rows.length).toBeGreaterThan(0);
    } finally {
      await owner.query('rollback');
    }
  });
});

/** What a distributed database refuses, or what would be wrong quietly. */
const refusedSql: [what: string, pattern: RegExp][] = [
  ['set_config() does not reach the shards', /\bset_config\s*\(/i],
  ['MERGE', /\bmerge\s+into\s+[a-z_]+\.?[a-z_]*\s+(using|as)\b/i],
  ['ON DELETE SET NULL', /on\s+delete\s+set\s+(null|default)/i],
  ['volatile functions in updates', /\bupdate\b[^;`]*\bset\b[^;`]*\b(clock_timestamp|gen_random_uuid|random)\(\)/i],
];

/** `insert … select` needs an answer or a conflict rule. */
const silentInsert = (statement: string): boolean =>
  statement
    .split(/\binsert into\b/i)
    .slice(1)
    .some((insert) => /\bselect\b/i.test(insert) && !/\b(returning|on conflict)\b/i.test(insert));

const sources = fs
  .readdirSync(path.resolve(import.meta.dirname, '../src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: fs.readFileSync(path.resolve(import.meta.dirname, '../src', file), 'utf8') }));
const migrations = fs
  .readdirSync('migrations')
  .map((file) => ({ file, text: fs.readFileSync(path.join('migrations', file), 'utf8').replace(/--.*$/gm, '') }));

describe('the statements', () => {
  test.each(refusedSql)('%s', (_what, pattern) => {
    expect([...sources, ...migrations].filter(({ text }) => pattern.test(text)).map(({ file }) => file)).toEqual([]);
  });

  test('insert … select answers', () => {
    const statements = sources.flatMap(({ file, text }) =>
      [...text.matchAll(/sql(?:<[^>]*>)?`([^`]*)`/g)].map(([, body = '']) => ({ file, body })),
    );
    expect(
      statements.filter(({ body }) => silentInsert(body)).map(({ file, body }) => `${file}: ${body.trim().slice(0, 60)}`),
    ).toEqual([]);
  });

  test('the statement rules find planted faults', () => {
    expect(refusedSql[0]?.[1].test("select set_config('a', 'b', true)")).toBe(true);
    expect(refusedSql[1]?.[1].test('merge into a using b')).toBe(true);
    expect(refusedSql[2]?.[1].test('on delete set null')).toBe(true);
    expect(refusedSql[3]?.[1].test('update a set b = random()')).toBe(true);
    expect(silentInsert('insert into a select 1')).toBe(true);
    expect(silentInsert('insert into a select 1 returning 1')).toBe(false);
    expect(silentInsert('with x as (insert into a select 1), y as (insert into b select 1 returning 1) select 1')).toBe(true);
  });
});
