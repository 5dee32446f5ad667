import type { Grade } from '../../kit/grades.ts';
import { atLeast } from '../../kit/grades.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import type { Text } from '../../kit/said.ts';
import { today, usersAmong } from '../../people/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { exchangeFrom } from './exchange.ts';
import { seesCost } from './policy.ts';

interface LineRow extends Record<string, unknown> {
  id: string;
  name: string;
  lead_id: string | null;
  lead: string | null;
  target_margin: number | null;
  floor_margin: number | null;
  target_recovery: number | null;
  floor_recovery: number | null;
  is_active: boolean;
  version: number;
}

interface RoleRow extends Record<string, unknown> {
  id: string;
  service_line_id: string;
  name: string;
  lowest_grade: Grade;
  highest_grade: Grade;
  is_active: boolean;
  rates: number;
  version: number;
}

const readLines = (tx: Tx, which?: Sql): Promise<LineRow[]> =>
  tx.all<LineRow>(sql`
    select l.*, u.name as lead from rates.service_lines l
    left join people.users u on u.tenant_id = l.tenant_id and u.id = l.lead_id
    where l.tenant_id = ${tx.tenant} and ${and(which)} order by l.name_lc collate app.names, l.id`);

const readRoles = (tx: Tx, which?: Sql): Promise<RoleRow[]> =>
  tx.all<RoleRow>(sql`
    select r.*, coalesce(n.rates, 0)::int as rates from rates.sl_roles r
    left join (select x.sl_role_id, count(*) as rates from rates.rates x where x.tenant_id = ${tx.tenant} group by x.sl_role_id) n
      on n.sl_role_id = r.id
    where r.tenant_id = ${tx.tenant} and ${and(which)} order by r.name_lc collate app.names, r.id`);

/** Service lines with their roles, as they are answered. */
async function shownLines(tx: Tx, ids?: readonly string[]) {
  const [lines, roles] = await Promise.all([
    readLines(tx, ids && sql`l.id = any(${ids}::uuid[])`),
    readRoles(tx, ids && sql`r.service_line_id = any(${ids}::uuid[])`),
  ]);
  return lines.map((line) => ({ ...line, roles: roles.filter(({ service_line_id }) => service_line_id === line.id) }));
}

/** What the page of the financial variables begins with. */
export async function readDetails(tx: Tx, actor: Actor) {
  const [lines, firm, exchange] = await Promise.all([shownLines(tx), firmOf(tx), today(tx).then((day) => exchangeFrom(tx, day))]);
  return { currency: firm.currency, sees_cost: seesCost(actor), service_lines: lines, exchange };
}

export interface LineInput {
  id?: string;
  name?: string;
  lead_id?: string | null;
  target_margin?: number | null;
  floor_margin?: number | null;
  target_recovery?: number | null;
  floor_recovery?: number | null;
  is_active?: boolean;
  version?: number;
}

export interface RoleInput {
  id?: string;
  service_line_id?: string;
  name?: string;
  lowest_grade?: Grade;
  highest_grade?: Grade;
  is_active?: boolean;
  version?: number;
}

interface Stored extends Record<string, unknown> {
  id: string;
  name: string;
  version: number;
}

/** The stored rows that are to change, locked. @throws Problem 404 for one that is not there */
async function loaded<Row extends Stored>(
  tx: Tx,
  select: (ids: readonly string[]) => Sql,
  given: readonly { id?: string }[],
  missing: Text,
): Promise<Map<string, Row>> {
  const ids = given.flatMap(({ id }) => id ?? []);
  const rows = ids.length === 0 ? [] : await tx.all<Row>(select(ids));
  if (rows.length < new Set(ids).size) throw notFound(missing);
  return new Map(rows.map((row) => [row.id, row]));
}

const nameOf = (name: string | undefined): string | undefined => name?.trim();

/** @throws Problem 422 at a floor above its target, a lead that is nobody, a name that is missing or taken */
async function checkLines(tx: Tx, given: readonly LineInput[], before: ReadonlyMap<string, LineRow>): Promise<void> {
  const leads = given.flatMap(({ lead_id }) => lead_id ?? []);
  const known = leads.length === 0 ? [] : await usersAmong(tx, leads);
  const taken = new Map(
    (
      await tx.all<{ id: string; name_lc: string }>(sql`
        select id, name_lc from rates.service_lines where tenant_id = ${tx.tenant}`)
    ).map(({ id, name_lc }) => [name_lc, id]),
  );
  const errors = given.flatMap((line, index): { path: string; message: Text }[] => {
    const at = (field: string): string => `service_lines.${index}.${field}`;
    const found: { path: string; message: Text }[] = [];
    const name = nameOf(line.name);
    if (name === '' || (!line.id && !name)) found.push({ path: at('name'), message: 'This field is required.' });
    const owner = name === undefined ? undefined : taken.get(name.toLowerCase());
    if (owner !== undefined && owner !== line.id)
      found.push({ path: at('name'), message: 'There is a service line of this name already.' });
    if (name) taken.set(name.toLowerCase(), line.id ?? 'new');
    if (line.lead_id && !known.some(({ id }) => id === line.lead_id))
      found.push({ path: at('lead_id'), message: 'There is no such person.' });
    const whole = { ...(line.id ? before.get(line.id) : {}), ...line };
    for (const what of ['margin', 'recovery'] as const) {
      const [target, floor] = [whole[`target_${what}`], whole[`floor_${what}`]];
      if (target != null && floor != null && floor > target)
        found.push({ path: at(`floor_${what}`), message: 'The floor lies above the target.' });
    }
    return found;
  });
  if (errors.length > 0) throw invalid(errors);
}

/** Rows that came with a version must have it still. */
function refuseStale(given: readonly { id?: string; version?: number }[], before: ReadonlyMap<string, Stored>): void {
  for (const { id, version } of given) {
    const row = before.get(id ?? '');
    if (row && version !== undefined && version !== row.version)
      throw conflict('Somebody else changed this in the meantime.', row);
  }
}

/** Adds and changes service lines. @returns them as they stand. @throws Problem 404, 409 when stale, 422 */
export async function saveLines(tx: Tx, given: readonly LineInput[]) {
  if (given.length === 0) return [];
  const before = await loaded<LineRow>(
    tx,
    (ids) => sql`select * from rates.service_lines where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) for update`,
    given,
    'There is no such service line.',
  );
  refuseStale(given, before);
  await checkLines(tx, given, before);
  const set = ({ id: _id, version: _version, name, ...fields }: LineInput) => ({
    ...fields,
    ...(name === undefined ? {} : { name: nameOf(name) }),
  });
  const old = given.flatMap((line) => {
    const row = before.get(line.id ?? '');
    return row ? [{ before: row, set: set(line) }] : [];
  });
  const none = { lead_id: null, target_margin: null, floor_margin: null, target_recovery: null, floor_recovery: null };
  const added = await tx.write.insert<LineRow>(
    'rates.service_lines',
    given.filter(({ id }) => id === undefined).map((line) => ({ ...none, is_active: true, ...set(line) })),
  );
  const changed = await tx.write.update<LineRow>('rates.service_lines', old);
  return shownLines(
    tx,
    [...added, ...changed].map(({ id }) => id),
  );
}

/** @throws Problem 422 at a service line that is none, grades the wrong way round, a name that is missing or taken */
async function checkRoles(tx: Tx, given: readonly RoleInput[], before: ReadonlyMap<string, RoleRow>): Promise<void> {
  const [lines, roles] = await Promise.all([
    tx.all<{ id: string }>(sql`select id from rates.service_lines where tenant_id = ${tx.tenant}`),
    tx.all<{ id: string; key: string }>(sql`
      select id, service_line_id || ' ' || name_lc as key from rates.sl_roles where tenant_id = ${tx.tenant}`),
  ]);
  const taken = new Map(roles.map(({ id, key }) => [key, id]));
  const errors = given.flatMap((role, index): { path: string; message: Text }[] => {
    const at = (field: string): string => `sl_roles.${index}.${field}`;
    const found: { path: string; message: Text }[] = [];
    const old = before.get(role.id ?? '');
    const line = old?.service_line_id ?? role.service_line_id;
    if (!lines.some(({ id }) => id === line))
      found.push({ path: at('service_line_id'), message: 'There is no such service line.' });
    // Its rates are those of its service line: it does not move to another.
    if (old && role.service_line_id !== undefined && role.service_line_id !== old.service_line_id)
      found.push({ path: at('service_line_id'), message: 'A role stays with its service line.' });
    const name = nameOf(role.name);
    if (name === '' || (!old && !name)) found.push({ path: at('name'), message: 'This field is required.' });
    const key = `${line} ${name?.toLowerCase()}`;
    const owner = name === undefined ? undefined : taken.get(key);
    if (owner !== undefined && owner !== role.id)
      found.push({ path: at('name'), message: 'This service line has a role of this name already.' });
    if (name) taken.set(key, role.id ?? 'new');
    const lowest = role.lowest_grade ?? old?.lowest_grade ?? 'Intern';
    if (!atLeast(role.highest_grade ?? old?.highest_grade ?? 'Partner', lowest))
      found.push({ path: at('highest_grade'), message: 'The highest grade lies below the lowest.' });
    return found;
  });
  if (errors.length > 0) throw invalid(errors);
}

/** Adds and changes roles of service lines. @returns them as they stand. @throws Problem 404, 409 when stale, 422 */
export async function saveRoles(tx: Tx, given: readonly RoleInput[]): Promise<RoleRow[]> {
  if (given.length === 0) return [];
  const before = await loaded<RoleRow>(
    tx,
    (ids) => sql`select * from rates.sl_roles where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) for update`,
    given,
    'There is no such role.',
  );
  refuseStale(given, before);
  await checkRoles(tx, given, before);
  const set = ({ id: _id, version: _version, service_line_id: _line, name, ...fields }: RoleInput) => ({
    ...fields,
    ...(name === undefined ? {} : { name: nameOf(name) }),
  });
  const old = given.flatMap((role) => {
    const row = before.get(role.id ?? '');
    return row ? [{ before: row, set: set(role) }] : [];
  });
  const added = await tx.write.insert<RoleRow>(
    'rates.sl_roles',
    given
      .filter(({ id }) => id === undefined)
      .map((role) => ({
        service_line_id: role.service_line_id,
        lowest_grade: 'Intern',
        highest_grade: 'Partner',
        is_active: true,
        ...set(role),
      })),
  );
  const changed = await tx.write.update<RoleRow>('rates.sl_roles', old);
  return readRoles(tx, sql`r.id = any(${[...added, ...changed].map(({ id }) => id)}::uuid[])`);
}
