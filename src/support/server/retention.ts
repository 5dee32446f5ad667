import { keyOf } from '../../server/files.ts';
import { type Job, type JobLog, forEveryFirm, onErrand } from '../../server/jobs.ts';
import { idFrom } from '../../server/past.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { ERASED, erase, listDue } from './leavers.ts';
import { privacyOf } from './privacy.ts';

const AT_ONCE = 1000;
/** Beside the files of the firms, which are named by numbers: outside of every database and every backup of one. */
const folderOf = (tenant: number): string => `erased/${tenant}`;

/** Notes outside of the database who was erased: their number, nothing else. */
const noteErased = onErrand(ERASED, async ({ user_id }, { files }, within) => {
  const tenant = await within(async (tx) => tx.tenant);
  const key = `${folderOf(tenant)}/${user_id}`;
  for await (const known of files.list(folderOf(tenant))) if (known === key) return;
  await files.put(key, Buffer.from(user_id));
});

/** Who was erased once stays erased: a database that came back from a backup forgets them again before anybody reads it. */
const eraseAgain = forEveryFirm('support.erase_again', { cron: '15 2 * * *', atStart: true }, async (tx, { files, log }) => {
  const noted: string[] = [];
  for await (const key of files.list(folderOf(tx.tenant))) noted.push(key.slice(key.lastIndexOf('/') + 1));
  if (noted.length === 0) return;
  const back = await tx.all<{ id: string }>(sql`
    select id from people.users where tenant_id = ${tx.tenant} and id = any(${noted}::uuid[]) and erased_at is null`);
  for (const { id } of back) await erase(tx, id);
  if (back.length > 0) log.info({ tenant: tx.tenant, people: back.length }, 'people whom a backup brought back are erased again');
});

/** Erases leavers of whom nothing has to be kept any more, where the firm wants that. */
const eraseLeavers = forEveryFirm('support.erase_leavers', { cron: '20 2 * * *' }, async (tx, { log }) => {
  const { erases_leavers } = await privacyOf(tx);
  if (!erases_leavers) return;
  const due = await listDue(tx, AT_ONCE);
  for (const id of due) await erase(tx, id);
  if (due.length > 0) log.info({ tenant: tx.tenant, people: due.length }, 'leavers are erased');
});

/** The most that one night forgets: the first night after a firm asks for it has years before it, and goes on the next. */
const MOST_VALUES = 1_000_000;

/** Takes what was before and after out of changes older than that, where the last night stopped. */
async function forgetValues(tx: Tx, months: number, log: JobLog): Promise<void> {
  const row = await tx.one<{ through: string; age: Date }>(sql`
    select forgotten_through as through, ${tx.now}::timestamptz - make_interval(months => ${months}::int) as age
    from support.privacy where tenant_id = ${tx.tenant} for update`);
  if (!row) return;
  const before = idFrom(new Date(row.age));
  let { through } = row;
  let forgotten = 0;
  while (forgotten < MOST_VALUES) {
    const step = await tx.one<{ last_id: string | null; seen: number }>(sql`
      select * from app.forget_range(${through}::uuid, ${before}::uuid, ${tx.now}::timestamptz, ${AT_ONCE * 10}::int)`);
    if (!step?.last_id) break;
    through = step.last_id;
    forgotten += step.seen;
  }
  if (forgotten === 0) return;
  await tx.all(sql`
    update support.privacy set forgotten_through = ${through}::uuid where tenant_id = ${tx.tenant} returning 1`);
  tx.write.event({ action: 'forgotten', entity: 'app.audit_details', entityId: through, facts: { rows: forgotten } });
  log.info({ tenant: tx.tenant, rows: forgotten }, 'the audit forgot what was before and after of old changes');
}

/** Pictures of tickets that were closed long ago, and what the audit no longer has to know. */
const forgetOld = forEveryFirm('support.forget', { cron: '25 2 * * *' }, async (tx, { files, log }) => {
  const { picture_months, audit_months } = await privacyOf(tx);
  const before = (months: number) => sql`(${tx.now}::timestamptz - make_interval(months => ${months}::int))`;
  if (picture_months !== null) {
    const old = await tx.all<{ file_id: string }>(sql`
      select * from support.forget_pictures(${before(picture_months)}, ${AT_ONCE}::int)`);
    tx.afterCommit(() => void Promise.all(old.map(({ file_id }) => files.remove(keyOf(tx.tenant, file_id)))));
    if (old.length > 0) log.info({ tenant: tx.tenant, pictures: old.length }, 'pictures of old tickets are gone');
  }
  if (audit_months !== null) await forgetValues(tx, audit_months, log);
});

export const retentionJobs: readonly Job[] = [noteErased, eraseAgain, eraseLeavers, forgetOld];
