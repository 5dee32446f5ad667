import type { Day } from '../../kit/day.ts';
import type { Text } from '../../kit/said.ts';
import { managedBy } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { weigh } from './allowance.ts';
import { type LeaveAsked, overlapOf, prepareRequest } from './asking.ts';
import type { ShownRequest } from './request-rows.ts';

const SHOWN = 20;

interface Colleague {
  user_id: string;
  user: string;
  first_day: Day;
  last_day: Day;
  part: ShownRequest['part'];
  type: string | null;
  status: 'approved' | 'pending';
  total: number;
}

/** Who of the same team or the same manager is off in a range; what is private is told to those who decide on it alone. */
const othersOff = (tx: Tx, actor: Actor, userId: string, from: Day, to: Day): Promise<Colleague[]> => {
  const decides = actor.category === 'hr' ? sql`true` : sql`(u.id = ${actor.userId} or u.id in (${managedBy(tx, actor)}))`;
  return tx.all<Colleague>(sql`
    with me as (
      select u.manager_id, m.team_id from people.users u
      left join people.team_members m on m.tenant_id = u.tenant_id and m.user_id = u.id and m.is_primary
        and m.valid_from <= ${from} and m.valid_to > ${from}
      where u.tenant_id = ${tx.tenant} and u.id = ${userId}
    )
    select u.id as user_id, u.name as user, r.first_day, r.last_day, r.part, r.status,
      case when t.is_private and not ${decides} then null else t.name end as type, count(*) over ()::int as total
    from leave.requests r
    join people.users u on u.tenant_id = r.tenant_id and u.id = r.user_id
    join leave.types t on t.tenant_id = r.tenant_id and t.id = r.type_id
    left join people.team_members m on m.tenant_id = u.tenant_id and m.user_id = u.id and m.is_primary
      and m.valid_from <= ${from} and m.valid_to > ${from}
    join me on m.team_id = me.team_id or u.manager_id = me.manager_id
    where r.tenant_id = ${tx.tenant} and r.user_id <> ${userId} and r.status in ('approved', 'pending')
      and r.first_day <= ${to} and r.last_day >= ${from}
    order by r.first_day, u.name_lc collate app.names, r.id limit ${SHOWN}`);
};

/** What a request would take and do before it is sent, and who else is off. */
export async function previewLeave(tx: Tx, actor: Actor, { body }: { body: LeaveAsked }) {
  const asked = await prepareRequest(tx, actor, body);
  const [weighed, overlap, others] = [
    await weigh(tx, asked),
    await overlapOf(tx, actor, asked),
    await othersOff(tx, actor, asked.user_id, asked.first_day, asked.last_day),
  ];
  const say = (text: Text | undefined): string | null => (text === undefined ? null : inLanguage(text, actor.language));
  return {
    ...weighed,
    refusal: say(overlap ?? weighed.refusal),
    warning: say(weighed.warning),
    others: others.map(({ total: _total, ...other }) => other),
    others_total: others[0]?.total ?? 0,
  };
}
