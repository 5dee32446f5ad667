import { tableAllows } from '../../access/server/public.ts';
import type { Searchable } from '../../server/search.ts';
import { and, sql } from '../../server/sql.ts';
import { hasFlag, visible } from './policy.ts';

/** Pricings are found by their name and by the client that they are for. */
export const pricingsSearch: Searchable = {
  collection: 'pricings',
  find: (tx, actor, text, top) =>
    tableAllows('pricing.pricings', actor.category, actor.grade) && hasFlag(actor, 'view_page')
      ? sql`select p.id, p.name || ' · ' || c.name as label from pricing.pricings p
          join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
          where p.tenant_id = ${tx.tenant} and (position(${text} in p.name_lc) > 0 or position(${text} in c.name_lc) > 0)
            and ${and(visible(tx, actor))}
          order by p.name_lc collate app.names, p.id limit ${top}`
      : undefined,
};
