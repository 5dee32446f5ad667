import type { Page } from '../../kit/endpoint.ts';
import { notFound } from '../../kit/problem.ts';
import { teamsBelow } from '../../people/server/public.ts';
import { orderBy, pageOf } from '../../server/paging.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { WriteOffDetails, WriteOffListRow } from '../contract/write-offs.ts';
import { MOST_OFF, type WriteOffState, tierOf } from '../rules.ts';
import { decides, hasFlag, tiersOf, visibleProject } from './policy.ts';

interface Filters {
  search?: string;
  clients?: string[];
  projects?: string[];
  teams?: string[];
  states?: WriteOffState[];
  waiting?: boolean;
  sort?: string;
  page?: number;
  per_page?: number;
}

type Stored = Omit<WriteOffListRow, 'tier'> & { asker: string };

const sortable = {
  project: 'project_lc collate app.names',
  client: 'client_lc collate app.names',
  state: 'state',
  value: 'value',
  asked_at: 'asked_at',
};

const some = <T>(list: readonly T[] | undefined): list is readonly T[] => list !== undefined && list.length > 0;

/** Condition on `w`: those on which the actor may decide. */
function waitsFor(actor: Actor): Sql {
  if (!hasFlag(actor, 'can_approve')) return sql`false`;
  const most = Math.max(0, ...tiersOf(actor.grade).map((tier) => MOST_OFF[tier]));
  // Nothing is decided by who stands below every tier, not even what is worth nothing.
  if (most === 0) return sql`false`;
  return sql`(w.state = 'waiting' and w.asked_by <> ${actor.userId} and w.value * 10000 <= w.standing * ${most}::bigint)`;
}

/** Write-offs of projects whose billing the actor sees, that a condition on `w`, `p` and `c` leaves. */
const selectWriteOffs = (tx: Tx, actor: Actor, condition: Sql): Sql => sql`
  select w.id, w.state, w.project_id, p.code, p.name as project, p.name_lc as project_lc, p.client_id, c.name as client,
    c.name_lc as client_lc, w.currency, w.period_from, w.period_to, w.seconds, w.value, w.standard, w.standing, w.reason,
    w.asked_by as asker, a.name as asked_by, w.asked_at, d.name as decided_by, w.decided_at, w.decision_note,
    b.name as taken_back_by, w.taken_back_at, w.taken_back_reason, w.version
  from invoicing.write_offs w
  join clients.projects p on p.tenant_id = w.tenant_id and p.id = w.project_id
  join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
  join people.users a on a.tenant_id = w.tenant_id and a.id = w.asked_by
  left join people.users d on d.tenant_id = w.tenant_id and d.id = w.decided_by
  left join people.users b on b.tenant_id = w.tenant_id and b.id = w.taken_back_by
  where w.tenant_id = ${tx.tenant} and ${and(visibleProject(tx, actor), condition)}`;

const withTier = (row: Stored): Stored & { tier: WriteOffListRow['tier'] } => ({
  ...row,
  tier: tierOf(row.standing, -row.value),
});

/** Write-offs without an invoice, one page, the latest first. */
export async function listWriteOffs(tx: Tx, actor: Actor, { body = {} }: { body?: Filters }): Promise<Page<WriteOffListRow>> {
  const search = body.search?.trim().toLowerCase();
  const condition = and(
    search
      ? sql`(position(${search} in p.name_lc) > 0 or position(${search} in p.code_lc) > 0 or position(${search} in c.name_lc) > 0)`
      : undefined,
    some(body.clients) ? sql`p.client_id = any(${body.clients}::uuid[])` : undefined,
    some(body.projects) ? sql`w.project_id = any(${body.projects}::uuid[])` : undefined,
    some(body.teams) ? sql`p.team_id in (${teamsBelow(tx, body.teams)})` : undefined,
    some(body.states) ? sql`w.state = any(${body.states}::text[])` : undefined,
    body.waiting ? waitsFor(actor) : undefined,
  );
  const order = sql`${orderBy(body.sort ?? '-asked_at', sortable, 'asked_at')}, id`;
  const page = await pageOf<Stored>(tx, selectWriteOffs(tx, actor, condition), order, body);
  return { ...page, rows: page.rows.map(withTier) };
}

/** Whose time a write-off holds. */
const peopleOf = (tx: Tx, id: string): Promise<WriteOffDetails['people']> =>
  tx.all<WriteOffDetails['people'][number]>(sql`
    select b.user_id, u.name as user, sum(b.seconds)::bigint as seconds, sum(b.value)::bigint as value
    from invoicing.billed_time b join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
    where b.tenant_id = ${tx.tenant} and b.write_off_id = ${id}
    group by b.user_id, u.name, u.name_lc order by u.name_lc collate app.names, b.user_id`);

/** One write-off, with what the actor may do with it. @throws Problem 404 */
export async function readWriteOff(tx: Tx, actor: Actor, id: string): Promise<WriteOffDetails> {
  const [row, people] = await Promise.all([tx.one<Stored>(selectWriteOffs(tx, actor, sql`w.id = ${id}`)), peopleOf(tx, id)]);
  if (!row) throw notFound('There is no such write-off.');
  const { asker, ...shown } = withTier(row);
  return {
    ...shown,
    people,
    may: {
      decide: row.state === 'waiting' && decides(actor, { asked_by: asker, tier: shown.tier }),
      withdraw: row.state === 'waiting' && asker === actor.userId && hasFlag(actor, 'can_edit'),
      take_back: row.state === 'approved' && decides(actor, { asked_by: asker, tier: 'Manager' }),
    },
  };
}

export const oneWriteOff = (tx: Tx, actor: Actor, { params }: { params: { id: string } }): Promise<WriteOffDetails> =>
  readWriteOff(tx, actor, params.id);
