import type { Day } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { conflict, invalid, notAllowed, notFound } from '../../kit/problem.ts';
import { managedBy, teamsBelow, today } from '../../people/server/public.ts';
import { notify, notifyEach } from '../../settings/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { lockLedger, settle } from './accounts.ts';
import { refuseBeyond, weigh } from './allowance.ts';
import { type LeaveAsked, overlapOf, prepareRequest } from './asking.ts';
import { checkRange } from './capacity.ts';
import { LEAVE_ASKED, LEAVE_DECIDED } from './notices.ts';
import {
  type RequestRow,
  type ShownRequest,
  type Status,
  type StoredRequest,
  decidesOn,
  readRequests,
  selectRequests,
  shown,
} from './request-rows.ts';

interface Filters {
  page?: number;
  per_page?: number;
  from?: Day;
  to?: Day;
  user_ids?: string[];
  teams?: string[];
  status?: Status;
  scope?: 'own' | 'deciding' | 'visible';
}

/** Requests of oneself, of people whom one manages, or those that wait for one's decision, earliest first. */
export async function listRequests(tx: Tx, actor: Actor, { query }: { query: Filters }): Promise<Page<ShownRequest>> {
  const { from, to, user_ids: users, teams, status, scope = 'own' } = query;
  if (from !== undefined && to !== undefined) checkRange(from, to);
  const day = await today(tx);
  const readable =
    actor.category === 'hr' ? undefined : sql`(r.user_id = ${actor.userId} or r.user_id in (${managedBy(tx, actor)}))`;
  const whose = users ?? (scope === 'own' ? [actor.userId] : undefined);
  const page = await pageOf<RequestRow>(
    tx,
    sql`${selectRequests(tx, actor)} and ${and(
      readable,
      whose && sql`r.user_id = any(${whose})`,
      scope === 'deciding'
        ? sql`r.status = 'pending' and r.user_id <> ${actor.userId} and ${decidesOn(tx, actor, 'r.user_id')}`
        : undefined,
      status && sql`r.status = ${status}`,
      to === undefined ? undefined : sql`r.first_day <= ${to}`,
      from === undefined ? undefined : sql`r.last_day >= ${from}`,
      teams && teams.length > 0
        ? sql`exists (select 1 from people.team_members m where m.tenant_id = r.tenant_id and m.user_id = r.user_id and m.is_primary
            and m.valid_from <= ${day} and m.valid_to > ${day} and m.team_id in (${teamsBelow(tx, teams)}))`
        : undefined,
    )}`,
    sql`first_day, id`,
    query,
  );
  return { ...page, rows: await shown(tx, actor, page.rows, day) };
}

/** Who is told of a request: the person's manager, or whoever leads the team. */
async function decidersOf(tx: Tx, userId: string, day: Day): Promise<string[]> {
  const rows = await tx.all<{ id: string }>(sql`
    select coalesce(u.manager_id, t.lead_id) as id from people.users u
    left join people.team_members m on m.tenant_id = u.tenant_id and m.user_id = u.id and m.is_primary
      and m.valid_from <= ${day} and m.valid_to > ${day}
    left join people.teams t on t.tenant_id = m.tenant_id and t.id = m.team_id
    where u.tenant_id = ${tx.tenant} and u.id = ${userId} and coalesce(u.manager_id, t.lead_id) <> u.id`);
  return rows.map((row) => row.id);
}

/**
 * A request of one's own, or on behalf of somebody whose records one keeps; it waits for a decision, unless who asks on behalf
 * decides at once. @throws Problem 422 when it holds no working time or passes the balance, 409 when it overlaps
 */
export async function requestLeave(
  tx: Tx,
  actor: Actor,
  { body }: { body: LeaveAsked & { id?: string; approve?: boolean } },
): Promise<ShownRequest> {
  const asked = await prepareRequest(tx, actor, body);
  const own = asked.user_id === actor.userId;
  if (body.approve && own) throw invalid([{ path: 'approve', message: 'Nobody decides on their own leave.' }]);
  // Of two requests at one moment the second sees the first.
  await lockLedger(tx);
  const overlap = await overlapOf(tx, actor, asked);
  if (overlap) throw conflict(overlap);
  const { minutes, refusal } = await weigh(tx, asked);
  if (refusal) throw invalid([{ path: minutes === 0 ? 'first_day' : 'last_day', message: refusal }]);
  const [stored] = await tx.write.insert<{ id: string }>('leave.requests', [
    { ...asked, ...(body.id ? { id: body.id } : {}), created_by: own ? null : actor.userId },
  ]);
  const id = stored?.id ?? '';
  const day = await today(tx);
  const [row] = await readRequests(tx, actor, [id], day);
  if (!row) throw notFound('There is no such request.');
  if (body.approve) {
    const [decided] = await decideLeave(tx, actor, { body: { ids: [id], status: 'approved' } });
    return decided ?? row;
  }
  const told = (await decidersOf(tx, asked.user_id, day)).filter((each) => each !== actor.userId);
  const facts = { user: row.user, type: row.type, first: row.first_day, last: row.last_day };
  await notify(tx, { kind: LEAVE_ASKED, userIds: told, facts, link: '/planning/internal_bookings?tab=decide' });
  tx.say({ topic: 'leave', keys: { user_ids: [asked.user_id], from: asked.first_day, to: asked.last_day } });
  return row;
}

const DECIDED: Record<Status, string> = {
  pending: 'This request still waits.',
  approved: 'This request is approved already.',
  rejected: 'This request is rejected already.',
  cancelled: 'This request is cancelled already.',
};

interface Decision {
  ids: string[];
  status: 'approved' | 'rejected' | 'cancelled';
  reason?: string;
}

/** @throws Problem 403 for what is not the actor's to decide, 409 for what is decided already or has begun */
function refuseDecision(row: StoredRequest & { deciding: boolean }, actor: Actor, status: Decision['status'], day: Day): void {
  const own = row.user_id === actor.userId;
  if (status === 'cancelled' ? !own && !row.deciding : own || !row.deciding) throw notAllowed();
  const open = row.status === 'pending' || (status === 'cancelled' && row.status === 'approved');
  if (!open) throw conflict(DECIDED[row.status]);
  if (own && row.status === 'approved' && row.first_day <= day)
    throw conflict('This leave has begun. Whoever approves your leave can cancel it.');
}

/** Managers and hr approve, reject or cancel; one cancels one's own before it begins. Nobody decides on their own request. */
export async function decideLeave(tx: Tx, actor: Actor, { body }: { body: Decision }): Promise<ShownRequest[]> {
  const reason = body.reason?.trim() ?? '';
  if (body.status === 'rejected' && reason === '') throw invalid([{ path: 'reason', message: 'A rejection needs a reason.' }]);
  const rows = await tx.all<StoredRequest & { deciding: boolean }>(sql`
    select r.*, ${decidesOn(tx, actor, 'r.user_id')} as deciding from leave.requests r
    where r.tenant_id = ${tx.tenant} and r.id = any(${body.ids}) for update of r`);
  if (rows.length !== new Set(body.ids).size) throw notFound('There is no such request.');
  const day = await today(tx);
  for (const row of rows) refuseDecision(row, actor, body.status, day);
  await tx.write.update(
    'leave.requests',
    rows.map(({ deciding: _deciding, ...before }) => ({
      before,
      set: { status: body.status, reason, decided_by: actor.userId, decided_at: tx.now },
    })),
  );
  const decided = await readRequests(tx, actor, body.ids, day);
  if (body.status === 'approved') await refuseBeyond(tx, decided, day);
  if (body.status !== 'rejected') await settle(tx, [...new Set(rows.map((row) => row.user_id))], day);
  await tellDecision(tx, actor, decided, body.status);
  return decided;
}

async function tellDecision(tx: Tx, actor: Actor, rows: readonly ShownRequest[], status: Decision['status']): Promise<void> {
  const others = rows.filter((row) => row.user_id !== actor.userId);
  await notifyEach(
    tx,
    LEAVE_DECIDED,
    others.map(({ user_id, user, type, first_day: first, last_day: last, decided_by, reason }) => ({
      userId: user_id,
      facts: { user, type, first, last, status, by: decided_by ?? '', reason },
      link: '/planning/internal_bookings',
    })),
  );
  const days = rows.map((row) => row.first_day).sort();
  const ends = rows.map((row) => row.last_day).sort();
  tx.say({ topic: 'leave', keys: { user_ids: [...new Set(rows.map((row) => row.user_id))], from: days[0], to: ends.at(-1) } });
}
