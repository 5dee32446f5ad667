import { beginningOf, digests, linkOf } from './seals.ts';
import { sql } from './sql.ts';
import type { Tx } from './tx.ts';

const AT_ONCE = 5000;
/** Younger rows may be on their way into the chain. */
const LEEWAY_MS = 600_000;

/** What the proof of one firm's audit found. */
export interface AuditProof {
  rows: number;
  /** The last link: who keeps it elsewhere can tell later that nothing before it was written anew. */
  head: string;
  faults: string[];
}

interface SealRow {
  position: number;
  change_id: string;
  sealed_row: string;
  sealed_details: string;
  chain: string;
  entity: string | null;
  entity_id: string;
  action: string;
  at: string;
  has_details: boolean;
  /** What was before and after was forgotten at the very moment of a recorded event that says so. */
  is_forgotten: boolean;
  row_digest: string;
  details_digest: string;
}

function faultOf(seal: SealRow, expected: string): string | undefined {
  const { change_id, entity, entity_id, action, at } = seal;
  if (entity === null) return `row ${change_id} is gone`;
  const name = `row ${change_id} (${action} of ${entity} ${entity_id}, ${at})`;
  if (seal.row_digest !== seal.sealed_row) return `${name} was altered`;
  if (!seal.has_details) return `${name} lost what was before and after`;
  if (seal.details_digest !== seal.sealed_details && !seal.is_forgotten) return `${name}: what was before and after was altered`;
  if (seal.chain !== expected) return `${name}: its link ${seal.position} was altered`;
  return undefined;
}

/** Walks the chain of one firm from its beginning, and names every row that is not as it was sealed. */
export async function proveAudit(tx: Tx): Promise<AuditProof> {
  const faults: string[] = [];
  let position = 0;
  let head = beginningOf(tx.tenant);
  let rows = 0;
  for (;;) {
    const seals = await tx.all<SealRow>(sql`
      select s.position, s.change_id, encode(s.row_digest, 'hex') as sealed_row, encode(s.details_digest, 'hex') as sealed_details,
        encode(s.chain, 'hex') as chain, c.entity, c.entity_id, c.action, c.at, d.change_id is not null as has_details,
        d.forgotten_at is not null and exists (select from app.audit_changes e where e.tenant_id = s.tenant_id
          and e.action in ('erased', 'forgotten') and e.at = d.forgotten_at) as is_forgotten, ${digests}
      from app.audit_seals s
      left join app.audit_changes c on c.tenant_id = s.tenant_id and c.id = s.change_id
      left join app.audit_details d on d.tenant_id = s.tenant_id and d.change_id = s.change_id
      where s.tenant_id = ${tx.tenant} and s.position > ${position} order by s.position limit ${AT_ONCE}`);
    for (const seal of seals) {
      if (seal.position !== position + 1) faults.push(`link ${position + 1} is gone`);
      const fault = faultOf(seal, linkOf(head, seal.position, seal.sealed_row, seal.sealed_details));
      if (fault) faults.push(fault);
      // A fault is named once: what follows is held against the link as it stands.
      head = seal.chain;
      position = seal.position;
    }
    rows += seals.length;
    if (seals.length < AT_ONCE) break;
  }
  return { rows, head, faults: [...faults, ...(await unsealed(tx))] };
}

/** Rows without a link: put in past the product, or left by a queue that stands still. */
async function unsealed(tx: Tx): Promise<string[]> {
  const rows = await tx.all<{ id: string; entity: string; action: string; at: string }>(sql`
    select c.id, c.entity, c.action, c.at from app.audit_changes c
    where c.tenant_id = ${tx.tenant} and c.at < ${new Date(tx.now.getTime() - LEEWAY_MS)}
      and not exists (select from app.audit_seals s where s.tenant_id = c.tenant_id and s.change_id = c.id)
    order by c.id limit 10`);
  return rows.map(({ id, entity, action, at }) => `row ${id} (${action} of ${entity}, ${at}) was never sealed`);
}
