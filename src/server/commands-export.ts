import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { Table } from './catalogue.ts';
import { type Command, need, tenantOf, text, using } from './commands-kit.ts';
import { keyOf, storeOf } from './files.ts';
import type { Running } from './start.ts';
import { type Column, tableStream } from './tables-write.ts';

/** What is no data of the firm: sessions, links, and answers kept for repeated calls. */
const PASSING = ['access.sessions', 'access.links', 'app.idempotency'];
const AT_ONCE = 2000;
const numbers = ['integer', 'bigint', 'smallint'];

const kindOf = (type: string): Column['kind'] => (type === 'date' ? 'date' : numbers.includes(type) ? 'number' : 'text');

/** Rows of a table in the order of its first column, the id, a few at a time. */
async function* rowsOf(
  client: pg.PoolClient,
  { name }: Table,
  columns: readonly Column[],
  tenant: number,
): AsyncGenerator<object> {
  const list = columns.map(({ key }) => `"${key}"`).join(', ');
  await client.query(`declare rows no scroll cursor for select ${list} from ${name} where tenant_id = $1 order by 1`, [tenant]);
  for (;;) {
    const { rows } = await client.query(`fetch ${AT_ONCE} from rows`);
    yield* rows;
    if (rows.length < AT_ONCE) break;
  }
  await client.query('close rows');
}

async function writeTable(client: pg.PoolClient, table: Table, tenant: number, folder: string): Promise<number> {
  const columns = [...table.columns]
    .filter(([key]) => key !== 'tenant_id')
    .map(([key, type]): Column => ({ key, title: key, kind: kindOf(type) }));
  let count = 0;
  async function* counted(): AsyncGenerator<Record<string, unknown>> {
    for await (const row of rowsOf(client, table, columns, tenant)) {
      count++;
      yield row as Record<string, unknown>;
    }
  }
  const target = fs.createWriteStream(path.join(folder, `${table.name}.csv`), { mode: 0o600 });
  await pipeline(tableStream('csv', { name: table.name, columns }, counted()), target);
  return count;
}

/** The bytes of the firm's files, each under its id with the ending of its name. */
async function writeFiles({ config }: Running, client: pg.PoolClient, tenant: number, folder: string): Promise<number> {
  const { rows } = await client.query<{ id: string; name: string }>(
    'select id, name from app.files where tenant_id = $1 order by id',
    [tenant],
  );
  if (rows.length > 0) fs.mkdirSync(path.join(folder, 'files'), { mode: 0o700 });
  for (const { id, name } of rows) {
    const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0] ?? '';
    fs.writeFileSync(path.join(folder, 'files', id + ending), await storeOf(config).get(keyOf(tenant, id)), { mode: 0o600 });
  }
  return rows.length;
}

/** An empty folder of our own: what is in it afterwards is the export, all of it and nothing else. */
function prepare(folder: string): string {
  const target = path.resolve(folder);
  if (fs.existsSync(target) && (!fs.statSync(target).isDirectory() || fs.readdirSync(target).length > 0)) {
    throw new Error(`${target} is there already and not an empty folder.`);
  }
  fs.mkdirSync(target, { recursive: true, mode: 0o700 });
  return target;
}

async function write(
  running: Running,
  tenant: number,
  folder: string,
): Promise<{ tables: Record<string, number>; files: number }> {
  const { db, catalogue } = running.host;
  const client = await db.streams.connect();
  try {
    // All tables as of one moment, whatever is written meanwhile.
    await client.query('begin isolation level repeatable read read only');
    await client.query('select app.set_tenant($1)', [tenant]);
    const tables: Record<string, number> = {};
    for (const table of [...catalogue.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!PASSING.includes(table.name)) tables[table.name] = await writeTable(client, table, tenant, folder);
    }
    const files = await writeFiles(running, client, tenant, folder);
    await client.query('commit');
    client.release();
    return { tables, files };
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** `cadre export`: everything of one firm, for the firm. */
export const exportCommand: Command = {
  usage: 'export --tenant T --out FOLDER',
  summary:
    'Writes every table of the firm as CSV (UTF-8; text that a spreadsheet would run stands behind an apostrophe) and its files, as of one moment, into a new folder.',
  options: { tenant: text, out: text },
  async run({ values }) {
    const [slug = '', out = ''] = need(values, 'tenant', 'out');
    return using(async (running) => {
      const tenant = await tenantOf(running, slug);
      const folder = prepare(out);
      const { tables, files } = await write(running, tenant, folder);
      const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
      return {
        json: { tenant: slug, folder, tables, rows, files },
        text: `${rows} rows of ${Object.keys(tables).length} tables and ${files} files of ${slug} stand in ${folder}.`,
      };
    });
  },
};
