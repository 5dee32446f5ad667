import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import type { ProjectRow } from './project-rows.ts';

/** Makes a project's billing status follow its invoices: no act of somebody who may change projects, but what came of one. */
export async function setBillingStatus(tx: Tx, id: string, status: ProjectRow['billing_status']): Promise<void> {
  const before = await tx.one<ProjectRow>(
    sql`select * from clients.projects where tenant_id = ${tx.tenant} and id = ${id} for no key update`,
  );
  if (!before || before.billing_status === status) return;
  await tx.write.update('clients.projects', [{ before, set: { billing_status: status } }]);
  tx.say({ topic: 'projects' });
}
