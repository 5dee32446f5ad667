import { type Day, addDays, isDay } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { conflict, invalid, notAllowed, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { type Work, workRules } from '../../clients/server/public.ts';
import { type Custom, customOf, customOfEach, firmOf } from '../../settings/server/public.ts';
import { mayActFor, today, usersAmong } from '../../people/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import type { Visit } from '../../server/route.ts';
import { type Sql, among, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { EntryInput } from '../contract.ts';
import { rounded } from '../rules.ts';
import { heldTo, rulesOf } from './time-rules.ts';
import { refuseOverwork } from './working-time.ts';

export interface EntryRow extends Record<string, unknown> {
  id: string;
  user_id: string;
  day: Day;
  project_id: string | null;
  task_type_id: string | null;
  seconds: number;
  chargeable: boolean;
  comment: string;
  started_at: string | null;
  created_by: string | null;
  custom: Custom;
  version: number;
}

export interface EntryListRow extends EntryRow {
  project: string | null;
  project_code: string | null;
  client: string | null;
  task_type: string | null;
}

/** How far ahead time may be logged: leave and training are entered early, a typo in the year is not. */
const DAYS_AHEAD = 366;

export const selectEntries = (tx: Tx, condition: Sql): Sql => sql`
  select e.id, e.user_id, e.day, e.project_id, e.task_type_id, e.seconds, e.chargeable, e.comment, e.started_at, e.created_by, e.custom, e.version,
    p.name as project, p.code as project_code, c.name as client, k.name as task_type
  from time.entries e
  left join clients.projects p on p.tenant_id = e.tenant_id and p.id = e.project_id
  left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
  left join settings.task_types k on k.tenant_id = e.tenant_id and k.id = e.task_type_id
  where e.tenant_id = ${tx.tenant} and ${condition}`;

/** Whose time is meant; another's needs the right to act for them. @throws Problem 403 */
export async function personOf(tx: Tx, actor: Actor, userId: string | undefined): Promise<string> {
  if (userId === undefined || userId === actor.userId) return actor.userId;
  if (!(await mayActFor(tx, actor, userId))) throw notAllowed();
  return userId;
}

export async function listEntries(
  tx: Tx,
  actor: Actor,
  { query }: { query: { from: Day; to: Day; user_id?: string; page?: number; per_page?: number } },
  { looked }: Pick<Visit, 'looked'>,
): Promise<Page<EntryListRow>> {
  const user = await personOf(tx, actor, query.user_id);
  if (user !== actor.userId) looked(user);
  const select = selectEntries(tx, sql`e.user_id = ${user} and e.day between ${query.from} and ${query.to}`);
  return pageOf<EntryListRow>(tx, select, sql`day desc, id desc`, query);
}

export interface Target {
  user_id: string;
  day: Day;
  project_id?: string | null | undefined;
  task_type_id?: string | null | undefined;
}

/** Time of one person on one project on one day, as the project's rules judge it. */
export const workOf = ({ project_id, day, ...rest }: Target & { project_id: string }): Work => ({
  ...rest,
  project_id,
  first_day: day,
  last_day: day,
});

/**
 * What one may log on: whether it is chargeable by default. What the project asks of who works on it holds for every write:
 * restrictions of its client, its members, its task types. @throws Problem 422 from the answer
 */
export async function chargeableBy(tx: Tx, targets: readonly Target[]): Promise<(target: Target) => boolean> {
  const works = targets.flatMap((target) => (target.project_id ? workOf({ ...target, project_id: target.project_id }) : []));
  const taskIds = [...new Set(targets.flatMap((target) => target.task_type_id ?? []))];
  const [rules, tasks] = await Promise.all([
    workRules(tx, works),
    taskIds.length === 0
      ? []
      : tx.all<{ id: string; chargeable: boolean; name: string; is_active: boolean }>(sql`
          select id, chargeable, name, is_active from settings.task_types where tenant_id = ${tx.tenant} and ${among('id', taskIds)}`),
  ]);
  const taskById = new Map(tasks.map((row) => [row.id, row]));
  return (target) => {
    const { project_id, task_type_id } = target;
    const project = project_id ? rules.project(project_id) : undefined;
    const task = task_type_id ? taskById.get(task_type_id) : undefined;
    if (project_id && !project) throw invalid([{ path: 'project_id', message: 'There is no such project.' }]);
    if (task_type_id && !task) throw invalid([{ path: 'task_type_id', message: 'There is no such task type.' }]);
    if (!project && !task) throw invalid([{ path: 'project_id', message: 'Choose a project or a task type.' }]);
    if (project?.status === 'archived') throw invalid([{ path: 'project_id', message: said`"${project.name}" is archived.` }]);
    const refused = project && rules.refusal(workOf({ ...target, project_id: project.id }), 'log');
    if (refused) throw invalid([refused]);
    if (task && !task.is_active) throw invalid([{ path: 'task_type_id', message: said`"${task.name}" is not in use any more.` }]);
    return project ? project.chargeable && (task?.chargeable ?? true) : (task?.chargeable ?? false);
  };
}

export function checkDay(day: Day, now: Day): void {
  if (!isDay(day)) throw invalid([{ path: 'day', message: 'There is no such day.' }]);
  if (day > addDays(now, DAYS_AHEAD)) throw invalid([{ path: 'day', message: 'This day lies more than a year ahead.' }]);
}

/** The firm's lock date holds for everybody; days locked one by one are refused where the sums are kept. */
export async function refuseLockedDays(tx: Tx, days: readonly Day[]): Promise<void> {
  const { locked_through: locked } = await firmOf(tx);
  const first = [...days].sort()[0];
  if (locked && first !== undefined && first <= locked) throw conflict(said`Time up to ${{ day: locked }} is locked.`);
}

/** @throws Problem 403 when time of somebody is among it for whom the actor may not act */
async function refuseOthers(tx: Tx, actor: Actor, inputs: readonly EntryInput[]): Promise<void> {
  const people = [...new Set(inputs.map((input) => input.user_id))];
  await Promise.all(people.map((user) => personOf(tx, actor, user)));
}

/** What is asked of the database before entries are written; all of it is sent at once. */
async function judged(tx: Tx, actor: Actor, typed: readonly EntryInput[], pathOf: (index: number) => string) {
  const ofWhom = (input: EntryInput): Target => ({ ...input, user_id: input.user_id ?? actor.userId });
  const [seconds, now, isChargeable, custom] = await Promise.all([
    heldTo(
      tx,
      typed.map((input) => ({ ...input, comment: input.comment ?? '' })),
      (index, field) => `${pathOf(index)}${field}`,
    ),
    today(tx),
    chargeableBy(tx, typed.map(ofWhom)),
    customOfEach(
      tx,
      { collection: 'time_entries', usersAmong, pathOf },
      typed.map((input) => ({ given: input.custom })),
    ),
    refuseLockedDays(
      tx,
      typed.map((input) => input.day),
    ),
    refuseOthers(tx, actor, typed),
  ]);
  return { seconds, now, custom, chargeable: (input: EntryInput) => isChargeable(ofWhom(input)) };
}

/** Logs entries for oneself or for people one manages. An id that is there already with the same content is the same create. */
export async function createEntries(
  tx: Tx,
  actor: Actor,
  { body }: { body: EntryInput | { entries: EntryInput[] } },
): Promise<EntryRow[]> {
  const several = 'entries' in body;
  const typed = several ? body.entries : [body];
  const judging = judged(tx, actor, typed, (index) => (several ? `entries.${index}.` : ''));
  // What was written before is answered again, whatever the rules have become since.
  judging.catch(() => undefined);
  const repeated = await alreadyThere(tx, actor, typed);
  if (repeated) return repeated;
  const { seconds, now, custom, chargeable } = await judging;
  const rows = typed.map((input, index) => {
    checkDay(input.day, now);
    const byDefault = chargeable(input);
    return {
      ...input,
      seconds: seconds[index] ?? input.seconds,
      user_id: input.user_id ?? actor.userId,
      project_id: input.project_id ?? null,
      task_type_id: input.task_type_id ?? null,
      chargeable: byDefault && (input.chargeable ?? true),
      comment: input.comment ?? '',
      started_at: input.started_at ?? null,
      created_by: actor.userId,
      custom: custom[index] ?? {},
    };
  });
  const stored = await tx.write.insert<EntryRow>('time.entries', rows);
  await refuseOverwork(
    tx,
    stored.map((after) => ({ after })),
  );
  return stored;
}

/** Entries of a create that came before, if it did. @throws Problem 409 when their ids are taken by something else */
async function alreadyThere(tx: Tx, actor: Actor, inputs: readonly EntryInput[]): Promise<EntryRow[] | undefined> {
  const ids = inputs.flatMap((input) => input.id ?? []);
  if (ids.length === 0 || ids.length !== inputs.length) return undefined;
  const rows = await tx.all<EntryRow>(sql`select * from time.entries where tenant_id = ${tx.tenant} and id = any(${ids})`);
  if (rows.length === 0) return undefined;
  const byId = new Map(rows.map((row) => [row.id, row]));
  const [rules] = await Promise.all([rulesOf(tx), refuseOthers(tx, actor, inputs)]);
  const sameRow = (input: EntryInput): boolean => {
    const row = byId.get(input.id ?? '');
    return (
      row !== undefined &&
      row.user_id === (input.user_id ?? actor.userId) &&
      row.day === input.day &&
      row.seconds === rounded(input.seconds, rules)
    );
  };
  if (!inputs.every(sameRow)) throw conflict('An entry with this id exists already.');
  return inputs.map((input) => byId.get(input.id ?? '') as EntryRow);
}

async function loadEntry(tx: Tx, actor: Actor, id: string, version: number | undefined): Promise<EntryRow> {
  const row = await tx.one<EntryRow>(sql`select * from time.entries where tenant_id = ${tx.tenant} and id = ${id} for update`);
  if (!row || !(await mayActFor(tx, actor, row.user_id))) throw notFound('There is no such entry.');
  if (version !== undefined && version !== row.version) throw conflict('Somebody else changed this entry in the meantime.', row);
  return row;
}

export async function changeEntry(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: Partial<Omit<EntryInput, 'id' | 'user_id'>> & { version?: number } },
  visit: { ifMatch: number | undefined },
): Promise<EntryRow> {
  const { version, ...set } = body;
  const before = await loadEntry(tx, actor, params.id, version ?? visit.ifMatch);
  // What is not touched stays as it is, whatever the rules say now.
  const [kept] = await heldTo(
    tx,
    [{ day: set.day ?? before.day, seconds: set.seconds ?? before.seconds, comment: set.comment }],
    (_, field) => field,
  );
  if (set.day !== undefined && set.day !== before.day) await heldTo(tx, [{ day: before.day, seconds: 0 }], () => 'day');
  if (set.seconds !== undefined) set.seconds = kept ?? set.seconds;
  const next = { ...before, ...set };
  checkDay(next.day, await today(tx));
  const isChargeable = await chargeableBy(tx, [next]);
  set.custom = await customOf(tx, { collection: 'time_entries', given: set.custom, before: before.custom, usersAmong });
  await refuseLockedDays(tx, [before.day, next.day]);
  const moved = set.project_id !== undefined || set.task_type_id !== undefined;
  const chargeable = isChargeable(next) && (set.chargeable ?? (moved ? true : before.chargeable));
  const [row] = await tx.write.update<EntryRow>('time.entries', [{ before, set: { ...set, chargeable } }]);
  await refuseOverwork(tx, [{ before, after: row as EntryRow }]);
  return row as EntryRow;
}

export async function removeEntry(
  tx: Tx,
  actor: Actor,
  { params, query }: { params: { id: string }; query: { version?: number } },
  visit: { ifMatch: number | undefined },
): Promise<{ success: boolean }> {
  const row = await loadEntry(tx, actor, params.id, query.version ?? visit.ifMatch);
  await heldTo(tx, [{ day: row.day, seconds: 0 }], () => 'day');
  await refuseLockedDays(tx, [row.day]);
  await tx.write.remove('time.entries', [row]);
  return { success: true };
}
