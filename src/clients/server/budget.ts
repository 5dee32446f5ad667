import { mayCall } from '../../access/server/public.ts';
import { conflict, notAllowed, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { MOST_BUDGET } from '../rules.ts';
import { type ProjectRow, readProject } from './project-rows.ts';

/** What a project may cost: minutes, and minor units of its currency. */
export interface Budget {
  minutes: number;
  fee: number;
  currency: string;
}

export type BudgetedProject = Pick<
  ProjectRow,
  'id' | 'name' | 'client_id' | 'currency' | 'budget_minutes' | 'budget_fee' | 'version'
>;

/** Whether somebody may set budgets: as who may change projects. */
export function mayBudget(actor: Actor): boolean {
  const flags = actor.accesses['clients_projects'];
  const open = flags === undefined || (flags['view_page'] !== false && flags['can_edit'] !== false);
  return open && mayCall('projects.update', actor);
}

/** A project with its budget. @throws Problem 404 */
export async function budgetOf(tx: Tx, id: string): Promise<BudgetedProject> {
  const row = await tx.one<BudgetedProject>(sql`
    select id, name, client_id, currency, budget_minutes, budget_fee, version
    from clients.projects where tenant_id = ${tx.tenant} and id = ${id}`);
  if (!row) throw notFound('There is no such project.');
  return row;
}

/** @throws Problem 409 for a budget in another currency than the project's, and for one that passes what a project can have */
export function refuseBudget(project: Pick<BudgetedProject, 'name' | 'currency'>, { minutes, fee, currency }: Budget): void {
  if (currency !== project.currency)
    throw conflict(said`"${project.name}" is kept in ${project.currency}, this budget is in ${currency}.`);
  if (minutes > MOST_BUDGET.minutes || fee > MOST_BUDGET.fee) throw conflict('This is more than a budget can be.');
}

/**
 * Sets the hours and the fee that a project may cost; `from` says in its history where they come from.
 * @returns the project as it was before
 * @throws Problem 403, 404, 409 when it is stale or the budget is none for it
 */
export async function setBudget(
  tx: Tx,
  actor: Actor,
  { id, version, from, ...budget }: Budget & { id: string; version: number; from: string },
): Promise<BudgetedProject> {
  if (!mayBudget(actor)) throw notAllowed();
  const before = await tx.one<ProjectRow>(
    sql`select * from clients.projects where tenant_id = ${tx.tenant} and id = ${id} for update`,
  );
  if (!before) throw notFound('There is no such project.');
  if (version !== before.version)
    throw conflict('Somebody else changed this project in the meantime.', await readProject(tx, actor, id));
  refuseBudget(before, budget);
  await tx.write.update('clients.projects', [{ before, set: { budget_minutes: budget.minutes, budget_fee: budget.fee } }]);
  tx.write.event({ action: 'budget_taken_over', entity: 'clients.projects', entityId: id, facts: { name: from } });
  tx.say({ topic: 'projects' });
  return before;
}
