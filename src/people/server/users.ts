import { GRADES, type Grade } from '../../kit/grades.ts';

import { newId } from '../../kit/ids.ts';
import type { Page } from '../../kit/endpoint.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { endSessionsOf, ensureAccount } from '../../access/server/public.ts';
import { defaultCountry } from '../../settings/server/public.ts';
import { orderBy, pageOf } from '../../server/paging.ts';
import { type Sql, and, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { usesInWords, usesOf } from '../../server/usage.ts';
import { employ, endAt, holdFrom } from './dated.ts';
import { today } from './today.ts';

export interface UserFields {
  first_name?: string;
  last_name?: string;
  email?: string | null;
  grade?: Grade;
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
}

export interface UserListRow {
  id: string;
  email: string | null;
  first_name: string;
  last_name: string;
  name: string;
  grade: Grade;
  category: Actor['category'];
  role: string;
  is_superuser: boolean;
  is_active: boolean;
  country: string;
  team: string | null;
  team_id: string | null;
  manager: string | null;
  manager_id: string | null;
  version: number;
}

export interface UserFilters {
  search?: string;
  team?: string;
  grade?: string;
  category?: string;
  role?: string;
  country?: string;
  is_active?: boolean;
}

/** Eight hours from Monday to Friday: the pattern of a person for whom none was given. */
export const USUAL_WEEK = [480, 480, 480, 480, 480, 0, 0];

const sortable = {
  name: 'name_lc',
  email: 'email_lc',
  grade: 'grade_order',
  category: 'category',
  country: 'country',
  team: 'team',
  role: 'role',
};

/** Users as the list and its export show them. */
export const selectUsers = (tx: Tx, day: string, filters: UserFilters): Sql => sql`
  select u.id, u.email, u.email_lc, u.first_name, u.last_name, u.name, u.name_lc, m.grade, array_position(${[...GRADES]}::text[], m.grade) as grade_order,
    m.category, m.role, m.is_superuser, m.is_active, u.country, t.name as team, t.id as team_id, b.name as manager, u.manager_id, u.version
  from people.users u
  join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
  left join people.team_members tm on tm.tenant_id = u.tenant_id and tm.user_id = u.id and tm.is_primary
    and tm.valid_from <= ${day} and tm.valid_to > ${day}
  left join people.teams t on t.tenant_id = tm.tenant_id and t.id = tm.team_id
  left join people.users b on b.tenant_id = u.tenant_id and b.id = u.manager_id
  where u.tenant_id = ${tx.tenant} and ${and(
    filters.search
      ? sql`(position(${filters.search.toLowerCase()} in u.name_lc) > 0 or position(${filters.search.toLowerCase()} in u.email_lc) > 0)`
      : undefined,
    filters.team ? sql`t.id = ${filters.team}` : undefined,
    filters.grade ? sql`m.grade = ${filters.grade}` : undefined,
    filters.category ? sql`m.category = ${filters.category}` : undefined,
    filters.role ? sql`m.role = ${filters.role}` : undefined,
    filters.country ? sql`u.country = ${filters.country}` : undefined,
    filters.is_active === undefined ? undefined : sql`m.is_active = ${filters.is_active}`,
  )}`;

export async function listUsers(
  tx: Tx,
  _actor: Actor,
  { query }: { query: UserFilters & { page?: number; per_page?: number; sort?: string } },
): Promise<Page<UserListRow>> {
  const day = await today(tx);
  return pageOf<UserListRow>(tx, selectUsers(tx, day, query), sql`${orderBy(query.sort, sortable, 'name')}, id`, query);
}

/** One user with the facts of today and the history of grades. @throws Problem 404 */
export async function readUser(tx: Tx, id: string) {
  const day = await today(tx);
  const [row, more, grades] = await Promise.all([
    tx.one<UserListRow>(sql`${selectUsers(tx, day, {})} and u.id = ${id}`),
    tx.one<{
      region: string | null;
      language: 'en' | 'fr' | 'de' | 'es';
      employed_from: string | null;
      employed_to: string | null;
      pattern: number[] | null;
    }>(sql`
      select u.region, m.language, e.valid_from as employed_from, nullif(e.valid_to, 'infinity') as employed_to, p.minutes as pattern
      from people.users u
      join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
      left join lateral (select * from people.employments e where e.tenant_id = u.tenant_id and e.user_id = u.id
        order by e.valid_from desc limit 1) e on true
      left join lateral (select * from people.patterns p where p.tenant_id = u.tenant_id and p.user_id = u.id
        and p.valid_from <= ${day} order by p.valid_from desc limit 1) p on true
      where u.tenant_id = ${tx.tenant} and u.id = ${id}`),
    tx.all<{ grade: Grade; valid_from: string }>(sql`
      select grade, valid_from from people.grades where tenant_id = ${tx.tenant} and user_id = ${id} order by valid_from`),
  ]);
  if (!row || !more) throw notFound('There is no such user.');
  return { ...row, ...more, grades };
}

async function refuseTakenEmail(tx: Tx, email: string | null | undefined, except: string): Promise<void> {
  if (!email) return;
  const taken = await tx.one<{ name: string }>(sql`
    select name from people.users where tenant_id = ${tx.tenant} and email_lc = ${email.trim().toLowerCase()} and id <> ${except}`);
  if (taken) throw invalid([{ path: 'email', message: `${taken.name} has this address already.` }]);
}

/** Adds a user with everything that reports need from the first day: grade, pattern, employment, team. */
export async function addUser(
  tx: Tx,
  _actor: Actor,
  { body }: { body: UserFields & { id?: string; first_name: string; last_name: string } },
) {
  const id = body.id ?? newId();
  await refuseTakenEmail(tx, body.email, id);
  const email = body.email?.trim() || null;
  const accountId = email ? await ensureAccount(tx, newId(), email, undefined) : null;
  const grade = body.grade ?? 'Junior';
  await tx.write.insert('access.memberships', [
    {
      id,
      account_id: accountId,
      category: body.category ?? 'operational',
      grade,
      role: body.role ?? 'user',
      is_active: body.is_active ?? true,
    },
  ]);
  await tx.write.insert('people.users', [
    {
      id,
      email,
      first_name: body.first_name.trim(),
      last_name: body.last_name.trim(),
      country: body.country ?? (await defaultCountry(tx)),
      region: body.region ?? null,
      manager_id: body.manager_id ?? null,
    },
  ]);
  const from = body.employed_from ?? (await today(tx));
  await employ(tx, id, from, body.employed_to ?? null);
  await holdFrom(tx, 'people.grades', from, [{ user_id: id, grade }]);
  await holdFrom(tx, 'people.patterns', from, [{ user_id: id, minutes: body.pattern ?? USUAL_WEEK }]);
  if (body.team_id) await holdFrom(tx, 'people.team_members', from, [{ user_id: id, team_id: body.team_id }]);
  return readUser(tx, id);
}

interface Loaded {
  user: Record<string, unknown> & { id: string; version: number };
  member: Record<string, unknown> & { id: string; grade: Grade; category: string; is_superuser: boolean; is_active: boolean };
}

async function load(tx: Tx, id: string): Promise<Loaded> {
  const [user, member] = await Promise.all([
    tx.one<Loaded['user']>(sql`select * from people.users where tenant_id = ${tx.tenant} and id = ${id} for update`),
    tx.one<Loaded['member']>(sql`select * from access.memberships where tenant_id = ${tx.tenant} and id = ${id} for update`),
  ]);
  if (!user || !member) throw notFound('There is no such user.');
  return { user, member };
}

/** A firm keeps at least one active hr user and one active administrator. */
async function refuseLast(tx: Tx, member: Loaded['member'], next: { category: string; is_active: boolean }): Promise<void> {
  for (const [kind, holds, stays] of [
    ['hr user', member.category === 'hr', next.category === 'hr' && next.is_active],
    ['administrator', member.is_superuser, next.is_active],
  ] as const) {
    if (!holds || stays || !member.is_active) continue;
    const condition = kind === 'administrator' ? sql`is_superuser` : sql`category = 'hr'`;
    const other = await tx.one(sql`
      select 1 from access.memberships where tenant_id = ${tx.tenant} and is_active and ${condition} and id <> ${member.id} limit 1`);
    if (!other) throw conflict(`The last active ${kind} of the firm stays.`);
  }
}

const pick = <K extends keyof UserFields>(fields: UserFields, keys: readonly K[]): Pick<UserFields, K> =>
  Object.fromEntries(keys.filter((key) => fields[key] !== undefined).map((key) => [key, fields[key]])) as Pick<UserFields, K>;

/** Changes a user; a new grade, team or pattern holds from `valid_from` on (default today). @throws Problem 409 when stale */
export async function editUser(
  tx: Tx,
  _actor: Actor,
  { body }: { body: { userData: UserFields & { id: string; version?: number } } },
) {
  const { id, version, ...fields } = body.userData;
  const { user, member } = await load(tx, id);
  if (version !== undefined && version !== user.version)
    throw conflict('Somebody else changed this user in the meantime.', await readUser(tx, id));
  await refuseTakenEmail(tx, fields.email, id);
  const now = await today(tx);
  const from = fields.valid_from ?? now;
  const next = { category: fields.category ?? member.category, is_active: fields.is_active ?? member.is_active };
  await refuseLast(tx, member, next);
  await tx.write.update('people.users', [
    { before: user, set: pick(fields, ['first_name', 'last_name', 'email', 'country', 'region', 'manager_id']) },
  ]);
  const grade = fields.grade !== undefined && from <= now ? { grade: fields.grade } : {};
  await tx.write.update('access.memberships', [
    { before: member, set: { ...pick(fields, ['category', 'role', 'is_active']), ...grade } },
  ]);
  await changeFacts(tx, id, member.grade, from, fields);
  if (fields.is_active === false) await endSessionsOf(tx, id);
  return readUser(tx, id);
}

async function changeFacts(tx: Tx, id: string, grade: Grade, from: string, fields: UserFields): Promise<void> {
  const before = await readUser(tx, id);
  if (fields.grade !== undefined && fields.grade !== grade)
    await holdFrom(tx, 'people.grades', from, [{ user_id: id, grade: fields.grade }]);
  if (fields.pattern && JSON.stringify(fields.pattern) !== JSON.stringify(before.pattern)) {
    await holdFrom(tx, 'people.patterns', from, [{ user_id: id, minutes: fields.pattern }]);
  }
  if (fields.team_id !== undefined && fields.team_id !== before.team_id) {
    if (fields.team_id === null) await endAt(tx, 'people.team_members', from, id);
    else await holdFrom(tx, 'people.team_members', from, [{ user_id: id, team_id: fields.team_id }]);
  }
  if (fields.employed_from !== undefined || fields.employed_to !== undefined) {
    const changed = fields.employed_from !== before.employed_from || fields.employed_to !== before.employed_to;
    if (changed) await employ(tx, id, fields.employed_from, fields.employed_to);
  }
}

/** What of a user vanishes with the user, and so is no history. */
const OWN = ['people.grades', 'people.patterns', 'people.employments', 'people.team_members', 'people.targets'];

/** Deletes users who left no trace; the others are deactivated, and the answer says what refers to them. */
export async function deleteUsers(tx: Tx, _actor: Actor, { body }: { body: { id?: string; ids?: string[] } }) {
  const ids = [...new Set([...(body.ids ?? []), ...(body.id ? [body.id] : [])])];
  const deleted: string[] = [];
  const deactivated: { id: string; name: string; used_by: string }[] = [];
  for (const id of ids) {
    const { user, member } = await load(tx, id);
    await refuseLast(tx, member, { category: member.category, is_active: false });
    const uses = await usesOf(tx, 'people.users', id, OWN);
    await endSessionsOf(tx, id);
    if (uses.length > 0) {
      await tx.write.update('access.memberships', [{ before: member, set: { is_active: false } }]);
      deactivated.push({ id, name: String(user['name']), used_by: usesInWords(uses) });
      continue;
    }
    for (const table of OWN) await removeOwn(tx, table, id);
    await tx.write.remove('people.users', [user]);
    await tx.write.remove('access.memberships', [member]);
    deleted.push(id);
  }
  return { success: true, deleted, deactivated };
}

async function removeOwn(tx: Tx, table: string, userId: string): Promise<void> {
  const rows = await tx.all<Record<string, unknown>>(sql`
    select * from ${raw(table)} where tenant_id = ${tx.tenant} and user_id = ${userId}`);
  await tx.write.remove(table, rows);
}
