import type { Searchable } from '../../server/search.ts';
import { and, sql } from '../../server/sql.ts';
import { visibleOn } from './policy.ts';

export const peopleSearch: Searchable = {
  collection: 'users',
  find: (tx, actor, text, top) => sql`
    select u.id, u.name as label from people.users u
    join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id and m.is_active
    where u.tenant_id = ${tx.tenant} and position(${text} in u.name_lc) > 0 and ${and(visibleOn(tx, actor, ['planning', 'workload'], sql`u.id`))}
    order by position(${text} in u.name_lc), u.name_lc collate app.names, u.id limit ${top}`,
};
