import { invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import type { Derivation } from '../../server/gateway.ts';
import { sql } from '../../server/sql.ts';

/**
 * A project with time keeps its client, and does not become a template: the hours of the past would move with it from one client
 * to another. Who needs that copies the project; time from then on goes to the copy.
 */
export const keepClientOfTimed: Derivation = async (tx, changes) => {
  const moved = changes.filter(
    ({ before, after }) =>
      before && after && (before['client_id'] !== after['client_id'] || (!before['is_template'] && after['is_template'])),
  );
  if (moved.length === 0) return;
  const ids = moved.map(({ after }) => String(after?.['id']));
  const timed = await tx.one<{ id: string }>(sql`
    select p.id from clients.projects p where p.tenant_id = ${tx.tenant} and p.id = any(${ids}::uuid[])
      and exists (select 1 from time.months m where m.tenant_id = ${tx.tenant} and m.project_id = p.id and m.entry_count > 0) limit 1`);
  if (!timed) return;
  const change = moved.find(({ after }) => after?.['id'] === timed.id);
  const name = String(change?.before?.['name'] ?? '');
  if (change?.before?.['client_id'] === change?.after?.['client_id'])
    throw invalid([{ path: 'is_template', message: said`"${name}" has time and stays a project. Copy it as a template.` }]);
  throw invalid([{ path: 'client_id', message: said`"${name}" has time and keeps its client. Copy it for the other client.` }]);
};
