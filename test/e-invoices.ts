import fc from 'fast-check';
import { CURRENCIES, STANDARD_RATES } from '../src/invoicing/rules/tax.ts';
import { type TaxCategory, amountOf, totalsOf } from '../src/invoicing/rules.ts';
import type { Content, ContentLine } from '../src/invoicing/server/document.ts';

/** Invoices and credit notes as firms write them: several rates, reverse charge, exemptions, odd quantities, several currencies. */

const word = fc.stringMatching(/^[A-Za-zÄÖÜäöüßéèçñ&<>"' .,-]{1,30}[a-z]$/);
const day = fc.integer({ min: 0, max: 700 }).map((days) => new Date(Date.UTC(2025, 0, 1 + days)).toISOString().slice(0, 10));

const zero: readonly TaxCategory[] = ['Z', 'E', 'AE'];

const anyLine = (category: TaxCategory | undefined): fc.Arbitrary<ContentLine> =>
  fc
    .record({
      description: word,
      kind: fc.constantFrom('time' as const, 'fixed' as const, 'expense' as const),
      seconds: fc.oneof(
        fc.integer({ min: 1, max: 3_000_000 }),
        fc.integer({ min: 1, max: 40_000 }).map((minutes) => minutes * 60),
      ),
      quantity: fc.integer({ min: 1, max: 500_000 }),
      unit: fc.constantFrom('hour' as const, 'day' as const, 'month' as const, 'piece' as const),
      price: fc.integer({ min: 0, max: 90_000 }),
      isAgreed: fc.boolean(),
      rate: fc.constantFrom(...new Set(Object.values(STANDARD_RATES)), 700, 550),
      free: fc.constantFrom(...zero, 'S' as const, 'S' as const, 'S' as const),
    })
    .map(({ kind, seconds, price, isAgreed, rate, free, ...rest }) => {
      const own = { ...rest, kind, seconds: kind === 'time' ? seconds : null };
      const used = category ?? free;
      return {
        ...own,
        price: kind === 'time' && isAgreed ? null : price,
        amount: amountOf({ ...own, price, adjustment: 0 }),
        tax_category: used,
        tax_rate: used === 'S' ? rate : 0,
        tax_reason: used === 'E' ? 'Art. 132 (1) (i)' : '',
      };
    });

const party = (country: string, vat: string) => ({
  name: 'Müller & Söhne <AG>',
  street: 'Straße "des" 17. Juni 1',
  postal_code: '10623',
  city: 'Berlin',
  country,
  vat_id: vat,
  email: 'billing@example.org',
});

/** Any invoice that may be issued. */
export const anyContent: fc.Arbitrary<Content> = fc
  .record({
    outside: fc.constantFrom(false, false, false, true),
    kind: fc.constantFrom('invoice' as const, 'invoice' as const, 'credit_note' as const),
    currency: fc.constantFrom('EUR', 'EUR', 'GBP', 'CHF', 'SEK'),
    language: fc.constantFrom('en' as const, 'de' as const, 'fr' as const, 'es' as const),
    issued_on: day,
    payment_days: fc.integer({ min: 0, max: 90 }),
    reference: fc.oneof(fc.constant(''), word),
    note: fc.oneof(fc.constant(''), word),
    place: fc.integer({ min: 1, max: 99_999 }),
    iban: fc.constantFrom('', 'DE02120300000000202051'),
  })
  .chain(({ outside, ...head }) =>
    fc.array(anyLine(outside ? 'O' : undefined), { minLength: 1, maxLength: 25 }).map((lines): Content => {
      const { place, iban, ...said } = head;
      const isCredit = head.kind === 'credit_note';
      const seller = { ...party('DE', 'DE123456789'), currency: CURRENCIES['DE'] ?? 'EUR' };
      const totals = totalsOf(lines);
      return {
        ...said,
        number: `${isCredit ? 'CN' : 'INV'}-2026-${String(place).padStart(5, '0')}`,
        due_on: isCredit ? null : head.issued_on,
        project: 'Audit 2026',
        period_from: null,
        period_to: null,
        seller: { ...seller, tax_number: '27/123/45678', register: 'HRB 1', phone: '+49 30 1', bank: 'Bank', iban, bic: '' },
        buyer: party('FR', 'FR12345678901'),
        lines,
        ...totals,
        tax_told: head.currency !== 'EUR' && totals.tax > 0 ? { currency: 'EUR', tax: totals.tax } : null,
        credits: isCredit ? { number: 'INV-2026-00001', issued_on: head.issued_on } : null,
        reason: isCredit ? 'Agreed' : '',
      };
    }),
  );

/** An element of an XML text that we wrote ourselves: its attributes are left out, its text is what stands in it. */
export interface Element {
  name: string;
  text: string;
  children: Element[];
}

/** Reads the little XML that e-invoices are made of: elements, text, five entities. */
export function readXml(text: string): Element {
  const root: Element = { name: '', text: '', children: [] };
  const open = [root];
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
  for (const [, closing, name = '', single, words] of text.matchAll(
    /<(\/?)([A-Za-z:]+)(?:\s[^>]*?)?(\/?)>|([^<>]+)|<\?[^>]*\?>/g,
  )) {
    const here = open.at(-1) as Element;
    if (words !== undefined) here.text += words.trim().replace(/&(\w+);/g, (_, entity: string) => entities[entity] ?? '');
    else if (closing) open.pop();
    else if (name) {
      const element = { name: name.replace(/^\w+:/, ''), text: '', children: [] };
      here.children.push(element);
      if (!single) open.push(element);
    }
  }
  return root.children[0] as Element;
}

/** Elements at a path below another. */
export const at = (element: Element, path: string): Element[] =>
  path
    .split('/')
    .reduce<Element[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    );

/** The text of the one element at a path. */
export const textAt = (element: Element, path: string): string => at(element, path)[0]?.text ?? '';
