import type { Page, Pagination } from '../kit/endpoint.ts';
import { type Sql, raw, sql } from './sql.ts';
import type { Tx } from './tx.ts';

export const isPage = (value: unknown): value is Page<unknown> =>
  typeof value === 'object' && value !== null && 'rows' in value && 'pagination' in value;

const flag = (value: boolean): string => (value ? 'True' : 'False');

/** The six headers of every list, exactly as its clients read them. */
export const paginationHeaders = (pagination: Pagination): Record<string, string> => ({
  'x-pagination-has_next': flag(pagination.has_next),
  'x-pagination-has_prev': flag(pagination.has_prev),
  'x-pagination-page': String(pagination.page),
  'x-pagination-pages': String(pagination.pages),
  'x-pagination-per-page': String(pagination.per_page),
  'x-pagination-total': String(pagination.total),
});

export interface PageRequest {
  page?: number | undefined;
  per_page?: number | undefined;
}

/**
 * One page of a select: the rows and, in the same statement, how many there are. `order` must end in a unique column.
 * @param options `apart`: counted by a statement of its own
 * A page past the end is empty and has a previous one.
 */
export async function pageOf<Row>(
  tx: Tx,
  select: Sql,
  order: Sql,
  request: PageRequest,
  { apart = false }: { apart?: boolean } = {},
): Promise<Page<Row>> {
  const page = request.page ?? 1;
  const perPage = request.per_page ?? 25;
  if (apart) return pageApart<Row>(tx, select, order, page, perPage);
  const rows = await tx.all<Row & { total_rows: number }>(sql`
    select *, count(*) over ()::int as total_rows from (${select}) whole order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`);
  const total = rows[0]?.total_rows ?? (page === 1 ? 0 : await countOf(tx, select));
  return { rows, pagination: paginationOf(page, perPage, total) };
}

/** Rows and their number as two statements at once: where an index has the order, the page need not wait for the last row. */
async function pageApart<Row>(tx: Tx, select: Sql, order: Sql, page: number, perPage: number): Promise<Page<Row>> {
  const [rows, total] = await Promise.all([
    tx.all<Row>(sql`select * from (${select}) whole order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`),
    countOf(tx, select),
  ]);
  return { rows, pagination: paginationOf(page, perPage, total) };
}

/** Where a page stands among `total` rows; one past the end has a previous one. */
export function paginationOf(page: number, perPage: number, total: number): Pagination {
  const pages = Math.ceil(total / perPage);
  return { page, pages, per_page: perPage, total, has_next: page < pages, has_prev: page > 1 && total > 0 };
}

/** Only a page past the end has to count for itself. */
async function countOf(tx: Tx, select: Sql): Promise<number> {
  return (await tx.one<{ total: number }>(sql`select count(*)::int as total from (${select}) counted`))?.total ?? 0;
}

/** `name` or `-name` of a sort parameter as SQL, from the columns that a list allows. */
export function orderBy(sort: string | undefined, columns: Readonly<Record<string, string>>, fallback: string): Sql {
  const key = (sort ?? fallback).replace(/^-/, '');
  const column = columns[key] ?? columns[fallback];
  return raw(`${column} ${sort?.startsWith('-') ? 'desc' : 'asc'} nulls last`);
}
