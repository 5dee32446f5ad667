export { setBillingStatus } from './billing.ts';
export { type BudgetedProject, budgetOf, mayBudget, refuseBudget, setBudget } from './budget.ts';
export { type NewProject, addClients, addProjects } from './bulk.ts';
export { type ProjectFilters, projectCondition } from './project-rows.ts';
export { type Work, type WorkRules, workRules } from './work.ts';
export { watchersOf } from './watching.ts';
