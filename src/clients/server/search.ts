import { tableAllows } from '../../access/server/public.ts';
import type { FilterSource } from '../../server/filter-options.ts';
import type { Searchable } from '../../server/search.ts';
import { and, sql } from '../../server/sql.ts';

/** Clients and projects are found by those who may list them. */
export const clientsSearch: Searchable = {
  collection: 'clients',
  find: (tx, actor, text, top) =>
    tableAllows('clients.all', actor.category, actor.grade)
      ? sql`select id, name as label from clients.clients where tenant_id = ${tx.tenant} and position(${text} in name_lc) > 0
          order by position(${text} in name_lc), name_lc collate app.names, id limit ${top}`
      : undefined,
  rows: (tx, actor) =>
    tableAllows('clients.all', actor.category, actor.grade)
      ? {
          select: sql`select id, name, sector, is_active, name_lc collate app.names as in_order from clients.clients where tenant_id = ${tx.tenant}`,
          fields: { id: 'id', name: 'text', sector: 'text', is_active: 'boolean' },
          order: 'in_order',
        }
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
  rows: (tx, actor) =>
    tableAllows('projects.all', actor.category, actor.grade)
      ? {
          select: sql`
            select p.id, p.code, p.name, p.client_id, c.name as client, p.team_id, p.status, p.billing_status, p.chargeable, p.starts_on,
              p.ends_on, p.budget_minutes, p.budget_fee, p.currency, p.name_lc collate app.names as in_order
            from clients.projects p left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
            where p.tenant_id = ${tx.tenant}`,
          fields: {
            id: 'id',
            code: 'text',
            name: 'text',
            client_id: 'id',
            client: 'text',
            team_id: 'id',
            status: 'text',
            billing_status: 'text',
            chargeable: 'boolean',
            starts_on: 'date',
            ends_on: 'date',
            budget_minutes: 'number',
            budget_fee: 'number',
            currency: 'text',
          },
          order: 'in_order',
        }
      : undefined,
};

const MOST = 500;

/** Clients and projects: each list has what goes with the other choice. */
export const projectFilters: FilterSource = {
  screens: [
    'clients_projects',
    'management_reporting',
    'kpi_reporting',
    'clients_bookings',
    'planning',
    'workload',
    'pricing',
    'invoices',
  ],
  options: (tx, actor, { clients, projects }) =>
    tableAllows('projects.all', actor.category, actor.grade)
      ? {
          clients: sql`select c.id, c.name from clients.clients c where c.tenant_id = ${tx.tenant} and ${and(
            projects?.length
              ? sql`c.id in (select client_id from clients.projects where tenant_id = ${tx.tenant} and id = any(${projects}::uuid[]))`
              : undefined,
          )} order by c.name_lc collate app.names, c.id limit ${MOST}`,
          projects: sql`select p.id, p.code || ' · ' || p.name as name from clients.projects p where p.tenant_id = ${tx.tenant} and ${and(
            clients?.length ? sql`p.client_id = any(${clients}::uuid[])` : undefined,
          )} order by p.name_lc collate app.names, p.id limit ${MOST}`,
        }
      : undefined,
};
