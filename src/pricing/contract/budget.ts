import Type, { type Static } from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { Currency, Id, Version, nullable, strict } from '../../kit/shapes.ts';
import { Instant, PricingOut } from './shapes.ts';

const BudgetOut = Type.Object({
  number: Type.Integer(),
  currency: Currency,
  minutes: Type.Integer(),
  fee: Type.Integer(),
  /** As it is now; null: the pricing has none yet, and none is named. */
  project: nullable(
    Type.Object({
      id: Id,
      name: Type.String(),
      version: Version,
      budget_minutes: nullable(Type.Integer()),
      budget_fee: nullable(Type.Integer()),
    }),
  ),
});
export type BudgetPreview = Static<typeof BudgetOut>;

const TakenOut = Type.Object({
  pricing_id: Id,
  pricing: Type.String(),
  number: Type.Integer(),
  user: Type.String(),
  at: Instant,
  minutes: Type.Integer(),
  fee: Type.Integer(),
  currency: Currency,
  /** False: the budget was changed since. */
  holds: Type.Boolean(),
});
export type TakenBudget = Static<typeof TakenOut>;

/** How an agreed pricing becomes the budget of a project. */
export const budgetContract = contract({
  'GET /api/pricings/:id/budget': {
    summary: 'What the agreed version of a pricing would make of the budget of its project, or of the one that is named.',
    access: 'pricing.pricings',
    pages: ['pricing'],
    params: strict({ id: Id }),
    query: strict({ project_id: Type.Optional(Id) }),
    reply: BudgetOut,
  },
  'POST /api/pricings/:id/budget': {
    summary: 'Make the agreed version of a pricing the budget of its project, once; who has no project yet names one.',
    access: 'pricing.edit',
    pages: ['pricing'],
    flag: 'can_edit',
    params: strict({ id: Id }),
    body: strict({
      /** The version of the pricing that was looked at. */
      number: Type.Integer({ minimum: 1, maximum: 100_000 }),
      /** The project as it was looked at: another one by now is 409. */
      version: Version,
      project_id: Type.Optional(Id),
    }),
    reply: PricingOut,
  },
  'GET /api/pricing/project_budget': {
    summary: 'The pricing that the budget of a project came from, the latest, if who asks may see it.',
    access: 'pricing.projects_pricing',
    pages: ['pricing', 'clients_projects'],
    query: strict({ project_id: Id }),
    reply: Type.Object({ taken: nullable(TakenOut) }),
  },
});
