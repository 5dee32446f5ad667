import { newId } from '../../kit/ids.ts';
import { firmOf } from '../../settings/server/public.ts';
import type { Tx } from '../../server/tx.ts';
import { nextCodes } from './codes.ts';

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
  fee_kind?: string;
  team_id?: string | null;
  status?: string;
  billing_status?: string;
  starts_on?: string | null;
  ends_on?: string | null;
  budget_minutes?: number | null;
  budget_fee?: number | null;
  /** Default: the firm's. */
  currency?: string;
  custom?: Record<string, unknown>;
}

/** Adds projects in one statement; those without a code get the firm's next free ones. */
export async function addProjects(tx: Tx, projects: readonly NewProject[]): Promise<void> {
  if (projects.length === 0) return;
  const uncoded = projects.filter(({ code }) => code === undefined);
  const given = projects.flatMap(({ code }) => code ?? []);
  const [firm, free] = await Promise.all([firmOf(tx), nextCodes(tx, uncoded, given)]);
  let next = 0;
  const rows = projects.map((project) => ({
    ...project,
    id: project.id ?? newId(),
    code: project.code ?? free[next++],
    fee_kind: project.fee_kind ?? (project.chargeable ? 'time_and_materials' : 'internal'),
    currency: project.currency ?? firm.currency,
  }));
  await tx.write.insert('clients.projects', rows);
}
