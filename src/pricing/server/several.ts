import { conflict, invalid } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Tier } from '../rules.ts';
import { decide } from './decisions.ts';

interface Listed {
  id: string;
  name: string;
  kind: string;
  tier: Tier;
  total_cost: number | null;
}

/** Why a pricing wants to be looked at on its own; undefined where it is at its targets as a whole. */
function reasonOf({ name, kind, tier, total_cost }: Listed): Text | undefined {
  if (kind === 'multi') return said`"${name}" has several tables that are decided one by one.`;
  if (total_cost === null) return said`What "${name}" costs is not known of all hours.`;
  return tier === 'Manager' ? undefined : said`"${name}" is below its target recovery or margin.`;
}

/**
 * Approves several submissions that are at their targets, all or none: each is decided as it would be alone, with its four eyes,
 * its entry in the audit and the figures that were seen. @throws Problem 404, 409 another submission by now, 422 below a target
 */
export async function approveSeveral(
  tx: Tx,
  actor: Actor,
  { body }: { body: { pricings: { id: string; submission: number }[] } },
): Promise<{ approved: number }> {
  const ids = body.pricings.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw conflict('The same pricing was named twice.');
  const rows = await tx.all<Listed>(sql`
    select p.id, p.name, p.kind, v.tier, v.total_cost from pricing.pricings p
    join pricing.versions v on v.tenant_id = p.tenant_id and v.pricing_id = p.id and v.is_latest
    where p.tenant_id = ${tx.tenant} and p.id = any(${ids}::uuid[])`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Whoever may not see one is told that there is none, and decides on nothing.
  // In one order, so that two who do the same wait for each other and not crosswise.
  for (const { id, submission } of body.pricings.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    await decide(tx, actor, { body: { id, submission, decision: 'approved', reason: '' } });
  const errors = ids.flatMap((id, index) => {
    const row = byId.get(id);
    const message = row && reasonOf(row);
    return message ? [{ path: `pricings.${index}.id`, message }] : [];
  });
  // All is taken back with it.
  if (errors.length > 0) throw invalid(errors);
  return { approved: ids.length };
}
