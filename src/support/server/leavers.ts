import type { Page } from '../../kit/endpoint.ts';
import type { Day } from '../../kit/day.ts';
import { conflict, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { restrict, today } from '../../people/server/public.ts';
import { jobKind } from '../../server/jobs.ts';
import { pageOf } from '../../server/paging.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { KEPT_MONTHS, USUALLY_KEPT_MONTHS } from '../rules.ts';

export type LeaverState = 'here' | 'kept' | 'due' | 'erased';

export interface Leaver {
  user_id: string;
  name: string;
  country: string;
  last_day: Day | null;
  due_on: Day | null;
  months: number;
  is_active: boolean;
  restricted_at: string | null;
  restricted_reason: string;
  state: LeaverState;
}

/** Somebody was erased: what stands outside of the database is told, so that a backup that is restored forgets them again. */
export const ERASED = jobKind<{ user_id: string }>('support.erased');

/**
 * People with the day until which their records are kept: that many months after their last day as holds for their country.
 * `here` are those without a last day in the past.
 */
const people = (tx: Tx, day: Day): Sql => sql`
  select u.id as user_id, u.name, u.country, case when e.valid_to < 'infinity' then e.valid_to - 1 end as last_day,
    case when e.valid_to < 'infinity' then (e.valid_to - 1 + make_interval(months => k.months))::date end as due_on,
    k.months, m.is_active, u.restricted_at, u.restricted_reason,
    case when u.erased_at is not null then 'erased'
      when e.valid_to is null or e.valid_to > ${day} then 'here'
      when (e.valid_to - 1 + make_interval(months => k.months))::date >= ${day} then 'kept'
      else 'due' end as state
  from people.users u
  join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
  left join support.retentions r on r.tenant_id = u.tenant_id and r.country = u.country
  cross join lateral (select coalesce(r.months, (${JSON.stringify(KEPT_MONTHS)}::jsonb ->> u.country)::int, ${USUALLY_KEPT_MONTHS}::int) as months) k
  left join lateral (select max(valid_to) as valid_to from people.employments e
    where e.tenant_id = u.tenant_id and e.user_id = u.id) e on true
  where u.tenant_id = ${tx.tenant}`;

const inState = (tx: Tx, day: Day, state: LeaverState | undefined): Sql =>
  sql`select l.* from (${people(tx, day)}) l where ${and(sql`l.state <> 'here'`, state && sql`l.state = ${state}`)}`;

/** How many leavers are in a state. */
export async function countLeavers(tx: Tx, state: LeaverState): Promise<number> {
  const row = await tx.one<{ n: number }>(sql`select count(*)::int as n from (${inState(tx, await today(tx), state)}) s`);
  return row?.n ?? 0;
}

/** Who left, the one who is due first on top. */
export async function listLeavers(
  tx: Tx,
  _actor: Actor,
  { query }: { query: { page?: number; per_page?: number; state?: 'kept' | 'due' | 'erased' } },
): Promise<Page<Leaver>> {
  const { state, ...page } = query;
  return pageOf<Leaver>(tx, inState(tx, await today(tx), state), sql`due_on, user_id`, page);
}

/** Whom a night erases: due, and nobody who can still sign in. */
export async function listDue(tx: Tx, most: number): Promise<string[]> {
  const rows = await tx.all<{ user_id: string }>(sql`
    select d.user_id from (${inState(tx, await today(tx), 'due')}) d where not d.is_active order by d.due_on, d.user_id limit ${most}`);
  return rows.map(({ user_id }) => user_id);
}

async function personOf(tx: Tx, id: string): Promise<Leaver> {
  const row = await tx.one<Leaver>(sql`select l.* from (${people(tx, await today(tx))}) l where l.user_id = ${id}`);
  if (!row) throw notFound('There is no such person.');
  return row;
}

/** Until when the records of a person are kept. @throws Problem 404 */
export const readLeaver = (tx: Tx, _actor: Actor, { params }: { params: { id: string } }): Promise<Leaver> =>
  personOf(tx, params.id);

/** Erases one in the database, notes it in the audit and has it noted outside. @returns whether there was somebody */
export async function erase(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.one<{ done: boolean }>(sql`select support.erase_person(${userId}::uuid, ${tx.now}::timestamptz) as done`);
  if (!row?.done) return false;
  tx.write.event({ action: 'erased', entity: 'people.users', entityId: userId });
  await tx.send(ERASED, { user_id: userId });
  tx.say({ topic: 'people' });
  return true;
}

/** Erases a person who left long enough ago. @throws Problem 404; 409 that says what stands against it, with the day */
export async function erasePerson(tx: Tx, _actor: Actor, { params }: { params: { id: string } }): Promise<Leaver> {
  const { name, state, due_on, country, months, is_active } = await personOf(tx, params.id);
  if (state === 'erased') throw conflict('This person was erased already.');
  if (state === 'here') throw conflict(said`${name} has no last day of work in the past. Enter it first.`);
  if (state === 'kept')
    throw conflict(
      said`The records of ${name} are kept until ${due_on ?? ''}: ${months} months after the last day (${country}).`,
    );
  if (is_active) throw conflict(said`${name} can still sign in. Deactivate them first.`);
  await erase(tx, params.id);
  return personOf(tx, params.id);
}

/** Restricts the use of a person's data, or lifts it. @throws Problem 404; 409 for who was erased; 422 without a reason */
export async function restrictPerson(
  tx: Tx,
  _actor: Actor,
  { params, body }: { params: { id: string }; body: { reason: string | null } },
): Promise<Leaver> {
  await restrict(tx, params.id, body.reason);
  return personOf(tx, params.id);
}
