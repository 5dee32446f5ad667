import { GRADES } from '../../kit/grades.ts';
import { visibleOn } from '../../people/server/public.ts';
import { type Sql, and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { TIERS, type Figures, type LineRates, type Tier } from '../rules.ts';

const PAGE = 'pricing';

/** Who may see what hours cost: a flag of the role that is off unless somebody has switched it on. */
export const seesCost = (actor: Actor): boolean => {
  const flags = actor.accesses[PAGE];
  return flags?.['view_page'] === true && flags['can_see_cost'] === true;
};

/** Whether a flag of the page is open to the role; what the role does not say is open. */
export const hasFlag = (actor: Actor, flag: string): boolean => actor.accesses[PAGE]?.[flag] !== false;

/** Condition on `p` (pricing.pricings): those of people whom the page shows, and those on which one decides. */
export function visible(tx: Tx, actor: Actor): Sql | undefined {
  const shown = visibleOn(tx, actor, [PAGE], sql`p.owner_id`);
  if (!shown) return undefined;
  return sql`(${shown} or p.partner_id = ${actor.userId} or exists (
    select 1 from pricing.approvals o join pricing.versions ov on ov.tenant_id = o.tenant_id and ov.id = o.version_id
    where o.tenant_id = p.tenant_id and ov.pricing_id = p.id and o.user_id = ${actor.userId}))`;
}

/** The tiers on which a grade may decide. */
export const tiersOf = (grade: string): Tier[] => TIERS.filter((tier) => GRADES.indexOf(tier) <= GRADES.indexOf(grade as never));

interface Waiting {
  user_id: string | null;
  tier: Tier;
  decision: string | null;
  submitted_by: string;
}

/** Nobody decides on what they submitted or what is theirs; who is named decides, else whoever has the grade. */
export const decides = (actor: Actor, ownerId: string, { user_id, tier, decision, submitted_by }: Waiting): boolean =>
  decision === null &&
  hasFlag(actor, 'can_approve') &&
  submitted_by !== actor.userId &&
  ownerId !== actor.userId &&
  (user_id === null ? tiersOf(actor.grade).includes(tier) : user_id === actor.userId);

/** The same as a condition on `p` and `v` (their latest version): something of it waits for the actor. */
export const waitsFor = (actor: Actor): Sql =>
  hasFlag(actor, 'can_approve')
    ? sql`(v.status = 'submitted' and ${and(sql`p.owner_id <> ${actor.userId}`)} and exists (
        select 1 from pricing.approvals a where a.tenant_id = v.tenant_id and a.version_id = v.id and a.submission = v.submission
          and a.decision is null and a.submitted_by <> ${actor.userId}
          and (a.user_id = ${actor.userId} or (a.user_id is null and a.tier = any(${tiersOf(actor.grade)}::text[])))))`
    : sql`false`;

/** Rates or figures as the actor may see them. */
export const shownRates = <T extends LineRates>(sees: boolean, line: T): T => (sees ? line : { ...line, cost_rate: null });
export const shownFigures = <T extends Pick<Figures, 'cost'>>(sees: boolean, figures: T): T =>
  sees ? figures : { ...figures, cost: null };
