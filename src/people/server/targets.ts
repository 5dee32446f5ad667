import type { Day } from '../../kit/day.ts';
import type { Grade } from '../../kit/grades.ts';
import { invalid } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { usersAmong } from './among.ts';
import { today } from './today.ts';

/** Whose target it is: exactly one of the three; the target in hundredths of a per cent, null: none of their own any more. */
export interface TargetInput {
  grade?: Grade;
  team_id?: string;
  user_id?: string;
  basis_points: number | null;
}

interface Stored extends Record<string, unknown> {
  id: string;
  grade: string | null;
  team_id: string | null;
  user_id: string | null;
  basis_points: number;
  valid_from: Day;
  valid_to: Day;
  version: number;
}

const whose = ({
  grade,
  team_id,
  user_id,
}: {
  grade?: string | null;
  team_id?: string | null;
  user_id?: string | null;
}): string => user_id ?? team_id ?? grade ?? '';

/** @throws Problem 422 at `targets.N` for what is nobody's or of several, a person or team that is none, or twice the same */
async function checkTargets(tx: Tx, given: readonly TargetInput[]): Promise<void> {
  const teams = given.flatMap(({ team_id }) => team_id ?? []);
  const [users, open] = await Promise.all([
    usersAmong(
      tx,
      given.flatMap(({ user_id }) => user_id ?? []),
    ),
    tx.all<{ id: string }>(sql`
      select id from people.teams where tenant_id = ${tx.tenant} and id = any(${teams}::uuid[]) and closed_on is null`),
  ]);
  const seen = new Set<string>();
  const errors = given.flatMap((target, index): { path: string; message: Text }[] => {
    const at = (field: string, message: Text) => [{ path: `targets.${index}.${field}`, message }];
    const named = [target.grade, target.team_id, target.user_id].filter((each) => each !== undefined);
    if (named.length !== 1) return at('grade', 'Name a grade, a team or a person.');
    if (target.user_id && !users.some(({ id }) => id === target.user_id)) return at('user_id', 'There is no such person.');
    if (target.team_id && !open.some(({ id }) => id === target.team_id)) return at('team_id', 'There is no such team.');
    if (seen.has(whose(target))) return at('grade', 'This target stands twice.');
    seen.add(whose(target));
    return [];
  });
  if (errors.length > 0) throw invalid(errors);
}

/**
 * Sets target utilizations from a day on; what held before stays, and what begins later, too.
 * @throws Problem 422 at `targets.N`, or at `valid_from` for a day of the past on which a target held
 */
export async function setTargets(tx: Tx, given: readonly TargetInput[], from: Day): Promise<void> {
  await checkTargets(tx, given);
  const now = await today(tx);
  const keys = { grades: [] as string[], teams: [] as string[], users: [] as string[] };
  for (const { grade, team_id, user_id } of given) {
    if (user_id) keys.users.push(user_id);
    else if (team_id) keys.teams.push(team_id);
    else if (grade) keys.grades.push(grade);
  }
  const rows = await tx.all<Stored>(sql`
    select * from people.targets where tenant_id = ${tx.tenant}
      and (grade = any(${keys.grades}) or team_id = any(${keys.teams}::uuid[]) or user_id = any(${keys.users}::uuid[]))
    order by valid_from, id for update`);
  const gone: Stored[] = [];
  const updates: { before: Stored; set: Record<string, unknown> }[] = [];
  const inserts: Record<string, unknown>[] = [];
  for (const target of given) {
    const own = rows.filter((row) => whose(row) === whose(target));
    if (from < now && own.length > 0)
      throw invalid([
        { path: 'valid_from', message: said`A target that has held stays what it was. Choose ${{ day: now }} or a later day.` },
      ]);
    const held = own.find((row) => row.valid_from <= from && row.valid_to > from);
    const wanted = target.basis_points;
    if ((held?.basis_points ?? null) === wanted) continue;
    if (held?.valid_from === from) {
      if (wanted === null) gone.push(held);
      else updates.push({ before: held, set: { basis_points: wanted } });
      continue;
    }
    if (held) updates.push({ before: held, set: { valid_to: from } });
    if (wanted === null) continue;
    const next = own.find((row) => row.valid_from > from);
    inserts.push({
      grade: target.grade ?? null,
      team_id: target.team_id ?? null,
      user_id: target.user_id ?? null,
      basis_points: wanted,
      valid_from: from,
      valid_to: held?.valid_to ?? next?.valid_from ?? 'infinity',
    });
  }
  await tx.write.remove('people.targets', gone);
  await tx.write.update('people.targets', updates);
  await tx.write.insert('people.targets', inserts);
}
