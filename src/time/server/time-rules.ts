import { addDays, type Day } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { today } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type TimeRules, NO_RULES, rounded } from '../rules.ts';
import type { WorkingTime } from '../rules/working-time.ts';

interface RulesRow extends TimeRules, Record<string, unknown> {
  id: string;
}

/** The rules, and the countries whose working time the firm does not let pass. */
interface HeldRules extends TimeRules {
  refusing: readonly (WorkingTime & { country: string })[];
}

const known = new WeakMap<Tx, Promise<HeldRules>>();

const load = (tx: Tx): Promise<RulesRow | undefined> =>
  tx.one<RulesRow>(sql`select * from time.rules where tenant_id = ${tx.tenant}`);

const shown = ({
  approval,
  submit_days,
  rounding_minutes,
  rounding,
  comment_required,
  past_days,
  version,
}: TimeRules): TimeRules => ({ approval, submit_days, rounding_minutes, rounding, comment_required, past_days, version });

async function loadHeld(tx: Tx): Promise<HeldRules> {
  // One statement for both: every entry that is typed asks for them.
  const row = await tx.one<{ rules: TimeRules | null; refusing: HeldRules['refusing'] }>(sql`
    select (select to_json(r) from time.rules r where r.tenant_id = ${tx.tenant}) as rules,
      coalesce((select json_agg(w) from time.working_times w where w.tenant_id = ${tx.tenant} and w.act = 'refuse'), '[]') as refusing`);
  return { ...shown(row?.rules ?? NO_RULES), refusing: row?.refusing ?? [] };
}

/** What the firm asks of its timesheets; looked up once a transaction. */
export function rulesOf(tx: Tx): Promise<HeldRules> {
  const rules = known.get(tx) ?? loadHeld(tx);
  known.set(tx, rules);
  return rules;
}

export const readTimeRules = async (tx: Tx): Promise<TimeRules> => shown(await rulesOf(tx));

/** Changes what the firm asks; what is not named stays. @throws Problem 409 when stale */
export async function changeTimeRules(tx: Tx, _actor: Actor, { body }: { body: Partial<TimeRules> }): Promise<TimeRules> {
  // Two who change it at once: the second sees the first.
  await tx.all(sql`select 1 from settings.firm where tenant_id = ${tx.tenant} for update`);
  const row = await load(tx);
  const { version, ...set } = body;
  if (version !== undefined && version !== (row?.version ?? 0))
    throw conflict('Somebody else changed this in the meantime.', shown(row ?? NO_RULES));
  if (row) await tx.write.update('time.rules', [{ before: row, set }]);
  else await tx.write.insert('time.rules', [{ id: newId(), ...set }]);
  return shown((await load(tx)) ?? NO_RULES);
}

export interface Typed {
  day: Day;
  seconds: number;
  comment?: string | undefined;
}

/**
 * Holds what people type against the firm's rules, and rounds it. Imports do not come here: their figures are exact.
 * @param pathOf where the error of an entry belongs in the form
 * @returns the seconds as they are kept, in the order given
 * @throws Problem 422
 */
export async function heldTo(
  tx: Tx,
  entries: readonly Typed[],
  pathOf: (index: number, field: 'day' | 'comment') => string,
): Promise<number[]> {
  const [rules, now] = await Promise.all([rulesOf(tx), today(tx)]);
  for (const [index, { day, comment, seconds }] of entries.entries()) {
    if (rules.past_days !== null && day < addDays(now, -rules.past_days))
      throw invalid([
        {
          path: pathOf(index, 'day'),
          message: said`Time may be logged and changed back to ${{ day: addDays(now, -rules.past_days) }}.`,
        },
      ]);
    if (rules.comment_required && seconds > 0 && comment !== undefined && comment.trim() === '')
      throw invalid([{ path: pathOf(index, 'comment'), message: 'A note is needed: say what was done.' }]);
  }
  return entries.map(({ seconds }) => rounded(seconds, rules));
}
