import type { Grade } from '../../kit/grades.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { refuseIfUsed } from '../../server/usage.ts';
import { holdFrom } from './dated.ts';
import { type LevelInput, levelsByTeam, removeLevels, writeLevels } from './levels.ts';
import { OWN_OF_TEAM, mergeInto } from './merge.ts';
import { today } from './today.ts';
import { refuseFlag, teamsBelow } from './policy.ts';
import { oneAtATime } from '../../settings/server/public.ts';

interface TeamRow extends Record<string, unknown> {
  id: string;
  name: string;
  parent_id: string | null;
  lead_id: string | null;
  country: string | null;
  version: number;
}

interface TeamListRow extends TeamRow {
  lead: string | null;
  members: number;
}

interface TeamInput {
  name?: string;
  parent_id?: string | null;
  lead_id?: string | null;
  country?: string | null;
}

const selectTeams = (tx: Tx, day: string) => sql`
  select t.id, t.name, t.parent_id, t.lead_id, l.name as lead, t.country, t.version,
    (select count(distinct m.user_id)::int from people.team_members m
      join access.memberships a on a.tenant_id = m.tenant_id and a.id = m.user_id and a.is_active
      where m.tenant_id = t.tenant_id and m.team_id = t.id and m.valid_from <= ${day} and m.valid_to > ${day}) as members
  from people.teams t left join people.users l on l.tenant_id = t.tenant_id and l.id = t.lead_id
  where t.tenant_id = ${tx.tenant} and t.closed_on is null`;

async function readTeam(tx: Tx, id: string): Promise<TeamListRow> {
  const row = await tx.one<TeamListRow>(sql`${selectTeams(tx, await today(tx))} and t.id = ${id}`);
  if (!row) throw notFound('There is no such team.');
  return row;
}

/** Every team with its members of today. */
export async function listTeamDetails(tx: Tx) {
  const day = await today(tx);
  const [teams, people] = await Promise.all([
    tx.all<TeamListRow>(sql`${selectTeams(tx, day)} order by t.name_lc collate app.names`),
    tx.all<{ team_id: string; id: string; name: string; grade: Grade; is_primary: boolean }>(sql`
      select m.team_id, u.id, u.name, a.grade, bool_or(m.is_primary) as is_primary from people.team_members m
      join people.users u on u.tenant_id = m.tenant_id and u.id = m.user_id
      join access.memberships a on a.tenant_id = u.tenant_id and a.id = u.id and a.is_active
      where m.tenant_id = ${tx.tenant} and m.valid_from <= ${day} and m.valid_to > ${day}
      group by m.team_id, u.id, u.name, u.name_lc, a.grade order by u.name_lc collate app.names, u.id`),
  ]);
  const byTeam = Map.groupBy(people, (person) => person.team_id);
  return teams.map((team) => ({ ...team, people: byTeam.get(team.id) ?? [] }));
}

/** Booking levels by team; teams without a list of their own have the firm's. */
export async function listTeamsWithLevels(tx: Tx) {
  const [teams, levels] = await Promise.all([
    tx.all<TeamListRow>(sql`${selectTeams(tx, await today(tx))} order by t.name_lc collate app.names`),
    levelsByTeam(tx),
  ]);
  return teams.map((team) => {
    const own = levels.get(team.id);
    return { ...team, levels: own ?? levels.get(null) ?? [], own_levels: own !== undefined };
  });
}

/** Names as they are stored. @throws Problem 422 at the path of the one that is empty, stands twice or is taken */
async function freeNames(
  tx: Tx,
  names: readonly string[],
  pathOf: (index: number) => string,
  except: string | null,
): Promise<string[]> {
  const tidy = names.map((name) => name.trim());
  const lower = tidy.map((name) => name.toLowerCase());
  const taken = await tx.all<{ name: string; name_lc: string }>(sql`
    select name, name_lc from people.teams where tenant_id = ${tx.tenant} and closed_on is null and name_lc = any(${lower}) and id is distinct from ${except}::uuid`);
  const known = new Map(taken.map((row) => [row.name_lc, row.name]));
  const errors = lower.flatMap((name, index): { path: string; message: Text }[] => {
    if (name === '') return [{ path: pathOf(index), message: 'A team needs a name.' }];
    if (known.has(name)) return [{ path: pathOf(index), message: said`There is a team "${known.get(name) ?? ''}" already.` }];
    return lower.indexOf(name) < index ? [{ path: pathOf(index), message: said`"${tidy[index] ?? ''}" stands twice.` }] : [];
  });
  if (errors.length > 0) throw invalid(errors);
  return tidy;
}

/** A team stands below a team of the firm, and not below itself. */
async function checkParent(tx: Tx, id: string | null, parentId: string | null | undefined): Promise<void> {
  if (!parentId) return;
  const above = await tx.all<{ id: string }>(sql`
    with recursive up as (
      select id, parent_id from people.teams where tenant_id = ${tx.tenant} and id = ${parentId} and closed_on is null
      union
      select t.id, t.parent_id from people.teams t join up on t.id = up.parent_id where t.tenant_id = ${tx.tenant}
    ) select id from up`);
  if (above.length === 0) throw invalid([{ path: 'parent_id', message: 'There is no such team.' }]);
  if (above.some((team) => team.id === id)) throw invalid([{ path: 'parent_id', message: 'A team cannot stand below itself.' }]);
}

async function checkPeople(tx: Tx, leadId: string | null | undefined, members: readonly string[] | undefined): Promise<void> {
  const wanted = new Set([...(leadId ? [leadId] : []), ...(members ?? [])]);
  if (wanted.size === 0) return;
  const rows = await tx.all<{ id: string }>(sql`
    select id from people.users where tenant_id = ${tx.tenant} and id = any(${[...wanted]})`);
  if (rows.length === wanted.size) return;
  const known = new Set(rows.map((row) => row.id));
  throw invalid([{ path: leadId && !known.has(leadId) ? 'lead_id' : 'member_ids', message: 'There is no such person.' }]);
}

export async function addTeam(
  tx: Tx,
  actor: Actor,
  { body }: { body: TeamInput & { id?: string; name: string; member_ids?: string[] } },
) {
  refuseFlag(actor, 'can_edit', ['business_units']);
  const { member_ids, ...fields } = body;
  const [name] = await freeNames(tx, [fields.name], () => 'name', null);
  await checkParent(tx, fields.id ?? null, fields.parent_id);
  await checkPeople(tx, fields.lead_id, member_ids);
  const [row] = await tx.write.insert<TeamRow>('people.teams', [{ ...fields, name }]);
  const id = (row as TeamRow).id;
  if (member_ids?.length) await moveInto(tx, id, member_ids, await today(tx));
  return readTeam(tx, id);
}

/** Moves people into a team from a day on; their records are newer then. */
async function moveInto(tx: Tx, teamId: string, members: readonly string[], day: string): Promise<void> {
  if (members.length === 0) return;
  const people = await tx.all<{ id: string; version: number }>(sql`
    select id, version from people.users where tenant_id = ${tx.tenant} and id = any(${members}) order by id for update`);
  await holdFrom(
    tx,
    'people.team_members',
    day,
    people.map(({ id }) => ({ user_id: id, team_id: teamId })),
  );
  await tx.write.touch('people.users', people);
}

export async function createEmptyTeams(
  tx: Tx,
  actor: Actor,
  { body }: { body: { teams: (string | { name: string; parent_id?: string | null })[] } },
) {
  refuseFlag(actor, 'can_edit', ['business_units']);
  const wanted = body.teams.map((team) => (typeof team === 'string' ? { name: team } : team));
  const names = await freeNames(
    tx,
    wanted.map((team) => team.name),
    (index) => `teams.${index}`,
    null,
  );
  for (const parentId of new Set(wanted.map((team) => team.parent_id))) await checkParent(tx, null, parentId);
  const rows = await tx.write.insert<TeamRow>(
    'people.teams',
    wanted.map((team, index) => ({ parent_id: team.parent_id ?? null, name: names[index] })),
  );
  return rows.map((row) => ({ ...row, lead: null, members: 0 }));
}

export async function editTeam(
  tx: Tx,
  actor: Actor,
  {
    body,
  }: {
    body: TeamInput & { id: string; version?: number; member_ids?: string[]; valid_from?: string; levels?: LevelInput[] | null };
  },
) {
  refuseFlag(actor, 'can_edit', ['business_units']);
  const { id, version, member_ids, valid_from, levels, ...set } = body;
  if (set.parent_id) await oneAtATime(tx);
  const before = await lockTeam(tx, id);
  if (version !== undefined && version !== before.version)
    throw conflict('Somebody else changed this team in the meantime.', await readTeam(tx, id));
  if (set.name !== undefined) [set.name] = await freeNames(tx, [set.name], () => 'name', id);
  await checkParent(tx, id, set.parent_id);
  await checkPeople(tx, set.lead_id, member_ids);
  const [stored] = await tx.write.update<TeamRow>('people.teams', [{ before, set: { ...set } }]);
  if (levels !== undefined) {
    await writeLevels(tx, id, levels ?? []);
    if (stored?.version === before.version) await tx.write.touch('people.teams', [before]);
  }
  if (member_ids) {
    const from = valid_from ?? (await today(tx));
    const inside = await tx.all<{ user_id: string }>(sql`
      select user_id from people.team_members
      where tenant_id = ${tx.tenant} and team_id = ${id} and is_primary and valid_from <= ${from} and valid_to > ${from}`);
    const already = new Set(inside.map((row) => row.user_id));
    await moveInto(
      tx,
      id,
      member_ids.filter((member) => !already.has(member)),
      from,
    );
  }
  return readTeam(tx, id);
}

/** A team that is open, locked. @throws Problem 404 */
async function lockTeam(tx: Tx, id: string): Promise<TeamRow> {
  const row = await tx.one<TeamRow>(sql`
    select * from people.teams where tenant_id = ${tx.tenant} and id = ${id} and closed_on is null for update`);
  if (!row) throw notFound('There is no such team.');
  return row;
}

/**
 * Deletes a team that nothing uses. With a target it is merged: people, teams below and what later rooms have of it go there from
 * today on, and the team itself is deleted, or closed where it has a past.
 * @throws Problem 409 that names what uses the team, where no target is given
 */
export async function deleteTeam(tx: Tx, actor: Actor, { body }: { body: { id: string; target_id?: string | null } }) {
  refuseFlag(actor, 'can_edit', ['business_units']);
  const row = await lockTeam(tx, body.id);
  if (body.target_id) {
    await checkTarget(tx, row.id, body.target_id);
    const moved = await mergeInto(tx, row, body.target_id, await today(tx));
    return { success: true, ...moved };
  }
  await refuseIfUsed(tx, 'people.teams', body.id, `"${row.name}"`, OWN_OF_TEAM);
  await removeLevels(tx, row.id);
  await tx.write.remove('people.teams', [row]);
  return { success: true, deleted: true, people: 0, teams: 0 };
}

/** The target is another open team of the firm, and does not stand below. */
async function checkTarget(tx: Tx, id: string, target: string): Promise<void> {
  await lockTeam(tx, target);
  const below = await tx.one(sql`select 1 from (${teamsBelow(tx, [id])}) b where b.id = ${target}`);
  if (below) throw invalid([{ path: 'target_id', message: 'A team cannot be merged into itself or a team below it.' }]);
}
