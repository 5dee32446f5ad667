import { notFound } from '../../kit/problem.ts';
import { refuseFlag } from '../../people/server/public.ts';
import { keyOf, readUpload, storeOf } from '../../server/files.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { ProjectDetails } from '../contract.ts';
import { readProject } from './project-rows.ts';

const PAGES = ['clients_projects'];

interface Stored extends Record<string, unknown> {
  id: string;
  name: string;
  version: number;
}

/** Keeps one's own upload with a project; what it is was judged by its content when it came. @throws Problem 404 */
export async function addFile(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: { filename: string } },
  { config }: Pick<Visit, 'config'>,
): Promise<ProjectDetails> {
  refuseFlag(actor, 'can_edit', PAGES);
  const project = await tx.one(
    sql`select 1 from clients.projects where tenant_id = ${tx.tenant} and id = ${params.id} for key share`,
  );
  if (!project) throw notFound('There is no such project.');
  const { id, name } = await readUpload(tx, config, actor.userId, body.filename);
  await tx.write.insert('clients.project_files', [{ project_id: params.id, file_id: id, name, added_by: actor.userId }]);
  tx.write.event({ action: 'file_added', entity: 'clients.projects', entityId: params.id, facts: { name } });
  tx.say({ topic: 'projects' });
  return readProject(tx, actor, params.id);
}

/** The bytes of a file of a project, to save. @throws Problem 404 */
export async function readFile(
  tx: Tx,
  _actor: Actor,
  { params }: { params: { id: string; file: string } },
  { config }: Pick<Visit, 'config'>,
): Promise<FileReply> {
  const row = await tx.one<{ name: string; media_type: string; file_id: string }>(sql`
    select x.name, f.media_type, x.file_id from clients.project_files x
    join app.files f on f.tenant_id = x.tenant_id and f.id = x.file_id
    where x.tenant_id = ${tx.tenant} and x.project_id = ${params.id} and x.id = ${params.file}`);
  if (!row) throw notFound('There is no such file.');
  return { name: row.name, mediaType: row.media_type, content: await storeOf(config).get(keyOf(tx.tenant, row.file_id)) };
}

/** Takes a file off a project; its bytes go when nothing refers to them any more. @throws Problem 404 */
export async function removeFile(
  tx: Tx,
  actor: Actor,
  { params }: { params: { id: string; file: string } },
): Promise<ProjectDetails> {
  refuseFlag(actor, 'can_edit', PAGES);
  const row = await tx.one<Stored>(sql`
    select * from clients.project_files where tenant_id = ${tx.tenant} and project_id = ${params.id} and id = ${params.file} for update`);
  if (!row) throw notFound('There is no such file.');
  await tx.write.remove('clients.project_files', [row]);
  tx.write.event({ action: 'file_removed', entity: 'clients.projects', entityId: params.id, facts: { name: row.name } });
  tx.say({ topic: 'projects' });
  return readProject(tx, actor, params.id);
}
