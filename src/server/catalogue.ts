import type pg from 'pg';

/** What the write gateway needs to know of a table: the type of each column that may be written. */
export interface Table {
  name: string;
  columns: ReadonlyMap<string, string>;
  versioned: boolean;
}

export type Catalogue = ReadonlyMap<string, Table>;

/** Reads every tenant table's columns from the database itself, so that no second list of them can be wrong. */
export async function readCatalogue(pool: pg.Pool): Promise<Catalogue> {
  const { rows } = await pool.query<{ name: string; columns: { name: string; type: string; generated: boolean }[] }>(
    `select n.nspname || '.' || c.relname as name,
       json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
         'generated', a.attgenerated <> '') order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'public')
       and exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id')
     group by 1`,
  );
  return new Map(
    rows.map(({ name, columns }) => {
      const writable = columns.filter((column) => !column.generated);
      const types = new Map(writable.map((column) => [column.name, column.type]));
      return [name, { name, columns: types, versioned: types.has('version') }];
    }),
  );
}
