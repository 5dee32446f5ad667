import type { Page } from '../../kit/endpoint.ts';
import { invalid } from '../../kit/problem.ts';
import { orderBy, pageOf } from '../../server/paging.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { PricingListRow } from '../contract.ts';
import type { Kind, Status } from '../rules.ts';
import { seesCost, shownFigures, visible, waitsFor } from './policy.ts';

interface Filters {
  search?: string;
  clients?: string[];
  projects?: string[];
  users?: string[];
  years?: number[];
  statuses?: Status[];
  kinds?: Kind[];
  waiting?: boolean;
  sort?: string;
  page?: number;
  per_page?: number;
}

const sortable = {
  name: 'name_lc collate app.names',
  client: 'client collate app.names',
  owner: 'owner collate app.names',
  status: 'status',
  fee: 'fee',
  updated_at: 'updated_at',
};

/** Pricings as lists show them, by their latest version, of those that a condition on `p` and `v` leaves. */
const selectRows = (tx: Tx, actor: Actor, condition: Sql | undefined): Sql => sql`
  select p.id, p.name, p.name_lc, p.kind, p.client_id, c.name as client, p.project_id, w.name as project, p.owner_id, u.name as owner,
    v.number, v.status, v.currency, v.minutes, v.standard_value as standard, v.fee, v.nfi, v.total_cost as cost, v.missing, v.tier,
    v.submission, v.updated_at, ${waitsFor(actor)} as waits
  from pricing.pricings p
  join pricing.versions v on v.tenant_id = p.tenant_id and v.pricing_id = p.id and v.is_latest
  join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
  join people.users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
  left join clients.projects w on w.tenant_id = p.tenant_id and w.id = p.project_id
  where p.tenant_id = ${tx.tenant} and ${and(visible(tx, actor), condition)}`;

const some = <T>(list: readonly T[] | undefined): list is readonly T[] => list !== undefined && list.length > 0;

function conditionOf(actor: Actor, filters: Filters): Sql {
  const search = filters.search?.trim().toLowerCase();
  return and(
    search
      ? sql`(position(${search} in p.name_lc) > 0 or position(${search} in c.name_lc) > 0 or position(${search} in coalesce(w.name_lc, '')) > 0)`
      : undefined,
    some(filters.clients) ? sql`p.client_id = any(${filters.clients}::uuid[])` : undefined,
    some(filters.projects) ? sql`p.project_id = any(${filters.projects}::uuid[])` : undefined,
    some(filters.users) ? sql`p.owner_id = any(${filters.users}::uuid[])` : undefined,
    some(filters.kinds) ? sql`p.kind = any(${filters.kinds}::text[])` : undefined,
    some(filters.statuses) ? sql`v.status = any(${filters.statuses}::text[])` : undefined,
    some(filters.years) ? sql`date_part('year', v.rate_day) = any(${filters.years}::int[])` : undefined,
    filters.waiting ? waitsFor(actor) : undefined,
  );
}

async function pageOfRows(tx: Tx, actor: Actor, condition: Sql, filters: Filters): Promise<Page<PricingListRow>> {
  const order = sql`${orderBy(filters.sort ?? '-updated_at', sortable, 'updated_at')}, id`;
  const page = await pageOf<PricingListRow>(tx, selectRows(tx, actor, condition), order, filters);
  const sees = seesCost(actor);
  return { ...page, rows: page.rows.map((row) => shownFigures(sees, row)) };
}

export const listPricings = (tx: Tx, actor: Actor, { body = {} }: { body?: Filters }): Promise<Page<PricingListRow>> =>
  pageOfRows(tx, actor, conditionOf(actor, body), body);

/** The pricings of a project, the latest first. */
export const listOfProject = (
  tx: Tx,
  actor: Actor,
  { query }: { query: { project_id: string; page?: number; per_page?: number } },
): Promise<Page<PricingListRow>> => pageOfRows(tx, actor, sql`p.project_id = ${query.project_id}`, query);

interface Touch {
  page?: number;
  per_page?: number;
  rates: { sl_role_id: string; grade: string; country: string }[];
}

/** Pricings that are open and would come to something else if they were priced anew: their lines take rates of these. */
export function listTouched(tx: Tx, actor: Actor, { body }: { body: Touch }): Promise<Page<PricingListRow>> {
  const { rates, ...request } = body;
  const roles = [...new Set(rates.map(({ sl_role_id }) => sl_role_id))];
  // One key for each: of thousands of rates it is looked up by its hash.
  const keys = rates.map(({ sl_role_id, grade, country }) => `${sl_role_id} ${grade} ${country}`);
  // Which versions they are is asked once, by the index of lines by role, and not for each pricing anew.
  const condition = sql`v.status in ('draft', 'submitted') and v.id = any(array(
    select distinct t.version_id from pricing.lines l
    join pricing.tables t on t.tenant_id = l.tenant_id and t.id = l.table_id
    where l.tenant_id = ${tx.tenant} and l.sl_role_id = any(${roles}::uuid[]) and 0 < any(l.minutes)
      and concat_ws(' ', l.sl_role_id, l.grade, t.country) = any(${keys}::text[])))`;
  return pageOfRows(tx, actor, condition, request);
}

/** How many projects have a pricing, and how many pricings stand in each state. */
export async function countPricings(tx: Tx, actor: Actor) {
  const rows = await tx.all<{ status: Status; count: number; projects: string[] }>(sql`
    select status, count(*)::int as count, array_agg(distinct project_id) filter (where project_id is not null) as projects
    from (${selectRows(tx, actor, undefined)}) whole group by status order by status`);
  return {
    projects: new Set(rows.flatMap(({ projects }) => projects ?? [])).size,
    pricings: rows.reduce((all, { count }) => all + count, 0),
    statuses: rows.map(({ status, count }) => ({ status, count })),
  };
}

/** The pricing that counts: what is agreed, else the latest that is open. @throws Problem 422 where nothing is asked for */
export async function existingPricing(
  tx: Tx,
  actor: Actor,
  { query }: { query: { project_id?: string; client_id?: string } },
): Promise<{ pricing: PricingListRow[] }> {
  if (!query.project_id && !query.client_id) throw invalid([{ path: 'project_id', message: 'Choose a project or a client.' }]);
  const condition = and(
    query.project_id ? sql`p.project_id = ${query.project_id}` : sql`p.project_id is null`,
    query.client_id ? sql`p.client_id = ${query.client_id}` : undefined,
    sql`v.status in ('won', 'approved', 'submitted', 'draft')`,
  );
  const row = await tx.one<PricingListRow>(sql`
    select * from (${selectRows(tx, actor, condition)}) found
    order by array_position(array['won', 'approved', 'submitted', 'draft'], status), updated_at desc, id limit 1`);
  return { pricing: row ? [shownFigures(seesCost(actor), row)] : [] };
}
