import fs from 'node:fs/promises';
import path from 'node:path';
import { type Text, said } from '../../kit/said.ts';
import { notify } from '../../settings/server/public.ts';
import type { Config } from '../../server/config.ts';
import { keyOf } from '../../server/files.ts';
import type { JobVisit, Within } from '../../server/jobs.ts';
import { signedPost, waitAfter } from '../../server/signed-post.ts';
import { and, sql } from '../../server/sql.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type Connector, connectorOf, secretOf } from './connector.ts';
import { note } from './content.ts';
import type { Content } from './document.ts';
import { INVOICE_PUSHED } from './jobs-kinds.ts';
import { filesOf, keepFiles } from './files.ts';
import { INVOICE_PUSH_FAILED } from './notices.ts';
import { visible } from './policy.ts';

interface Push extends Record<string, unknown> {
  id: string;
  state: 'waiting' | 'pushed' | 'failed';
  attempts: number;
  error: string;
  asked_by: string;
  version: number;
}

interface Asked {
  id: string;
  number: string | null;
  status: string;
}

const pushOf = (tx: Tx, id: string): Promise<Push | undefined> =>
  tx.one<Push>(sql`select * from invoicing.pushes where tenant_id = ${tx.tenant} and id = ${id} for update`);

/** Why an invoice is not sent; undefined: it is. */
function refusalOf(found: Asked | undefined, push: Push | undefined, connector: Connector | undefined): Text | undefined {
  if (!found) return 'There is no such invoice.';
  if (found.status === 'draft') return 'A draft is not sent: issue it first.';
  if (!connector?.is_active) return 'There is no accounting system to send to: an administrator sets it up.';
  if (push?.state === 'pushed') return said`${found.number ?? ''} was sent already.`;
  return push?.state === 'waiting' ? said`${found.number ?? ''} is on its way already.` : undefined;
}

/** Asks for issued invoices to be sent, each once however often it is asked for; what failed is tried anew. */
export async function pushInvoices(tx: Tx, actor: Actor, { body }: { body: { ids: string[] } }) {
  const ids = [...new Set(body.ids)];
  const [connector, rows] = await Promise.all([
    connectorOf(tx),
    // In one order: two who push the same invoices come one after the other.
    tx.all<Asked>(sql`
      select i.id, i.number, i.status from invoicing.invoices i
      where i.tenant_id = ${tx.tenant} and i.id = any(${ids}::uuid[]) and ${and(visible(tx, actor))} order by i.id for update`),
  ]);
  const pushes = await tx.all<Push>(sql`
    select * from invoicing.pushes where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) for update`);
  const found = new Map(rows.map((row) => [row.id, row]));
  const known = new Map(pushes.map((push) => [push.id, push]));
  const judged = ids.map((id) => ({ id, refusal: refusalOf(found.get(id), known.get(id), connector) }));
  const asked = judged.filter(({ refusal }) => refusal === undefined).map(({ id }) => id);
  const set = { state: 'waiting', attempts: 0, error: '', asked_by: actor.userId, asked_at: tx.now };
  await tx.write.insert(
    'invoicing.pushes',
    asked.filter((id) => !known.has(id)).map((id) => ({ id, ...set })),
  );
  await tx.write.update(
    'invoicing.pushes',
    asked.flatMap((id) => {
      const before = known.get(id);
      return before ? [{ before, set }] : [];
    }),
  );
  for (const id of asked) await note(tx, actor.userId, id, 'push_asked');
  await tx.sendAll(
    INVOICE_PUSHED,
    asked.map((invoice) => ({ invoice })),
  );
  return {
    results: judged.map(({ id, refusal }) => ({
      id,
      number: found.get(id)?.number ?? null,
      asked: refusal === undefined,
      message: refusal === undefined ? '' : inLanguage(refusal, actor.language),
    })),
  };
}

/** What a receiver gets: the invoice as data, and its two files. */
interface Delivery {
  tenant: number;
  id: string;
  connector: Connector;
  number: string;
  body: string;
  pdf: Uint8Array;
  xml: Uint8Array;
}

/** Everything of a waiting delivery, made ready where a stop came between the number and the files. */
async function deliveryOf(tx: Tx, id: string, { files, config }: JobVisit): Promise<Delivery | undefined> {
  const push = await pushOf(tx, id);
  const connector = await connectorOf(tx);
  if (push?.state !== 'waiting' || !connector) return undefined;
  await keepFiles(tx, config, id);
  const made = await filesOf(tx, id);
  const document = await tx.one<{ content: Content; issued_by: string }>(sql`
    select content, issued_by from invoicing.documents where tenant_id = ${tx.tenant} and id = ${id}`);
  if (!made || !document) throw new Error('The files of an issued invoice are missing.');
  const [pdf, xml] = await Promise.all([files.get(keyOf(tx.tenant, made.pdf_id)), files.get(keyOf(tx.tenant, made.xml_id))]);
  const { content } = document;
  const body = JSON.stringify({
    event: 'invoice.issued',
    id,
    ...content,
    xml: Buffer.from(xml).toString('utf8'),
    pdf: Buffer.from(pdf).toString('base64'),
  });
  return { tenant: tx.tenant, id, connector, number: content.number ?? id, body, pdf, xml };
}

/** @throws Error unless the receiver answers 2xx */
async function post({ tenant, id, connector, body }: Delivery, config: Config): Promise<void> {
  await signedPost({ id, address: connector.address, key: secretOf(config, tenant, connector), body }, config);
}

/** Files of a name appear whole or not at all, and the same once more is the same. */
async function drop({ tenant, number, body, pdf, xml }: Delivery, config: Config): Promise<void> {
  const folder = path.join(config.dataDir, 'invoices', String(tenant));
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const name = number.replace(/[^A-Za-z0-9._-]/g, '-');
  // The data comes last: whoever looks for it finds the others there.
  for (const [ending, bytes] of [
    ['pdf', pdf],
    ['xml', xml],
    ['json', body],
  ] as const) {
    const target = path.join(folder, `${name}.${ending}`);
    await fs.writeFile(`${target}.part`, bytes, { mode: 0o600 });
    await fs.rename(`${target}.part`, target);
  }
}

/** Notes how an attempt ended, and asks for the next one. */
async function settle(tx: Tx, id: string, failure: string | undefined): Promise<void> {
  const push = await pushOf(tx, id);
  if (push?.state !== 'waiting') return;
  const attempts = push.attempts + 1;
  if (failure === undefined) {
    await tx.write.update('invoicing.pushes', [
      { before: push, set: { state: 'pushed', attempts, error: '', pushed_at: tx.now } },
    ]);
    await note(tx, push.asked_by, id, 'pushed');
    return;
  }
  const wait = waitAfter(attempts);
  const error = failure.slice(0, 500);
  await tx.write.update('invoicing.pushes', [
    { before: push, set: { state: wait === undefined ? 'failed' : 'waiting', attempts, error } },
  ]);
  tx.say({ topic: 'invoices', keys: { id } });
  if (wait !== undefined) return tx.send(INVOICE_PUSHED, { invoice: id }, { after: new Date(tx.now.getTime() + wait * 1000) });
  await note(tx, push.asked_by, id, 'push_failed', error);
  const row = await tx.one<{ number: string }>(
    sql`select number from invoicing.documents where tenant_id = ${tx.tenant} and id = ${id}`,
  );
  await notify(tx, {
    kind: INVOICE_PUSH_FAILED,
    userIds: [push.asked_by],
    facts: { number: row?.number ?? '', error },
    link: `/management/invoices?id=${id}`,
  });
}

/** Delivers one invoice: no transaction is held while the far end is waited for. */
export async function deliver({ invoice }: { invoice: string }, visit: JobVisit, within: Within): Promise<void> {
  const delivery = await within((tx) => deliveryOf(tx, invoice, visit));
  if (!delivery) return;
  const failure = await (delivery.connector.kind === 'webhook' ? post : drop)(delivery, visit.config).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  await within((tx) => settle(tx, invoice, failure));
}
