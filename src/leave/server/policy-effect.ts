import type { Day } from '../../kit/day.ts';
import { invalid } from '../../kit/problem.ts';
import { today } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { Policy } from './account-facts.ts';
import { BATCH, type Account, type Suppose, accountsFor, defaultOf } from './accounts.ts';
import { balanceOf } from './balances.ts';
import { checkDay } from './capacity.ts';
import { type NewPolicy, type PolicyChange, type StoredPolicy, loadPolicy, planChange, storedNew } from './policies.ts';
import { decidesOn } from './request-rows.ts';

/** People who are named at most; how many there are is told of all. */
const NAMED = 50;

/** What a rule that is not saved yet makes of somebody's balance at the end of a leave year, in minutes. */
interface Effect {
  user_id: string;
  user: string;
  day_minutes: number;
  before: number;
  after: number;
}

interface Supposed {
  policy: Pick<Policy, 'country' | 'type_id'>;
  /** The first day on which it makes a difference. */
  from: Day;
  suppose: Suppose;
}

const asPolicy = ({ valid_from, valid_to, ...row }: StoredPolicy): Policy => ({ ...row, from: valid_from, to: valid_to });

const NEW = 'new';

async function supposed(tx: Tx, { policy, change }: { policy?: NewPolicy; change?: PolicyChange }): Promise<Supposed> {
  if (policy) {
    checkDay(tx, 'policy.valid_from', policy.valid_from);
    const row = {
      grade: null,
      carry_days: null,
      carry_months: null,
      ...storedNew(policy),
      id: NEW,
      valid_to: 'infinity',
      version: 1,
    };
    const added = asPolicy(row as unknown as StoredPolicy);
    return { policy, from: policy.valid_from, suppose: (policies) => [...policies, added] };
  }
  if (!change) throw invalid([{ path: 'policy', message: 'This field is required.' }]);
  const { before, set, inPlace, from, end } = await planChange(tx, await loadPolicy(tx, change.id, false), change);
  const changed = asPolicy({ ...before, ...set, valid_from: from, valid_to: end });
  const suppose: Suppose = (policies) =>
    policies.flatMap((each) => {
      if (each.id !== before.id) return [each];
      return inPlace
        ? [changed]
        : [
            { ...each, to: from },
            { ...changed, id: NEW },
          ];
    });
  return { policy: before, from, suppose };
}

/** People whose leave may follow from the rules of a country: those who are or were there; all, if others fall back on it. */
const concerned = async (tx: Tx, country: string, now: Day): Promise<{ id: string; name: string }[]> => {
  const everybody = (await defaultOf(tx)) === country;
  return tx.all<{ id: string; name: string }>(sql`
    select u.id, u.name from people.users u
    where u.tenant_id = ${tx.tenant}
      and (${everybody} or u.country = ${country} or exists (select 1 from people.places pl
        where pl.tenant_id = u.tenant_id and pl.user_id = u.id and pl.country = ${country}))
      and exists (select 1 from people.employments e where e.tenant_id = u.tenant_id and e.user_id = u.id and e.valid_to > ${now})
    order by u.id`);
};

/** Of some people those whose balances the reader may see by name. */
async function named(tx: Tx, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx.all<{ id: string }>(sql`
    select u.id from people.users u where u.tenant_id = ${tx.tenant} and u.id = any(${ids}::uuid[])
      and (u.id = ${actor.userId} or ${decidesOn(tx, actor, 'u.id')})`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Who gains and who loses by a rule before it is saved: what is left at the end of the leave year in which it begins to hold, as
 * things stand and with it. Nothing is written. How many people there are is told of everybody; those whose balances the reader
 * may see are named, the greatest difference first.
 */
export async function previewPolicy(tx: Tx, actor: Actor, { body }: { body: { policy?: NewPolicy; change?: PolicyChange } }) {
  const { policy, from, suppose } = await supposed(tx, body);
  const now = await today(tx);
  const day = from > now ? from : now;
  const people = await concerned(tx, policy.country, now);
  const effects: Effect[] = [];
  let until = day;
  for (let start = 0; start < people.length; start += BATCH) {
    const lot = new Map(people.slice(start, start + BATCH).map(({ id, name }) => [id, name]));
    const ids = [...lot.keys()];
    const mine = (accounts: readonly Account[]): Map<string, Account> =>
      new Map(accounts.filter((account) => account.type_id === policy.type_id).map((account) => [account.user_id, account]));
    const [before, after] = [mine(await accountsFor(tx, ids, day)), mine(await accountsFor(tx, ids, day, { suppose }))];
    for (const [id, name] of lot) {
      const [was, will] = [before.get(id), after.get(id)].map((account) => account && balanceOf(account, day));
      const shown = will ?? was;
      if (!shown) continue;
      until = shown.to;
      const [left, right] = [was?.year_end ?? 0, will?.year_end ?? 0];
      effects.push({ user_id: id, user: name, day_minutes: shown.day_minutes, before: left, after: right });
    }
  }
  const gain = effects.filter(({ before, after }) => after > before).length;
  const lose = effects.filter(({ before, after }) => after < before).length;
  const told = await named(
    tx,
    actor,
    effects.filter(({ before, after }) => before !== after).map(({ user_id }) => user_id),
  );
  const size = ({ before, after }: Effect): number => Math.abs(after - before);
  return {
    as_of: until,
    gain,
    lose,
    same: effects.length - gain - lose,
    people: effects
      .filter(({ user_id }) => told.has(user_id))
      .sort((a, b) => size(b) - size(a) || a.user.localeCompare(b.user))
      .slice(0, NAMED),
  };
}
