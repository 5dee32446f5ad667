import { type Day, addDays } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import type { Grade } from '../../kit/grades.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { countryOn, today } from '../../people/server/public.ts';
import { addCountries } from '../../settings/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import { type Sql, and, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Layer, Policy } from './account-facts.ts';
import { checkDay } from './capacity.ts';
import { publicHolidays } from './holidays.ts';
import { rulesChanged } from './settling.ts';

/** A policy as it is sent: days as numbers with two decimals, the last day included. */
export interface PolicyFields {
  grade?: Grade | null;
  seniority_years?: number;
  days?: number;
  manner?: Policy['manner'];
  pro_rata?: Policy['pro_rata'];
  rounding?: Policy['rounding'];
  carry_days?: number | null;
  carry_months?: number | null;
  negative_days?: number;
}

export interface NewPolicy extends PolicyFields {
  id?: string;
  /** The day on which another rule of the kind begins. */
  valid_to?: Day;
  country: string;
  type_id: string;
  layer: Layer;
  days: number;
  valid_from: Day;
}

/** As it is stored: days in hundredths, the end without its day. */
export interface StoredPolicy extends Omit<Policy, 'from' | 'to'>, Record<string, unknown> {
  valid_from: Day;
  valid_to: Day;
  version: number;
}

export interface ShownPolicy extends Required<Omit<NewPolicy, 'id' | 'valid_to'>> {
  id: string;
  type: string;
  valid_to: Day | null;
  version: number;
}

const hundredths = (days: number): number => Math.round(days * 100);
const DAYS = ['days', 'carry_days', 'negative_days'] as const;

/** The fields as columns. */
function stored(fields: PolicyFields): Record<string, unknown> {
  const row: Record<string, unknown> = { ...fields };
  for (const key of DAYS) {
    const value = fields[key];
    if (value !== undefined && value !== null) row[key] = hundredths(value);
  }
  return row;
}

const shown = ({ valid_to, ...row }: StoredPolicy & { type: string }): ShownPolicy => ({
  ...row,
  days: row.days / 100,
  carry_days: row.carry_days === null ? null : row.carry_days / 100,
  negative_days: row.negative_days / 100,
  valid_to: valid_to === 'infinity' ? null : addDays(valid_to, -1),
});

export const selectPolicies = (tx: Tx, ...conditions: (Sql | undefined)[]): Sql => sql`
  select p.id, p.country, p.type_id, t.name as type, t.name_lc, p.layer, p.grade, p.seniority_years, p.days, p.manner, p.pro_rata,
    p.rounding, p.carry_days, p.carry_months, p.negative_days, p.valid_from, p.valid_to, p.version
  from leave.policies p join leave.types t on t.tenant_id = p.tenant_id and t.id = p.type_id
  where p.tenant_id = ${tx.tenant} and ${and(...conditions)}`;

export const policyOrder: Sql = sql`country, name_lc collate app.names, layer desc, grade nulls first, seniority_years, valid_from, id`;

/** Rows of a select as they are answered. */
export const shownPolicies = (rows: readonly (StoredPolicy & { type: string })[]): ShownPolicy[] => rows.map(shown);

/** The policies that hold or will hold, one page; with `all` those of the past, too. */
export async function listPolicies(
  tx: Tx,
  _actor: Actor,
  { query }: { query: { country?: string; type_id?: string; all?: boolean; page?: number; per_page?: number } },
): Promise<Page<ShownPolicy>> {
  const day = await today(tx);
  const page = await pageOf<StoredPolicy & { type: string }>(
    tx,
    selectPolicies(
      tx,
      query.country === undefined ? undefined : sql`p.country = ${query.country}`,
      query.type_id === undefined ? undefined : sql`p.type_id = ${query.type_id}`,
      query.all ? undefined : sql`p.valid_to > ${day}`,
    ),
    policyOrder,
    query,
  );
  return { ...page, rows: page.rows.map(shown) };
}

async function readPolicies(tx: Tx, ids: readonly string[]): Promise<ShownPolicy[]> {
  const rows = await tx.all<StoredPolicy & { type: string }>(sql`
    select * from (${selectPolicies(tx, sql`p.id = any(${ids})`)}) found order by ${policyOrder}`);
  return rows.map(shown);
}

/** What cannot hold, at its field. */
export function faultOf(policy: PolicyFields): { field: 'pro_rata'; message: Text } | undefined {
  if (policy.manner === 'accrued' && policy.pro_rata === 'none')
    return { field: 'pro_rata', message: 'What is accrued by the month is in proportion: by days or by full months.' };
  return undefined;
}

/** The firm works in these countries from now on; their public holidays of last year and the next two are laid in. */
async function openCountries(tx: Tx, codes: readonly string[]): Promise<void> {
  const year = tx.now.getUTCFullYear();
  const opened = await addCountries(tx, codes);
  const holidays = await Promise.all(opened.map((code) => publicHolidays(code, [year - 1, year, year + 1, year + 2])));
  const there = await tx.all<{ country: string; region: string | null; day: Day }>(sql`
    select country, region, day from leave.holidays where tenant_id = ${tx.tenant} and country = any(${opened})`);
  const known = new Set(there.map(({ country, region, day }) => `${country} ${region ?? ''} ${day}`));
  await tx.write.insert(
    'leave.holidays',
    holidays
      .flat()
      .filter(({ country, region, day }) => !known.has(`${country} ${region ?? ''} ${day}`))
      .map((row) => ({ ...row })),
  );
}

/** Who counts as the same rule: of two such one holds on a day. */
export const ruleOf = (policy: Pick<NewPolicy, 'country' | 'type_id' | 'layer' | 'grade' | 'seniority_years'>): string =>
  [policy.country, policy.type_id, policy.layer, policy.grade ?? '', policy.seniority_years ?? 0].join(' ');

/** A new policy as it is stored, with what it leaves unsaid. */
export const storedNew = (policy: NewPolicy): Record<string, unknown> =>
  stored({ manner: 'granted', pro_rata: 'days', rounding: 'none', seniority_years: 0, negative_days: 0, ...policy });

/** Stores new policies. @throws Problem 409 when one of the same kind holds on these days, 422 at the field that is wrong */
export async function insertPolicies(tx: Tx, policies: readonly NewPolicy[], path: (index: number, field: string) => string) {
  for (const [index, { valid_from }] of policies.entries()) checkDay(tx, path(index, 'valid_from'), valid_from);
  const types = [...new Set(policies.map((policy) => policy.type_id))];
  const known = await tx.all<{ id: string }>(sql`
    select id from leave.types where tenant_id = ${tx.tenant} and id = any(${types}) and is_active`);
  const errors = policies.flatMap((policy, index): { path: string; message: Text }[] => {
    const fault = faultOf(policy);
    if (fault) return [{ path: path(index, fault.field), message: fault.message }];
    if (known.some(({ id }) => id === policy.type_id)) return [];
    return [{ path: path(index, 'type_id'), message: 'There is no such leave type.' }];
  });
  if (errors.length > 0) throw invalid(errors);
  await openCountries(
    tx,
    policies.map((policy) => policy.country),
  );
  const rows = await tx.write.insert<StoredPolicy>(
    'leave.policies',
    policies.map((policy) => storedNew(policy)),
  );
  await rulesChanged(tx);
  return readPolicies(
    tx,
    rows.map((row) => row.id),
  );
}

export async function addPolicy(tx: Tx, _actor: Actor, { body }: { body: NewPolicy }): Promise<ShownPolicy> {
  const [policy] = await insertPolicies(tx, [body], (_index, field) => field);
  return policy as ShownPolicy;
}

export const addPolicies = (tx: Tx, _actor: Actor, { body }: { body: { policies: NewPolicy[] } }): Promise<ShownPolicy[]> =>
  insertPolicies(tx, body.policies, (index, field) => `policies.${index}.${field}`);

/** Somebody has leave by this rule already: it is not changed in place any more. */
const isUsed = async (tx: Tx, policy: StoredPolicy): Promise<boolean> =>
  (await tx.one(sql`
    select 1 from leave.ledger l join people.users u on u.tenant_id = l.tenant_id and u.id = l.user_id
    where l.tenant_id = ${tx.tenant} and l.type_id = ${policy.type_id} and l.layer = ${policy.layer}
      and l.kind in ('grant', 'accrual') and l.day >= ${policy.valid_from}
      and (${countryOn(tx, sql`u.id`, sql`l.day`, sql`u.country`)} = ${policy.country} or not exists (select 1 from leave.policies o
        where o.tenant_id = l.tenant_id and o.type_id = l.type_id
          and o.country = ${countryOn(tx, sql`u.id`, sql`l.day`, sql`u.country`)})) limit 1`)) !== undefined;

/** A rule, locked unless it is only looked at. @throws Problem 404 */
export async function loadPolicy(tx: Tx, id: string, lock = true): Promise<StoredPolicy> {
  const row = await tx.one<StoredPolicy>(
    sql`select * from leave.policies where tenant_id = ${tx.tenant} and id = ${id} ${raw(lock ? 'for update' : '')}`,
  );
  if (!row) throw notFound('There is no such rule.');
  return row;
}

export interface PolicyChange extends PolicyFields {
  id: string;
  version?: number;
  valid_from?: Day;
  valid_to?: Day | null;
}

/** What a change does to the rules: one is changed as it stands, or ends on a day on which another begins. */
export interface PlannedChange {
  before: StoredPolicy;
  set: Record<string, unknown>;
  inPlace: boolean;
  /** From here on it holds, up to and without `end`. */
  from: Day;
  end: Day;
}

/** What a change of a loaded rule comes to. Nothing is written. @throws Problem 422 */
export async function planChange(tx: Tx, before: StoredPolicy, change: PolicyChange): Promise<PlannedChange> {
  const { id: _id, version: _version, valid_from, valid_to, ...fields } = change;
  checkDay(tx, 'valid_from', valid_from);
  const fault = faultOf({ manner: before.manner, pro_rata: before.pro_rata, ...fields });
  if (fault) throw invalid([{ path: fault.field, message: fault.message }]);
  const end = valid_to === undefined ? before.valid_to : valid_to === null ? 'infinity' : addDays(valid_to, 1);
  const set = stored(fields);
  const changed = Object.entries(set).some(([key, value]) => value !== before[key]);
  const used = await isUsed(tx, before);
  const from = valid_from ?? (used ? await today(tx) : before.valid_from);
  // A rule that nobody has leave by may still move its first day; a change from a later day on is a rule of its own.
  const moves = !changed || valid_from === undefined || valid_from <= before.valid_from;
  const inPlace = used ? !changed && valid_from === undefined : moves;
  if (!inPlace && from <= before.valid_from)
    throw invalid([
      {
        path: 'valid_from',
        message: said`This rule holds since ${{ day: before.valid_from }} and was used. Choose a later day.`,
      },
    ]);
  if (end <= from || (!inPlace && from >= before.valid_to))
    throw invalid([{ path: valid_to === undefined ? 'valid_from' : 'valid_to', message: 'Must not lie before the first day.' }]);
  return { before, set, inPlace, from: inPlace && used ? before.valid_from : from, end };
}

/**
 * Changes a policy from a day on (default: today): what held until then stays as it is. One by which nobody has leave yet is
 * changed in place. @throws Problem 404, 409 when stale, 422
 */
export async function changePolicy(tx: Tx, _actor: Actor, { body }: { body: PolicyChange }): Promise<ShownPolicy> {
  const before = await loadPolicy(tx, body.id);
  if (body.version !== undefined && body.version !== before.version)
    throw conflict('Somebody else changed this in the meantime.', (await readPolicies(tx, [body.id]))[0]);
  const { set, inPlace, from, end } = await planChange(tx, before, body);
  await rulesChanged(tx);
  if (inPlace) {
    await tx.write.update('leave.policies', [{ before, set: { ...set, valid_from: from, valid_to: end } }]);
    return (await readPolicies(tx, [body.id]))[0] as ShownPolicy;
  }
  await tx.write.update('leave.policies', [{ before, set: { valid_to: from } }]);
  const { id: _id, version: _version, ...kept } = before;
  const { tenant_id: _tenant, ...columns } = kept;
  const [row] = await tx.write.insert<StoredPolicy>('leave.policies', [{ ...columns, ...set, valid_from: from, valid_to: end }]);
  return (await readPolicies(tx, [row?.id ?? '']))[0] as ShownPolicy;
}

/** Takes away a rule by which nobody has leave yet. @throws Problem 409 when somebody has */
export async function removePolicy(tx: Tx, _actor: Actor, { params }: { params: { id: string } }): Promise<{ success: boolean }> {
  const row = await loadPolicy(tx, params.id);
  if (await isUsed(tx, row)) throw conflict('People have leave by this rule. End it on a day instead.');
  await tx.write.remove('leave.policies', [row]);
  await rulesChanged(tx);
  return { success: true };
}
