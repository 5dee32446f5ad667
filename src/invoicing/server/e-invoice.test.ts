import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Element, anyContent, at, readXml, textAt } from '../../../test/e-invoices.ts';
import { minorDigits } from '../../kit/money.ts';
import type { Content } from './document.ts';
import { decimal, endpointOf } from './e-invoice.ts';
import { check, make, write } from './making-work.ts';
import { paperOf } from './paper.ts';

const runs = process.env['CADRE_FULL'] ? 1000 : 60;

/** Amounts are compared as whole numbers of the smallest unit: nothing is lost by reading them. */
const minor = (text: string, digits: number): bigint => {
  const [whole = '0', rest = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * 10n ** BigInt(digits) + BigInt(rest.padEnd(digits, '0') || '0');
  return text.startsWith('-') ? -value : value;
};
const sum = (values: readonly bigint[]): bigint => values.reduce((all, value) => all + value, 0n);
/** Rounded half up, from a quotient of whole numbers. */
const rounded = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator);

interface Read {
  root: Element;
  lines: Element[];
  groups: Element[];
  digits: number;
  total: (name: string) => bigint;
}

function read(xml: string, currency: string): Read {
  const root = readXml(xml);
  const digits = minorDigits(currency);
  return {
    root,
    digits,
    lines: [...at(root, 'InvoiceLine'), ...at(root, 'CreditNoteLine')],
    groups: at(root, 'TaxTotal/TaxSubtotal'),
    total: (name) => minor(textAt(root, `LegalMonetaryTotal/${name}`), digits),
  };
}

const keyOf = (category: Element | undefined): string =>
  `${textAt(category as Element, 'ID')} ${textAt(category as Element, 'Percent')}`;

/** The rules of EN 16931 on sums, read from the XML alone and computed in another way than the product does. */
function judge(xml: string, { currency, tax_told }: Content): void {
  const { root, lines, groups, digits, total } = read(xml, currency);
  const nets = lines.map((line) => minor(textAt(line, 'LineExtensionAmount'), digits));
  expect(total('LineExtensionAmount'), 'BR-CO-10').toBe(sum(nets));
  expect(total('TaxExclusiveAmount'), 'BR-CO-13').toBe(total('LineExtensionAmount'));
  const tax = minor(textAt(root, 'TaxTotal/TaxAmount'), digits);
  expect(tax, 'BR-CO-14').toBe(sum(groups.map((group) => minor(textAt(group, 'TaxAmount'), digits))));
  expect(total('TaxInclusiveAmount'), 'BR-CO-15').toBe(total('TaxExclusiveAmount') + tax);
  expect(total('PayableAmount'), 'BR-CO-16').toBe(total('TaxInclusiveAmount'));
  expect(groups.length, 'BR-CO-18').toBeGreaterThan(0);
  const categories = groups.map((group) => at(group, 'TaxCategory')[0]);
  expect(new Set(categories.map(keyOf)).size, 'BR-S-08').toBe(groups.length);
  for (const [index, group] of groups.entries()) {
    const category = categories[index] as Element;
    const id = textAt(category, 'ID');
    const percent = minor(textAt(category, 'Percent') || '0', 2);
    const base = minor(textAt(group, 'TaxableAmount'), digits);
    const own = lines.filter((line) => keyOf(at(line, 'Item/ClassifiedTaxCategory')[0]) === keyOf(category));
    expect(base, `BR-${id}-08`).toBe(sum(own.map((line) => minor(textAt(line, 'LineExtensionAmount'), digits))));
    expect(minor(textAt(group, 'TaxAmount'), digits), `BR-CO-17 ${id}`).toBe(rounded(base * percent, 10_000n));
    if (id === 'S') expect(percent, 'BR-S-05').toBeGreaterThan(0n);
    else expect(percent, `BR-${id}-05`).toBe(0n);
    const reason = textAt(category, 'TaxExemptionReason') + textAt(category, 'TaxExemptionReasonCode');
    expect(reason !== '', `BR-${id}-10`).toBe(['AE', 'E', 'O'].includes(id));
    if (id === 'O') expect(textAt(category, 'Percent'), 'BR-O-05').toBe('');
  }
  const ids = categories.map((category) => textAt(category as Element, 'ID'));
  const vat = at(root, 'AccountingSupplierParty/Party/PartyTaxScheme').filter(
    (scheme) => textAt(scheme, 'TaxScheme/ID') === 'VAT',
  );
  if (ids.includes('O')) {
    expect(new Set(ids).size, 'BR-O-11').toBe(1);
    expect([...vat, ...at(root, 'AccountingCustomerParty/Party/PartyTaxScheme')], 'BR-O-02').toEqual([]);
  } else expect(vat.length, 'BR-S-02').toBe(1);
  if (ids.includes('AE')) expect(at(root, 'AccountingCustomerParty/Party/PartyTaxScheme').length, 'BR-AE-02').toBe(1);
  for (const line of lines) {
    const quantity = minor(textAt(line, 'InvoicedQuantity') || textAt(line, 'CreditedQuantity'), 6);
    const price = minor(textAt(line, 'Price/PriceAmount'), digits);
    const base = minor(textAt(line, 'Price/BaseQuantity') || '1', 6);
    expect(minor(textAt(line, 'LineExtensionAmount'), digits), 'PEPPOL-EN16931-R120').toBe(rounded(quantity * price, base));
  }
  expect(at(root, 'TaxTotal').length, 'BR-53').toBe(tax_told ? 2 : 1);
}

describe('an e-invoice', () => {
  test(`passes the library and the rules of EN 16931, whatever is invoiced (${runs} of them)`, { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(anyContent, async (content) => {
        expect(check(content)).toEqual([]);
        judge(await write(content), content);
      }),
      { numRuns: runs },
    );
  });

  test('stands in the paper as Factur-X, with the same sums to the cent', { timeout: 60_000 }, async () => {
    const contents = fc.sample(anyContent, { numRuns: 4, seed: 7 });
    for (const content of contents) {
      const { pdf, xml } = await make({ content });
      const text = Buffer.from(pdf).toString('latin1');
      expect(text.startsWith('%PDF-1.7')).toBe(true);
      expect(text).toContain('factur-x.xml');
      expect(text).toContain('<pdfaid:part>3</pdfaid:part>');
      expect(text).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
      expect(xml).toContain(decimal(content.gross, content.currency));
    }
  });

  test('says on paper what it says as data: lines, taxes and sums', () => {
    fc.assert(
      fc.property(anyContent, (content) => {
        const paper = paperOf(content);
        const digits = minorDigits(content.currency);
        // Written in four languages: what is no digit and no sign is left out.
        const read = (text: string): bigint => BigInt(text.replace(/[^\d-]/g, ''));
        expect(sum(paper.lines.map(({ amount }) => read(amount)))).toBe(BigInt(content.net));
        const [net, ...rest] = paper.sums.map(({ value }) => read(value));
        expect(net).toBe(BigInt(content.net));
        const gross = rest[content.taxes.filter(({ tax_category }) => tax_category === 'S').length];
        expect(gross).toBe(BigInt(content.gross));
        expect(minor(decimal(content.gross, content.currency), digits)).toBe(BigInt(content.gross));
        expect(paper.notes.length).toBe(content.taxes.filter(({ tax_category }) => tax_category !== 'S').length);
      }),
    );
  });

  test('that is broken is named by its place and not written', async () => {
    const [content] = fc.sample(anyContent, { numRuns: 1, seed: 1 });
    if (!content) throw new Error('There is no example.');
    const broken = { ...content, buyer: { ...content.buyer, country: 'Germany' } };
    expect(check(broken).join()).toContain('IdentificationCode');
    await expect(write(broken)).rejects.toThrow('IdentificationCode');
    const nobody = { ...content, seller: { ...content.seller, email: '', vat_id: null } };
    expect(endpointOf(nobody.seller)).toBeUndefined();
    expect(check(nobody).length).toBeGreaterThan(0);
  });

  test('writes amounts in the digits of their currency, and finds a company without e-mail by its VAT number', () => {
    expect([decimal(5, 'EUR'), decimal(-12_345, 'EUR'), decimal(70, 'JPY')]).toEqual(['0.05', '-123.45', '70']);
    expect(endpointOf({ email: null, vat_id: 'FR123' })).toEqual({ id: 'FR123', scheme: '9957' });
  });
});
