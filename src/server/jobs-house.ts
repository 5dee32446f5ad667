import { keyOf } from './files.ts';
import { type Job, forEveryFirm, forTheHouse } from './jobs.ts';
import { sealJob } from './seals.ts';
import { raw, sql } from './sql.ts';
import type { Tx } from './tx.ts';
import { referencesTo } from './usage.ts';

const HOUR_MS = 3_600_000;
/** A repeated create is one of the same day, or of the next after a long night. */
const KEYS_LIVE_MS = 48 * HOUR_MS;
/** An upload is used at once, or not at all. */
const UPLOADS_LIVE_MS = 7 * 24 * HOUR_MS;
/** Bytes are there before their row: what has none yet may still get one. */
const BYTES_LIVE_MS = 24 * HOUR_MS;
const AT_ONCE = 1000;

const before = (tx: Tx, ms: number): Date => new Date(tx.now.getTime() - ms);

/** The answers kept for repeated creates. */
const forgetKeys = forEveryFirm('app.forget_keys', { cron: '40 3 * * *' }, async (tx) => {
  await tx.all(
    sql`delete from app.idempotency where tenant_id = ${tx.tenant} and created_at < ${before(tx, KEYS_LIVE_MS)} returning 1`,
  );
});

/** The milliseconds in which an id was made: version 7 begins with them. */
const madeAt = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16);

/**
 * Uploads of last week that nothing refers to, and bytes without a row. The row goes first, so that whoever would refer to
 * it now is refused; only then do its bytes.
 */
const clearFiles = forEveryFirm('app.clear_files', { cron: '50 3 * * *' }, async (tx, { files, log }) => {
  const kept = (await referencesTo(tx, 'app.files')).map(
    ({ from, column }) => `and not exists (select from ${from} r where r.tenant_id = f.tenant_id and r.${column} = f.id)`,
  );
  const stale = await tx.all<{ id: string }>(sql`
    select * from app.files f where f.tenant_id = ${tx.tenant} and f.created_at < ${before(tx, UPLOADS_LIVE_MS)} ${raw(kept.join(' '))}
    order by f.created_at limit ${AT_ONCE} for update`);
  await tx.write.remove(
    'app.files',
    stale.map((row) => ({ ...row })),
  );
  for (const { id } of stale) await files.remove(keyOf(tx.tenant, id));

  const rows = await tx.all<{ id: string }>(sql`select id from app.files where tenant_id = ${tx.tenant}`);
  const known = new Set(rows.map((row) => row.id));
  let lost = 0;
  for await (const key of files.list(String(tx.tenant))) {
    const id = key.slice(key.lastIndexOf('/') + 1);
    if (known.has(id) || key !== keyOf(tx.tenant, id) || madeAt(id) > before(tx, BYTES_LIVE_MS).getTime()) continue;
    await files.remove(key);
    lost++;
  }
  if (stale.length + lost > 0)
    log.info({ tenant: tx.tenant, unused: stale.length, lost }, 'files that nothing refers to are gone');
});

/** Tables that grew in small steps: what a firm has grown to is otherwise unknown until all firms together grew by a tenth. */
const countGrown = forTheHouse('app.count_grown', { cron: '5 * * * *' }, async ({ global, log }) => {
  const [row] = await global<{ tables: number }>(sql`select app.count_grown() as tables`);
  if (row?.tables) log.info({ tables: row.tables }, 'tables that grew were counted again');
});

export const houseJobs: readonly Job[] = [forgetKeys, clearFiles, countGrown, sealJob];
