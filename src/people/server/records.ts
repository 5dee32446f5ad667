import type { Grade } from '../../kit/grades.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid, notAllowed } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { accountAt, endSessionsOf, ensureAccount, invite } from '../../access/server/public.ts';
import { type Custom, customOf, defaultCountry, firmOf, oneAtATime } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { usersAmong } from './among.ts';
import { type Beside, beBeside } from './beside.ts';
import { employ, endAt, gradeOn, holdFrom } from './dated.ts';
import { type Place, moveTo } from './places.ts';
import { type Loaded, loadPerson, refuseLast } from './leavers.ts';
import { checkHeldSteps } from './steps.ts';
import { today } from './today.ts';
import { readUser } from './users.ts';
import { refuseFlag } from './policy.ts';

/** What can be said of a person; `employed_from` and `employed_to` are the first and the last day, both included. */
export interface UserFields {
  first_name?: string;
  last_name?: string;
  email?: string | null;
  grade?: Grade;
  /** A step of the grade; another grade begins without one. */
  step_id?: string | null;
  valid_from?: string;
  category?: Actor['category'];
  role?: string;
  country?: string;
  region?: string | null;
  team_id?: string | null;
  manager_id?: string | null;
  employed_from?: string;
  employed_to?: string | null;
  pattern?: number[];
  is_active?: boolean;
  site?: string | null;
  cost_category?: string | null;
  custom?: Custom;
  /** Teams beside the first one, now and later. */
  beside?: Beside[];
}

/** Eight hours from Monday to Friday: the pattern of a person for whom none was given. */
export const USUAL_WEEK = [480, 480, 480, 480, 480, 0, 0];

async function refuseTakenEmail(tx: Tx, email: string | null | undefined, except: string): Promise<void> {
  if (!email) return;
  const taken = await tx.one<{ name: string }>(sql`
    select name from people.users where tenant_id = ${tx.tenant} and email_lc = ${email.trim().toLowerCase()} and id <> ${except}`);
  if (taken) throw invalid([{ path: 'email', message: said`${taken.name} has this address already.` }]);
}

function checkNames(first: string, last: string): void {
  if (first === '' && last === '') throw invalid([{ path: 'last_name', message: 'A person needs a name.' }]);
}

async function checkTeam(tx: Tx, teamId: string | null | undefined): Promise<void> {
  if (!teamId) return;
  const team = await tx.one(
    sql`select 1 from people.teams where tenant_id = ${tx.tenant} and id = ${teamId} and closed_on is null`,
  );
  if (!team) throw invalid([{ path: 'team_id', message: 'There is no such team.' }]);
}

/** A manager is a person of the firm, and not somebody whom one manages oneself. */
async function checkManager(tx: Tx, id: string, managerId: string | null | undefined): Promise<void> {
  if (!managerId) return;
  const above = await tx.all<{ id: string }>(sql`
    with recursive up as (
      select u.id, u.manager_id from people.users u where u.tenant_id = ${tx.tenant} and u.id = ${managerId}
      union
      select u.id, u.manager_id from people.users u join up on u.id = up.manager_id where u.tenant_id = ${tx.tenant}
    ) select id from up`);
  if (above.length === 0) throw invalid([{ path: 'manager_id', message: 'There is no such person.' }]);
  if (above.some((person) => person.id === id))
    throw invalid([{ path: 'manager_id', message: 'A person cannot stand below themselves.' }]);
}

/** Adds a user with everything that reports need from the first day: grade, pattern, employment, team. */
export async function addUser(
  tx: Tx,
  actor: Actor,
  { body }: { body: UserFields & { id?: string; first_name: string; last_name: string } },
) {
  refuseFlag(actor, 'can_edit', ['users']);
  const id = body.id ?? newId();
  const [firstName, lastName] = [body.first_name.trim(), body.last_name.trim()];
  checkNames(firstName, lastName);
  await refuseTakenEmail(tx, body.email, id);
  await checkTeam(tx, body.team_id);
  await checkManager(tx, id, body.manager_id);
  const custom = await customOf(tx, { collection: 'users', given: body.custom, usersAmong });
  const email = body.email?.trim() || null;
  const accountId = email ? await ensureAccount(tx, newId(), email, undefined) : null;
  const held = { grade: body.grade ?? 'Junior', step_id: body.step_id ?? null };
  await checkHeldSteps(tx, [held]);
  await tx.write.insert('access.memberships', [
    {
      id,
      account_id: accountId,
      category: body.category ?? 'operational',
      grade: held.grade,
      role: body.role ?? 'user',
      is_active: body.is_active ?? true,
      language: (await firmOf(tx)).language,
    },
  ]);
  await tx.write.insert('people.users', [
    {
      id,
      email,
      first_name: firstName,
      last_name: lastName,
      country: body.country ?? (await defaultCountry(tx)),
      region: body.region ?? null,
      manager_id: body.manager_id ?? null,
      site: body.site?.trim() || null,
      cost_category: body.cost_category?.trim() || null,
      custom,
    },
  ]);
  const from = body.employed_from ?? (await today(tx));
  await employ(tx, id, from, body.employed_to ?? null);
  await holdFrom(tx, 'people.grades', from, [{ user_id: id, ...held }]);
  await holdFrom(tx, 'people.patterns', from, [{ user_id: id, minutes: body.pattern ?? USUAL_WEEK }]);
  if (body.team_id) await holdFrom(tx, 'people.team_members', from, [{ user_id: id, team_id: body.team_id }]);
  if (body.beside) await beBeside(tx, id, body.beside, from);
  if (accountId !== null && body.is_active !== false) await invite(tx, [id], actor.userId);
  return readUser(tx, id);
}

/** Nobody decides what they themselves may do: that takes a second person. @throws Problem 403 */
async function refuseSelfPromotion(tx: Tx, member: Loaded['member'], fields: UserFields): Promise<void> {
  const own = ['grade', 'category', 'role'] as const;
  if (own.some((key) => fields[key] !== undefined && fields[key] !== member[key])) throw notAllowed();
  if (fields.step_id !== undefined && fields.step_id !== (await readUser(tx, member.id)).step_id) throw notAllowed();
}

const pick = <K extends keyof UserFields>(fields: UserFields, keys: readonly K[]): Pick<UserFields, K> =>
  Object.fromEntries(keys.filter((key) => fields[key] !== undefined).map((key) => [key, fields[key]])) as Pick<UserFields, K>;

/** The fields as they are stored: names and address without blanks around them, an empty address as none. */
function tidied(fields: UserFields): UserFields {
  const tidy = { ...fields };
  if (tidy.first_name !== undefined) tidy.first_name = tidy.first_name.trim();
  if (tidy.last_name !== undefined) tidy.last_name = tidy.last_name.trim();
  if (tidy.email) tidy.email = tidy.email.trim() || null;
  if (tidy.region !== undefined) tidy.region = tidy.region?.trim() || null;
  if (tidy.site) tidy.site = tidy.site.trim();
  if (tidy.cost_category) tidy.cost_category = tidy.cost_category.trim();
  for (const key of ['site', 'cost_category'] as const) if (tidy[key] === '') tidy[key] = null;
  return tidy;
}

const OWN_COLUMNS = ['first_name', 'last_name', 'email', 'manager_id', 'site', 'cost_category'] as const;

/** Changes a user; a new grade, team, place or pattern holds from `valid_from` on (default today). @throws Problem 409 when stale */
export async function editUser(
  tx: Tx,
  actor: Actor,
  { body }: { body: { userData: UserFields & { id: string; version?: number } } },
) {
  refuseFlag(actor, 'can_edit', ['users', 'user_details']);
  const { id, version, ...given } = body.userData;
  const fields = tidied(given);
  if (fields.manager_id) await oneAtATime(tx);
  const { user, member } = await loadPerson(tx, id);
  if (version !== undefined && version !== user.version + member.version - 1)
    throw conflict('Somebody else changed this user in the meantime.', await readUser(tx, id));
  checkNames(fields.first_name ?? user.first_name, fields.last_name ?? user.last_name);
  await refuseTakenEmail(tx, fields.email, id);
  await checkTeam(tx, fields.team_id);
  await checkManager(tx, id, fields.manager_id);
  const next = { category: fields.category ?? member.category, is_active: fields.is_active ?? member.is_active };
  await refuseLast(tx, member, next);
  if (id === actor.userId) await refuseSelfPromotion(tx, member, fields);
  const custom = await customOf(tx, { collection: 'users', given: fields.custom, before: user['custom'] as Custom, usersAmong });
  const { day, place, changed } = await changeFacts(tx, id, fields);
  const set = { ...pick(fields, [...OWN_COLUMNS]), ...place, custom };
  const [stored] = await tx.write.update<Loaded['user']>('people.users', [{ before: user, set }]);
  if (changed && stored?.version === user.version) await tx.write.touch('people.users', [user]);
  // The membership carries the grade of today; a grade for a day to come leaves it as it is.
  const grade = fields.grade === undefined ? undefined : (await gradeOn(tx, id, day))?.grade;
  const account_id = await accountOf(tx, user, member, { email: fields.email, is_active: next.is_active });
  await tx.write.update('access.memberships', [
    { before: member, set: { ...pick(fields, ['category', 'role', 'is_active']), ...(grade ? { grade } : {}), account_id } },
  ]);
  const moved = member.account_id !== null && member.account_id !== account_id;
  if (fields.is_active === false || moved) await endSessionsOf(tx, id);
  // Who gets an address, or another one, is asked there to choose a password.
  if (account_id !== null && account_id !== member.account_id && next.is_active) await invite(tx, [id], actor.userId);
  return readUser(tx, id);
}

/**
 * The account behind a person: who gets a first address gets one with it, and it goes with the address from then on.
 * @throws Problem 422 when the address of somebody who signs in is taken away
 */
async function accountOf(
  tx: Tx,
  user: Loaded['user'],
  member: Loaded['member'],
  { email, is_active }: { email: string | null | undefined; is_active: boolean },
): Promise<string | null> {
  const { account_id } = member;
  if (email === undefined || email === user.email) return account_id;
  if (email !== null)
    return account_id === null ? ensureAccount(tx, newId(), email, undefined) : accountAt(tx, account_id, email);
  if (account_id !== null && is_active)
    throw invalid([{ path: 'email', message: 'This person signs in with the address. Deactivate the person instead.' }]);
  return account_id;
}

interface FactsChanged {
  /** The day that counts as now: today, or the first day of a person who has yet to begin. */
  day: string;
  /** Where the person is on that day. */
  place: Place;
  changed: boolean;
}

/**
 * Makes a grade or a step hold from a day on. A step alone is one of the grade that holds on that day; a grade that holds then
 * already keeps its step, unless another is named.
 */
async function holdGrade(tx: Tx, id: string, from: string, fields: Pick<UserFields, 'grade' | 'step_id'>): Promise<void> {
  const was = await gradeOn(tx, id, from);
  const grade = fields.grade ?? was?.grade ?? 'Junior';
  const stays = grade === was?.grade ? was.step_id : null;
  const held = { grade, step_id: fields.step_id === undefined ? stays : fields.step_id };
  await checkHeldSteps(tx, [held]);
  await holdFrom(tx, 'people.grades', from, [{ user_id: id, ...held }]);
}

/** Writes what is dated. */
async function changeFacts(tx: Tx, id: string, fields: UserFields): Promise<FactsChanged> {
  const before = await readUser(tx, id);
  let changed = false;
  const first = fields.employed_from ?? before.employed_from;
  const last = fields.employed_to === undefined ? before.employed_to : fields.employed_to;
  if (first !== before.employed_from || last !== before.employed_to) {
    changed = true;
    await employ(tx, id, first ?? undefined, last);
  }
  const now = await today(tx);
  const day = first !== null && first > now ? first : now;
  const from = fields.valid_from ?? day;
  // Without a day of its own a fact that is what it is today is no change: a record may be sent back whole.
  const dated = fields.valid_from !== undefined;
  const isGraded = fields.grade !== undefined && (dated || fields.grade !== before.grade);
  const isStepped = fields.step_id !== undefined && (dated || fields.step_id !== before.step_id);
  if (isGraded || isStepped) {
    changed = true;
    await holdGrade(tx, id, from, fields);
  }
  if (fields.pattern && (dated || JSON.stringify(fields.pattern) !== JSON.stringify(before.pattern))) {
    changed = true;
    await holdFrom(tx, 'people.patterns', from, [{ user_id: id, minutes: fields.pattern }]);
  }
  if (fields.team_id !== undefined && (dated || fields.team_id !== before.team_id)) {
    changed = true;
    if (fields.team_id === null) await endAt(tx, 'people.team_members', from, [id]);
    else await holdFrom(tx, 'people.team_members', from, [{ user_id: id, team_id: fields.team_id }]);
  }
  if (fields.beside && (await beBeside(tx, id, fields.beside, day))) changed = true;
  const to = { country: fields.country ?? before.country, region: fields.region === undefined ? before.region : fields.region };
  const was = { country: before.country, region: before.region };
  const named = fields.country !== undefined || fields.region !== undefined;
  const moved = named ? await moveTo(tx, { id, place: was, first }, to, { from, now: day }) : { place: was, changed: false };
  return { day, place: moved.place, changed: changed || moved.changed };
}
