import type { Derivation } from '../../server/gateway.ts';
import { sql } from '../../server/sql.ts';
import type { ProjectRow } from './project-rows.ts';

/** The projects of a team that was merged into another belong to that one from then on. */
export const followMergedTeams: Derivation = async (tx, changes) => {
  for (const { before, after } of changes) {
    const target = after?.['merged_into'];
    if (!before || !target || before['merged_into'] === target) continue;
    const projects = await tx.all<ProjectRow>(sql`
      select * from clients.projects where tenant_id = ${tx.tenant} and team_id = ${String(after['id'])} order by id for update`);
    await tx.write.update(
      'clients.projects',
      projects.map((project) => ({ before: project, set: { team_id: target } })),
    );
    if (projects.length > 0) tx.say({ topic: 'projects' });
  }
};
