import type { Day } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { exchangeOn } from '../../rates/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { ThirdPartyCost } from '../contract/costs.ts';
import type { CostKind } from '../rules.ts';
import { billedProject } from './unbilled.ts';

type Stored = ThirdPartyCost & Record<string, unknown>;
type One = { params: { id: string } };

interface Wanted {
  id?: string;
  day: Day;
  kind: CostKind;
  /** Minor units of the currency. */
  amount: number;
  currency: string;
  is_rebillable?: boolean;
  note?: string;
}

const shown = ({ id, project_id, day, kind, amount, currency, is_rebillable, note, version }: Stored): ThirdPartyCost => ({
  ...{ id, project_id, day, kind, amount, currency, is_rebillable, note, version },
});

/** What third parties cost a project that the actor sees, one page, the latest first. @throws Problem 404 */
export async function listCosts(
  tx: Tx,
  actor: Actor,
  { params, query = {} }: One & { query?: { page?: number; per_page?: number } },
): Promise<Page<ThirdPartyCost>> {
  const project = await billedProject(tx, actor, params.id);
  return pageOf<ThirdPartyCost>(
    tx,
    sql`
      select c.id, c.project_id, c.day, c.kind, c.amount, c.currency, c.is_rebillable, c.note, c.version
      from invoicing.costs c where c.tenant_id = ${tx.tenant} and c.project_id = ${project.id}`,
    sql`day desc, id`,
    query,
  );
}

/** A cost without a rate of its day would be missing in every report. @throws Problem 422 */
async function checkCurrency(tx: Tx, { currency, day }: Pick<Wanted, 'currency' | 'day'>): Promise<void> {
  const known = await exchangeOn(tx, day);
  if (known.has(currency)) return;
  const allowed = [...known.keys()].toSorted().join(', ');
  throw invalid([{ path: 'currency', message: said`There is no exchange rate on this day. Possible are: ${allowed}.` }]);
}

const tellScreens = (tx: Tx, project: string): void => tx.say({ topic: 'invoices', keys: { project } });

/** Adds what a third party costs a project. @throws Problem 404, 422 for a currency that is worth nothing known on the day */
export async function addCost(tx: Tx, actor: Actor, { params, body }: One & { body: Wanted }): Promise<ThirdPartyCost> {
  const project = await billedProject(tx, actor, params.id);
  await checkCurrency(tx, body);
  const { id = newId(), note = '', is_rebillable = false, ...rest } = body;
  const [stored] = await tx.write.insert<Stored>('invoicing.costs', [
    { ...rest, id, project_id: project.id, note: note.trim(), is_rebillable },
  ]);
  tellScreens(tx, project.id);
  return shown(stored as Stored);
}

/** A cost of a project that the actor sees, locked. @throws Problem 404, 409 with what holds now when it is stale */
async function lockedAt(tx: Tx, actor: Actor, id: string, version: number): Promise<Stored> {
  const row = await tx.one<Stored>(sql`select * from invoicing.costs where tenant_id = ${tx.tenant} and id = ${id} for update`);
  if (!row) throw notFound('There is no such cost.');
  await billedProject(tx, actor, row.project_id);
  if (row.version !== version) throw conflict('Somebody else changed this in the meantime.', shown(row));
  return row;
}

/** Changes a cost; what is not named stays. @throws Problem 404, 409 when it is stale, 422 */
export async function changeCost(
  tx: Tx,
  actor: Actor,
  { params, body }: One & { body: Partial<Omit<Wanted, 'id'>> & { version: number } },
): Promise<ThirdPartyCost> {
  const { version, ...set } = body;
  const before = await lockedAt(tx, actor, params.id, version);
  if (set.note !== undefined) set.note = set.note.trim();
  await checkCurrency(tx, { currency: set.currency ?? before.currency, day: set.day ?? before.day });
  const [stored] = await tx.write.update<Stored>('invoicing.costs', [{ before, set }]);
  tellScreens(tx, before.project_id);
  return shown(stored as Stored);
}

/** Removes a cost. @throws Problem 404, 409 when it is stale */
export async function removeCost(
  tx: Tx,
  actor: Actor,
  { params, query }: One & { query: { version: number } },
): Promise<{ success: boolean }> {
  const before = await lockedAt(tx, actor, params.id, query.version);
  await tx.write.remove('invoicing.costs', [before]);
  tellScreens(tx, before.project_id);
  return { success: true };
}
