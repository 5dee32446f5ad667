import { tableAllows } from '../../access/server/public.ts';
import type { Searchable } from '../../server/search.ts';
import { sql } from '../../server/sql.ts';

/** Clients and projects are found by those who may list them. */
export const clientsSearch: Searchable = {
  collection: 'clients',
  find: (tx, actor, text, top) =>
    tableAllows('clients.all', actor.category, actor.grade)
      ? sql`select id, name as label from clients.clients where tenant_id = ${tx.tenant} and position(${text} in name_lc) > 0
          order by position(${text} in name_lc), name_lc collate app.names, id limit ${top}`
      : undefined,
};

export const projectsSearch: Searchable = {
  collection: 'projects',
  find: (tx, actor, text, top) =>
    tableAllows('projects.all', actor.category, actor.grade)
      ? sql`select id, code || ' · ' || name as label from clients.projects
          where tenant_id = ${tx.tenant} and (position(${text} in name_lc) > 0 or position(${text} in code_lc) > 0)
          order by name_lc collate app.names, id limit ${top}`
      : undefined,
};
