import { notFound } from '../../kit/problem.ts';
import { today } from '../../people/server/public.ts';
import type { Custom } from '../../settings/server/public.ts';
import { type Sql, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import type { ClientDetails } from '../contract.ts';
import { OPEN, spanOf } from './parts.ts';

/** A client as it is stored. */
export interface ClientRow extends Record<string, unknown> {
  id: string;
  name: string;
  sector: string | null;
  status: 'prospect' | 'active' | 'archived';
  country: string | null;
  vat_id: string | null;
  custom: Custom;
  version: number;
}

export type ClientListRow = Pick<
  ClientDetails,
  | 'id'
  | 'name'
  | 'sector'
  | 'status'
  | 'is_active'
  | 'parent_id'
  | 'parent'
  | 'responsible_id'
  | 'responsible'
  | 'projects'
  | 'restricted'
  | 'custom'
  | 'version'
>;

/** Clients as lists show them, of those that a condition on `c` leaves. */
export const selectClients = (tx: Tx, condition: Sql, day: string): Sql => sql`
  select c.id, c.name, c.name_lc, c.sector, c.status, c.is_active, c.parent_id, g.name as parent, c.responsible_id, r.name as responsible,
    c.custom, c.version,
    (select count(*)::int from clients.projects p where p.tenant_id = c.tenant_id and p.client_id = c.id and not p.is_template) as projects,
    (select count(*)::int from clients.restrictions x where x.tenant_id = c.tenant_id and x.client_id = c.id and x.valid_to > ${day}) as restricted
  from clients.clients c
  left join clients.clients g on g.tenant_id = c.tenant_id and g.id = c.parent_id
  left join people.users r on r.tenant_id = c.tenant_id and r.id = c.responsible_id
  where c.tenant_id = ${tx.tenant} and ${condition}`;

type Details = Omit<ClientDetails, keyof ClientListRow | 'contacts' | 'restrictions' | 'members'>;

interface RestrictionRow {
  id: string;
  user_id: string | null;
  team_id: string | null;
  name: string;
  reason: string;
  valid_from: string;
  valid_to: string;
}

/** One client whole. @throws Problem 404 */
export async function readClient(tx: Tx, id: string): Promise<ClientDetails> {
  const day = await today(tx);
  const [row, details, contacts, restrictions, members] = await Promise.all([
    tx.one<ClientListRow>(selectClients(tx, sql`c.id = ${id}`, day)),
    tx.one<Details>(sql`
      select legal_name, street, postal_code, city, country, vat_id, billing_email, language, currency, payment_days
      from clients.clients where tenant_id = ${tx.tenant} and id = ${id}`),
    tx.all<ClientDetails['contacts'][number]>(sql`
      select id, name, position, email, phone, is_billing from clients.contacts
      where tenant_id = ${tx.tenant} and client_id = ${id} order by is_billing desc, name collate app.names, id`),
    tx.all<RestrictionRow>(sql`
      select r.id, r.user_id, r.team_id, coalesce(u.name, t.name) as name, r.reason, r.valid_from, r.valid_to
      from clients.restrictions r
      left join people.users u on u.tenant_id = r.tenant_id and u.id = r.user_id
      left join people.teams t on t.tenant_id = r.tenant_id and t.id = r.team_id
      where r.tenant_id = ${tx.tenant} and r.client_id = ${id} order by r.valid_from, r.id`),
    tx.all<{ id: string; name: string }>(sql`
      select id, name from clients.clients where tenant_id = ${tx.tenant} and parent_id = ${id} order by name_lc collate app.names, id`),
  ]);
  if (!row || !details) throw notFound('There is no such client.');
  const held = restrictions.map(({ valid_from, valid_to, ...rest }) => ({
    ...rest,
    first_day: valid_from,
    last_day: valid_to === OPEN ? null : spanOf({ valid_from, valid_to }).last_day,
  }));
  return { ...row, ...details, contacts, restrictions: held, members };
}
