import type { Page } from '../../kit/endpoint.ts';
import { notFound } from '../../kit/problem.ts';
import { pageOf } from '../../server/paging.ts';
import { raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

type Facts = Record<string, unknown> | null;

interface Found {
  id: string;
  at: string;
  actor: string | null;
  action: string;
  before: Facts;
  after: Facts;
}

/** One change of a record, as its feed shows it. */
export interface FeedRow {
  id: string;
  at: string;
  actor: string | null;
  action: string;
  changes: { field: string; before: string | null; after: string | null }[];
}

/** What is shown of each kind of record; the rest is of no use to a reader. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'clients.clients': [
    'name',
    'sector',
    'status',
    'parent_id',
    'responsible_id',
    'legal_name',
    'street',
    'postal_code',
    'city',
    'country',
    'vat_id',
    'billing_email',
    'language',
    'currency',
    'payment_days',
  ],
  'clients.projects': [
    'name',
    'code',
    'client_id',
    'team_id',
    'status',
    'billing_status',
    'chargeable',
    'fee_kind',
    'starts_on',
    'ends_on',
    'budget_minutes',
    'budget_fee',
    'currency',
    'logging',
    'notes',
    'is_template',
  ],
};

const NAMED = ['parent_id', 'responsible_id', 'client_id', 'team_id'];
const LONGEST = 200;

/** Names of the clients, people and teams that changes mention. */
async function namesOf(tx: Tx, rows: readonly Found[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ before, after }) => [before, after].flatMap((facts) => NAMED.map((key) => facts?.[key])));
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))];
  const found = await Promise.all(
    ['clients.clients', 'people.users', 'people.teams'].map((table) =>
      tx.all<{ id: string; name: string }>(sql`
        select id, name from ${raw(table)} where tenant_id = ${tx.tenant} and id = any(${wanted}::uuid[])`),
    ),
  );
  return new Map(found.flat().map(({ id, name }) => [id, name]));
}

function shown(field: string, value: unknown, names: ReadonlyMap<string, string>): string | null {
  if (value === null || value === undefined || value === '') return null;
  const text = NAMED.includes(field) ? (names.get(String(value)) ?? null) : String(value);
  return text && text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** Events of a list or a file say what they mean by their action; these facts of them are shown. */
const told = (facts: Facts): FeedRow['changes'] =>
  typeof facts?.['name'] === 'string' ? [{ field: 'name', before: null, after: facts['name'] }] : [];

/** What was changed of a record, the latest first: read from the audit, by the index of its entity. */
const feedOf =
  (entity: 'clients.clients' | 'clients.projects', gone: string) =>
  async (
    tx: Tx,
    _actor: Actor,
    { params, query }: { params: { id: string }; query: { page?: number; per_page?: number } },
  ): Promise<Page<FeedRow>> => {
    const there = await tx.one(sql`select 1 from ${raw(entity)} where tenant_id = ${tx.tenant} and id = ${params.id}`);
    if (!there) throw notFound(gone);
    const { rows, pagination } = await pageOf<Found>(
      tx,
      sql`
        select c.id, c.at, u.name as actor, c.action, d.before, d.after from app.audit_changes c
        left join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id
        left join people.users u on u.tenant_id = c.tenant_id and u.id = c.actor_id
        where c.tenant_id = ${tx.tenant} and c.entity = ${entity} and c.entity_id = ${params.id}`,
      raw('id desc'),
      query,
    );
    const names = await namesOf(tx, rows);
    return {
      pagination,
      rows: rows.map(({ before, after, ...row }) => {
        const own = ['insert', 'update', 'delete'].includes(row.action);
        const changes = (own ? (SHOWN[entity] ?? []) : []).flatMap((field) => {
          const [was, is] = [shown(field, before?.[field], names), shown(field, after?.[field], names)];
          return was === is ? [] : [{ field, before: was, after: is }];
        });
        return { ...row, changes: own ? changes : told(after) };
      }),
    };
  };

export const clientHistory = feedOf('clients.clients', 'There is no such client.');
export const projectHistory = feedOf('clients.projects', 'There is no such project.');
