import { setBillingStatus } from '../../clients/server/public.ts';
import { today } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { billingStatusOf } from '../rules.ts';
import { isUnbilled } from './rated-time.ts';

interface Found {
  status: string;
  billed: number;
  drafted: boolean;
  left: boolean;
}

/** Makes a project's billing status say what its invoices say; one that somebody has set to internal or written off stays. */
export async function followBilling(tx: Tx, projectId: string): Promise<void> {
  const day = await today(tx);
  const found = await tx.one<Found>(sql`
    select p.billing_status as status,
      coalesce((select sum(case when i.kind = 'invoice' then i.net else -i.net end) from invoicing.invoices i
        where i.tenant_id = p.tenant_id and i.project_id = p.id and i.status <> 'draft'), 0)::bigint as billed,
      exists (select 1 from invoicing.invoices i where i.tenant_id = p.tenant_id and i.project_id = p.id and i.status = 'draft') as drafted,
      (exists (select 1 from time.entries e where e.tenant_id = p.tenant_id and e.project_id = p.id and ${isUnbilled(day)})
        or exists (select 1 from invoicing.write_offs w where w.tenant_id = p.tenant_id and w.project_id = p.id and w.state = 'waiting')
        or exists (select 1 from invoicing.instalments n where n.tenant_id = p.tenant_id and n.project_id = p.id and n.invoice_id is null)) as left
    from clients.projects p where p.tenant_id = ${tx.tenant} and p.id = ${projectId}`);
  const next = found && billingStatusOf(found);
  if (next !== undefined) await setBillingStatus(tx, projectId, next);
}
