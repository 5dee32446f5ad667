import { addDays } from '../../kit/day.ts';
import { today } from '../../people/server/public.ts';
import { countriesOf } from '../../settings/server/public.ts';
import { tableFile } from '../../server/export.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import type { Given } from '../../server/table-import.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { POLICY_COLUMNS, type PolicyColumn } from '../rules.ts';
import {
  type NewPolicy,
  type ShownPolicy,
  type StoredPolicy,
  changePolicy,
  insertPolicies,
  policyOrder,
  ruleOf,
  selectPolicies,
  shownPolicies,
} from './policies.ts';
import { type Lists, cellsOf, judgePolicies, policyOffers, policyTable } from './policy-table.ts';

async function listsOf(tx: Tx, language: string): Promise<Lists> {
  const [types, countries] = await Promise.all([
    tx.all<{ id: string; name: string }>(sql`
      select id, name from leave.types where tenant_id = ${tx.tenant} and is_active order by name_lc collate app.names`),
    countriesOf(tx, language),
  ]);
  return { types, countries };
}

/** An empty table to fill in, with this firm's countries and leave types to choose from. */
export async function policyTemplate(tx: Tx, actor: Actor): Promise<FileReply> {
  const offers = policyOffers(await listsOf(tx, actor.language), actor.language);
  return policyTable.template(actor.language, offers, undefined);
}

/** The rules that hold or will hold, as the table that can be imported again. */
export async function exportPolicies(
  tx: Tx,
  actor: Actor,
  { query }: { query: { format?: string; country?: string } },
): Promise<FileReply> {
  const day = await today(tx);
  const country = query.country === undefined ? undefined : sql`p.country = ${query.country}`;
  const rows = await tx.all<StoredPolicy & { type: string }>(sql`
    select * from (${selectPolicies(tx, country, sql`p.valid_to > ${day}`)}) whole order by ${policyOrder}`);
  const titles = policyTable.columns(actor.language);
  const columns = POLICY_COLUMNS.map((key, index) => ({ key, title: titles[index]?.title ?? key, kind: 'text' as const }));
  return tableFile(
    'paid time off',
    query.format,
    columns,
    shownPolicies(rows).map((policy) => cellsOf(policy, actor.language)),
  );
}

/** Judges an uploaded table: every row with every fault. Nothing is written. @throws Problem 404, 413, 415, 422 for the file */
export async function validatePolicies(
  tx: Tx,
  actor: Actor,
  { body }: { body: { filename?: string; data?: Given<PolicyColumn> } },
  { config }: Visit,
) {
  const { rows, faults } = await policyTable.given(tx, actor, config, body);
  const verdict = judgePolicies(rows, await listsOf(tx, actor.language));
  const known = await knownFor(tx, verdict.policies);
  return {
    ...policyTable.answer(rows, [...faults, ...verdict.faults], actor.language),
    known: rows.flatMap(({ row }, index) => {
      const policy = verdict.policies[index];
      const held = policy && heldBy(policy, known);
      return held && same(held, policy) ? [row] : [];
    }),
  };
}

/** The rules of the countries that a table speaks of. */
async function knownFor(tx: Tx, policies: readonly NewPolicy[]): Promise<ShownPolicy[]> {
  return shownPolicies(
    await tx.all<StoredPolicy & { type: string }>(sql`
      select * from (${selectPolicies(tx, sql`p.country = any(${policies.map(({ country }) => country)})`)}) whole order by valid_from`),
  );
}

/** The rule of the kind that holds on the first day of another. */
const heldBy = (policy: NewPolicy, known: readonly ShownPolicy[]): ShownPolicy | undefined =>
  known.find(
    (each) =>
      ruleOf(each) === ruleOf(policy) &&
      each.valid_from <= policy.valid_from &&
      (each.valid_to ?? policy.valid_from) >= policy.valid_from,
  );

const FIELDS = ['days', 'manner', 'pro_rata', 'rounding', 'carry_days', 'carry_months', 'negative_days'] as const;
const same = (a: ShownPolicy, b: NewPolicy): boolean => FIELDS.every((field) => a[field] === b[field]);

/**
 * Applies a table, all or nothing: a rule that holds unchanged stays, one that differs is changed from its day on, a new one is
 * added. The same table again changes nothing. @throws Problem 422 with every fault at its row
 */
export async function importPolicies(tx: Tx, actor: Actor, { body }: { body: { data: Given<PolicyColumn> } }) {
  const rows = policyTable.rowsFrom(body.data);
  const { policies, faults } = judgePolicies(rows, await listsOf(tx, actor.language));
  policyTable.refuse(rows, faults);
  const known = await knownFor(tx, policies);
  const added: NewPolicy[] = [];
  let changed = 0;
  for (const policy of policies.toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1))) {
    const holds = heldBy(policy, known);
    if (!holds) added.push(policy);
    else if (!same(holds, policy)) {
      const { days, manner, pro_rata, rounding, carry_days, carry_months, negative_days, valid_from } = policy;
      const set = { days, manner, pro_rata, rounding, carry_days, carry_months, negative_days };
      const now = await changePolicy(tx, actor, { body: { id: holds.id, ...set, valid_from } });
      // A later row may change what this one made.
      if (now.id === holds.id) Object.assign(holds, now);
      else {
        holds.valid_to = addDays(valid_from, -1);
        known.push(now);
      }
      changed++;
    }
  }
  const next = (policy: NewPolicy): string | undefined =>
    [...known, ...added]
      .map((each) => (ruleOf(each) === ruleOf(policy) && each.valid_from > policy.valid_from ? each.valid_from : undefined))
      .filter((each) => each !== undefined)
      .sort()[0];
  const ends = added.map(next);
  if (added.length > 0)
    await insertPolicies(
      tx,
      added.map((policy, index) => ({ ...policy, ...(ends[index] === undefined ? {} : { valid_to: ends[index] }) })),
      (index, field) => `data.${index}.${field}`,
    );
  return { success: true, created: added.length, changed, unchanged: policies.length - added.length - changed };
}
