import type { Derivation } from '../../server/gateway.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import type { ProjectRow } from './project-rows.ts';

/** The projects of a team that was merged into another belong to that one from then on, and come back when that is taken back. */
export const followMergedTeams: Derivation = async (tx, changes) => {
  for (const { before, after } of changes) {
    if (!before || !after || before['merged_into'] === after['merged_into']) continue;
    const team = String(after['id']);
    const moved = after['merged_into']
      ? await goAlong(tx, team, String(after['merged_into']))
      : await comeBack(tx, team, String(before['merged_into']));
    if (moved > 0) tx.say({ topic: 'projects' });
  }
};

async function goAlong(tx: Tx, team: string, target: string): Promise<number> {
  const projects = await tx.all<ProjectRow>(sql`
    select * from clients.projects where tenant_id = ${tx.tenant} and team_id = ${team} order by id for update`);
  await tx.write.update(
    'clients.projects',
    projects.map((project) => ({ before: project, set: { team_id: target } })),
  );
  await tx.write.insert(
    'clients.merged_projects',
    projects.map(({ id }) => ({ project_id: id, team_id: team, target_id: target })),
  );
  return projects.length;
}

/** Those that went along and are of the target still; what was given to another team since stays there. */
async function comeBack(tx: Tx, team: string, target: string): Promise<number> {
  const moves = await tx.all<{ id: string }>(sql`
    select * from clients.merged_projects
    where tenant_id = ${tx.tenant} and team_id = ${team} and target_id = ${target} order by id for update`);
  const projects = await tx.all<ProjectRow>(sql`
    select * from clients.projects where tenant_id = ${tx.tenant} and team_id = ${target} and id in (
      select m.project_id from clients.merged_projects m
      where m.tenant_id = ${tx.tenant} and m.team_id = ${team} and m.target_id = ${target}) order by id for update`);
  await tx.write.update(
    'clients.projects',
    projects.map((project) => ({ before: project, set: { team_id: team } })),
  );
  await tx.write.remove('clients.merged_projects', moves);
  return projects.length;
}
