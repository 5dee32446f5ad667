import type { BillingStatus, Project } from './clients-data.ts';

/** Which projects had which billing status before a change: what has to be written to take it back. */
export function billingBefore(
  rows: readonly Pick<Project, 'id' | 'billing_status'>[],
  next: BillingStatus,
): [BillingStatus, string[]][] {
  const changed = rows.filter((row) => row.billing_status !== next);
  return [...Map.groupBy(changed, (row) => row.billing_status)].map(([status, group]) => [status, group.map(({ id }) => id)]);
}
