import { budgetOf, refuseBudget, setBudget } from '../../clients/server/public.ts';
import { conflict, invalid } from '../../kit/problem.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { BudgetPreview, PricingDetails, TakenBudget } from '../contract.ts';
import type { StoredPricing, StoredVersion } from './content.ts';
import { headOf, readPricing } from './details.ts';
import { visible } from './policy.ts';
import { note } from './writes.ts';

const NOT_AGREED = 'Only what is approved or won becomes a budget.';

const budgetIn = ({ minutes, fee, currency }: StoredVersion) => ({ minutes, fee, currency });

/** @throws Problem 409 where the project has become another client's since it was priced */
function refuseOther(pricing: Pick<StoredPricing, 'client_id'>, project: { client_id: string | null }): void {
  if (project.client_id !== pricing.client_id) throw conflict('This project belongs to another client.');
}

/** What the agreed version would make of a budget; refused what `takeOver` would refuse. @throws Problem 404, 409 */
export async function previewBudget(
  tx: Tx,
  actor: Actor,
  { params, query }: { params: { id: string }; query: { project_id?: string } },
): Promise<BudgetPreview> {
  const [pricing, version] = await Promise.all([
    headOf(tx, actor, params.id),
    tx.one<StoredVersion>(sql`
      select * from pricing.versions where tenant_id = ${tx.tenant} and pricing_id = ${params.id} and status in ('approved', 'won')`),
  ]);
  if (!version) throw conflict(NOT_AGREED);
  const projectId = pricing.project_id ?? query.project_id;
  const project = projectId === undefined ? null : await budgetOf(tx, projectId);
  if (project) {
    refuseOther(pricing, project);
    refuseBudget(project, budgetIn(version));
  }
  return { number: version.number, ...budgetIn(version), project };
}

interface TakeOver {
  number: number;
  version: number;
  project_id?: string;
}

/**
 * Makes the agreed version of a pricing the budget of its project. Asked for again it changes nothing, whatever became of the
 * budget since. @throws Problem 403, 404, 409 when it is not agreed or the project is stale, 422
 */
export async function takeOver(
  tx: Tx,
  actor: Actor,
  { params: { id }, body }: { params: { id: string }; body: TakeOver },
): Promise<PricingDetails> {
  const version = await tx.one<StoredVersion>(sql`
    select * from pricing.versions where tenant_id = ${tx.tenant} and pricing_id = ${id} and number = ${body.number} for update`);
  const { client: _client, project: _project, owner: _owner, partner: _partner, ...pricing } = await headOf(tx, actor, id);
  if (version && (await isTaken(tx, version.id))) return readPricing(tx, actor, id);
  if (version?.status !== 'approved' && version?.status !== 'won') throw conflict(NOT_AGREED, await readPricing(tx, actor, id));
  const projectId = pricing.project_id ?? body.project_id;
  if (!projectId) throw invalid([{ path: 'project_id', message: 'Choose a project.' }]);
  if (body.project_id && body.project_id !== projectId)
    throw conflict('Somebody else changed this pricing in the meantime.', await readPricing(tx, actor, id));
  const budget = budgetIn(version);
  const before = await setBudget(tx, actor, { id: projectId, version: body.version, from: pricing.name, ...budget });
  refuseOther(pricing, before);
  if (pricing.project_id === null)
    await tx.write.update('pricing.pricings', [{ before: pricing, set: { project_id: projectId } }]);
  await tx.write.insert('pricing.takeovers', [
    {
      project_id: projectId,
      pricing_id: id,
      version_id: version.id,
      user_id: actor.userId,
      at: tx.now,
      currency: budget.currency,
      budget_minutes: budget.minutes,
      budget_fee: budget.fee,
      before_minutes: before.budget_minutes,
      before_fee: before.budget_fee,
    },
  ]);
  await note(tx, actor, { id, number: version.number, action: 'taken_over' });
  return readPricing(tx, actor, id);
}

const isTaken = async (tx: Tx, versionId: string): Promise<boolean> =>
  (await tx.one(sql`select 1 from pricing.takeovers where tenant_id = ${tx.tenant} and version_id = ${versionId}`)) !== undefined;

/** The pricing that the budget of a project came from, the latest, if the actor may see it. */
export async function budgetOrigin(
  tx: Tx,
  actor: Actor,
  { query }: { query: { project_id: string } },
): Promise<{ taken: TakenBudget | null }> {
  const taken = await tx.one<TakenBudget>(sql`
    select p.id as pricing_id, p.name as pricing, v.number, u.name as user, t.at, t.budget_minutes as minutes, t.budget_fee as fee,
      t.currency, (w.budget_minutes = t.budget_minutes and w.budget_fee = t.budget_fee and w.currency = t.currency) is true as holds
    from (select * from pricing.takeovers where tenant_id = ${tx.tenant} and project_id = ${query.project_id} order by id desc limit 1) t
    join pricing.pricings p on p.tenant_id = t.tenant_id and p.id = t.pricing_id
    join pricing.versions v on v.tenant_id = t.tenant_id and v.id = t.version_id
    join clients.projects w on w.tenant_id = t.tenant_id and w.id = t.project_id
    join people.users u on u.tenant_id = t.tenant_id and u.id = t.user_id
    where ${and(sql`t.tenant_id = ${tx.tenant}`, visible(tx, actor))}`);
  return { taken: taken ?? null };
}
