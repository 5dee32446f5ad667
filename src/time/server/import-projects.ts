import { newId } from '../../kit/ids.ts';
import { type Text, said } from '../../kit/said.ts';
import { tableAllows } from '../../access/server/public.ts';
import type { NewProject } from '../../clients/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { TimeLine } from './export-rows.ts';

export interface FoundProject {
  id: string;
  chargeable: boolean;
}

interface ProjectRow extends FoundProject {
  code_lc: string;
  name_lc: string;
  client_lc: string | null;
}

export interface Projects {
  find: (line: Pick<TimeLine, 'project' | 'client'>) => FoundProject | { reason: Text };
  clients: { id: string; name: string }[];
  projects: (NewProject & { id: string })[];
}

const lower = (text: string | undefined): string => (text ?? '').trim().toLowerCase();

/**
 * Finds the projects of a file by code, else by name and client, and plans the clients and projects to be made. A new
 * project is chargeable when any of its lines is.
 */
export async function resolveProjects(
  tx: Tx,
  actor: Actor | undefined,
  lines: readonly TimeLine[],
  createMissing: boolean,
): Promise<Projects> {
  const named = lines.filter((line) => line.project);
  const codes = [...new Set(named.map((line) => lower(line.project?.code)))];
  const names = [...new Set(named.map((line) => lower(line.project?.name)))];
  const clientNames = [...new Set(named.map((line) => lower(line.client)).filter(Boolean))];
  const [rows, clients] = await Promise.all([
    tx.all<ProjectRow>(sql`
      select p.id, p.chargeable, p.code_lc, p.name_lc, c.name_lc as client_lc from clients.projects p
      left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
      where p.tenant_id = ${tx.tenant} and (p.code_lc = any(${codes}) or p.name_lc = any(${names}))`),
    tx.all<{ id: string; name_lc: string }>(sql`
      select id, name_lc from clients.clients where tenant_id = ${tx.tenant} and name_lc = any(${clientNames})`),
  ]);
  const byCode = new Map(rows.map((row) => [row.code_lc, row]));
  const byName = new Map(rows.map((row) => [`${row.name_lc}\n${row.client_lc ?? ''}`, row]));
  const byNameAlone = Map.groupBy(rows, (row) => row.name_lc);
  const clientIds = new Map(clients.map((row) => [row.name_lc, row.id]));
  const may = (operation: string): boolean => !actor || tableAllows(operation, actor.category, actor.grade);
  const mayCreate = createMissing && may('projects.create') && may('clients.create');
  const newClients: Projects['clients'] = [];
  const newProjects = new Map<string, NewProject & { id: string }>();
  const takenCodes = new Set(byCode.keys());

  const keyOf = (line: Pick<TimeLine, 'project' | 'client'>): string =>
    `${lower(line.project?.code)}\n${lower(line.project?.name)}\n${lower(line.client)}`;
  const existing = (line: Pick<TimeLine, 'project' | 'client'>): ProjectRow | undefined => {
    const code = lower(line.project?.code);
    if (code && byCode.has(code)) return byCode.get(code);
    const name = lower(line.project?.name);
    const exact = byName.get(`${name}\n${lower(line.client)}`);
    if (exact || line.client) return exact;
    const alone = byNameAlone.get(name) ?? [];
    return alone.length === 1 ? alone[0] : undefined;
  };
  for (const line of named) {
    if (!mayCreate || existing(line)) continue;
    const planned = newProjects.get(keyOf(line));
    if (planned) {
      planned.chargeable ||= line.chargeable === true;
      continue;
    }
    const client = lower(line.client);
    if (client && !clientIds.has(client)) {
      const made = { id: newId(), name: (line.client ?? '').trim() };
      clientIds.set(client, made.id);
      newClients.push(made);
    }
    const code = line.project?.code?.trim();
    const free = code !== undefined && code !== '' && !takenCodes.has(lower(code));
    if (free) takenCodes.add(lower(code));
    newProjects.set(keyOf(line), {
      id: newId(),
      code: free ? code : undefined,
      name: line.project?.name.trim() || code || '',
      client_id: client ? (clientIds.get(client) ?? null) : null,
      chargeable: line.chargeable ?? client !== '',
    });
  }
  return {
    find: (line) => {
      const found = existing(line) ?? newProjects.get(keyOf(line));
      const label = line.project?.name || line.project?.code || '';
      return found
        ? { id: found.id, chargeable: found.chargeable }
        : {
            reason: line.client ? said`There is no project "${label}" of ${line.client}.` : said`There is no project "${label}".`,
          };
    },
    clients: newClients,
    projects: [...newProjects.values()],
  };
}
