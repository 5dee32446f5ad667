import { type Day, addDays } from '../../kit/day.ts';
import { invalid } from '../../kit/problem.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';

/** A team beside the first one; both days are included, no last one: it holds on. */
export interface Beside {
  team_id: string;
  first_day?: Day;
  last_day?: Day | null;
}

interface Member extends Record<string, unknown> {
  id: string;
  team_id: string;
  valid_from: Day;
  valid_to: Day;
  version: number;
}

const endOf = ({ last_day }: Beside): Day => (last_day ? addDays(last_day, 1) : 'infinity');

async function check(tx: Tx, wanted: readonly Beside[], day: Day): Promise<void> {
  const teams = [...new Set(wanted.map(({ team_id }) => team_id))];
  const known = await tx.all(sql`
    select 1 from people.teams where tenant_id = ${tx.tenant} and id = any(${teams}) and closed_on is null`);
  if (known.length < teams.length) throw invalid([{ path: 'beside', message: 'There is no such team.' }]);
  const spans = wanted.map((each) => ({ team: each.team_id, from: each.first_day ?? day, to: endOf(each) }));
  const error = spans.some(({ from, to }) => to <= from)
    ? 'Must not lie before the first day.'
    : spans.some((a, index) => spans.some((b, other) => other > index && a.team === b.team && a.from < b.to && b.from < a.to))
      ? 'A person is in a team once at a time.'
      : undefined;
  if (error) throw invalid([{ path: 'beside', message: error }]);
}

/**
 * Makes these the teams beside a person's first one, from `day` on: what is left out ends on that day or never begins, what is
 * past stays. @returns whether anything changed
 */
export async function beBeside(tx: Tx, userId: string, given: readonly Beside[], day: Day): Promise<boolean> {
  // A record that is sent back whole brings the past along.
  const wanted = given.filter(
    (each) => !each.last_day || each.last_day >= day || each.first_day === undefined || each.first_day >= day,
  );
  await check(tx, wanted, day);
  const rows = await tx.all<Member>(sql`
    select * from people.team_members
    where tenant_id = ${tx.tenant} and user_id = ${userId} and not is_primary and valid_to > ${day} order by valid_from for update`);
  const left = [...rows];
  const added: Beside[] = [];
  const changed: { before: Member; set: { valid_to: Day } }[] = [];
  for (const each of wanted) {
    const at = left.findIndex((row) => row.team_id === each.team_id && row.valid_from === (each.first_day ?? row.valid_from));
    const [row] = at < 0 ? [] : left.splice(at, 1);
    if (!row) added.push(each);
    else if (row.valid_to !== endOf(each)) changed.push({ before: row, set: { valid_to: endOf(each) } });
  }
  await tx.write.remove(
    'people.team_members',
    left.filter((row) => row.valid_from >= day),
  );
  changed.push(...left.filter((row) => row.valid_from < day).map((before) => ({ before, set: { valid_to: day } })));
  await tx.write.update('people.team_members', changed);
  await tx.write.insert(
    'people.team_members',
    added.map((each) => ({
      user_id: userId,
      team_id: each.team_id,
      is_primary: false,
      valid_from: each.first_day ?? day,
      valid_to: endOf(each),
    })),
  );
  return added.length + changed.length + left.length > 0;
}
