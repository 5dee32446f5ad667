import Type, { type Static } from 'typebox';
import { contract } from '../../kit/endpoint.ts';
import { Currency, DayText, Id, Version, paging, strict } from '../../kit/shapes.ts';
import { COST_KINDS, MOST_MONEY } from '../rules.ts';
import { oneOf } from './shapes.ts';

const Amount = Type.Integer({ minimum: 1, maximum: MOST_MONEY });
const CostIn = {
  day: DayText,
  kind: oneOf(COST_KINDS),
  amount: Amount,
  currency: Currency,
  /** The client pays it on top of the fee: it comes in and goes out again. */
  is_rebillable: Type.Optional(Type.Boolean()),
  note: Type.Optional(Type.String({ maxLength: 500 })),
};
const CostOut = Type.Object({
  id: Id,
  project_id: Id,
  day: DayText,
  kind: oneOf(COST_KINDS),
  amount: Type.Integer(),
  currency: Currency,
  is_rebillable: Type.Boolean(),
  note: Type.String(),
  version: Version,
});
export type ThirdPartyCost = Static<typeof CostOut>;

const edits = { access: 'invoices.push', pages: ['invoices'], flag: 'can_edit' } as const;
const one = { params: strict({ id: Id }) };

/** What third parties cost projects. */
export const costsContract = contract({
  'GET /api/projects/:id/costs': {
    summary: 'What third parties cost a project, one page, the latest first.',
    access: 'invoices.list',
    pages: ['invoices', 'clients_projects'],
    ...one,
    query: Type.Object(paging),
    list: true,
    reply: CostOut,
  },
  'POST /api/projects/:id/costs': {
    summary: 'Add what a third party costs a project.',
    ...edits,
    ...one,
    body: strict({ id: Type.Optional(Id), ...CostIn }),
    reply: CostOut,
  },
  'PUT /api/project_costs/:id': {
    summary: 'Change what a third party costs a project.',
    ...edits,
    ...one,
    body: strict({ version: Version, ...Type.Partial(Type.Object(CostIn)).properties }),
    reply: CostOut,
  },
  'DELETE /api/project_costs/:id': {
    summary: 'Remove what a third party costs a project.',
    ...edits,
    ...one,
    query: strict({ version: Version }),
    reply: Type.Object({ success: Type.Boolean() }),
  },
});
