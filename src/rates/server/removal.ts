import { notFound } from '../../kit/problem.ts';
import { today } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { usesInWords, usesOf } from '../../server/usage.ts';

interface Row extends Record<string, unknown> {
  id: string;
  is_active: boolean;
  version: number;
}

interface Removed {
  success: boolean;
  deleted: boolean;
  uses: string;
}

/** Rates of roles that have held: history that stays. */
const heldRates = async (tx: Tx, roles: readonly string[]): Promise<number> =>
  (
    await tx.one<{ n: number }>(sql`
      select count(*)::int as n from rates.rates
      where tenant_id = ${tx.tenant} and sl_role_id = any(${roles}::uuid[]) and valid_from <= ${await today(tx)}`)
  )?.n ?? 0;

/** What has used some roles, summed over them. */
async function usesOfRoles(tx: Tx, roles: readonly Row[]): Promise<[string, number][]> {
  const sums = new Map<string, number>();
  for (const { id } of roles)
    for (const [table, n] of await usesOf(tx, 'rates.sl_roles', id, ['rates.rates'])) sums.set(table, (sums.get(table) ?? 0) + n);
  const held = await heldRates(
    tx,
    roles.map(({ id }) => id),
  );
  return held > 0 ? [['rates.rates', held], ...sums] : [...sums];
}

/** Takes roles away with the rates that have not begun. */
async function removeRoles(tx: Tx, roles: readonly Row[]): Promise<void> {
  const rates = await tx.all<Row>(sql`
    select * from rates.rates where tenant_id = ${tx.tenant} and sl_role_id = any(${roles.map(({ id }) => id)}::uuid[]) for update`);
  await tx.write.remove('rates.rates', rates);
  await tx.write.remove('rates.sl_roles', roles);
}

const archived = (actor: Actor, uses: readonly [string, number][]): Removed => ({
  success: true,
  deleted: false,
  uses: inLanguage(usesInWords(uses), actor.language),
});
const gone: Removed = { success: true, deleted: true, uses: '' };

/** Deletes a role that was never used with what its rates would have become; one that was is archived. @throws Problem 404 */
export async function deleteRole(tx: Tx, actor: Actor, { body }: { body: { id: string } }): Promise<Removed> {
  const role = await tx.one<Row>(sql`
    select * from rates.sl_roles where tenant_id = ${tx.tenant} and id = ${body.id} for update`);
  if (!role) throw notFound('There is no such role.');
  tx.say({ topic: 'rates' });
  const uses = await usesOfRoles(tx, [role]);
  if (uses.length > 0) {
    await tx.write.update('rates.sl_roles', [{ before: role, set: { is_active: false } }]);
    return archived(actor, uses);
  }
  await removeRoles(tx, [role]);
  return gone;
}

/** Deletes a service line with its roles when none was ever used; else it is archived, its roles with it. @throws Problem 404 */
export async function deleteLine(tx: Tx, actor: Actor, { body }: { body: { id: string } }): Promise<Removed> {
  const line = await tx.one<Row>(sql`
    select * from rates.service_lines where tenant_id = ${tx.tenant} and id = ${body.id} for update`);
  if (!line) throw notFound('There is no such service line.');
  const roles = await tx.all<Row>(sql`
    select * from rates.sl_roles where tenant_id = ${tx.tenant} and service_line_id = ${body.id} order by id for update`);
  tx.say({ topic: 'rates' });
  const uses = [...(await usesOf(tx, 'rates.service_lines', body.id, ['rates.sl_roles'])), ...(await usesOfRoles(tx, roles))];
  if (uses.length > 0) {
    await tx.write.update('rates.service_lines', [{ before: line, set: { is_active: false } }]);
    return archived(actor, uses);
  }
  await removeRoles(tx, roles);
  await tx.write.remove('rates.service_lines', [line]);
  return gone;
}
