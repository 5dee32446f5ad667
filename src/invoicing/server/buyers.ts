import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import type { InvoiceDetails } from '../contract.ts';

/** A client as invoices name it. */
export interface Buyer {
  id: string;
  name: string;
  street: string;
  postal_code: string;
  city: string;
  country: string | null;
  vat_id: string | null;
  email: string | null;
  language: InvoiceDetails['language'] | null;
  currency: string | null;
  payment_days: number | null;
}

/** A client with its legal name and the address for its invoices, else that of whoever is billed there. */
export const buyerOf = (tx: Tx, id: string): Promise<Buyer | undefined> =>
  tx.one<Buyer>(sql`
    select c.id, coalesce(nullif(c.legal_name, ''), c.name) as name, c.street, c.postal_code, c.city, c.country, c.vat_id,
      coalesce(c.billing_email, (
        select k.email from clients.contacts k where k.tenant_id = c.tenant_id and k.client_id = c.id and k.is_billing
          and k.email is not null order by k.id limit 1)) as email,
      c.language, c.currency, c.payment_days
    from clients.clients c where c.tenant_id = ${tx.tenant} and c.id = ${id}`);
