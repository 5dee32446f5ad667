import { createHash } from 'node:crypto';
import { type Job, jobKind } from './jobs.ts';
import { type Sql, sql } from './sql.ts';
import { type Tx, type TxHost, withTenant } from './tx.ts';

const SEAL = jobKind<object>('app.seal_audit');
const LOCK = 4_919_232;
const AT_ONCE = 5000;
/** What is sealed within a burst of writes waits this long, so that one job does for all of them. */
const GATHER_MS = 1500;
/** No transaction lasts longer: what was written before the last seal and committed after it is not older than this. */
const LONGEST_MS = 3_600_000;

/** The digest of an audit row, and of what was before and after; `c` and `d` are its two tables. The instant is in microseconds. */
export const digests: Sql = sql`
  encode(sha256(convert_to(jsonb_build_array(c.tenant_id, c.id, (extract(epoch from c.at) * 1000000)::bigint, c.actor_id, c.request_id,
    c.ip, c.entity, c.entity_id, c.action)::text, 'UTF8')), 'hex') as row_digest,
  encode(sha256(convert_to(jsonb_build_array(d.before, d.after)::text, 'UTF8')), 'hex') as details_digest`;

/** The next link of the chain, in hexadecimal digits: it covers the whole past. */
export const linkOf = (before: string, position: number, row: string, details: string): string =>
  createHash('sha256').update(`${before} ${position} ${row} ${details}`).digest('hex');

/** What the first link of a firm's chain follows. */
export const beginningOf = (tenant: number): string => createHash('sha256').update(`cadre audit ${tenant}`).digest('hex');

/** The smallest id that could have been made at a moment: ids begin with their milliseconds. */
function firstIdAt(ms: number): string {
  const head = Math.max(0, Math.floor(ms)).toString(16).padStart(12, '0');
  return `${head.slice(0, 8)}-${head.slice(8)}-7000-8000-000000000000`;
}

interface Unsealed {
  id: string;
  row_digest: string;
  details_digest: string;
}

/** Puts a link into the firm's chain for every audit row that has none. @returns how many there were */
export async function sealAudit(tx: Tx): Promise<number> {
  // Two processes that seal at once would both take the same position.
  await tx.all(sql`select pg_advisory_xact_lock(${LOCK}::int, ${tx.tenant}::int)`);
  const head = await tx.one<{ position: number; chain: string; sealed_at: string }>(sql`
    select position, encode(chain, 'hex') as chain, sealed_at from app.audit_seals where tenant_id = ${tx.tenant} order by position desc limit 1`);
  let position = head?.position ?? 0;
  let chain = head?.chain ?? beginningOf(tx.tenant);
  let after = firstIdAt(head ? Date.parse(head.sealed_at) - LONGEST_MS : 0);
  for (let sealed = 0; ; ) {
    const rows = await tx.all<Unsealed>(sql`
      select c.id, ${digests} from app.audit_changes c
      left join app.audit_details d on d.tenant_id = c.tenant_id and d.change_id = c.id
      where c.tenant_id = ${tx.tenant} and c.id > ${after}::uuid
        and not exists (select from app.audit_seals s where s.tenant_id = c.tenant_id and s.change_id = c.id)
      order by c.id limit ${AT_ONCE}`);
    const links = rows.map(({ id, row_digest, details_digest }) => {
      position++;
      chain = linkOf(chain, position, row_digest, details_digest);
      return { position, change_id: id, row_digest, details_digest, chain };
    });
    if (links.length > 0)
      await tx.all(sql`
        insert into app.audit_seals (tenant_id, position, change_id, row_digest, details_digest, chain, sealed_at)
        select ${tx.tenant}::int, position, change_id, decode(row_digest, 'hex'), decode(details_digest, 'hex'), decode(chain, 'hex'), ${tx.now}::timestamptz
        from json_to_recordset(${JSON.stringify(links)}::json)
          as x(position bigint, change_id uuid, row_digest text, details_digest text, chain text) returning 1`);
    sealed += rows.length;
    if (rows.length < AT_ONCE) return sealed;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Seals what a process that ended left behind; what is written now is asked for by the `Sealer`. */
export const sealJob: Job = {
  name: SEAL.name,
  cron: '*/5 * * * *',
  atStart: true,
  alsoHouse: true,
  run: { firm: async (tx) => void (await sealAudit(tx)) },
};

/** Asks for the sealing of every firm whose audit grew, a moment after it did. */
export class Sealer {
  readonly #host: TxHost;
  readonly #report: (error: unknown) => void;
  readonly #grown = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #asking: Promise<void> = Promise.resolve();

  constructor(host: TxHost, report: (error: unknown) => void) {
    this.#host = host;
    this.#report = report;
  }

  grown(tenant: number): void {
    this.#grown.add(tenant);
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS);
  }

  /** Asks at once for what waits, and is done when everything was asked for: before the process ends. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const firms = [...this.#grown];
    this.#grown.clear();
    this.#asking = this.#asking.then(async () => {
      for (const tenant of firms) await withTenant(this.#host, { tenant }, (tx) => tx.send(SEAL, {})).catch(this.#report);
    });
    return this.#asking;
  }
}
