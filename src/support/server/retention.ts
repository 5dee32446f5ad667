import { keyOf } from '../../server/files.ts';
import { type Job, forEveryFirm, onErrand } from '../../server/jobs.ts';
import { sql } from '../../server/sql.ts';
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
  if (audit_months !== null) {
    const row = await tx.one<{ n: number }>(sql`
      select app.forget_before(${before(audit_months)}, ${tx.now}::timestamptz, ${AT_ONCE * 10}::int) as n`);
    if (!row?.n) return;
    tx.write.event({ action: 'forgotten', entity: 'app.audit_details', entityId: 'old', facts: { rows: row.n } });
    log.info({ tenant: tx.tenant, rows: row.n }, 'the audit forgot what was before and after of old changes');
  }
});

export const retentionJobs: readonly Job[] = [noteErased, eraseAgain, eraseLeavers, forgetOld];
