import { createRequire } from 'node:module';
import type { FormatFactoryService as Formats, InvoiceService as Service } from '@e-invoice-eu/core';
import type { ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { typeset } from '../../server/typeset.ts';
import type { Content } from './document.ts';
import { eInvoiceOf } from './e-invoice.ts';
import { paperOf } from './paper.ts';

/** Runs in a thread of its own (`src/server/aside.ts`): what documents are made of takes a tenth of a second of nothing else. */

// The package's module for import names a file without its ending, which Node does not find.
const library = createRequire(import.meta.url)('@e-invoice-eu/core') as {
  InvoiceService: typeof Service;
  FormatFactoryService: typeof Formats;
  invoiceSchema: object;
};

export const UBL = 'UBL';
export const FACTUR_X = 'Factur-X-EN16931';

/** What the library has to say goes nowhere: its complaints come back as errors. */
const silent = { log: () => undefined, warn: () => undefined, error: () => undefined } as unknown as ConstructorParameters<typeof Service>[0];

let validator: ValidateFunction | undefined;

/** The schema of the library for UBL, which asks for most, compiled once: the library itself compiles it at each call. */
function validatorOf(): ValidateFunction {
  if (validator) return validator;
  const schema = structuredClone(library.invoiceSchema);
  new library.FormatFactoryService().createFormatService(UBL, silent).patchSchema(schema as never);
  const compiled = new Ajv2019({ strict: true, allErrors: true, useDefaults: true }).compile(schema);
  validator = compiled;
  return compiled;
}

/** What of an invoice has not the form of an e-invoice, by its place in UBL. */
export function check(content: Content): string[] {
  const judge = validatorOf();
  if (judge(structuredClone(eInvoiceOf(content)))) return [];
  return (judge.errors ?? []).map(({ instancePath, message }) => `${instancePath.split('/').slice(2).join(' ')} ${message ?? ''}`.trim());
}

export interface Made {
  pdf: Uint8Array;
  xml: string;
}

/** The paper of an invoice alone: of a draft, which has no number yet. */
export const draw = ({ content }: { content: Content }): Uint8Array =>
  typeset(new URL('./invoice.typ', import.meta.url).href, paperOf(content));

/** The paper of an issued invoice with its e-invoice inside, and the e-invoice by itself. */
export async function make({ content }: { content: Content }): Promise<Made> {
  const service = new library.InvoiceService(silent);
  const invoice = eInvoiceOf(content);
  const [pdf, xml] = await Promise.all([
    service.generate(invoice, {
      format: FACTUR_X,
      lang: content.language,
      noWarnings: true,
      pdf: { buffer: draw({ content }), filename: `${content.number ?? 'draft'}.pdf`, mimetype: 'application/pdf' },
    }),
    service.generate(invoice, { format: UBL, lang: content.language, noWarnings: true }),
  ]);
  if (typeof pdf === 'string' || typeof xml !== 'string') throw new Error('The e-invoice was not written.');
  return { pdf, xml };
}
