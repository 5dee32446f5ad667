import type { Day } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { checkRange } from '../../leave/server/public.ts';
import { refuseMore, tableFile } from '../../server/export.ts';
import { paginationOf } from '../../server/paging.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { type Sql, planned, raw, sql } from '../../server/sql.ts';
import type { Column } from '../../server/tables-write.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type ReportFilters, conditions, facts, heldOn, toBill } from './facts.ts';
import { filtersFrom } from './lines.ts';

/** An entry as a report shows it: who did what for whom. */
export interface EntryBehind {
  id: string;
  day: Day;
  user_id: string;
  person: string;
  project_id: string | null;
  code: string | null;
  project: string | null;
  client: string | null;
  task: string | null;
  seconds: number;
  chargeable: boolean;
  comment: string;
}

const ORDERS: Readonly<Record<string, string>> = {
  day: 'day, id',
  '-day': 'day desc, id desc',
  seconds: 'seconds, id',
  '-seconds': 'seconds desc, id desc',
};
const orderOf = (sort: string | undefined): Sql => raw(ORDERS[sort ?? '-day'] ?? ORDERS['-day'] ?? '');

/** The entries that the filters leave, without names: those are looked up for the few that are shown. */
const entriesOf = (tx: Tx, actor: Actor, filters: ReportFilters): Sql => sql`
  select f.id, f.day, f.user_id, f.project_id, f.task_type_id, f.seconds, f.chargeable, f.comment
  from (select e.*${heldOn(tx, filters).columns} from time.entries e ${heldOn(tx, filters).joins} where e.tenant_id = ${tx.tenant} and ${toBill(tx, filters)}) f
  where f.tenant_id = ${tx.tenant} and f.day between ${filters.from} and ${filters.to} and ${conditions(tx, actor, filters)}`;

const named = (tx: Tx, entries: Sql, order: Sql): Sql => sql`
  select f.id, f.day, f.user_id, u.name as person, f.project_id, p.code, p.name as project, c.name as client, k.name as task,
    f.seconds, f.chargeable, f.comment
  from (${entries}) f
  join people.users u on u.tenant_id = ${tx.tenant} and u.id = f.user_id
  left join clients.projects p on p.tenant_id = ${tx.tenant} and p.id = f.project_id
  left join clients.clients c on c.tenant_id = ${tx.tenant} and c.id = p.client_id
  left join settings.task_types k on k.tenant_id = ${tx.tenant} and k.id = f.task_type_id
  order by ${order}`;

/** Whose records one looks at stands in the access log. */
function noted(rows: readonly EntryBehind[], actor: Actor, looked: Visit['looked']): void {
  for (const user of new Set(rows.map((row) => row.user_id))) if (user !== actor.userId) looked(user);
}

/**
 * The entries behind a figure of a report, one page, the latest day first. How many there are is read off the sums, as the
 * figure was: a year of a large firm has a million.
 */
export async function entriesBehind(
  tx: Tx,
  actor: Actor,
  { body: asked }: { body: ReportFilters & { sort?: string; page?: number; per_page?: number } },
  { looked }: Pick<Visit, 'looked'>,
): Promise<Page<EntryBehind>> {
  checkRange(asked.from, asked.to);
  const body = await filtersFrom(tx, actor, asked);
  const page = body.page ?? 1;
  const perPage = body.per_page ?? 25;
  const order = orderOf(body.sort);
  const some = sql`${entriesOf(tx, actor, body)} order by ${order} limit ${perPage} offset ${(page - 1) * perPage}`;
  const [rows, counted] = await Promise.all([
    tx.all<EntryBehind>(planned(named(tx, some, order))),
    tx.one<{ total: number }>(sql`select coalesce(sum(entries), 0)::int as total from (${facts(tx, actor, body)}) f`),
  ]);
  noted(rows, actor, looked);
  return { rows, pagination: paginationOf(page, perPage, counted?.total ?? 0) };
}

const COLUMNS: Column[] = [
  { key: 'day', title: 'Date', kind: 'date' },
  { key: 'person', title: 'Person', kind: 'text' },
  { key: 'client', title: 'Client', kind: 'text' },
  { key: 'project', title: 'Project', kind: 'text' },
  { key: 'code', title: 'Code', kind: 'text' },
  { key: 'task', title: 'Task', kind: 'text' },
  { key: 'seconds', title: 'Hours', kind: 'hours' },
  { key: 'chargeable', title: 'Chargeable', kind: 'text' },
  { key: 'comment', title: 'Note', kind: 'text' },
];

/** Entries of a file in an order that no index has. */
const MOST_SORTED = 100_000;
/** Entries of a file from day to day: a sheet has no more lines. */
const MOST = 1_000_000;
/** Entries that are read at a time: few enough to hold, many enough to pay for the asking. */
const AT_ONCE = 5000;

type Last = Pick<EntryBehind, 'day' | 'id'> | undefined;

/** The entries behind one, in the order of days. */
function following(tx: Tx, actor: Actor, filters: ReportFilters, last: Last, forwards: boolean): Sql {
  const beyond = raw(forwards ? '>' : '<');
  const behind = last ? sql`and (f.day, f.id) ${beyond} (${last.day}::date, ${last.id}::uuid)` : sql``;
  // The days once more, alone: an index answers them.
  const days = last ? { ...filters, [forwards ? 'from' : 'to']: last.day } : filters;
  return sql`${entriesOf(tx, actor, days)} ${behind} order by ${orderOf(forwards ? 'day' : '-day')} limit ${AT_ONCE}`;
}

/**
 * All entries from day to day, page after page, each in a transaction of its own: nobody waits for a file, and no memory holds it.
 * What is written meanwhile to days that were read already is not in it.
 */
async function* pagesOf(
  actor: Actor,
  filters: ReportFilters & { sort?: string },
  { within, looked }: Pick<Visit, 'within' | 'looked'>,
): AsyncGenerator<EntryBehind> {
  const forwards = filters.sort === 'day';
  const seen = new Set<string>();
  for (let last: Last, more = true; more; ) {
    const page: EntryBehind[] = await within({ tenant: actor.tenantId, userId: actor.userId }, (tx) =>
      tx.all<EntryBehind>(planned(named(tx, following(tx, actor, filters, last, forwards), orderOf(forwards ? 'day' : '-day')))),
    );
    // Each person is noted once, however many pages they stand on.
    const news = page.filter(({ user_id }) => !seen.has(user_id));
    for (const { user_id } of news) seen.add(user_id);
    noted(news, actor, looked);
    yield* page;
    last = page.at(-1);
    more = page.length === AT_ONCE;
  }
}

/**
 * The entries behind a figure as a file, in the order of the screen: from day to day they are sent as they are read.
 * @throws Problem 422 when there are too many
 */
export async function exportBehind(
  tx: Tx,
  actor: Actor,
  filters: ReportFilters & { sort?: string },
  format: string | undefined,
  visit: Pick<Visit, 'within' | 'looked'>,
): Promise<FileReply> {
  const name = `entries_${filters.from}_${filters.to}`;
  const order = filters.sort ?? '-day';
  if (order === 'day' || order === '-day') {
    const counted = await tx.one<{ total: number }>(
      sql`select coalesce(sum(entries), 0)::int as total from (${facts(tx, actor, filters)}) f`,
    );
    refuseMore(counted?.total ?? 0, MOST);
    return tableFile(
      name,
      format,
      COLUMNS,
      pagesOf(actor, filters, visit) as AsyncIterable<object> as AsyncIterable<Record<string, unknown>>,
    );
  }
  const some = sql`${entriesOf(tx, actor, filters)} order by ${orderOf(order)} limit ${MOST_SORTED + 1}`;
  const rows = await tx.all<EntryBehind>(planned(named(tx, some, orderOf(order))));
  refuseMore(rows.length, MOST_SORTED);
  noted(rows, actor, visit.looked);
  return tableFile(name, format, COLUMNS, rows as unknown as Record<string, unknown>[]);
}
