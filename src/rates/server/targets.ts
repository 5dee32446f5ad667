import type { Day } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { today } from '../../people/server/public.ts';
import { pageOf } from '../../server/paging.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { lastDay } from './dated.ts';

interface Target {
  id: string;
  grade: Grade | null;
  team_id: string | null;
  team: string | null;
  user_id: string | null;
  user: string | null;
  basis_points: number;
  valid_from: Day;
  valid_to: Day;
}

type Shown = Omit<Target, 'valid_to'> & { valid_to: Day | null };

/** Target utilizations that hold or will hold, one page: of grades in their order, of teams and of people by name. */
export async function listTargets(
  tx: Tx,
  _actor: Actor,
  { query }: { query: { page?: number; per_page?: number } },
): Promise<Page<Shown>> {
  const day = await today(tx);
  const page = await pageOf<Target>(
    tx,
    sql`select x.*, t.name as team, u.name as user, coalesce(u.name_lc, t.name_lc, '') as name_lc,
        array_position(${[...GRADES]}::text[], x.grade) as rank
      from people.targets x
      left join people.teams t on t.tenant_id = x.tenant_id and t.id = x.team_id
      left join people.users u on u.tenant_id = x.tenant_id and u.id = x.user_id
      where x.tenant_id = ${tx.tenant} and x.valid_to > ${day}`,
    sql`rank nulls last, user_id is not null, name_lc collate app.names, valid_from, id`,
    query,
  );
  return { ...page, rows: page.rows.map((row) => ({ ...row, valid_to: lastDay(row.valid_to) })) };
}
