import { notFound } from '../../kit/problem.ts';
import type { Config } from '../../server/config.ts';
import { keyOf, storeFile, storeOf } from '../../server/files.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { InvoiceDetails } from '../contract.ts';
import { note } from './content.ts';
import { readInvoice } from './details.ts';
import { type Content, contentOf } from './document.ts';
import { drawPaper, makeFiles } from './making.ts';
import { sellersOf } from './sellers.ts';

interface Document {
  content: Content;
  issued_by: string;
}

const documentOf = (tx: Tx, id: string): Promise<Document | undefined> =>
  tx.one<Document>(sql`select content, issued_by from invoicing.documents where tenant_id = ${tx.tenant} and id = ${id}`);

/** The files that were made of an issued invoice. */
export const filesOf = (tx: Tx, id: string): Promise<{ pdf_id: string; xml_id: string } | undefined> =>
  tx.one<{ pdf_id: string; xml_id: string }>(
    sql`select pdf_id, xml_id from invoicing.files where tenant_id = ${tx.tenant} and id = ${id}`,
  );

const nameOf = ({ number }: Content): string => (number ?? 'draft').replace(/[^\p{L}\p{N}._-]/gu, '-');

/** Makes the files of an issued invoice and keeps them; where they are there, nothing. Two who come at once keep one pair. */
export async function keepFiles(tx: Tx, place: Config, id: string): Promise<void> {
  const document = await documentOf(tx, id);
  // Whoever comes second waits for the first.
  await tx.one(sql`select 1 from invoicing.invoices where tenant_id = ${tx.tenant} and id = ${id} for update`);
  if (!document || (await filesOf(tx, id))) return;
  const { pdf, xml } = await makeFiles({ content: document.content });
  const name = nameOf(document.content);
  const [paper, data] = [
    await storeFile(tx, place, document.issued_by, { name: `${name}.pdf`, media_type: 'application/pdf', bytes: pdf }),
    await storeFile(tx, place, document.issued_by, {
      name: `${name}.xml`,
      media_type: 'application/xml',
      bytes: Buffer.from(xml),
    }),
  ];
  await tx.write.insert('invoicing.files', [{ id, pdf_id: paper.id, xml_id: data.id, made_at: tx.now }]);
  await note(tx, null, id, 'rendered');
}

/** A draft as it would be printed. */
async function draftContent(tx: Tx, invoice: InvoiceDetails): Promise<Content> {
  const seller = (await sellersOf(tx)).find(({ id }) => id === invoice.seller_id);
  if (!seller) throw notFound('There is no such invoice.');
  return contentOf(invoice, { seller, buyer: invoice.buyer, lines: invoice.lines });
}

interface Wanted {
  params: { id: string };
}

/** The paper of an invoice: as it was made, or made now where the job that makes it has not come to it; of a draft a preview. */
export async function downloadPdf(tx: Tx, actor: Actor, { params }: Wanted, { config }: Visit): Promise<FileReply> {
  const invoice = await readInvoice(tx, actor, params.id);
  const [document, files] = await Promise.all([documentOf(tx, params.id), filesOf(tx, params.id)]);
  const mediaType = 'application/pdf';
  if (!document) {
    const content = await draftContent(tx, invoice);
    return { name: 'draft.pdf', mediaType, content: await drawPaper({ content }) };
  }
  const bytes = files
    ? await storeOf(config).get(keyOf(tx.tenant, files.pdf_id))
    : (await makeFiles({ content: document.content })).pdf;
  return { name: `${nameOf(document.content)}.pdf`, mediaType, content: bytes };
}

/** The e-invoice by itself. @throws Problem 404 for a draft */
export async function downloadXml(tx: Tx, actor: Actor, { params }: Wanted, { config }: Visit): Promise<FileReply> {
  await readInvoice(tx, actor, params.id);
  const [document, files] = await Promise.all([documentOf(tx, params.id), filesOf(tx, params.id)]);
  if (!document) throw notFound('A draft has no e-invoice: issue it first.');
  const bytes = files
    ? await storeOf(config).get(keyOf(tx.tenant, files.xml_id))
    : Buffer.from((await makeFiles({ content: document.content })).xml);
  return { name: `${nameOf(document.content)}.xml`, mediaType: 'application/xml', content: bytes };
}
