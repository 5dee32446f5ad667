import { createRequire } from 'node:module';
import type {
  FormatFactoryService as Formats,
  Invoice,
  InvoiceService as Service,
  InvoiceServiceOptions,
} from '@e-invoice-eu/core';
import type { ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { typeset } from '../../server/typeset.ts';
import type { Content } from './document.ts';
import { eInvoiceOf } from './e-invoice.ts';
import { paperOf } from './paper.ts';

/** Runs in a thread of its own (`src/server/aside.ts`): what documents are made of takes a tenth of a second of nothing else. */

// The package's module for import names a file without its ending, which Node does not find.
const library = createRequire(import.meta.url)('@e-invoice-eu/core') as {
  FormatFactoryService: typeof Formats;
  invoiceSchema: object;
};

const UBL = 'UBL';
const FACTUR_X = 'Factur-X-EN16931';

type Logger = ConstructorParameters<typeof Service>[0];
/** What the library has to say goes nowhere: its complaints come back as errors. */
const silent = { log: () => undefined, warn: () => undefined, error: () => undefined } as unknown as Logger;

const validators = new Map<string, ValidateFunction>();

const formatterOf = (format: string) => new library.FormatFactoryService().createFormatService(format, silent);

/** The library's schema for a format, compiled once; its own service compiles it at each call, which takes most of its time. */
function validatorOf(format: string): ValidateFunction {
  const known = validators.get(format);
  if (known) return known;
  const schema = structuredClone(library.invoiceSchema);
  formatterOf(format).patchSchema(schema as never);
  const compiled = new Ajv2019({ strict: true, allErrors: true, useDefaults: true }).compile(schema);
  validators.set(format, compiled);
  return compiled;
}

/** What of an invoice has not the form that a format asks for, by its place in UBL. */
function faultsIn(invoice: Invoice, format: string): string[] {
  const judge = validatorOf(format);
  if (judge(invoice)) return [];
  return (judge.errors ?? []).map(({ instancePath, message }) =>
    `${instancePath.split('/').slice(2).join(' ')} ${message ?? ''}`.trim(),
  );
}

/** What of an invoice has not the form of an e-invoice; UBL asks for most. */
export const check = (content: Content): string[] => faultsIn(eInvoiceOf(content), UBL);

/** Writes an e-invoice. @throws Error for one that has not its form */
async function written(
  content: Content,
  format: string,
  options: Partial<InvoiceServiceOptions> = {},
): Promise<string | Uint8Array> {
  const invoice = eInvoiceOf(content);
  const faults = faultsIn(invoice, format);
  if (faults.length > 0) throw new Error(`This is no e-invoice: ${faults.join('; ')}`);
  const formatter = formatterOf(format);
  formatter.fillInvoiceDefaults(invoice);
  return formatter.generate(invoice, { format: format.toLowerCase(), lang: content.language, noWarnings: true, ...options });
}

/** The e-invoice by itself, as UBL. */
export async function write(content: Content): Promise<string> {
  const xml = await written(content, UBL);
  return typeof xml === 'string' ? xml : Buffer.from(xml).toString('utf8');
}

/** The paper of an invoice alone: of a draft, which has no number yet. */
export const draw = ({ content }: { content: Content }): Uint8Array =>
  typeset(new URL('./invoice.typ', import.meta.url).href, paperOf(content));

/** The paper of an issued invoice with its e-invoice inside, and the e-invoice by itself. */
export async function make({ content }: { content: Content }): Promise<{ pdf: Uint8Array; xml: string }> {
  const paper = { buffer: draw({ content }), filename: `${content.number ?? 'draft'}.pdf`, mimetype: 'application/pdf' };
  const pdf = await written(content, FACTUR_X, { pdf: paper });
  if (typeof pdf === 'string') throw new Error('The e-invoice was not put into the paper.');
  return { pdf, xml: await write(content) };
}
