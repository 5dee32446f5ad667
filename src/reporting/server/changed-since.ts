import type { Day } from '../../kit/day.ts';
import { checkRange } from '../../leave/server/public.ts';
import { rowsAs } from '../../server/past.ts';
import type { Visit } from '../../server/route.ts';
import { type Sql, planned, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { ChangedSince } from '../contract.ts';
import { NIL, type ReportFilters, conditions, heldOn } from './facts.ts';
import { filtersFrom } from './lines.ts';
import { pastOf } from './past.ts';

/** What changed rows are of, as people speak of it; what is not named moves no figure. */
const KINDS: readonly [kind: string, tables: RegExp][] = [
  ['rates', /^(rates\.|clients\.project_rates$|invoicing\.terms$|pricing\.)/],
  ['people', /^(people\.|access\.memberships$)/],
  ['leave', /^leave\./],
  ['bookings', /^planning\./],
  ['projects', /^clients\./],
  ['invoices', /^invoicing\./],
];

type Asked = ReportFilters & { as_of: Day; page?: number; per_page?: number };

/** Entries of either side that the filters leave. */
const within = (tx: Tx, actor: Actor, filters: ReportFilters, side: Sql): Sql => sql`
  select f.id from (select e.*${heldOn(tx, filters).columns} from (${side}) e ${heldOn(tx, filters).joins}) f
  where f.day between ${filters.from} and ${filters.to} and ${conditions(tx, actor, filters)}`;

interface Found {
  id: string;
  user_id: string;
  person: string;
  at: Date | null;
  by: string | null;
  then: ChangedSince['rows'][number]['then'];
  now: ChangedSince['rows'][number]['now'];
  count: number;
  seconds_then: number;
  seconds_now: number;
}

/** An entry as one side has it. */
const stood = (alias: 't' | 'n'): Sql => {
  const [row, project] = alias === 't' ? [sql`t`, sql`pt`] : [sql`n`, sql`pn`];
  return sql`case when ${row}.id is null then null else json_build_object('day', ${row}.day, 'project_id', ${row}.project_id,
    'project', ${project}.name, 'seconds', ${row}.seconds, 'chargeable', ${row}.chargeable) end`;
};

/**
 * What of a report's entries is not what it was at the end of a day: what came, went or reads otherwise, by the filters of then or
 * of now; and how many other facts changed that figures hang on. Grade, team and country of the filters are those of today.
 */
export async function changedSince(
  tx: Tx,
  actor: Actor,
  { body: asked }: { body: Asked },
  { looked }: Pick<Visit, 'looked'>,
): Promise<ChangedSince> {
  checkRange(asked.from, asked.to);
  const { as_of: day, page = 1, per_page: perPage = 25, ...filters } = await filtersFrom(tx, actor, asked);
  const past = await pastOf(tx, day);
  const then = rowsAs(
    'time.entries',
    past.entries.flatMap(({ row }) => row ?? []),
  );
  const now = sql`select x.* from time.entries x where x.tenant_id = ${tx.tenant}
    and (x.id = any(${past.entries.map(({ id }) => id)}::uuid[]) or x.import_id = any(${past.imports}::uuid[]))`;
  const rows = await tx.all<Found>(
    planned(sql`
    with t as materialized (${then}), n as materialized (${now}), left_over as (
      ${within(tx, actor, filters, sql`select * from t`)} union ${within(tx, actor, filters, sql`select * from n`)}
    ), changed as (
      select l.id, coalesce(n.user_id, t.user_id) as user_id, t.seconds as seconds_then, n.seconds as seconds_now,
        case when n.id is null or t.id is not null or n.import_id is null then (
          select c.id from app.audit_changes c where c.tenant_id = ${tx.tenant} and c.entity = 'time.entries' and c.entity_id = l.id::text
          order by c.id desc limit 1) end as change_id
      from left_over l left join t on t.id = l.id left join n on n.id = l.id
      where (t.user_id, t.day, coalesce(t.project_id, ${NIL}::uuid), coalesce(t.task_type_id, ${NIL}::uuid), t.seconds, t.chargeable)
        is distinct from (n.user_id, n.day, coalesce(n.project_id, ${NIL}::uuid), coalesce(n.task_type_id, ${NIL}::uuid), n.seconds, n.chargeable)
    ), summed as (
      select count(*)::int as count, coalesce(sum(seconds_then), 0)::bigint as seconds_then,
        coalesce(sum(seconds_now), 0)::bigint as seconds_now from changed
    ), paged as (
      select * from changed order by change_id desc nulls last, id limit ${perPage} offset ${(page - 1) * perPage}
    )
    select p.id, p.user_id, u.name as person, c.at, a.name as "by", ${stood('t')} as "then", ${stood('n')} as "now",
      s.count, s.seconds_then, s.seconds_now
    from summed s
    left join paged p on true
    left join t on t.id = p.id left join n on n.id = p.id
    left join people.users u on u.tenant_id = ${tx.tenant} and u.id = p.user_id
    left join app.audit_changes c on c.tenant_id = ${tx.tenant} and c.id = p.change_id
    left join people.users a on a.tenant_id = ${tx.tenant} and a.id = c.actor_id
    left join clients.projects pt on pt.tenant_id = ${tx.tenant} and pt.id = t.project_id
    left join clients.projects pn on pn.tenant_id = ${tx.tenant} and pn.id = n.project_id
    order by p.change_id desc nulls last, p.id`),
  );
  const [first] = rows;
  const real = rows.filter(({ id }) => id !== null);
  for (const user of new Set(real.map((row) => row.user_id))) if (user !== actor.userId) looked(user);
  return {
    count: first?.count ?? 0,
    seconds_then: Number(first?.seconds_then ?? 0),
    seconds_now: Number(first?.seconds_now ?? 0),
    facts: KINDS.map(([kind, tables]) => ({
      kind,
      count: past.changed.filter(({ table }) => tables.test(table)).reduce((sum, { rows: changed }) => sum + changed, 0),
    })).filter(({ count }) => count > 0),
    rows: real.map(({ count: _count, seconds_then: _then, seconds_now: _now, at, ...row }) => ({
      ...row,
      at: at && new Date(at).toISOString(),
    })),
  };
}
