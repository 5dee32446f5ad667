import type { Actor } from '../../server/tx.ts';

/** Who may see what hours cost: a flag of the role that is off unless somebody has switched it on. */
export const seesCost = (actor: Actor): boolean => {
  const flags = actor.accesses['financial_variables'];
  return flags?.['view_page'] === true && flags['can_see_cost'] === true;
};
