import { newId } from '../../kit/ids.ts';
import { firmOf } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';

/** Adds clients by name in one statement. */
export async function addClients(tx: Tx, clients: readonly { id: string; name: string }[]): Promise<void> {
  await tx.write.insert(
    'clients.clients',
    clients.map(({ id, name }) => ({ id, name })),
  );
}

export interface NewProject {
  id?: string;
  code?: string | undefined;
  name: string;
  client_id: string | null;
  chargeable: boolean;
  team_id?: string | null;
  status?: string;
  billing_status?: string;
  starts_on?: string | null;
  ends_on?: string | null;
  budget_minutes?: number | null;
  budget_fee?: number | null;
  /** Default: the firm's. */
  currency?: string;
}

/** Adds projects in one statement; those without a code get the firm's next free ones. */
export async function addProjects(tx: Tx, projects: readonly NewProject[]): Promise<void> {
  if (projects.length === 0) return;
  const [firm, last] = await Promise.all([
    firmOf(tx),
    tx.one<{ n: number }>(sql`
      select coalesce(max(substring(code from '^P-([0-9]{1,8})$')::int), 0) as n from clients.projects where tenant_id = ${tx.tenant}`),
  ]);
  let number = last?.n ?? 0;
  const code = (): string => `P-${String(++number).padStart(4, '0')}`;
  const rows = projects.map((project) => ({
    ...project,
    id: project.id ?? newId(),
    code: project.code ?? code(),
    currency: project.currency ?? firm.currency,
  }));
  await tx.write.insert('clients.projects', rows);
}
