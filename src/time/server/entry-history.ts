import type { Page } from '../../kit/endpoint.ts';
import { notFound } from '../../kit/problem.ts';
import { mayActFor } from '../../people/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import { raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';

type Facts = Readonly<Record<string, unknown>> | null;

const FIELDS = ['day', 'seconds', 'project_id', 'task_type_id', 'chargeable', 'comment'] as const;
type Field = (typeof FIELDS)[number];

/** One change of an entry: who, when, and each field as it was and as it became. */
export interface EntryChange {
  id: string;
  at: string;
  by: string | null;
  action: string;
  changes: { field: Field; before: string | null; after: string | null }[];
}

/** Names of the projects and task types that changes mention. */
async function namesIn(tx: Tx, all: readonly Facts[]): Promise<Map<string, string>> {
  const idsOf = (field: Field): string[] => [...new Set(all.flatMap((facts) => (facts?.[field] ? String(facts[field]) : [])))];
  const [projects, tasks] = await Promise.all([
    tx.all<{ id: string; name: string }>(
      sql`select id, name from clients.projects where tenant_id = ${tx.tenant} and id = any(${idsOf('project_id')}::uuid[])`,
    ),
    tx.all<{ id: string; name: string }>(
      sql`select id, name from settings.task_types where tenant_id = ${tx.tenant} and id = any(${idsOf('task_type_id')}::uuid[])`,
    ),
  ]);
  return new Map([...projects, ...tasks].map(({ id, name }) => [id, name]));
}

function shown(field: Field, facts: Facts, names: ReadonlyMap<string, string>): string | null {
  const value = facts?.[field];
  if (value === null || value === undefined || value === '') return null;
  return field === 'project_id' || field === 'task_type_id' ? (names.get(String(value)) ?? null) : String(value);
}

/**
 * What was done to an entry, the latest first, for the person and for those who may write their time. Read from the audit by
 * the index of its entity; what an import made is noted there once for the whole file. @throws Problem 404
 */
export async function entryHistory(
  tx: Tx,
  actor: Actor,
  { params, query }: { params: { id: string }; query: { page?: number; per_page?: number } },
): Promise<Page<EntryChange>> {
  const entry = await tx.one<{ user_id: string }>(
    sql`select user_id from time.entries where tenant_id = ${tx.tenant} and id = ${params.id}`,
  );
  if (!entry || !(await mayActFor(tx, actor, entry.user_id))) throw notFound('There is no such entry.');
  const page = await pageOf<{ id: string; at: string; by: string | null; action: string; before: Facts; after: Facts }>(
    tx,
    sql`
      select c.id, c.at, u.name as by, c.action, d.before, d.after from app.audit_changes c
      left join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id
      left join people.users u on u.tenant_id = c.tenant_id and u.id = c.actor_id
      where c.tenant_id = ${tx.tenant} and c.entity = 'time.entries' and c.entity_id = ${params.id}`,
    raw('id desc'),
    query,
  );
  const names = await namesIn(
    tx,
    page.rows.flatMap(({ before, after }) => [before, after]),
  );
  return {
    ...page,
    rows: page.rows.map(({ id, at, by, action, before, after }) => ({
      id,
      at,
      by,
      action,
      changes: FIELDS.flatMap((field) => {
        // A change names what it changed; what it does not name stayed.
        if (action === 'update' && !(after && field in after)) return [];
        const [was, is] = [shown(field, before, names), shown(field, after, names)];
        return was === is ? [] : [{ field, before: was, after: is }];
      }),
    })),
  };
}
