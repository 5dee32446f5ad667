import { newId } from '../../kit/ids.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { price } from '../rules.ts';
import type { Content, Placed, StoredPricing, StoredVersion, Table } from './content.ts';
import { headOf, readPricing } from './details.ts';

export interface Locked {
  pricing: StoredPricing;
  version: StoredVersion;
}

/** A pricing that the actor sees with its latest version, locked: nobody else changes it meanwhile. @throws Problem 404 */
export async function locked(tx: Tx, actor: Actor, id: string): Promise<Locked> {
  const version = await tx.one<StoredVersion>(sql`
    select * from pricing.versions where tenant_id = ${tx.tenant} and pricing_id = ${id} and is_latest for update`);
  const { client: _client, project: _project, owner: _owner, partner: _partner, ...pricing } = await headOf(tx, actor, id);
  if (!version) throw notFound('There is no such pricing.');
  return { pricing, version };
}

/** The same for a draft of which a version is known. @throws Problem 404, 409 when it is stale or no draft any more */
export async function lockedDraft(tx: Tx, actor: Actor, id: string, known: number | undefined): Promise<Locked> {
  const found = await locked(tx, actor, id);
  if (found.version.status !== 'draft')
    throw conflict('This version is not a draft any more. Make a new version to change it.', await readPricing(tx, actor, id));
  if (known !== undefined && known !== found.version.version)
    throw conflict('Somebody else changed this pricing in the meantime.', await readPricing(tx, actor, id));
  return found;
}

/** Above it sums would no longer be exact: a firm that prices ten billions in one go mistyped a number. */
const MOST_WHOLE = 1_000_000_000_000_000;

/** What a version's row says of its tables. @throws Problem 422 where the sums pass what can be told apart */
export function figuresOf(tables: readonly Table[]) {
  const { minutes, standard, agreed, fee, nfi, cost, missing, tier } = price(tables);
  if (Math.max(standard, agreed, fee, Math.abs(nfi), cost ?? 0) > MOST_WHOLE)
    throw invalid([{ path: 'tables', message: 'These sums are larger than can be reckoned with.' }]);
  return { minutes, standard_value: standard, fee, nfi, total_cost: cost, missing, tier };
}

/** What is to become of the rows of one kind: kept by id, the rest goes and what is new comes. */
function compared(stored: readonly Placed[], wanted: readonly (Record<string, unknown> & { id: string })[]) {
  const before = new Map(stored.map((row) => [row.id, row]));
  const ids = new Set(wanted.map(({ id }) => id));
  return {
    updates: wanted.flatMap(({ id, ...set }) => {
      const row = before.get(id);
      return row ? [{ before: row, set }] : [];
    }),
    inserts: wanted.filter(({ id }) => !before.has(id)),
    removes: stored.filter(({ id }) => !ids.has(id)),
  };
}

/** Ids for what has none; an id that is none of this version's is not taken. */
const idFor = (given: string | null, known: ReadonlySet<string>): string =>
  given !== null && known.has(given) ? given : newId();

function rowsOf(versionId: string, tables: readonly Table[], stored: Content) {
  const known = new Set([...stored.tables, ...stored.lines, ...stored.expenses].map(({ id }) => id));
  const placed = tables.map(({ lines, expenses, ...table }, position) => ({
    table: { ...fieldsOf(table), id: idFor(table.id, known), version_id: versionId, position },
    lines,
    expenses,
  }));
  return {
    tables: placed.map(({ table }) => table),
    lines: placed.flatMap(({ table, lines }) =>
      lines.map((line, position) => ({ ...lineFields(line), id: idFor(line.id, known), table_id: table.id, position })),
    ),
    expenses: placed.flatMap(({ table, expenses }) =>
      expenses.map(({ id, label, paid, charged }, position) => ({
        id: idFor(id, known),
        table_id: table.id,
        position,
        label,
        paid,
        charged,
      })),
    ),
  };
}

const fieldsOf = (table: Omit<Table, 'lines' | 'expenses'>) => ({
  kind: table.kind,
  name: table.name,
  service_line_id: table.service_line_id,
  country: table.country,
  currency: table.currency,
  exchange: table.exchange,
  minutes_per_day: table.minutes_per_day,
  on_cost: table.on_cost,
  discount: table.discount,
  fee: table.fee,
  target_margin: table.target_margin,
  floor_margin: table.floor_margin,
  target_recovery: table.target_recovery,
  floor_recovery: table.floor_recovery,
});

const lineFields = (line: Table['lines'][number]) => ({
  sl_role_id: line.sl_role_id,
  grade: line.grade,
  user_id: line.user_id,
  note: line.note,
  minutes: line.minutes,
  rate: line.rate,
  allowance: line.allowance,
  standard_rate: line.standard_rate,
  charge_rate: line.charge_rate,
  cost_rate: line.cost_rate,
  nfi_rate: line.nfi_rate,
});

const none: Content = { tables: [], lines: [], expenses: [] };

/** Makes the rows of a version say what its tables say, in as many statements for one line as for all. @returns whether any changed */
export async function keepTables(tx: Tx, versionId: string, tables: readonly Table[], stored: Content = none): Promise<boolean> {
  const wanted = rowsOf(versionId, tables, stored);
  const kinds = ['tables', 'lines', 'expenses'] as const;
  const plans = kinds.map((kind) => ({ table: `pricing.${kind}` as const, ...compared(stored[kind], wanted[kind]) }));
  const twice = kinds.some((kind) => new Set(wanted[kind].map(({ id }) => id)).size < wanted[kind].length);
  if (twice) throw invalid([{ path: 'tables', message: 'The same line stands twice.' }]);
  // What refers goes first; what is referred to comes first.
  for (const plan of plans.toReversed()) await tx.write.remove(plan.table, plan.removes);
  let changed = plans.some(({ inserts, removes }) => inserts.length + removes.length > 0);
  for (const { table, updates, inserts } of plans) {
    await tx.write.insert(table, inserts);
    const after = await tx.write.update<Placed>(table, updates);
    changed ||= after.some((row, index) => row.version !== updates[index]?.before.version);
  }
  return changed;
}

/** Writes what a version's row says; who read it before is stale, also where only its tables changed. */
export async function keepVersion(tx: Tx, before: StoredVersion, set: Record<string, unknown>, changed: boolean): Promise<void> {
  const [after] = await tx.write.update<StoredVersion>('pricing.versions', [{ before, set }]);
  if (changed && after?.version === before.version) await tx.write.touch('pricing.versions', [before]);
}

export type Action =
  | 'created'
  | 'submitted'
  | 'asked'
  | 'withdrawn'
  | 'table_approved'
  | 'approved'
  | 'rejected'
  | 'won'
  | 'lost'
  | 'replaced'
  | 'taken_over'
  | 'team_asked'
  | 'team_undone';

/** Notes a step in the history of a pricing, and tells open screens. */
export async function note(
  tx: Tx,
  actor: Actor,
  { id, number, action, reason = '' }: { id: string; number: number; action: Action; reason?: string },
): Promise<void> {
  await tx.write.insert('pricing.history', [{ pricing_id: id, number, at: tx.now, user_id: actor.userId, action, reason }]);
  tellScreens(tx, id);
}

/** Tells open screens that a pricing changed. */
export const tellScreens = (tx: Tx, id: string): void => tx.say({ topic: 'pricings', keys: { id } });
