import { notFound } from '../../kit/problem.ts';
import { keyOf, storeFile, storeOf } from '../../server/files.ts';
import type { FileReply, Upload, Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import { unsupported } from '../../server/tables-limits.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { inspectUpload } from '../../server/uploads.ts';

const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp']);

/** Keeps a picture for a ticket, drawn anew. @throws Problem 413 over a limit, 415 for what is no such picture, 422 for a damaged one */
export async function uploadImage(
  tx: Tx,
  actor: Actor,
  { body }: { body: Upload },
  { config }: Pick<Visit, 'config'>,
): Promise<{ id: string; url: string }> {
  const picture = await inspectUpload(body.file.bytes, body.file.name);
  if (!TYPES.has(picture.media_type)) throw unsupported('Only PNG, JPEG and WebP pictures can be added to a ticket.');
  const { id } = await storeFile(tx, config, actor.userId, picture);
  return { id, url: `/api/support/images/${id}` };
}

/** One's own picture, one of one's own tickets, or for administrators one of any ticket. @throws Problem 404 */
export async function readImage(
  tx: Tx,
  actor: Actor,
  { params }: { params: { id: string } },
  { config }: Pick<Visit, 'config'>,
): Promise<FileReply> {
  const row = await tx.one<{ name: string; media_type: string }>(sql`
    select f.name, f.media_type from app.files f
    where f.tenant_id = ${tx.tenant} and f.id = ${params.id} and f.media_type like 'image/%' and (f.created_by = ${actor.userId}
      or exists (select 1 from support.images i join support.tickets t on t.tenant_id = i.tenant_id and t.id = i.ticket_id
        where i.tenant_id = f.tenant_id and i.file_id = f.id and (${actor.isSuperuser}::boolean or t.user_id = ${actor.userId})))`);
  if (!row) throw notFound('There is no such picture.');
  return { name: row.name, mediaType: row.media_type, content: await storeOf(config).get(keyOf(tx.tenant, params.id)) };
}
