import { conflict, invalid, notAllowed, notFound } from '../../kit/problem.ts';
import { teamsBelow } from '../../people/server/public.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { ReportView, Schedule } from '../contract.ts';

/** What the file of a view is asked by, as the operations take it. */
export interface ViewFile {
  kpis?: Record<string, unknown>;
  projects?: Record<string, unknown>;
}

interface ViewRow extends Record<string, unknown> {
  id: string;
  owner_id: string;
  screen: ReportView['screen'];
  name: string;
  search: string;
  file: ViewFile | null;
  audience: ReportView['audience'];
  team_id: string | null;
  version: number;
}

interface Given {
  screen?: ReportView['screen'];
  name?: string;
  search?: string;
  file?: ViewFile;
  audience?: ReportView['audience'];
  team_id?: string | null;
}

/** Condition on `v`: one's own, those for everybody, and those for a team in whose subtree one is today. */
const shownTo = (tx: Tx, actor: Actor): Sql => sql`(
  v.owner_id = ${actor.userId} or v.audience = 'firm' or v.audience = 'team' and exists (
    select 1 from people.team_members m
    where m.tenant_id = v.tenant_id and m.user_id = ${actor.userId} and m.valid_from <= ${tx.now}::date and m.valid_to > ${tx.now}::date
      and m.team_id in (${aboveIn(tx)})))`;

/** Teams of the subtree of `v.team_id`. */
const aboveIn = (tx: Tx): Sql => sql`
  with recursive below as (
    select v.team_id as id
    union
    select t.id from people.teams t join below b on t.parent_id = b.id where t.tenant_id = ${tx.tenant}
  ) select id from below`;

type Stored = Omit<ReportView, 'own' | 'schedule'> & { [K in keyof Schedule]: Schedule[K] | null };

/** Views that a condition on `v` leaves, of those that are shown to the reader. */
async function viewsWhere(tx: Tx, actor: Actor, condition: Sql): Promise<ReportView[]> {
  const rows = await tx.all<Stored>(sql`
    select v.id, v.screen, v.name, v.search, v.owner_id, u.name as owner, v.audience, v.team_id, t.name as team, v.file is not null as has_file,
      v.version, s.rhythm, s.day, s.hour, s.format
    from reporting.views v
    join people.users u on u.tenant_id = v.tenant_id and u.id = v.owner_id
    left join people.teams t on t.tenant_id = v.tenant_id and t.id = v.team_id
    left join reporting.schedules s on s.tenant_id = v.tenant_id and s.view_id = v.id and s.user_id = ${actor.userId}
    where v.tenant_id = ${tx.tenant} and ${shownTo(tx, actor)} and ${condition}
    order by v.name collate app.names, v.id`);
  return rows.map(({ rhythm, day, hour, format, ...row }) => ({
    ...row,
    own: row.owner_id === actor.userId,
    ...(rhythm === null || day === null || hour === null || format === null ? {} : { schedule: { rhythm, day, hour, format } }),
  }));
}

/** One's own views of a screen and those that are shared with one. */
export const listViews = (tx: Tx, actor: Actor, { query }: { query: { screen: string } }): Promise<ReportView[]> =>
  viewsWhere(tx, actor, sql`v.screen = ${query.screen}`);

/** A view as its reader sees it. @throws Problem 404 where it is not shown to the reader */
export async function viewOf(tx: Tx, actor: Actor, id: string): Promise<ReportView> {
  const [view] = await viewsWhere(tx, actor, sql`v.id = ${id}`);
  if (!view) throw notFound('There is no such view.');
  return view;
}

async function check(tx: Tx, given: Given, audience: ReportView['audience']): Promise<void> {
  const files = Object.values(given.file ?? {}).filter((each) => each !== undefined);
  if (given.file && files.length !== 1) throw invalid([{ path: 'file', message: 'Name one file.' }]);
  if (given.name?.trim() === '') throw invalid([{ path: 'name', message: 'Must not be empty.' }]);
  if (audience !== 'team') return;
  const known =
    given.team_id &&
    (await tx.one(
      sql`select 1 from people.teams where tenant_id = ${tx.tenant} and id in (${teamsBelow(tx, [given.team_id])}) limit 1`,
    ));
  if (!known) throw invalid([{ path: 'team_id', message: 'There is no such team.' }]);
}

/** A name stands once among one's own views of a screen. */
async function refuseTwice(tx: Tx, { owner_id, screen, name }: Pick<ViewRow, 'owner_id' | 'screen' | 'name'>, but?: string) {
  const other = await tx.one<{ id: string }>(sql`
    select id from reporting.views where tenant_id = ${tx.tenant} and owner_id = ${owner_id} and screen = ${screen} and name = ${name}`);
  if (other && other.id !== but) throw invalid([{ path: 'name', message: 'You have a view of this name already.' }]);
}

/** Keeps a view under a name. @throws Problem 422 */
export async function addView(
  tx: Tx,
  actor: Actor,
  { body }: { body: Given & { screen: ReportView['screen']; name: string; search: string; file: ViewFile } },
): Promise<ReportView> {
  const { audience = 'self', team_id: teamId = null, name, screen, search, file } = body;
  await check(tx, body, audience);
  const row = { owner_id: actor.userId, screen, name: name.trim(), search, file, audience };
  await refuseTwice(tx, row);
  const [stored] = await tx.write.insert<ViewRow>('reporting.views', [{ ...row, team_id: audience === 'team' ? teamId : null }]);
  return viewOf(tx, actor, stored?.id ?? '');
}

/** One's own view. @throws Problem 404; 403 where it is shared by somebody else */
async function ownView(tx: Tx, actor: Actor, id: string): Promise<ViewRow> {
  const shown = await viewOf(tx, actor, id);
  if (!shown.own) throw notAllowed();
  return (await tx.one<ViewRow>(sql`select * from reporting.views where tenant_id = ${tx.tenant} and id = ${id}`)) as ViewRow;
}

/** Changes one's own view. @throws Problem 403, 404, 409, 422 */
export async function changeView(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: Given & { version: number } },
): Promise<ReportView> {
  const before = await ownView(tx, actor, params.id);
  const { version, ...given } = body;
  if (version !== before.version) throw conflict('Somebody else changed this in the meantime.', before);
  const audience = given.audience ?? before.audience;
  const team = audience === 'team' ? (given.team_id ?? before.team_id) : null;
  await check(tx, { ...given, team_id: team }, audience);
  const name = given.name?.trim() ?? before.name;
  await refuseTwice(tx, { ...before, name }, before.id);
  await tx.write.update('reporting.views', [{ before, set: { ...given, name, audience, team_id: team } }]);
  return viewOf(tx, actor, params.id);
}

/** Removes one's own view, and with it what it was sent by. @throws Problem 403, 404 */
export async function removeView(tx: Tx, actor: Actor, { params }: { params: { id: string } }): Promise<{ success: boolean }> {
  const before = await ownView(tx, actor, params.id);
  const schedules = await tx.all<Record<string, unknown>>(
    sql`select * from reporting.schedules where tenant_id = ${tx.tenant} and view_id = ${params.id}`,
  );
  await tx.write.remove('reporting.schedules', schedules);
  await tx.write.remove('reporting.views', [before]);
  return { success: true };
}
