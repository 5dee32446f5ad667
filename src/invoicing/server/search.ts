import { tableAllows } from '../../access/server/public.ts';
import type { Searchable } from '../../server/search.ts';
import { and, sql } from '../../server/sql.ts';
import { hasFlag, visible } from './policy.ts';

/** Invoices are found by their number, and by the client and project that they are for; the latest first. */
export const invoicesSearch: Searchable = {
  collection: 'invoices',
  find: (tx, actor, text, top) =>
    tableAllows('invoices.list', actor.category, actor.grade) && hasFlag(actor, 'view_page')
      ? sql`select i.id, concat_ws(' · ', i.number, c.name, p.name) as label from invoicing.invoices i
          join clients.clients c on c.tenant_id = i.tenant_id and c.id = i.client_id
          left join clients.projects p on p.tenant_id = i.tenant_id and p.id = i.project_id
          where i.tenant_id = ${tx.tenant} and (position(${text} in lower(coalesce(i.number, ''))) > 0
            or position(${text} in c.name_lc) > 0 or position(${text} in coalesce(p.name_lc, '')) > 0) and ${and(visible(tx, actor))}
          order by i.issued_on desc nulls first, i.number desc, i.id limit ${top}`
      : undefined,
};
