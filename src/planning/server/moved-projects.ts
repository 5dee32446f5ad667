import { workRules } from '../../clients/server/public.ts';
import { invalid } from '../../kit/problem.ts';
import { today } from '../../people/server/public.ts';
import type { Derivation } from '../../server/gateway.ts';
import { sql } from '../../server/sql.ts';

/** A project moves to no client for whom somebody who is booked on it may not work. */
export const refuseRestrictedMoves: Derivation = async (tx, changes) => {
  const moved = changes.flatMap(({ before, after }) =>
    before && after?.['client_id'] && before['client_id'] !== after['client_id'] ? [String(after['id'])] : [],
  );
  if (moved.length === 0) return;
  const day = await today(tx);
  const bookings = await tx.all<{ user_id: string; project_id: string; first_day: string; last_day: string }>(sql`
    select user_id, project_id, greatest(first_day, ${day}::date) as first_day, last_day from planning.bookings
    where tenant_id = ${tx.tenant} and project_id = any(${moved}::uuid[]) and last_day >= ${day}`);
  const rules = await workRules(tx, bookings);
  for (const booking of bookings) {
    const refused = rules.refusal(booking, 'book');
    if (refused?.path === 'user_id') throw invalid([{ path: 'client_id', message: refused.message }]);
  }
};
