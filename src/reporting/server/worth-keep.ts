import { type Day, monthOf } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import type { Derivation, RowChange } from '../../server/gateway.ts';
import { type Job, forEveryFirm, jobKind } from '../../server/jobs.ts';
import { type Sql, raw, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type SeenMonth, raiseFrom, raiseMonths, settleMonths } from '../../time/server/public.ts';
import { NIL } from './facts.ts';
import { type UnbilledRow, unbilledOf, unbilledSelect } from './unbilled.ts';
import { type WorthRow, asSelect, rate } from './worth.ts';
import { type WorthDifference, worthDifferences } from './worth-proof.ts';

/** The first month of all: what has no date holds always. */
const EVER: Day = '0001-01-01';
/** Months of people that one transaction rates: about a second of work. */
const AT_ONCE = 1000;

interface Upset {
  project_id: string;
  from_month: Day;
}

/** Says what is to be rated anew, in the writing transaction; one small row, whatever it concerns. */
async function upset(tx: Tx, upsets: readonly Upset[]): Promise<void> {
  if (upsets.length === 0) return;
  const earliest = new Map<string, Day>();
  for (const { project_id, from_month } of upsets) {
    const known = earliest.get(project_id);
    if (known === undefined || from_month < known) earliest.set(project_id, from_month);
  }
  const rows = [...earliest].map(([project_id, from_month]) => ({ id: newId(), project_id, from_month }));
  await tx.all(sql`
    insert into reporting.upsets (tenant_id, id, project_id, from_month)
    select ${tx.tenant}::int, x.id, x.project_id, x.from_month
    from json_to_recordset(${JSON.stringify(rows)}::json) as x(id uuid, project_id uuid, from_month date) returning 1`);
}

const sides = (changes: readonly RowChange[]): Record<string, unknown>[] =>
  changes.flatMap(({ before, after }) => [before, after].filter((row) => row !== undefined));
const changed = ({ before, after }: RowChange, key: string): boolean => before?.[key] !== after?.[key];
const monthFrom = (row: Record<string, unknown>): Day => monthOf(String(row['valid_from'] ?? EVER));

/** Follows rates and exchange rates, which hold for the whole firm from a day on. */
export const upsetByRates: Derivation = (tx, changes) =>
  upset(
    tx,
    sides(changes).map((row) => ({ project_id: NIL, from_month: monthFrom(row) })),
  );

/** Follows service lines and their roles, which hold always: who has which role may be another. */
export const upsetByRoles: Derivation = (tx, changes) =>
  upset(tx, changes.length > 0 ? [{ project_id: NIL, from_month: EVER }] : []);

/** Follows what projects agreed on for an hour. */
export const upsetByAgreements: Derivation = (tx, changes) =>
  upset(
    tx,
    sides(changes).map((row) => ({ project_id: String(row['project_id']), from_month: monthFrom(row) })),
  );

/** Follows projects: rates are wanted in their currency. New ones have no time yet. */
export const upsetByProjects: Derivation = (tx, changes) =>
  upset(
    tx,
    changes
      .filter((change) => change.before && change.after && changed(change, 'currency'))
      .map(({ after }) => ({ project_id: String(after?.['id']), from_month: EVER })),
  );

/** Follows terms of billing, whose ids are those of their projects: they name the service line. */
export const upsetByTerms: Derivation = (tx, changes) =>
  upset(
    tx,
    changes
      .filter((change) => changed(change, 'service_line_id'))
      .map(({ before, after }) => ({ project_id: String((after ?? before)?.['id']), from_month: EVER })),
  );

/** Follows pricings that come to a project or leave it. */
export const upsetByPricings: Derivation = (tx, changes) =>
  upset(
    tx,
    changes
      .filter((change) => changed(change, 'project_id'))
      .flatMap((change) => sides([change]))
      .flatMap(({ project_id }) => (project_id ? [{ project_id: String(project_id), from_month: EVER }] : [])),
  );

/** Follows versions of pricings: what is approved says which role people have. */
export const upsetByVersions: Derivation = async (tx, changes) => {
  const agreed = (row: Record<string, unknown> | undefined): boolean => ['approved', 'won'].includes(String(row?.['status']));
  const pricings = changes
    .filter(({ before, after }) => agreed(before) || agreed(after))
    .filter((change) => changed(change, 'status'))
    .map(({ before, after }) => String((after ?? before)?.['pricing_id']));
  if (pricings.length === 0) return;
  const projects = await tx.all<{ project_id: string }>(sql`
    select distinct p.project_id from pricing.pricings p
    where p.tenant_id = ${tx.tenant} and p.id = any(${pricings}::uuid[]) and p.project_id is not null`);
  await upset(
    tx,
    projects.map(({ project_id }) => ({ project_id, from_month: EVER })),
  );
};

/** Follows the firm's settings: rates of other currencies are converted by its own. */
export const upsetByFirm: Derivation = (tx, changes) =>
  upset(
    tx,
    changes.some((change) => change.before && changed(change, 'currency')) ? [{ project_id: NIL, from_month: EVER }] : [],
  );

/**
 * Follows stamps, since what was approved keeps the rates of its approval; and billed time, which is no more to be billed: the months
 * of both wait to be made anew.
 */
export const raiseByDays: Derivation = (tx, changes) => {
  const months = new Map(
    sides(changes).map((row) => {
      const [month, user_id] = [monthOf(String(row['day'])), String(row['user_id'])];
      return [`${month} ${user_id}`, { month, user_id }];
    }),
  );
  return raiseMonths(tx, [...months.values()]);
};

/** Makes upsets to months that wait. A transaction of its own: it holds the months of a firm, and writers wait for it. */
async function spread(tx: Tx): Promise<boolean> {
  const upsets = await tx.all<Upset & { id: string }>(
    sql`select id, project_id, from_month from reporting.upsets where tenant_id = ${tx.tenant}`,
  );
  const ofFirm = upsets.filter(({ project_id }) => project_id === NIL).map(({ from_month }) => from_month);
  const [earliest] = ofFirm.sort();
  if (earliest !== undefined) await raiseFrom(tx, earliest);
  for (const { project_id, from_month } of upsets)
    if (project_id !== NIL && (earliest === undefined || from_month < earliest)) await raiseFrom(tx, from_month, project_id);
  await tx.all(
    sql`delete from reporting.upsets where tenant_id = ${tx.tenant} and id = any(${upsets.map(({ id }) => id)}::uuid[]) returning 1`,
  );
  return upsets.length > 0;
}

const SUMS = ['seconds', 'standard', 'charge', 'cost', 'unpriced_seconds', 'unrated_seconds', 'uncosted_seconds'] as const;
const listed = (of: (column: string) => string): Sql => raw(SUMS.map(of).join(', '));
const COLUMNS = listed((column) => column);
const NEGATIVE = listed((column) => `-${column} as ${column}`);
const SUMMED = listed((column) => `sum(${column})`);
const ADDED = listed((column) => `${column} = p.${column} + excluded.${column}`);

/** What is made of months takes the place of what was made before; the sums of projects get what came less what went. */
async function store(tx: Tx, seen: readonly SeenMonth[], rows: readonly WorthRow[]): Promise<void> {
  await tx.all(sql`
    with gone as (
      delete from reporting.worth w
      using json_to_recordset(${JSON.stringify(seen)}::json) as x(month date, user_id uuid)
      where w.tenant_id = ${tx.tenant} and w.month = x.month and w.user_id = x.user_id returning w.*
    ), moved as (
      select month, project_id, chargeable, ${NEGATIVE} from gone
      union all select month, project_id, chargeable, ${COLUMNS} from (${asSelect(rows)}) came
    )
    insert into reporting.project_worth as p (tenant_id, month, project_id, chargeable, ${COLUMNS})
    select ${tx.tenant}::int, month, project_id, chargeable, ${SUMMED}
    from moved group by month, project_id, chargeable order by month, project_id, chargeable
    on conflict (tenant_id, month, project_id, chargeable) do update set ${ADDED}
    returning 1`);
  await tx.all(sql`
    insert into reporting.worth (tenant_id, month, user_id, project_id, task_type_id, chargeable, grade, team_id, country,
      ${COLUMNS})
    select ${tx.tenant}::int, x.month, x.user_id, x.project_id, x.task_type_id, x.chargeable, x.grade, x.team_id, x.country,
      ${COLUMNS}
    from (${asSelect(rows)}) x order by x.month, x.user_id returning 1`);
}

/** Sums the worth of projects anew. */
async function sumProjects(tx: Tx): Promise<void> {
  await tx.all(sql`delete from reporting.project_worth where tenant_id = ${tx.tenant} returning 1`);
  await tx.all(sql`
    insert into reporting.project_worth (tenant_id, month, project_id, chargeable, ${COLUMNS})
    select ${tx.tenant}::int, month, project_id, chargeable, ${SUMMED} from reporting.worth
    where tenant_id = ${tx.tenant} group by month, project_id, chargeable returning 1`);
}

/** The unbilled time of months takes the place of what was kept of them. */
async function storeUnbilled(tx: Tx, seen: readonly SeenMonth[], rows: readonly UnbilledRow[]): Promise<void> {
  await tx.all(sql`
    delete from reporting.unbilled f
    using json_to_recordset(${JSON.stringify(seen)}::json) as x(month date, user_id uuid)
    where f.tenant_id = ${tx.tenant} and f.month = x.month and f.user_id = x.user_id returning 1`);
  await tx.all(sql`
    insert into reporting.unbilled (tenant_id, month, user_id, project_id, task_type_id, grade, team_id, country, is_rated, seconds, value)
    select ${tx.tenant}::int, x.month, x.user_id, x.project_id, x.task_type_id, x.grade, x.team_id, x.country, x.is_rated, x.seconds, x.value
    from (${unbilledSelect(rows)}) x order by x.month, x.user_id returning 1`);
}

/** One at a time keeps the worth of a firm. @returns whether this transaction does */
async function isMine(tx: Tx): Promise<boolean> {
  await tx.all(
    sql`insert into reporting.upkeep (tenant_id, at) values (${tx.tenant}, ${tx.now}) on conflict (tenant_id) do nothing returning 1`,
  );
  const mine = await tx.one(sql`select 1 from reporting.upkeep where tenant_id = ${tx.tenant} for update skip locked`);
  if (mine) await tx.all(sql`update reporting.upkeep set at = ${tx.now} where tenant_id = ${tx.tenant} returning 1`);
  return mine !== undefined;
}

/**
 * Rates some of the months that wait, the latest first. Their revision is read before their entries, so what is written meanwhile
 * leaves them waiting; whoever dies on the way leaves them waiting too.
 * @returns whether there may be more to do
 */
export async function keepWorth(tx: Tx): Promise<boolean> {
  if (!(await isMine(tx))) return false;
  if (await spread(tx)) return true;
  const seen = await tx.all<SeenMonth>(sql`
    select month, user_id, revision from time.person_months
    where tenant_id = ${tx.tenant} and settled <> revision order by month desc, user_id limit ${AT_ONCE}`);
  if (seen.length === 0) return false;
  await store(tx, seen, await rate(tx, { months: seen }));
  await storeUnbilled(tx, seen, await unbilledOf(tx, { months: seen }));
  await settleMonths(tx, seen);
  return seen.length === AT_ONCE;
}

const KEEP = jobKind<object>('reporting.keep_worth');

/**
 * Every minute, portion after portion. Nothing is sent with a writing transaction: reports rate what waits when they are read, so
 * a minute later is soon enough, and entries pay nothing for it.
 */
const keep = forEveryFirm(KEEP.name, { cron: '* * * * *' }, async (tx) => {
  if (await keepWorth(tx)) await tx.send(KEEP, {});
});

/** Every night: what is kept is what the entries are worth; what is not is named, and rated anew. */
const prove = forEveryFirm('reporting.prove_worth', { cron: '35 2 * * *' }, async (tx, { log }) => {
  const differences = await worthDifferences(tx);
  for (const difference of differences)
    log.error({ tenant: tx.tenant, ...difference }, 'reporting.worth is not what its entries are worth');
  await mendWorth(tx, differences);
});

/** Has the worth of months made anew that is not what it should be, and sums that of projects. */
export async function mendWorth(tx: Tx, differences: readonly WorthDifference[]): Promise<void> {
  if (differences.length === 0 || !(await isMine(tx))) return;
  await raiseMonths(tx, differences);
  await sumProjects(tx);
}

/** Has all worth of the firm rated anew. */
export const rateAnew = (tx: Tx): Promise<void> => raiseFrom(tx, EVER);

export const worthJobs: readonly Job[] = [keep, prove];
