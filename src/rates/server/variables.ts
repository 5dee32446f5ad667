import type { Day } from '../../kit/day.ts';
import { type TargetInput, setTargets, today } from '../../people/server/public.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { setExchange } from './exchange.ts';
import { type LineInput, type RoleInput, saveLines, saveRoles } from './lines.ts';
import { type GivenRate, setRates } from './rates.ts';

interface Variables {
  service_lines?: LineInput[];
  sl_roles?: RoleInput[];
  rates?: GivenRate[];
  exchange?: { currency: string; millionths: number }[];
  targets?: TargetInput[];
  valid_from?: Day;
  note?: string;
}

/**
 * Adds and changes the financial variables, all or nothing. Names and targets change at once; rates begin on a day (default:
 * today) and what held before stays. @throws Problem 403, 404, 409, 422
 */
export async function updateVariables(tx: Tx, actor: Actor, { body }: { body: Variables }) {
  const now = await today(tx);
  const from = body.valid_from ?? now;
  const lines = await saveLines(tx, body.service_lines ?? []);
  const roles = await saveRoles(tx, body.sl_roles ?? []);
  const counts = body.rates?.length
    ? await setRates(tx, actor, { rates: body.rates, from, note: body.note })
    : { added: 0, changed: 0, unchanged: 0 };
  if (body.exchange?.length) await setExchange(tx, body.exchange, from, now);
  if (body.targets?.length) await setTargets(tx, body.targets, from);
  tx.say({ topic: 'rates' });
  return { success: true, service_lines: lines, sl_roles: roles, ...counts };
}
