import { runInThisContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { type Sql, sql } from '../src/server/sql.ts';
import type { Tx } from '../src/server/tx.ts';
import { makeFirm, startTestApp } from './app.ts';
import { breaches, senderOf, trespasses } from './statements.ts';

/**
 * What every statement of the suite is held against when its test file ends (`TestApp.close`), and that each rule can fail: a
 * rule that cannot proves nothing.
 */
const tables = new Set(['people.users', 'people.teams', 'clients.projects', 'time.entries', 'app.files']);

describe('who sent a statement', () => {
  test.each([
    ['people', ['/x/src/server/tx.ts', '/x/src/people/server/users.ts', '/x/src/time/server/entries.ts']],
    ['time', ['/x/src/server/tx.ts', '/x/src/time/server/aggregates.ts', '/x/src/server/gateway.ts', '/x/test/a.test.ts']],
    ['planning', ['/x/src/server/tx.ts', '/x/src/server/paging.ts', '/x/src/planning/server/bookings.ts']],
    ['server', ['/x/src/server/tx.ts', '/x/src/server/usage.ts', '/x/src/people/server/teams.ts']],
    ['world', ['/x/src/server/gateway.ts', '/x/src/server/world/firm.ts', '/x/test/app.ts']],
    ['test', ['/x/src/server/tx.ts', '/x/src/time/server/time.test.ts']],
    ['test', ['/x/test/statements.ts', '/x/test/app.ts', '/x/src/server/tx.ts', '/x/test/tenancy.test.ts']],
    ['server', ['/x/test/app.ts', '/x/src/server/http.ts']],
  ])('is %s', (by, files) => {
    const stack = files.map((file) => `    at run (file://${file}:12:3)`).join('\n');
    expect(senderOf(`Error\n${stack}`)).toBe(by);
  });
});

describe('rooms keep to their tables', () => {
  test.each([
    ['people', 'insert into time.entries (tenant_id) select $1 returning 1', 'people writes time'],
    ['time', 'update people.users t set name = $1', 'time writes people'],
    ['time', 'delete from clients.projects t using x', 'time writes clients'],
    ['reporting', 'insert into time.entries (tenant_id) values ($1)', 'reporting writes time'],
    ['server', 'insert into people.users (tenant_id) values ($1)', 'server writes people'],
    ['people', 'select 1 from time.entries', 'people reads time'],
    ['clients', 'select 1 from people.users u left join planning.bookings b on true', 'clients reads planning'],
  ])('%s: %s', (by, text, complaint) => expect(trespasses({ by, text })).toEqual([complaint]));

  test.each([
    ['people', 'insert into access.memberships (tenant_id) select $1 returning 1'],
    ['time', 'insert into time.entries (tenant_id) select $1 from people.users u returning 1'],
    ['reporting', 'select 1 from time.entries join clients.projects p on true'],
    ['server', 'insert into app.audit_changes (tenant_id) select $1 returning 1'],
    ['server', 'select 1 from time.entries'],
    ['world', 'insert into time.entries (tenant_id) select $1 returning 1'],
  ])('%s may: %s', (by, text) => expect(trespasses({ by, text })).toEqual([]));
});

describe('statements fit a database that is spread by tenant', () => {
  test.each([
    ["select set_config('a', $1, true)", 'set_config() does not reach the shards'],
    ['merge into people.users u using x on u.tenant_id = $1', 'MERGE is not known everywhere'],
    [
      'insert into people.users (tenant_id, id) select $1::int, id from json_to_recordset($2::json) as x(id uuid)',
      'insert … select needs RETURNING or ON CONFLICT',
    ],
    ['select 1 from app.jobs for update', 'a lock needs its tenant'],
    ['update app.x set at = clock_timestamp() where tenant_id = $1', 'an update takes its moment from outside'],
    [
      'insert into people.users as u (tenant_id) values ($1) on conflict (tenant_id) do update set at = now()',
      'a conflict is settled by excluded values',
    ],
    ['insert into people.users (tenant_id, n) values ($1, (select 1))', 'values hold no sub-select'],
    ['select 1 from people.users where id = $1', 'every table is tied to the tenant'],
    ['select 1 from people.users u where u.tenant_id = app.tid()', 'every table is tied to the tenant'],
    [
      'select 1 from people.users u join people.teams t on t.id = u.team_id where u.tenant_id = $1',
      'every table is tied to the tenant',
    ],
    [
      'select 1 from people.users where tenant_id = $1 and id in (select lead_id from people.teams)',
      'every table is tied to the tenant',
    ],
    ['update people.users t set name = x.name from x where t.id = x.id', 'every table is tied to the tenant'],
    ['insert into people.users (id, tenant_id) select id, $1 from x returning 1', 'an insert begins with the tenant'],
    ['select name from people.users u where u.tenant_id = $1 order by u.name_lc, u.id', 'names are sorted as names'],
  ])('refused: %s', (text, what) => expect(breaches(text, tables)).toContain(what));

  test.each([
    'select 1 from people.users u join people.teams t on t.tenant_id = u.tenant_id and t.id = u.team_id where u.tenant_id = $1',
    'select 1 from people.users where tenant_id = $1 and id in (select lead_id from people.teams where tenant_id = $2) for update',
    'insert into people.users (tenant_id, id) select $1::int, id from json_to_recordset($2::json) as x(id uuid) returning *',
    'update people.users t set name = x.name from json_to_recordset($1::json) as x(id uuid) where t.tenant_id = $2 and t.id = x.id',
    'select 1 from people.users u where u.tenant_id = $1 order by position($2 in u.name_lc), u.name_lc collate app.names, u.id',
    'select account_id from access.firms_of($1)',
  ])('taken: %s', (text) => expect(breaches(text, tables)).toEqual([]));
});

describe('a planted fault fails the file in which it is sent', () => {
  const send = (file: string): ((tx: Tx, statement: Sql) => Promise<unknown>) =>
    runInThisContext('(tx, statement) => tx.all(statement)', { filename: `/planted/src/${file}` }) as never;

  test.each([
    ['people/server/planted.ts', 'people reads time', (tx: Tx) => sql`select 1 from time.entries where tenant_id = ${tx.tenant}`],
    [
      'reporting/server/planted.ts',
      'reporting writes time',
      (tx: Tx) => sql`delete from time.entries where tenant_id = ${tx.tenant} and false returning 1`,
    ],
    ['time/server/planted.ts', 'every table is tied to the tenant', () => sql`select 1 from time.entries where false`],
  ])('%s: %s', async (file, complaint, statement) => {
    const app = await startTestApp();
    const firm = await makeFirm(app);
    await firm.within((tx) => send(file)(tx, statement(tx)));
    await expect(app.close()).rejects.toThrow(complaint);
  });
});
