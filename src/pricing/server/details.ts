import { mayBudget } from '../../clients/server/public.ts';
import { notFound } from '../../kit/problem.ts';
import { and, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { PricingDetails, SeenFigures } from '../contract.ts';
import { price } from '../rules.ts';
import { type StoredPricing, type StoredVersion, contentOf, tablesOf } from './content.ts';
import { decides, hasFlag, seesCost, shownFigures, visible } from './policy.ts';
import { shownTables, shownWhole } from './shown.ts';
import { practiceOf } from './stamps.ts';
import { movedLines } from './moved.ts';

type Head = StoredPricing & { client: string; project: string | null; owner: string; partner: string | null };
type Version = StoredVersion & { submitter: string | null };
type Approval = PricingDetails['shown']['approvals'][number] & { submitted_by: string; submission: number };

const MOST_STEPS = 200;

/** A pricing with its names, if the actor may see it. @throws Problem 404 */
export async function headOf(tx: Tx, actor: Actor, id: string): Promise<Head> {
  const row = await tx.one<Head>(sql`
    select p.*, c.name as client, w.name as project, u.name as owner, e.name as partner
    from pricing.pricings p
    join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
    join people.users u on u.tenant_id = p.tenant_id and u.id = p.owner_id
    left join clients.projects w on w.tenant_id = p.tenant_id and w.id = p.project_id
    left join people.users e on e.tenant_id = p.tenant_id and e.id = p.partner_id
    where p.tenant_id = ${tx.tenant} and p.id = ${id} and ${and(visible(tx, actor))}`);
  if (!row) throw notFound('There is no such pricing.');
  return row;
}

const versionsOf = (tx: Tx, pricingId: string): Promise<Version[]> =>
  tx.all<Version>(sql`
    select v.*, s.name as submitter from pricing.versions v
    left join people.users s on s.tenant_id = v.tenant_id and s.id = v.submitted_by
    where v.tenant_id = ${tx.tenant} and v.pricing_id = ${pricingId} order by v.number desc`);

const approvalsOf = (tx: Tx, versionId: string, submission: number): Promise<Approval[]> =>
  tx.all<Approval>(sql`
    select a.*, u.name as user, d.name as decided_by from pricing.approvals a
    left join people.users u on u.tenant_id = a.tenant_id and u.id = a.user_id
    left join people.users d on d.tenant_id = a.tenant_id and d.id = a.decided_by
    where a.tenant_id = ${tx.tenant} and a.version_id = ${versionId} and a.submission = ${submission} order by a.id`);

const stepsOf = (tx: Tx, pricingId: string): Promise<PricingDetails['history']> =>
  tx.all(sql`
    select h.id, h.at, u.name as user, h.number, h.action, h.reason from pricing.history h
    join people.users u on u.tenant_id = h.tenant_id and u.id = h.user_id
    where h.tenant_id = ${tx.tenant} and h.pricing_id = ${pricingId} order by h.id desc limit ${MOST_STEPS}`);

const takenOf = async (tx: Tx, versionId: string): Promise<PricingDetails['shown']['taken']> =>
  (await tx.one<NonNullable<PricingDetails['shown']['taken']>>(sql`
    select w.name as project, u.name as user, t.at from pricing.takeovers t
    join clients.projects w on w.tenant_id = t.tenant_id and w.id = t.project_id
    join people.users u on u.tenant_id = t.tenant_id and u.id = t.user_id
    where t.tenant_id = ${tx.tenant} and t.version_id = ${versionId}`)) ?? null;

/** Whether anybody wrote about a pricing: what was said stays, and the pricing with it. */
export const hasMessages = async (tx: Tx, pricingId: string): Promise<boolean> =>
  (await tx.one(sql`select 1 from pricing.messages where tenant_id = ${tx.tenant} and pricing_id = ${pricingId} limit 1`)) !==
  undefined;

const shownSeen = (sees: boolean, { whole, tables, stresses }: SeenFigures): SeenFigures => ({
  whole: shownFigures(sees, whole),
  tables: tables.map((table) => shownFigures(sees, table)),
  stresses: stresses.map((stress) => shownFigures(sees, stress)),
});

/** One pricing with its latest version, or with the one that is named. @throws Problem 404 */
export async function readPricing(tx: Tx, actor: Actor, id: string, number?: number): Promise<PricingDetails> {
  const [head, versions, history] = await Promise.all([headOf(tx, actor, id), versionsOf(tx, id), stepsOf(tx, id)]);
  const version = number === undefined ? versions[0] : versions.find((each) => each.number === number);
  if (!version) throw notFound('There is no such version.');
  const [content, practice, approvals, talked, taken] = await Promise.all([
    contentOf(tx, version.id),
    practiceOf(tx),
    approvalsOf(tx, version.id, version.submission),
    hasMessages(tx, id),
    takenOf(tx, version.id),
  ]);
  const sees = seesCost(actor);
  const tables = tablesOf(content);
  const mine = (row: Approval): boolean => version.status === 'submitted' && decides(actor, head.owner_id, row);
  const [latest, edits] = [version.is_latest, hasFlag(actor, 'can_edit')];
  return {
    ...head,
    sees_cost: sees,
    may: {
      edit: latest && edits && version.status === 'draft',
      submit: latest && edits && version.status === 'draft',
      withdraw: latest && edits && version.status === 'submitted',
      decide: approvals.some(mine),
      close: latest && edits && version.status === 'approved',
      renew: edits && latest && version.status !== 'draft' && version.status !== 'submitted',
      take_over: edits && taken === null && ['approved', 'won'].includes(version.status) && mayBudget(actor),
      delete: edits && versions.length === 1 && version.submission === 0 && !talked,
    },
    versions: versions.map((each) => shownFigures(sees, { ...each, standard: each.standard_value, cost: each.total_cost })),
    history,
    shown: {
      ...version,
      submitted_by: version.submitter,
      tables: await shownTables(tx, tables, practice, sees),
      figures: shownWhole(sees, price(tables)),
      approvals: approvals.map((row) => ({ ...row, mine: mine(row), seen: shownSeen(sees, row.seen) })),
      moved:
        version.is_latest && version.status !== 'won'
          ? await movedLines(tx, version, tables, head.project_id)
          : { lines: 0, day: version.rate_day },
      taken,
    },
  };
}

export const onePricing = (
  tx: Tx,
  actor: Actor,
  { params, query }: { params: { id: string }; query: { number?: number } },
): Promise<PricingDetails> => readPricing(tx, actor, params.id, query.number);
