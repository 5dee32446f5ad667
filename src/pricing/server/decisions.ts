import { atLeast } from '../../kit/grades.ts';
import { conflict, invalid, notAllowed } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { notify, notifyEach } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { PricingDetails, SeenFigures } from '../contract.ts';
import { type Tier, converted, price } from '../rules.ts';
import { stressed } from './compute.ts';
import { type StoredVersion, type Table, contentOf, tablesOf } from './content.ts';
import { headOf, readPricing } from './details.ts';
import { groundOf } from './drafts.ts';
import { PRICING_ASKED, PRICING_DECIDED } from './notices.ts';
import { decides } from './policy.ts';
import { practiceOf } from './stamps.ts';
import { type Locked, keepVersion, locked, lockedDraft, note } from './writes.ts';

interface Approval extends Record<string, unknown> {
  id: string;
  table_id: string | null;
  tier: Tier;
  user_id: string | null;
  submitted_by: string;
  decision: 'approved' | 'rejected' | null;
  seen: SeenFigures;
  version: number;
}

const linkTo = (id: string): string => `/management/pricing/${id}`;
const nameOf = async (tx: Tx, id: string): Promise<string> =>
  (await tx.one<{ name: string }>(sql`select name from people.users where tenant_id = ${tx.tenant} and id = ${id}`))?.name ?? '';

/** The figures that whoever decides is shown: they stay with the decision, whatever becomes of the pricing. */
async function seenOf(tx: Tx, tables: readonly Table[], { pricing, version }: Locked): Promise<SeenFigures> {
  const figures = price(tables);
  const { tables: own, missing: _missing, ...whole } = figures;
  return {
    whole,
    tables: own.map(({ lines: _lines, missing: _none, tier, ...table }, index) => ({
      id: tables[index]?.id ?? '',
      name: tables[index]?.name ?? '',
      currency: version.currency,
      ...converted(table, tables[index]?.exchange ?? 1),
      tier,
    })),
    stresses: await stressed(tx, tables, groundOf(pricing, version)),
  };
}

/** What keeps a draft from being submitted, at its place. */
async function refuseUnready(tx: Tx, tables: readonly Table[], { pricing }: Locked): Promise<void> {
  const figures = price(tables);
  const errors: { path: string; message: Text }[] = [];
  const practice = await practiceOf(tx);
  for (const [at, table] of figures.tables.entries())
    for (const [index, { missing }] of table.lines.entries()) {
      const line = tables[at]?.lines[index];
      if (missing && line)
        errors.push({
          path: `tables.${at}.lines.${index}.sl_role_id`,
          message: said`There is no rate for ${practice.roles.get(line.sl_role_id)?.name ?? ''}, ${line.grade}.`,
        });
    }
  if (figures.minutes === 0 && errors.length === 0) errors.push({ path: 'tables', message: 'There are no hours yet.' });
  if (pricing.kind === 'multi' && pricing.partner_id === null)
    errors.push({ path: 'partner_id', message: 'Choose the engagement partner who decides on the whole.' });
  if (errors.length > 0) throw invalid(errors);
}

/** Who decides on the whole where somebody is named: not who asks, and of the grade that it needs. @throws Problem 422 */
async function namedFor(tx: Tx, actor: Actor, { pricing }: Locked, tier: Tier): Promise<string | null> {
  const id = pricing.partner_id;
  if (id === null) return null;
  const refuse = (message: Text) => invalid([{ path: 'partner_id', message }]);
  if (id === actor.userId || id === pricing.owner_id) throw refuse('Nobody decides on their own pricing. Choose somebody else.');
  const person = await tx.one<{ name: string; grade: string; is_active: boolean }>(sql`
    select u.name, m.grade, m.is_active from people.users u
    join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id
    where u.tenant_id = ${tx.tenant} and u.id = ${id}`);
  if (!person?.is_active || !atLeast(person.grade, tier))
    throw refuse(said`${person?.name ?? ''} cannot decide on this: it needs at least the grade ${tier}.`);
  return id;
}

/** The decisions that a submission needs: on each table of a multi by the lead of its service line, and on the whole. */
async function neededFor(tx: Tx, actor: Actor, found: Locked, tables: readonly Table[], seen: SeenFigures) {
  const { pricing, version } = found;
  const own = {
    version_id: version.id,
    submission: version.submission + 1,
    submitted_by: actor.userId,
    decision: null,
    reason: '',
    seen,
  };
  const whole = { ...own, table_id: null, tier: seen.whole.tier, user_id: await namedFor(tx, actor, found, seen.whole.tier) };
  if (pricing.kind !== 'multi') return [whole];
  const { lines } = await practiceOf(tx);
  const each = tables.map((table, index) => {
    const lead = lines.get(table.service_line_id)?.lead_id ?? null;
    // Who asks does not answer: whoever has the grade stands in for a lead who asks, or for none.
    const user_id = lead === actor.userId || lead === pricing.owner_id ? null : lead;
    return { ...own, table_id: table.id, tier: seen.tables[index]?.tier ?? 'Manager', user_id };
  });
  return [...each, whole];
}

/** Submits a draft: its figures are frozen with the decisions that it needs. @throws Problem 404, 409, 422 with all that is missing */
async function submit(tx: Tx, actor: Actor, id: string, known: number | undefined, reason: string): Promise<PricingDetails> {
  const found = await lockedDraft(tx, actor, id, known);
  const { pricing, version } = found;
  const tables = tablesOf(await contentOf(tx, version.id));
  await refuseUnready(tx, tables, found);
  const needed = await neededFor(tx, actor, found, tables, await seenOf(tx, tables, found));
  await keepVersion(
    tx,
    version,
    { status: 'submitted', submission: version.submission + 1, submitted_by: actor.userId, submitted_at: tx.now },
    true,
  );
  await tx.write.insert('pricing.approvals', needed);
  await note(tx, actor, { id, number: version.number, action: 'submitted', reason });
  const asked = [...new Set(needed.flatMap(({ user_id }) => user_id ?? []))];
  const { client } = await headOf(tx, actor, id);
  const facts = { pricing: pricing.name, client, by: await nameOf(tx, actor.userId), reason };
  await notify(tx, { kind: PRICING_ASKED, userIds: asked, facts, link: linkTo(id) });
  return readPricing(tx, actor, id);
}

const NOT_SO: Record<'draft' | 'won' | 'lost', string> = {
  draft: 'Only what waits for a decision can be taken back.',
  won: 'Only what is approved can be won or lost.',
  lost: 'Only what is approved can be won or lost.',
};

/** Submits a draft, takes it back, or says what became of an approved one. @throws Problem 404, 409, 422 */
export async function setStatus(
  tx: Tx,
  actor: Actor,
  {
    params,
    body,
  }: { params: { id: string }; body: { to: 'submitted' | 'draft' | 'won' | 'lost'; version?: number; reason?: string } },
): Promise<PricingDetails> {
  const { id } = params;
  const { to, version: known, reason = '' } = body;
  if (to === 'submitted') return submit(tx, actor, id, known, reason.trim());
  const { version } = await locked(tx, actor, id);
  if (known !== undefined && known !== version.version)
    throw conflict('Somebody else changed this pricing in the meantime.', await readPricing(tx, actor, id));
  if (version.status !== (to === 'draft' ? 'submitted' : 'approved'))
    throw conflict(NOT_SO[to], await readPricing(tx, actor, id));
  await keepVersion(tx, version, { status: to }, true);
  await note(tx, actor, { id, number: version.number, action: to === 'draft' ? 'withdrawn' : to, reason: reason.trim() });
  return readPricing(tx, actor, id);
}

interface Decision {
  id: string;
  submission: number;
  table_id?: string | null;
  decision: 'approved' | 'rejected' | 'asked';
  reason?: string;
}

const approvalsOf = (tx: Tx, version: StoredVersion): Promise<Approval[]> =>
  tx.all<Approval>(sql`
    select * from pricing.approvals where tenant_id = ${tx.tenant} and version_id = ${version.id}
      and submission = ${version.submission} order by id for update`);

/** The version that was agreed before makes room for the one that is agreed now. */
async function replaceAgreed(tx: Tx, actor: Actor, { pricing, version }: Locked): Promise<void> {
  const before = await tx.one<StoredVersion>(sql`
    select * from pricing.versions where tenant_id = ${tx.tenant} and pricing_id = ${pricing.id}
      and status in ('approved', 'won') and id <> ${version.id} for update`);
  if (!before) return;
  await keepVersion(tx, before, { status: 'replaced' }, true);
  await note(tx, actor, { id: pricing.id, number: before.number, action: 'replaced' });
}

/**
 * Approves, rejects or asks about the submission that was looked at; the version is approved when every decision that it needs is.
 * @throws Problem 403 for what is not the actor's to decide, 409 when it was decided, taken back or submitted anew meanwhile, 422
 */
export async function decide(tx: Tx, actor: Actor, { body }: { body: Decision }): Promise<PricingDetails> {
  const reason = body.reason?.trim() ?? '';
  if (body.decision !== 'approved' && reason === '')
    throw invalid([
      { path: 'reason', message: body.decision === 'asked' ? 'Write what you ask.' : 'A rejection needs a reason.' },
    ]);
  const found = await locked(tx, actor, body.id);
  const { pricing, version } = found;
  if (version.status !== 'submitted' || version.submission !== body.submission)
    throw conflict('This was decided, taken back or submitted anew in the meantime.', await readPricing(tx, actor, body.id));
  const rows = await approvalsOf(tx, version);
  const row = rows.find(({ table_id }) => table_id === (body.table_id ?? null));
  if (row?.decision) throw conflict('This is decided already.', await readPricing(tx, actor, body.id));
  if (!row || !decides(actor, pricing.owner_id, row)) throw notAllowed();
  const step = { id: pricing.id, number: version.number, reason };
  if (body.decision !== 'asked') {
    const set = { decision: body.decision, decided_by: actor.userId, decided_at: tx.now, reason };
    await tx.write.update('pricing.approvals', [{ before: row, set }]);
  }
  const whole = rows.every((each) => each.id === row.id || each.decision === 'approved');
  if (body.decision === 'asked') await note(tx, actor, { ...step, action: 'asked' });
  else if (body.decision === 'rejected') {
    await keepVersion(tx, version, { status: 'rejected' }, true);
    await note(tx, actor, { ...step, action: 'rejected' });
  } else if (whole) {
    await replaceAgreed(tx, actor, found);
    await keepVersion(tx, version, { status: 'approved' }, true);
    await note(tx, actor, { ...step, action: 'approved' });
  } else await note(tx, actor, { ...step, action: 'table_approved' });
  tx.write.event({
    action: 'pricing_decided',
    entity: 'pricing.versions',
    entityId: version.id,
    facts: { decision: body.decision, table_id: row.table_id, submission: version.submission, ...row.seen.whole },
  });
  await tell(tx, actor, found, body.decision, reason, whole);
  return readPricing(tx, actor, body.id);
}

/** Whose it is and who submitted it are told what was decided; of one table of several only that somebody asks or rejects. */
async function tell(
  tx: Tx,
  actor: Actor,
  { pricing, version }: Locked,
  decision: Decision['decision'],
  reason: string,
  whole: boolean,
) {
  if (decision === 'approved' && !whole) return;
  const { client } = await headOf(tx, actor, pricing.id);
  const facts = { pricing: pricing.name, client, by: await nameOf(tx, actor.userId), reason, decision };
  const people = new Set([pricing.owner_id, version.submitted_by].filter((id) => id !== null && id !== actor.userId));
  await notifyEach(
    tx,
    PRICING_DECIDED,
    [...people].flatMap((userId) => (userId ? [{ userId, facts, link: linkTo(pricing.id) }] : [])),
  );
}
