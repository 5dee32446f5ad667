import type { Day } from '../../kit/day.ts';
import type { Category, Grade } from '../../kit/grades.ts';
import { conflict, invalid, notAllowed, notFound } from '../../kit/problem.ts';
import { endSessionsOf } from '../../access/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { endAt, holdFrom } from './dated.ts';
import { type Loaded, refuseLastOf } from './leavers.ts';
import { refuseFlag } from './policy.ts';
import { checkHeldSteps } from './steps.ts';
import { today } from './today.ts';
import { oneAtATime } from '../../settings/server/public.ts';

/** What can be changed of several people at once. */
interface ManyFields {
  grade?: Grade;
  /** A step of the grade; another grade begins without one. */
  step_id?: string | null;
  category?: Category;
  role?: string;
  team_id?: string | null;
  manager_id?: string | null;
  is_active?: boolean;
}

type Change = ManyFields & { id: string; version?: number };

interface Person {
  user: Loaded['user'] & { manager_id: string | null };
  member: Loaded['member'];
  team_id: string | null;
  step_id: string | null;
  /** The day that counts as now: today, or the first day of a person who has yet to begin. */
  day: Day;
  change: Change;
}

/** Everybody of the changes, locked in one order, so that two who change many never wait for each other in a circle. */
async function load(tx: Tx, changes: readonly Change[]): Promise<Person[]> {
  const ids = changes.map(({ id }) => id);
  if (changes.some(({ manager_id }) => manager_id)) await oneAtATime(tx);
  const now = await today(tx);
  const [users, members, facts] = await Promise.all([
    tx.all<Person['user']>(sql`
      select * from people.users where tenant_id = ${tx.tenant} and id = any(${ids}) order by id for update`),
    tx.all<Person['member']>(sql`
      select * from access.memberships where tenant_id = ${tx.tenant} and id = any(${ids}) order by id for update`),
    tx.all<{ id: string; day: Day; team_id: string | null; step_id: string | null }>(sql`
      select e.user_id as id, e.day, tm.team_id, g.step_id from (
        select user_id, greatest(${now}::date, max(valid_from)) as day from people.employments
        where tenant_id = ${tx.tenant} and user_id = any(${ids}) group by user_id) e
      left join people.team_members tm on tm.tenant_id = ${tx.tenant} and tm.user_id = e.user_id and tm.is_primary
        and tm.valid_from <= e.day and tm.valid_to > e.day
      left join people.grades g on g.tenant_id = ${tx.tenant} and g.user_id = e.user_id
        and g.valid_from <= e.day and g.valid_to > e.day`),
  ]);
  const [userOf, memberOf, factOf] = [users, members, facts].map((rows) => new Map(rows.map((row) => [row.id, row]))) as [
    Map<string, Person['user']>,
    Map<string, Person['member']>,
    Map<string, { day: Day; team_id: string | null; step_id: string | null }>,
  ];
  return changes.map((change) => {
    const [user, member, fact] = [userOf.get(change.id), memberOf.get(change.id), factOf.get(change.id)];
    if (!user || !member) throw notFound('There is no such user.');
    return { user, member, change, day: fact?.day ?? now, team_id: fact?.team_id ?? null, step_id: fact?.step_id ?? null };
  });
}

const standing = ({ user, member, team_id, step_id }: Person): Required<ManyFields> => ({
  grade: member['grade'] as Grade,
  category: member.category as Category,
  step_id,
  role: String(member['role']),
  team_id,
  manager_id: user.manager_id,
  is_active: member.is_active,
});

const KEYS = ['grade', 'step_id', 'category', 'role', 'team_id', 'manager_id', 'is_active'] as const;

/** What of a change differs from what is, and what stood there before. */
function difference(person: Person): { set: ManyFields; before: ManyFields } {
  const was = standing(person);
  const keys = KEYS.filter((key) => person.change[key] !== undefined && person.change[key] !== was[key]);
  // With another grade the step of the one before ends: taking it back brings both.
  if (keys.includes('grade') && !keys.includes('step_id') && was.step_id !== null) keys.push('step_id');
  const pick = (from: ManyFields): ManyFields => Object.fromEntries(keys.map((key) => [key, from[key]]));
  return { set: pick({ ...person.change, step_id: person.change.step_id ?? null }), before: pick(was) };
}

async function checkReferences(tx: Tx, sets: readonly ManyFields[]): Promise<void> {
  const teams = [...new Set(sets.flatMap(({ team_id }) => team_id ?? []))];
  const managers = [...new Set(sets.flatMap(({ manager_id }) => manager_id ?? []))];
  const [known, people] = await Promise.all([
    tx.all(sql`select 1 from people.teams where tenant_id = ${tx.tenant} and id = any(${teams}) and closed_on is null`),
    tx.all(sql`select 1 from people.users where tenant_id = ${tx.tenant} and id = any(${managers})`),
  ]);
  if (known.length < teams.length) throw invalid([{ path: 'team_id', message: 'There is no such team.' }]);
  if (people.length < managers.length) throw invalid([{ path: 'manager_id', message: 'There is no such person.' }]);
}

/** Looked at once the managers are written: only together do many changes make a circle or none. */
async function refuseCircles(tx: Tx, ids: readonly string[]): Promise<void> {
  const circle = await tx.one(sql`
    with recursive up as (
      select u.id as start, u.manager_id as id from people.users u where u.tenant_id = ${tx.tenant} and u.id = any(${ids})
      union
      select up.start, u.manager_id from people.users u join up on u.id = up.id where u.tenant_id = ${tx.tenant}
    ) select 1 from up where id = start limit 1`);
  if (circle) throw invalid([{ path: 'manager_id', message: 'A person cannot stand below themselves.' }]);
}

interface Changed {
  person: Person;
  set: ManyFields;
}

const isGraded = ({ grade, step_id }: ManyFields): boolean => grade !== undefined || step_id !== undefined;

/** The grade and step that a change makes hold. */
const held = (person: Person, { grade, step_id }: ManyFields): { grade: Grade; step_id: string | null } => ({
  grade: grade ?? standing(person).grade,
  step_id: step_id ?? null,
});

/** Writes grades and teams from a day on; without one from today, or from the first day of who has yet to begin. */
async function writeDated(tx: Tx, changed: readonly Changed[], from: Day | undefined): Promise<void> {
  for (const [day, group] of Map.groupBy(changed, ({ person }) => from ?? person.day)) {
    const grades = group.flatMap(({ person, set }) => (isGraded(set) ? [{ user_id: person.user.id, ...held(person, set) }] : []));
    const joins = group.flatMap(({ person, set }) => (set.team_id ? [{ user_id: person.user.id, team_id: set.team_id }] : []));
    const leaves = group.flatMap(({ person, set }) => (set.team_id === null ? [person.user.id] : []));
    await holdFrom(tx, 'people.grades', day, grades);
    await holdFrom(tx, 'people.team_members', day, joins);
    await endAt(tx, 'people.team_members', day, leaves);
  }
}

/** The grades that hold now: the membership carries them, since they decide access. */
async function gradesNow(tx: Tx, people: readonly Person[]): Promise<Map<string, string>> {
  const rows = await tx.all<{ user_id: string; grade: string }>(sql`
    select g.user_id, g.grade from people.grades g
    join unnest(${people.map(({ user }) => user.id)}::uuid[], ${people.map(({ day }) => day)}::date[]) as x(id, day)
      on x.id = g.user_id and g.valid_from <= x.day and g.valid_to > x.day
    where g.tenant_id = ${tx.tenant}`);
  return new Map(rows.map(({ user_id, grade }) => [user_id, grade]));
}

async function writeRows(tx: Tx, changed: readonly Changed[]): Promise<void> {
  const moved = changed.filter(({ set }) => set.manager_id !== undefined);
  await tx.write.update(
    'people.users',
    moved.map(({ person, set }) => ({ before: person.user, set: { manager_id: set.manager_id } })),
  );
  await refuseCircles(
    tx,
    moved.map(({ person }) => person.user.id),
  );
  // What is dated belongs to the record: who read it before is stale.
  await tx.write.touch(
    'people.users',
    changed
      .filter(({ set }) => set.manager_id === undefined && (isGraded(set) || set.team_id !== undefined))
      .map(({ person }) => person.user),
  );
  const graded = changed.filter(({ set }) => set.grade !== undefined).map(({ person }) => person);
  const grades = graded.length > 0 ? await gradesNow(tx, graded) : new Map<string, string>();
  await tx.write.update(
    'access.memberships',
    changed.map(({ person, set: { category, role, is_active } }) => {
      const grade = grades.get(person.user.id);
      const set = { category, role, is_active, grade };
      return { before: person.member, set: Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined)) };
    }),
  );
}

/**
 * Changes several people at once, each as wanted: all of it or nothing. What stood there before is answered in the form in which
 * it can be sent to take the change back.
 * @throws Problem 403 for one's own grade, category or role, 404, 409 when stale or for the last hr user or administrator, 422
 */
export async function updateMany(tx: Tx, actor: Actor, { body }: { body: { users: Change[]; valid_from?: Day } }) {
  refuseFlag(actor, 'can_edit', ['users']);
  const changes = [...new Map(body.users.map((change) => [change.id, change])).values()];
  const people = await load(tx, changes);
  const stale = people.find(
    ({ change, user, member }) => change.version !== undefined && change.version !== user.version + member.version - 1,
  );
  if (stale) throw conflict('Somebody else changed this user in the meantime.');
  const all = people.map((person) => ({ person, ...difference(person) }));
  const changed = all.filter(({ set }) => Object.keys(set).length > 0);
  const own = changed.find(({ person }) => person.user.id === actor.userId)?.set;
  if (own && (isGraded(own) || (own.category ?? own.role) !== undefined)) throw notAllowed();
  await checkReferences(
    tx,
    changed.map(({ set }) => set),
  );
  await checkHeldSteps(
    tx,
    changed.filter(({ set }) => isGraded(set)).map(({ person, set }) => held(person, set)),
  );
  await refuseLastOf(
    tx,
    changed.map(({ person, set }) => ({
      member: person.member,
      next: { category: set.category ?? person.member.category, is_active: set.is_active ?? person.member.is_active },
    })),
  );
  await writeDated(tx, changed, body.valid_from);
  await writeRows(tx, changed);
  const gone = changed.filter(({ person, set }) => set.is_active === false && person.member.account_id !== null);
  await Promise.all(gone.map(({ person }) => endSessionsOf(tx, person.user.id)));
  return {
    success: true,
    updated: changed.length,
    before: changed.map(({ person, before }) => ({ id: person.user.id, ...before })),
  };
}
