import type { Page } from '../../kit/endpoint.ts';
import { Problem } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { tableFile } from '../../server/export.ts';
import type { PageRequest } from '../../server/paging.ts';
import type { FileReply } from '../../server/route.ts';
import { type Sql, and, raw, sql } from '../../server/sql.ts';
import type { Column } from '../../server/tables-write.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { firmOf } from '../../settings/server/public.ts';

interface Period {
  from?: string;
  to?: string;
  actor_id?: string;
}

interface EventFilters extends Period {
  id?: string;
  action?: string;
  entity?: string;
  entity_id?: string;
}

interface LogFilters extends Period {
  kind?: 'look' | 'refusal';
  subject_id?: string;
}

export interface AuditEventRow {
  id: string;
  at: string;
  actor_id: string | null;
  actor: string | null;
  ip: string | null;
  request_id: string | null;
  entity: string;
  entity_id: string;
  action: string;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface AccessRow {
  id: string;
  at: string;
  actor_id: string;
  actor: string | null;
  ip: string;
  request_id: string;
  kind: string;
  operation: string;
  subject_id: string | null;
  subject: string | null;
}

/** More than a person reads, and what one file may hold in memory. */
const MOST = 50_000;

/** The days of a filter begin and end where the firm is. */
async function within(tx: Tx, { from, to, actor_id }: Period): Promise<Sql> {
  const { time_zone } = await firmOf(tx);
  return and(
    from === undefined ? undefined : sql`c.at >= (${from}::date)::timestamp at time zone ${time_zone}`,
    to === undefined ? undefined : sql`c.at < (${to}::date + 1)::timestamp at time zone ${time_zone}`,
    actor_id === undefined ? undefined : sql`c.actor_id = ${actor_id}`,
  );
}

const equals = (column: string, value: string | undefined): Sql | undefined =>
  value === undefined ? undefined : sql`${raw(`c.${column}`)} = ${value}`;

/** A log, narrowed by its filters, and how its rows become whole: names and details are fetched for rows that are shown. */
interface Log {
  /** Its rows as `c`. */
  from: Sql;
  whole: (some: Sql) => Sql;
}

async function eventLog(tx: Tx, filters: EventFilters): Promise<Log> {
  const { id, action, entity, entity_id } = filters;
  return {
    from: sql`app.audit_changes c where c.tenant_id = ${tx.tenant} and ${await within(tx, filters)}
      and ${and(equals('id', id), equals('action', action), equals('entity', entity), equals('entity_id', entity_id))}`,
    whole: (some) => sql`
      select c.id, c.at, c.actor_id, u.name as actor, c.ip, c.request_id, c.entity, c.entity_id, c.action, d.before, d.after
      from (${some}) c
      left join app.audit_details d on d.tenant_id = ${tx.tenant} and d.change_id = c.id
      left join people.users u on u.tenant_id = ${tx.tenant} and u.id = c.actor_id
      order by c.id desc`,
  };
}

async function accessLog(tx: Tx, filters: LogFilters): Promise<Log> {
  const { kind, subject_id } = filters;
  return {
    from: sql`app.access_log c where c.tenant_id = ${tx.tenant} and ${await within(tx, filters)}
      and ${and(equals('kind', kind), equals('subject_id', subject_id))}`,
    whole: (some) => sql`
      select c.id, c.at, c.actor_id, u.name as actor, c.ip, c.request_id, c.kind, c.operation, c.subject_id, s.name as subject
      from (${some}) c
      left join people.users u on u.tenant_id = ${tx.tenant} and u.id = c.actor_id
      left join people.users s on s.tenant_id = ${tx.tenant} and s.id = c.subject_id
      order by c.id desc`,
  };
}

/** Some rows of a log, the latest first: ids begin with the moment in which they were made, so their order is that of time. */
const latest = (from: Sql, most: number, offset = 0): Sql =>
  sql`select c.* from ${from} order by c.id desc limit ${most} offset ${offset}`;

/** One page of a log. It is counted by itself: a log is long, and its rows are wide once they are whole. */
async function pageOfLog<Row>(tx: Tx, { from, whole }: Log, { page = 1, per_page = 25 }: PageRequest): Promise<Page<Row>> {
  const [rows, counted] = await Promise.all([
    tx.all<Row>(whole(latest(from, per_page, (page - 1) * per_page))),
    tx.one<{ total: number }>(sql`select count(*)::int as total from ${from}`),
  ]);
  const total = counted?.total ?? 0;
  const pages = Math.ceil(total / per_page);
  return { rows, pagination: { page, pages, per_page, total, has_next: page < pages, has_prev: page > 1 && total > 0 } };
}

type Paged<F> = { query: F & PageRequest };
type Exported<F> = { query: F & { format?: string } };

export const listEvents = async (tx: Tx, _actor: Actor, { query }: Paged<EventFilters>): Promise<Page<AuditEventRow>> =>
  pageOfLog<AuditEventRow>(tx, await eventLog(tx, query), query);

export const listAccess = async (tx: Tx, _actor: Actor, { query }: Paged<LogFilters>): Promise<Page<AccessRow>> =>
  pageOfLog<AccessRow>(tx, await accessLog(tx, query), query);

/** The words of a column, each found from the one before by a step in the index: a firm's audit is long, and its words are few. */
const wordsOf = (tx: Tx, column: 'action' | 'entity'): Promise<{ word: string }[]> =>
  tx.all<{ word: string }>(sql`
    with recursive words as (
      (select ${raw(column)} as word from app.audit_changes where tenant_id = ${tx.tenant} order by ${raw(column)} limit 1)
      union all
      select (select c.${raw(column)} from app.audit_changes c
        where c.tenant_id = ${tx.tenant} and c.${raw(column)} > w.word order by c.${raw(column)} limit 1)
      from words w where w.word is not null)
    select word from words where word is not null`);

/** What the audit of the firm can be narrowed to. */
export async function eventChoices(tx: Tx): Promise<{ actions: string[]; entities: string[] }> {
  const [actions, entities] = await Promise.all([wordsOf(tx, 'action'), wordsOf(tx, 'entity')]);
  return { actions: actions.map(({ word }) => word), entities: entities.map(({ word }) => word) };
}

/** Everything that a filter shows. @throws Problem 422 when that is more than one file takes */
async function all(tx: Tx, { from, whole }: Log): Promise<Record<string, unknown>[]> {
  const rows = await tx.all<Record<string, unknown>>(whole(latest(from, MOST + 1)));
  if (rows.length > MOST) throw new Problem(422, { detail: said`These are more than ${MOST} rows. Choose a shorter period.` });
  return rows;
}

const text = (key: string, title: string): Column => ({ key, title, kind: 'text' });
const json = (value: unknown): string => (value === null ? '' : JSON.stringify(value));

const EVENT_COLUMNS = [
  text('at', 'Time (UTC)'),
  text('actor', 'Person'),
  text('action', 'Action'),
  text('entity', 'What'),
  text('entity_id', 'Id'),
  text('before', 'Before'),
  text('after', 'After'),
  text('ip', 'Address'),
  text('request_id', 'Request'),
];

export async function exportEvents(tx: Tx, _actor: Actor, { query }: Exported<EventFilters>): Promise<FileReply> {
  const rows = await all(tx, await eventLog(tx, query));
  const shown = rows.map((row) => ({ ...row, before: json(row['before']), after: json(row['after']) }));
  return tableFile('audit', query.format, EVENT_COLUMNS, shown);
}

const ACCESS_COLUMNS = [
  text('at', 'Time (UTC)'),
  text('actor', 'Person'),
  text('kind', 'Kind'),
  text('operation', 'Operation'),
  text('subject', 'Whose'),
  text('ip', 'Address'),
  text('request_id', 'Request'),
];

export const exportAccess = async (tx: Tx, _actor: Actor, { query }: Exported<LogFilters>): Promise<FileReply> =>
  tableFile('access', query.format, ACCESS_COLUMNS, await all(tx, await accessLog(tx, query)));
