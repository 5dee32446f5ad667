import { newId } from '../kit/ids.ts';
import { conflict } from '../kit/problem.ts';
import type { Catalogue, Table } from './catalogue.ts';
import { raw, sql } from './sql.ts';
import type { Tx } from './tx.ts';

export type Row = Record<string, unknown>;

/** One row's change as aggregates see it: no `before` on insert, no `after` on delete. */
export interface RowChange {
  before?: Row;
  after?: Row;
}

/** Keeps what follows from a table (sums) in the writing transaction. */
export type Derivation = (tx: Tx, changes: RowChange[]) => Promise<void>;

interface Author {
  userId: string | undefined;
  requestId: string | undefined;
  ip: string | undefined;
}

/** Something that happened and is no change of a row: a sign-in, an export. */
export interface AuditEvent {
  /** In small letters: `sign_in`. */
  action: string;
  /** What it happened to: a table, or an operation. */
  entity: string;
  entityId: string;
  /** What else has to be known of it; never a secret. */
  facts?: Row;
}

interface AuditRow {
  id: string;
  entity: string;
  entity_id: string;
  action: string;
  before: Row | null;
  after: Row | null;
}

/** Rows in one transaction from which on the database counts their tables again. */
const MANY = 50;

/** What says nothing of a change; and digests of secrets, which only who checks them needs. */
const quiet = new Set(['tenant_id', 'version', 'updated_at', 'token_hash', 'key_hash']);

/**
 * The one way to write business data: one statement for any number of rows. It stamps tenant, version and time, refuses
 * stale rows, records the audit and keeps the aggregates; nothing else writes, so nothing can forget.
 */
export class Gateway {
  readonly #tx: Tx;
  readonly #catalogue: Catalogue;
  readonly #derivations: ReadonlyMap<string, Derivation>;
  readonly #author: Author;
  #audit: AuditRow[] = [];
  readonly #grown = new Map<string, number>();

  constructor(tx: Tx, catalogue: Catalogue, derivations: ReadonlyMap<string, Derivation>, author: Author) {
    this.#tx = tx;
    this.#catalogue = catalogue;
    this.#derivations = derivations;
    this.#author = author;
  }

  /**
   * Inserts rows (all with the same columns) and answers them as stored. An `id` left out is made here. `covered` rows are
   * audited by the one record of the import that brought them, which they carry, and are not answered.
   */
  async insert<R extends Row>(table: string, rows: readonly Row[], options: { covered?: boolean } = {}): Promise<R[]> {
    if (rows.length === 0) return [];
    this.grew(table, rows.length);
    const meta = this.#table(table);
    const prepared = rows.map((row) => ({ id: newId(), ...row }));
    const columns = this.#columns(meta, prepared);
    const list = columns.join(', ');
    const sending = this.#tx.all<R>(sql`
      insert into ${raw(table)} (tenant_id, ${raw(list)})
      select ${this.#tx.tenant}::int, ${raw(list)}
      from json_to_recordset(${JSON.stringify(prepared)}::json) as x(${raw(this.#typed(meta, columns))})
      returning ${raw(options.covered ? '1' : '*')}`);
    // What follows from new rows follows from what was sent: it travels with the insert and does not wait for it.
    const derived = this.#derive(
      meta,
      prepared.map((after) => ({ after })),
    );
    const [stored] = await Promise.all([sending, derived]);
    if (options.covered) return [];
    this.#note(
      meta,
      stored.map((after) => ({ after })),
    );
    return stored;
  }

  /**
   * Changes rows that were loaded before (`before` carries id and version) and answers them as stored.
   * @throws Problem 409 with the current row when one of them changed or vanished meanwhile
   */
  async update<R extends Row>(table: string, changes: readonly { before: Row; set: Row }[]): Promise<R[]> {
    const real = changes.filter(({ before, set }) => Object.keys(set).some((key) => !same(before[key], set[key])));
    if (real.length === 0) return changes.map(({ before }) => before as R);
    const meta = this.#table(table);
    const columns = [...new Set(real.flatMap(({ set }) => Object.keys(set)))].filter((key) => key !== 'id');
    this.#check(meta, columns);
    const rows = real.map(({ before, set }) => {
      const row: Row = { id: before['id'], version: before['version'] };
      for (const column of columns) row[column] = column in set ? set[column] : before[column];
      return row;
    });
    const stamp = meta.columns.has('updated_at') ? sql`, updated_at = ${this.#tx.now}` : raw('');
    const stored = await this.#tx.all<R>(sql`
      update ${raw(table)} t set ${raw(columns.map((column) => `${column} = x.${column}`).join(', '))}
        ${raw(meta.versioned ? ', version = t.version + 1' : '')}${stamp}
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as x(${raw(this.#typed(meta, ['id', ...(meta.versioned ? ['version'] : []), ...columns]))})
      where t.tenant_id = ${this.#tx.tenant} and t.id = x.id ${raw(meta.versioned ? 'and t.version = x.version' : '')}
      returning t.*`);
    if (stored.length !== real.length)
      await this.#stale(
        table,
        real.map(({ before }) => before),
      );
    const after = new Map(stored.map((row) => [row['id'], row]));
    await this.#record(
      meta,
      real.map(({ before }) => ({ before, after: after.get(before['id'] as R['id']) as Row })),
    );
    return changes.map(({ before }) => (after.get(before['id'] as R['id']) ?? before) as R);
  }

  /**
   * Makes rows newer that stay as they are, since what belongs to them changed (dated facts of a person): who read them before
   * is stale. The audit has what changed. @throws Problem 409 when one of them changed or vanished meanwhile
   */
  async touch(table: string, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    const meta = this.#table(table);
    const touched = await this.#tx.all(sql`
      update ${raw(table)} t set version = t.version + 1
      from json_to_recordset(${JSON.stringify(rows.map((row) => ({ id: row['id'], version: row['version'] })))}::json)
        as x(${raw(this.#typed(meta, ['id', 'version']))})
      where t.tenant_id = ${this.#tx.tenant} and t.id = x.id and t.version = x.version returning 1`);
    if (touched.length !== rows.length) await this.#stale(table, rows);
  }

  /** Deletes rows that were loaded before. @throws Problem 409 when one of them changed or vanished meanwhile */
  async remove(table: string, rows: readonly Row[]): Promise<void> {
    if (rows.length === 0) return;
    const meta = this.#table(table);
    const keys = meta.versioned ? ['id', 'version'] : ['id'];
    const gone = await this.#tx.all<{ id: unknown }>(sql`
      delete from ${raw(table)} t
      using json_to_recordset(${JSON.stringify(rows.map((row) => ({ id: row['id'], version: row['version'] })))}::json)
        as x(${raw(this.#typed(meta, keys))})
      where t.tenant_id = ${this.#tx.tenant} and t.id = x.id ${raw(meta.versioned ? 'and t.version = x.version' : '')}
      returning t.id`);
    if (gone.length !== rows.length) await this.#stale(table, rows);
    await this.#record(
      meta,
      rows.map((before) => ({ before })),
    );
  }

  /** Records an event in the audit, with the transaction that it belongs to. */
  event({ action, entity, entityId, facts }: AuditEvent): void {
    this.#audit.push({ id: newId(), entity, entity_id: entityId, action, before: null, after: facts ?? null });
  }

  /** Notes that a table has so many rows more, for those which are written past the gateway: sums of what was written by it. */
  grew(table: string, rows: number): void {
    this.#grown.set(table, (this.#grown.get(table) ?? 0) + rows);
  }

  /** Has tables counted that many rows came into: the planner takes a firm that it never counted for an empty one. */
  async countAgain(): Promise<void> {
    const grown = [...this.#grown].filter(([, rows]) => rows >= MANY);
    this.#grown.clear();
    if (grown.length === 0) return;
    await this.#tx.all(
      sql`select app.count_again(${grown.map(([table]) => table)}::text[], ${grown.map(([, rows]) => rows)}::int[])`,
    );
  }

  /** Writes the audit of everything so far, in one statement however many rows there are. @returns whether there was any */
  async flush(): Promise<boolean> {
    const [audited] = await Promise.all([this.#flushAudit(), this.countAgain()]);
    return audited;
  }

  async #flushAudit(): Promise<boolean> {
    const rows = this.#audit;
    if (rows.length === 0) return false;
    this.#audit = [];
    for (const table of ['app.audit_changes', 'app.audit_details']) this.grew(table, rows.length);
    const { tenant, now } = this.#tx;
    const { userId = null, requestId = null, ip = null } = this.#author;
    await this.#tx.all(sql`
      with x as materialized (
        select * from json_to_recordset(${JSON.stringify(rows)}::json)
          as x(id uuid, entity text, entity_id text, action text, before jsonb, after jsonb)),
      changes as (
        insert into app.audit_changes (tenant_id, id, at, actor_id, request_id, ip, entity, entity_id, action)
        select ${tenant}::int, id, ${now}::timestamptz, ${userId}::uuid, ${requestId}::text, ${ip}::text, entity, entity_id, action from x returning 1)
      insert into app.audit_details (tenant_id, change_id, before, after) select ${tenant}::int, id, before, after from x returning 1`);
    return true;
  }

  #note(meta: Table, changes: RowChange[]): void {
    for (const { before, after } of changes) {
      this.#audit.push({
        id: newId(),
        entity: meta.name,
        entity_id: String((after ?? before)?.['id']),
        action: before ? (after ? 'update' : 'delete') : 'insert',
        ...difference(before, after),
      });
    }
  }

  #derive(meta: Table, changes: RowChange[]): Promise<void> | undefined {
    return this.#derivations.get(meta.name)?.(this.#tx, changes);
  }

  async #record(meta: Table, changes: RowChange[]): Promise<void> {
    this.#note(meta, changes);
    await this.#derive(meta, changes);
  }

  async #stale(table: string, rows: readonly Row[]): Promise<never> {
    const current = await this.#tx.all<Row>(sql`
      select * from ${raw(table)} where tenant_id = ${this.#tx.tenant} and id = any(${rows.map((row) => row['id'])})`);
    const versions = new Map(current.map((row) => [row['id'], row['version']]));
    const first = rows.find((row) => versions.get(row['id']) !== row['version']);
    throw conflict('Somebody else changed this in the meantime.', current.find((row) => row['id'] === first?.['id']) ?? null);
  }

  #table(name: string): Table {
    const meta = this.#catalogue.get(name);
    if (!meta) throw new Error(`There is no table ${name}.`);
    return meta;
  }

  #columns(meta: Table, rows: readonly Row[]): string[] {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    this.#check(meta, columns);
    return columns;
  }

  #check(meta: Table, columns: readonly string[]): void {
    const unknown = columns.find((column) => !meta.columns.has(column) || column === 'tenant_id');
    if (unknown !== undefined) throw new Error(`Column ${unknown} of ${meta.name} cannot be written.`);
  }

  #typed(meta: Table, columns: readonly string[]): string {
    return columns.map((column) => `${column} ${meta.columns.get(column)}`).join(', ');
  }
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What changed, on both sides; whole rows on insert and delete. */
function difference(before: Row | undefined, after: Row | undefined): { before: Row | null; after: Row | null } {
  const keys = Object.keys(after ?? before ?? {}).filter((key) => !quiet.has(key));
  const changed = before && after ? keys.filter((key) => !same(before[key], after[key])) : keys;
  const pick = (row: Row | undefined): Row | null => (row ? Object.fromEntries(changed.map((key) => [key, row[key]])) : null);
  return { before: pick(before), after: pick(after) };
}
