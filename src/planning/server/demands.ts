import { type Day, eachDay, weekday } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { conflict, invalid, notAllowed, notFound } from '../../kit/problem.ts';
import { checkRange } from '../../leave/server/public.ts';
import { teamReach, teamsBelow, today, visibleOn } from '../../people/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import type { Visit } from '../../server/route.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { DemandChange, DemandFilters, DemandRow, NewDemand } from '../contract/demands.ts';
import { addMinutes, daysWithin, maySet } from '../rules.ts';
import { announceDemands } from './place.ts';
import { BOOKING_PAGES, levelBook, reachTo, refuseReadOnly } from './policy.ts';
import { checkPhases, checkSpan, checkWork, leavingPhase } from './work.ts';

/** A demand as it is stored. */
interface Demand extends Record<string, unknown> {
  id: string;
  project_id: string | null;
  phase_id: string | null;
  task_type_id: string | null;
  grade: string | null;
  team_id: string | null;
  country: string | null;
  skill: string;
  first_day: Day;
  last_day: Day;
  minutes_per_day: number;
  note: string;
  created_by: string;
  version: number;
}

type Selected = Omit<DemandRow, 'may'> & { created_by: string };

/** Condition on `d`: for those whose role shows them their own teams alone, what these ask and what is asked of these. */
async function seen(tx: Tx, actor: Actor): Promise<Sql | undefined> {
  const visible = visibleOn(tx, actor, BOOKING_PAGES, sql`d.created_by`);
  if (!visible) return undefined;
  const { own, below } = await teamReach(tx, actor, await today(tx));
  return sql`(${visible} or d.team_id = any(${[...own, ...below]}::uuid[]))`;
}

const selectDemands = (tx: Tx, condition: Sql): Sql => sql`
  select d.id, d.project_id, p.name as project, p.code as project_code, c.name as client,
    d.phase_id, h.name as phase, d.task_type_id, k.name as task_type,
    d.grade, d.team_id, t.name as team, d.country, d.skill, d.first_day, d.last_day, d.minutes_per_day, d.note, d.created_by,
    m.name as asked_by, b.id as booking_id, u.name as user, b.level, d.version
  from planning.demands d
  join people.users m on m.tenant_id = d.tenant_id and m.id = d.created_by
  left join planning.bookings b on b.tenant_id = d.tenant_id and b.demand_id = d.id
  left join people.users u on u.tenant_id = b.tenant_id and u.id = b.user_id
  left join clients.projects p on p.tenant_id = d.tenant_id and p.id = d.project_id
  left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
  left join clients.phases h on h.tenant_id = d.tenant_id and h.project_id = d.project_id and h.id = d.phase_id
  left join settings.task_types k on k.tenant_id = d.tenant_id and k.id = d.task_type_id
  left join people.teams t on t.tenant_id = d.tenant_id and t.id = d.team_id
  where d.tenant_id = ${tx.tenant} and ${condition}`;

/** Whether the actor may change a demand: one's own, or where one may book firmly in the team that it asks. */
async function changesOf(tx: Tx, actor: Actor): Promise<(demand: { created_by: string; team_id: string | null }) => boolean> {
  const [book, reach] = await Promise.all([levelBook(tx), teamReach(tx, actor, await today(tx))]);
  return ({ created_by, team_id }) =>
    created_by === actor.userId || maySet(book(team_id), 'hard', actor.grade, false, reachTo(reach, team_id));
}

async function shown(tx: Tx, actor: Actor, rows: readonly Selected[]): Promise<DemandRow[]> {
  const may = await changesOf(tx, actor);
  return rows.map(({ created_by, ...row }) => ({ ...row, may: may({ created_by, team_id: row.team_id }) }));
}

const some = <T>(list: T[] | undefined): list is T[] => list !== undefined && list.length > 0;

/** Condition on `d`, its project `p` and its booking `b`: demands that touch a range, by the filters that they have. */
async function wanted(tx: Tx, actor: Actor, body: Omit<DemandFilters, 'page' | 'per_page'>): Promise<Sql> {
  const { projects, clients, teams, grades, filled = false } = body;
  return and(
    sql`d.first_day <= ${body.to} and d.last_day >= ${body.from}`,
    filled ? undefined : sql`b.id is null`,
    some(projects) ? sql`d.project_id = any(${projects})` : undefined,
    some(clients) ? sql`p.client_id = any(${clients})` : undefined,
    // What asks for anybody is asked of those who are looked at, too.
    some(teams) ? sql`(d.team_id is null or d.team_id in (${teamsBelow(tx, teams)}))` : undefined,
    some(grades) ? sql`(d.grade is null or d.grade = any(${grades}))` : undefined,
    await seen(tx, actor),
  );
}

/** Demands that touch a range, the open ones unless the others are asked for, too; earliest first. */
export async function listDemands(tx: Tx, actor: Actor, { body }: { body: DemandFilters }): Promise<Page<DemandRow>> {
  checkRange(body.from, body.to);
  const condition = await wanted(tx, actor, body);
  const page = await pageOf<Selected>(tx, selectDemands(tx, condition), sql`first_day, id`, body);
  return { ...page, rows: await shown(tx, actor, page.rows) };
}

const WORKING_WEEK = 5;

/**
 * Minutes that open demands ask for by day of a range, Monday to Friday: nobody's pattern and nobody's holidays are known of
 * work that is nobody's yet.
 */
export async function wantedMinutes(tx: Tx, actor: Actor, body: Omit<DemandFilters, 'page' | 'per_page'>): Promise<Uint32Array> {
  const spans = await tx.all<{ first_day: Day; last_day: Day; minutes: number }>(sql`
    select d.first_day, d.last_day, sum(d.minutes_per_day)::int as minutes from planning.demands d
    left join planning.bookings b on b.tenant_id = d.tenant_id and b.demand_id = d.id
    left join clients.projects p on p.tenant_id = d.tenant_id and p.id = d.project_id
    where d.tenant_id = ${tx.tenant} and ${await wanted(tx, actor, body)} group by 1, 2`);
  const days = eachDay(body.from, body.to);
  const working = days.map((day) => (weekday(day) <= WORKING_WEEK ? 1 : 0));
  const minutes = new Uint32Array(days.length);
  for (const span of spans) {
    const [start, end] = daysWithin(body.from, days.length, span);
    addMinutes(minutes, working, start, end, span.minutes);
  }
  return minutes;
}

export async function oneDemand(tx: Tx, actor: Actor, { params }: { params: { id: string } }): Promise<DemandRow> {
  const rows = await tx.all<Selected>(selectDemands(tx, and(sql`d.id = ${params.id}`, await seen(tx, actor))));
  const [row] = await shown(tx, actor, rows);
  if (!row) throw notFound('There is no such demand.');
  return row;
}

/** Loads demands that are to change or go, through what the actor sees, and locks them. @throws Problem 403 */
async function loadDemands(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Demand[]> {
  const rows = await tx.all<Demand>(sql`
    select d.* from planning.demands d where d.tenant_id = ${tx.tenant} and d.id = any(${ids}::uuid[]) and ${and(await seen(tx, actor))}
    order by d.id for update of d`);
  const may = await changesOf(tx, actor);
  if (!rows.every(may)) throw notAllowed();
  return rows;
}

async function checkTeam(tx: Tx, teamId: string | null | undefined): Promise<void> {
  if (!teamId) return;
  const team = await tx.one(
    sql`select 1 from people.teams where tenant_id = ${tx.tenant} and id = ${teamId} and closed_on is null`,
  );
  if (!team) throw invalid([{ path: 'team_id', message: 'There is no such team.' }]);
}

/** Asks for people on the same work: statements for one are those for hundreds. @throws Problem 403, 404 work, 422 */
export async function addDemands(
  tx: Tx,
  actor: Actor,
  demands: readonly (Omit<NewDemand, 'ids'> & { id: string })[],
): Promise<void> {
  const [first] = demands;
  if (!first) return;
  refuseReadOnly(actor);
  for (const demand of demands) checkSpan(demand);
  await Promise.all([checkWork(tx, first), checkPhases(tx, demands), checkTeam(tx, first.team_id)]);
  const rows = demands.map(({ id, ...fields }) => ({
    id,
    project_id: fields.project_id ?? null,
    phase_id: fields.phase_id ?? null,
    task_type_id: fields.task_type_id ?? null,
    grade: fields.grade ?? null,
    team_id: fields.team_id ?? null,
    country: fields.country ?? null,
    skill: fields.skill?.trim() ?? '',
    first_day: fields.first_day,
    last_day: fields.last_day,
    minutes_per_day: fields.minutes_per_day,
    note: fields.note?.trim() ?? '',
    created_by: actor.userId,
  }));
  await tx.write.insert('planning.demands', rows);
  announceDemands(tx, rows);
}

/** Asks for people: one demand for each id, alike. @throws Problem 404 work, 422 */
export async function createDemands(
  tx: Tx,
  actor: Actor,
  { body: { ids, ...fields } }: { body: NewDemand },
): Promise<{ demands: DemandRow[] }> {
  await addDemands(
    tx,
    actor,
    ids.map((id) => ({ id, ...fields })),
  );
  const stored = await tx.all<Selected>(sql`${selectDemands(tx, sql`d.id = any(${ids}::uuid[])`)} order by d.id`);
  return { demands: await shown(tx, actor, stored) };
}

/** @throws Problem 403 somebody else's, 404, 409 stale, 422 */
export async function changeDemand(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: DemandChange },
  visit: Visit,
): Promise<DemandRow> {
  refuseReadOnly(actor);
  const { version, ...asked } = body;
  const [before] = await loadDemands(tx, actor, [params.id]);
  if (!before) throw notFound('There is no such demand.');
  const set = leavingPhase(before, asked);
  const known = visit.ifMatch ?? version;
  if (known !== undefined && known !== before.version)
    throw conflict('Somebody else changed this demand in the meantime.', await oneDemand(tx, actor, { params }));
  for (const key of ['skill', 'note'] as const) if (set[key] !== undefined) set[key] = set[key].trim();
  const after = { ...before, ...set };
  checkSpan(after);
  if (after.project_id !== before.project_id || after.task_type_id !== before.task_type_id) await checkWork(tx, after);
  if (set.phase_id) await checkPhases(tx, [after]);
  if (after.team_id !== before.team_id) await checkTeam(tx, after.team_id);
  await tx.write.update('planning.demands', [{ before, set }]);
  announceDemands(tx, [before, after]);
  return oneDemand(tx, actor, { params });
}

/** Takes demands away, those that are gone left out. @throws Problem 403 somebody else's, 422 one that a booking fills */
export async function removeDemands(tx: Tx, actor: Actor, { body }: { body: { ids: string[] } }): Promise<{ removed: number }> {
  refuseReadOnly(actor);
  const rows = await loadDemands(tx, actor, body.ids);
  if (rows.length === 0) return { removed: 0 };
  const filled = await tx.one(sql`
    select 1 from planning.bookings where tenant_id = ${tx.tenant} and demand_id = any(${rows.map(({ id }) => id)}::uuid[])`);
  if (filled) throw invalid([{ path: 'ids', message: 'Somebody is booked on this demand: take the booking away first.' }]);
  await tx.write.remove('planning.demands', rows);
  announceDemands(tx, rows);
  return { removed: rows.length };
}

/** What a booking fills must be there, seen, and open. @throws Problem 404, 409 */
export async function checkDemands(tx: Tx, actor: Actor, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await tx.all<{ booking_id: string | null }>(sql`
    select b.id as booking_id from planning.demands d left join planning.bookings b on b.tenant_id = d.tenant_id and b.demand_id = d.id
    where d.tenant_id = ${tx.tenant} and d.id = any(${ids}::uuid[]) and ${and(await seen(tx, actor))}`);
  if (rows.length < new Set(ids).size) throw notFound('There is no such demand.');
  if (rows.some(({ booking_id }) => booking_id !== null)) throw conflict('Somebody is booked on this demand already.');
}
