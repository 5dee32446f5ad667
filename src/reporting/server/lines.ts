import { rolesOf } from '../../invoicing/server/public.ts';
import { restrictedFor } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { NIL, type ReportFilters } from './facts.ts';

/** A project that does not exist. */
const NO_PROJECT = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The service line of every chargeable project of a client that has one: as its terms say, as it was priced, or the only one. */
export async function linesOf(tx: Tx): Promise<{ project_id: string; line: string }[]> {
  const projects = await tx.all<{ id: string; service_line_id: string | null }>(sql`
    select p.id, t.service_line_id from clients.projects p
    left join invoicing.terms t on t.tenant_id = p.tenant_id and t.id = p.id
    where p.tenant_id = ${tx.tenant} and p.client_id is not null and p.chargeable`);
  const roles = await rolesOf(
    tx,
    projects.filter(({ service_line_id }) => service_line_id === null).map(({ id }) => id),
  );
  return projects.flatMap(({ id, service_line_id }) => {
    const line = service_line_id ?? roles.usualLine(id);
    return line === null ? [] : [{ project_id: id, line }];
  });
}

/** Service lines as the projects that have them: no column says which line a project has. */
async function projectsOf(
  tx: Tx,
  { service_lines: wanted, projects }: ReportFilters,
): Promise<Pick<ReportFilters, 'projects' | 'outside'>> {
  if (!wanted || wanted.length === 0) return {};
  if (wanted.includes(NIL))
    return { outside: (await linesOf(tx)).filter(({ line }) => !wanted.includes(line)).map(({ project_id }) => project_id) };
  const ofLines = (await linesOf(tx)).filter(({ line }) => wanted.includes(line)).map(({ project_id }) => project_id);
  const left = projects && projects.length > 0 ? ofLines.filter((id) => projects.includes(id)) : ofLines;
  // No list at all would narrow nothing.
  return { projects: left.length > 0 ? left : [NO_PROJECT] };
}

/** The door of each report: what was asked for, in terms of what is stored, and without those whose data may not be used. */
export async function filtersFrom<Filters extends ReportFilters>(tx: Tx, actor: Actor, asked: Filters): Promise<Filters> {
  const [projects, without] = await Promise.all([projectsOf(tx, asked), restrictedFor(tx, actor)]);
  return { ...asked, ...projects, ...(without.length > 0 && { without }) };
}
