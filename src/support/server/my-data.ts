import { Zip, ZipDeflate, strToU8 } from 'fflate';
import { notAllowed, notFound } from '../../kit/problem.ts';
import type { FileReply } from '../../server/route.ts';
import { join, raw, sql } from '../../server/sql.ts';
import { type Column, tableStream } from '../../server/tables-write.ts';
import type { Actor, Tx } from '../../server/tx.ts';

/** What of the database refers to a person: a table, the column that does, and all of its columns. */
export interface Place {
  table: string;
  column: string;
  columns: string[];
}

/**
 * Tables that refer to people and hold nothing of theirs that stands nowhere else: sums that follow from entries, answers that are
 * remembered for a day, and the firm's own figures of what an hour is worth or costs. Each is left out on purpose; any other table is taken by itself.
 */
export const LEFT_OUT: readonly string[] = [
  'app.idempotency',
  'time.months',
  'time.person_months',
  'time.person_days',
  'invoicing.stamps',
  'invoicing.billed_time',
  'reporting.unbilled',
  'reporting.worth',
];

/** Never leaves the server, whosever it is. */
const SECRET = /secret|hash|password|token|fingerprint/;
/** Columns by which a row is about a person, or was written by them; any other says that they decided or did something. */
const OWN = ['user_id', 'author_id', 'subject_id'];
/** Rooms whose records are the firm's business, with prices and costs, whoever stands in them; what one wrote there is one's own. */
const BUSINESS = /^(clients|rates|pricing|invoicing|reporting)\.(?!messages$)/;
const PEOPLE = 'people.users';
const MEMBERSHIPS = 'access.memberships';

/** Every place that refers to a person of a firm, read from the database itself: a new table is in it by itself. */
export async function placesOf(tx: Tx): Promise<Place[]> {
  const rows = await tx.all<Place>(sql`
    with people as (
      select c.conrelid as rel, a.attname::text as name
      from pg_constraint c
      cross join unnest(c.conkey) k(num)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num
      where c.contype = 'f' and c.confrelid in (${PEOPLE}::regclass, ${MEMBERSHIPS}::regclass) and a.attname <> 'tenant_id'
      union
      select a.attrelid, a.attname::text from pg_attribute a
      where a.attname in ('user_id', 'subject_id', 'actor_id') and a.attnum > 0 and not a.attisdropped
      union
      select r.rel, 'id' from (values (${PEOPLE}::regclass), (${MEMBERSHIPS}::regclass)) r(rel)
    )
    select n.nspname || '.' || r.relname as "table", p.name as "column",
      array(select a.attname::text from pg_attribute a where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
        order by a.attnum) as columns
    from people p
    join pg_class r on r.oid = p.rel and r.relkind in ('r', 'p') and not r.relispartition
    join pg_namespace n on n.oid = r.relnamespace and n.nspname not in ('pg_catalog', 'information_schema', 'public', 'jobs')
    where has_table_privilege(r.oid, 'select') and exists (select from pg_attribute t where t.attrelid = r.oid and t.attname = 'tenant_id' and not t.attisdropped)
    order by 1, 2`);
  return rows.filter(({ table }) => !LEFT_OUT.includes(table));
}

const isOwn = ({ table, column }: Place): boolean => (OWN.includes(column) && !BUSINESS.test(table)) || column === 'id';

/** The columns that are told: of one's own rows all but secrets, of what one did in others' rows only which and when. */
function told(place: Place): string[] {
  const wanted = isOwn(place)
    ? place.columns
    : place.columns.filter((name) => /^(id|at|day|.*ed_at)$/.test(name) || name === place.column);
  return wanted.filter((name) => name !== 'tenant_id' && !SECRET.test(name));
}

const rowsOf = (tx: Tx, place: Place, userId: string): Promise<Record<string, unknown>[]> => {
  const names = join(
    told(place).map((name) => raw(`"${name}"`)),
    ', ',
  );
  return tx.all(sql`
    select ${names} from ${raw(place.table)} where tenant_id = ${tx.tenant} and ${raw(`"${place.column}"`)} = ${userId} order by 1`);
};

/** What was changed of the person themselves, with what it was before and after. */
const changesOf = (tx: Tx, userId: string): Promise<Record<string, unknown>[]> =>
  tx.all(sql`
    select c.at, c.action, c.entity, d.before, d.after from app.audit_changes c
    left join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id
    where c.tenant_id = ${tx.tenant} and c.entity in (${join([sql`${PEOPLE}`, sql`${MEMBERSHIPS}`], ', ')})
      and c.entity_id = ${userId}::text order by c.id`);

const text = (value: unknown): string | null =>
  value === null || value === undefined ? null : typeof value === 'object' ? JSON.stringify(value) : String(value as string);

async function asCsv(rows: readonly Record<string, unknown>[]): Promise<Uint8Array> {
  const columns: Column[] = Object.keys(rows[0] ?? {}).map((key) => ({ key, title: key, kind: 'text' }));
  const cells = async function* () {
    for (const row of rows) yield Object.fromEntries(Object.entries(row).map(([key, value]) => [key, text(value)]));
  };
  const parts: Uint8Array[] = [];
  for await (const part of tableStream('csv', { name: 'data', columns }, cells())) parts.push(Buffer.from(part as Buffer));
  return Buffer.concat(parts);
}

/** A ZIP that grows file by file; what is packed is no longer held as rows. */
class Archive {
  readonly #parts: Uint8Array[] = [];
  readonly #zip = new Zip((error, part) => {
    if (error) throw error;
    this.#parts.push(part);
  });

  add(name: string, bytes: Uint8Array): void {
    const file = new ZipDeflate(name, { level: 6 });
    this.#zip.add(file);
    file.push(bytes, true);
  }

  end(): Buffer {
    this.#zip.end();
    return Buffer.concat(this.#parts);
  }
}

const READ_ME = `Everything that this firm keeps about one person, a file for each kind of record, as JSON and as CSV.
Files named by a column hold what the person decided or changed for others: which records, and when.
changes-of-oneself holds what was changed of the person's own record, and what it was before.
Sums that follow from these records, and the firm's own rates, are not repeated. Passwords and keys never leave the server;
where the person is signed in stands on their profile.
`;

/** Whose data are wanted: one's own; of somebody else, for an administrator who answers for a person. @throws Problem 403, 404 */
async function personOf(tx: Tx, actor: Actor, userId: string | undefined): Promise<string> {
  if (userId === undefined || userId === actor.userId) return actor.userId;
  if (!actor.isSuperuser) throw notAllowed();
  const row = await tx.one(sql`select 1 from people.users where tenant_id = ${tx.tenant} and id = ${userId}`);
  if (!row) throw notFound('There is no such person.');
  return userId;
}

/** All that is kept about a person, as a ZIP of JSON and CSV. @throws Problem 403, 404 */
export async function exportMyData(tx: Tx, actor: Actor, { query }: { query: { user_id?: string } }): Promise<FileReply> {
  const userId = await personOf(tx, actor, query.user_id);
  const archive = new Archive();
  const keep = async (name: string, rows: readonly Record<string, unknown>[]): Promise<void> => {
    if (rows.length === 0) return;
    archive.add(`${name}.json`, strToU8(JSON.stringify(rows, null, 1)));
    archive.add(`${name}.csv`, await asCsv(rows));
  };
  archive.add('README.txt', strToU8(READ_ME));
  for (const place of await placesOf(tx)) {
    const name = isOwn(place) && place.column !== 'subject_id' ? place.table : `${place.table}.${place.column}`;
    await keep(name, await rowsOf(tx, place, userId));
  }
  await keep('changes-of-oneself', await changesOf(tx, userId));
  return { name: 'my-data.zip', mediaType: 'application/zip', content: archive.end() };
}
