import type { Day } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { minorDigits } from '../../kit/money.ts';
import { teamsBelow, today } from '../../people/server/public.ts';
import { refuseLonger, tableFile } from '../../server/export.ts';
import { orderBy, pageOf } from '../../server/paging.ts';
import type { FileReply } from '../../server/route.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Column } from '../../server/tables-write.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { InvoiceListRow } from '../contract.ts';
import type { Kind, Status } from '../rules.ts';
import { tiersOf, visible } from './policy.ts';
import { KIND_WORDS, PUSH_WORDS, STATUS_WORDS } from './words.ts';

interface Filters {
  search?: string;
  clients?: string[];
  projects?: string[];
  teams?: string[];
  users?: string[];
  years?: number[];
  statuses?: Status[];
  kinds?: Kind[];
  pushes?: string[];
  billing_status?: string[];
  from?: Day;
  to?: Day;
  overdue?: boolean;
  waiting?: boolean;
}

interface Listed extends Filters {
  sort?: string;
  page?: number;
  per_page?: number;
}

const sortable = {
  number: 'number',
  client: 'client collate app.names',
  project: 'project collate app.names',
  status: 'status',
  issued_on: 'issued_on',
  due_on: 'due_on',
  gross: 'gross',
  net: 'net',
  updated_at: 'updated_at',
};

const isOverdue = (day: Day): Sql =>
  sql`(i.kind = 'invoice' and i.status in ('issued', 'part_paid') and i.due_on < ${day} and i.gross > i.paid + i.credited)`;

/** Lines of a draft that wait for somebody's decision. */
const waiting = sql`select count(*) from invoicing.lines l where l.tenant_id = i.tenant_id and l.invoice_id = i.id
  and l.adjustment <> 0 and l.decision is null`;

/** Invoices as lists show them, of those that a condition on `i`, `c`, `p` and `s` leaves. */
export async function selectInvoices(tx: Tx, _actor: Actor, condition: Sql): Promise<Sql> {
  const day = await today(tx);
  return sql`
    select i.id, i.kind, i.status, i.number, i.client_id, c.name as client, i.project_id, p.name as project, v.name as seller, u.name as owner,
      i.period_from, i.period_to, i.issued_on, i.due_on, ${isOverdue(day)} as overdue, i.currency, i.net, i.tax, i.gross, i.paid,
      i.credited, i.value, i.standard, coalesce(s.state, 'none') as push, s.pushed_at, a.name as pushed_by, coalesce(s.error, '') as push_error,
      (case when i.status = 'draft' then (${waiting}) else 0 end)::int as waiting, i.updated_at, i.version
    from invoicing.invoices i
    join clients.clients c on c.tenant_id = i.tenant_id and c.id = i.client_id
    join invoicing.sellers v on v.tenant_id = i.tenant_id and v.id = i.seller_id
    join people.users u on u.tenant_id = i.tenant_id and u.id = i.owner_id
    left join clients.projects p on p.tenant_id = i.tenant_id and p.id = i.project_id
    left join invoicing.pushes s on s.tenant_id = i.tenant_id and s.id = i.id
    left join people.users a on a.tenant_id = s.tenant_id and a.id = s.asked_by
    where i.tenant_id = ${tx.tenant} and ${condition}`;
}

const some = <T>(list: readonly T[] | undefined): list is readonly T[] => list !== undefined && list.length > 0;

async function conditionOf(tx: Tx, actor: Actor, filters: Filters): Promise<Sql> {
  const search = filters.search?.trim().toLowerCase();
  const day = await today(tx);
  return and(
    visible(tx, actor),
    search
      ? sql`(position(${search} in lower(coalesce(i.number, ''))) > 0 or position(${search} in c.name_lc) > 0
          or position(${search} in coalesce(p.name_lc, '')) > 0 or position(${search} in lower(i.reference)) > 0)`
      : undefined,
    some(filters.clients) ? sql`i.client_id = any(${filters.clients}::uuid[])` : undefined,
    some(filters.projects) ? sql`i.project_id = any(${filters.projects}::uuid[])` : undefined,
    some(filters.teams) ? sql`p.team_id in (${teamsBelow(tx, filters.teams)})` : undefined,
    some(filters.users) ? sql`i.owner_id = any(${filters.users}::uuid[])` : undefined,
    some(filters.statuses) ? sql`i.status = any(${filters.statuses}::text[])` : undefined,
    some(filters.kinds) ? sql`i.kind = any(${filters.kinds}::text[])` : undefined,
    some(filters.pushes) ? sql`coalesce(s.state, 'none') = any(${filters.pushes}::text[])` : undefined,
    some(filters.billing_status) ? sql`p.billing_status = any(${filters.billing_status}::text[])` : undefined,
    some(filters.years)
      ? sql`date_part('year', coalesce(i.issued_on, i.period_to, i.created_at::date)) = any(${filters.years}::int[])`
      : undefined,
    filters.from ? sql`coalesce(i.period_to, i.issued_on) >= ${filters.from}` : undefined,
    filters.to ? sql`coalesce(i.period_from, i.issued_on) <= ${filters.to}` : undefined,
    filters.overdue ? isOverdue(day) : undefined,
    filters.waiting
      ? sql`(i.status = 'draft' and exists (select 1 from invoicing.lines l where l.tenant_id = i.tenant_id and l.invoice_id = i.id
          and l.adjustment <> 0 and l.decision is null and l.asked_by <> ${actor.userId}) and ${tiersOf(actor.grade).length > 0})`
      : undefined,
  );
}

export async function listInvoices(tx: Tx, actor: Actor, { body = {} }: { body?: Listed }): Promise<Page<InvoiceListRow>> {
  const select = await selectInvoices(tx, actor, await conditionOf(tx, actor, body));
  return pageOf<InvoiceListRow>(tx, select, sql`${orderBy(body.sort ?? '-updated_at', sortable, 'updated_at')}, id`, body);
}

/** How many stand in each state, and what is open by currency. */
export async function countInvoices(tx: Tx, actor: Actor, { body = {} }: { body?: Filters }) {
  const select = await selectInvoices(tx, actor, await conditionOf(tx, actor, body));
  const rows = await tx.all<{
    status: Status;
    currency: string;
    count: number;
    open: number;
    overdue: number;
    drafts: number;
  }>(sql`
    select status, currency, count(*)::int as count,
      coalesce(sum(gross - paid - credited) filter (where kind = 'invoice' and status <> 'draft'), 0)::bigint as open,
      coalesce(sum(gross - paid - credited) filter (where overdue), 0)::bigint as overdue,
      coalesce(sum(net) filter (where status = 'draft'), 0)::bigint as drafts
    from (${select}) whole group by status, currency order by currency, status`);
  const statuses = Map.groupBy(rows, ({ status }) => status);
  const currencies = Map.groupBy(rows, ({ currency }) => currency);
  const sum = (own: typeof rows, of: 'count' | 'open' | 'overdue' | 'drafts'): number =>
    own.reduce((all, row) => all + row[of], 0);
  return {
    statuses: [...statuses].map(([status, own]) => ({ status, count: sum(own, 'count') })),
    sums: [...currencies].map(([currency, own]) => ({
      currency,
      open: sum(own, 'open'),
      overdue: sum(own, 'overdue'),
      drafts: sum(own, 'drafts'),
    })),
  };
}

const COLUMNS: Column[] = [
  { key: 'number', title: 'Number', kind: 'text' },
  { key: 'kind', title: 'Kind', kind: 'text' },
  { key: 'status', title: 'Status', kind: 'text' },
  { key: 'client', title: 'Client', kind: 'text' },
  { key: 'project', title: 'Project', kind: 'text' },
  { key: 'seller', title: 'Seller', kind: 'text' },
  { key: 'period_from', title: 'From', kind: 'date' },
  { key: 'period_to', title: 'To', kind: 'date' },
  { key: 'issued_on', title: 'Issued on', kind: 'date' },
  { key: 'due_on', title: 'Due on', kind: 'date' },
  { key: 'currency', title: 'Currency', kind: 'text' },
  { key: 'net', title: 'Net', kind: 'number' },
  { key: 'tax', title: 'Tax', kind: 'number' },
  { key: 'gross', title: 'Gross', kind: 'number' },
  { key: 'paid', title: 'Paid', kind: 'number' },
  { key: 'credited', title: 'Credited', kind: 'number' },
  { key: 'push', title: 'Accounting', kind: 'text' },
  { key: 'owner', title: 'Owner', kind: 'text' },
];

const MOST_EXPORTED = 50_000;

/** What the list shows as a table; amounts in units of their currency, of a credit note below 0. */
export async function exportInvoices(
  tx: Tx,
  actor: Actor,
  { query, body = {} }: { query: { format?: string }; body?: Filters },
): Promise<FileReply> {
  const select = await selectInvoices(tx, actor, await conditionOf(tx, actor, body));
  const rows = await tx.all<InvoiceListRow>(
    sql`select * from (${select}) whole order by issued_on, number, id limit ${MOST_EXPORTED + 1}`,
  );
  refuseLonger(rows, MOST_EXPORTED);
  const table = rows.map((row) => {
    const unit = (row.kind === 'invoice' ? 1 : -1) * 10 ** minorDigits(row.currency);
    const { net, tax, gross, paid, credited } = row;
    const amounts = Object.fromEntries(
      Object.entries({ net, tax, gross, paid, credited }).map(([key, value]) => [key, value / unit]),
    );
    return {
      ...row,
      ...amounts,
      kind: inLanguage(KIND_WORDS[row.kind], actor.language),
      status: inLanguage(STATUS_WORDS[row.status], actor.language),
      push: inLanguage(PUSH_WORDS[row.push], actor.language),
    };
  });
  return tableFile('invoices', query.format, COLUMNS, table);
}

/** What the last invoice of a project, or else of a client, said; and the last number of all. */
export async function lastUsed(tx: Tx, actor: Actor, { query }: { query: { client_id?: string; project_id?: string } }) {
  const last = await tx.one<{
    number: string | null;
    issued_on: Day | null;
    seller_id: string;
    seller: string;
    language: InvoiceLanguage;
    currency: string;
    payment_days: number;
    reference: string;
    note: string;
    group_by: InvoiceGroup;
  }>(sql`
    select i.number, i.issued_on, i.seller_id, v.name as seller, i.language, i.currency, i.payment_days, i.reference, i.note, i.group_by
    from invoicing.invoices i join invoicing.sellers v on v.tenant_id = i.tenant_id and v.id = i.seller_id
    where i.tenant_id = ${tx.tenant} and i.kind = 'invoice' and i.status <> 'draft' and ${and(
      visible(tx, actor),
      query.client_id ? sql`i.client_id = ${query.client_id}` : undefined,
      query.project_id && !query.client_id ? sql`i.project_id = ${query.project_id}` : undefined,
    )}
    order by (i.project_id is not distinct from ${query.project_id ?? null}::uuid) desc, i.issued_on desc, i.number desc limit 1`);
  const none = {
    number: null,
    issued_on: null,
    seller_id: null,
    seller: null,
    language: null,
    currency: null,
    payment_days: null,
  };
  return last ?? { ...none, reference: '', note: '', group_by: null };
}

type InvoiceLanguage = 'en' | 'fr' | 'de' | 'es';
type InvoiceGroup = 'person' | 'grade' | 'task' | 'phase' | 'project';
