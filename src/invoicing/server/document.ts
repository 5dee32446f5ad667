import type { Day } from '../../kit/day.ts';
import { type Text, said } from '../../kit/said.ts';
import type { InvoiceLine } from '../contract.ts';
import { type Kind, type LineKind, type TaxCategory, type TaxGroup, type Unit, totalsOf } from '../rules.ts';
import { brokenRules } from '../rules/en16931.ts';
import type { Buyer } from './buyers.ts';
import { endpointOf } from './e-invoice.ts';
import type { StoredSeller } from './sellers.ts';

type Language = 'en' | 'fr' | 'de' | 'es';

export interface ContentLine {
  description: string;
  kind: LineKind;
  seconds: number | null;
  quantity: number;
  unit: Unit;
  /** Of an hour or a piece; null where something was agreed in its place, so that only what is asked for is shown. */
  price: number | null;
  amount: number;
  tax_category: TaxCategory;
  tax_rate: number;
  tax_reason: string;
}

/** Everything that stands on an invoice. What is issued is kept as this, and its paper and its e-invoice are made of it alone. */
export interface Content {
  kind: Kind;
  number: string | null;
  issued_on: Day | null;
  due_on: Day | null;
  payment_days: number;
  language: Language;
  currency: string;
  reference: string;
  note: string;
  project: string | null;
  period_from: Day | null;
  period_to: Day | null;
  seller: Pick<
    StoredSeller,
    | 'name'
    | 'street'
    | 'postal_code'
    | 'city'
    | 'country'
    | 'currency'
    | 'vat_id'
    | 'tax_number'
    | 'register'
    | 'email'
    | 'phone'
    | 'bank'
    | 'iban'
    | 'bic'
  >;
  buyer: Pick<Buyer, 'name' | 'street' | 'postal_code' | 'city' | 'country' | 'vat_id' | 'email'>;
  lines: ContentLine[];
  taxes: TaxGroup[];
  net: number;
  tax: number;
  gross: number;
  /** The tax in the currency of the seller's country, where the invoice is in another (art. 230 of the VAT directive). */
  tax_told: { currency: string; tax: number } | null;
  /** What a credit note takes back, and why. */
  credits: { number: string; issued_on: Day | null } | null;
  reason: string;
}

type Head = Pick<
  Content,
  | 'kind'
  | 'number'
  | 'issued_on'
  | 'due_on'
  | 'payment_days'
  | 'language'
  | 'currency'
  | 'reference'
  | 'note'
  | 'project'
  | 'period_from'
  | 'period_to'
>;
type Line = Omit<ContentLine, 'price'> & { price: number; adjustment: number };

/** What stands on an invoice with these lines. */
export function contentOf(
  head: Head,
  {
    seller,
    buyer,
    lines,
    more,
  }: { seller: StoredSeller; buyer: Content['buyer']; lines: readonly Line[]; more?: Partial<Content> },
): Content {
  const { kind, number, issued_on, due_on, payment_days, language, currency, reference, note, project, period_from, period_to } =
    head;
  const { name, street, postal_code, city, country, vat_id, email } = buyer;
  return {
    ...{ kind, number, issued_on, due_on, payment_days, language, currency, reference, note, project, period_from, period_to },
    seller: {
      name: seller.name,
      street: seller.street,
      postal_code: seller.postal_code,
      city: seller.city,
      country: seller.country,
      currency: seller.currency,
      vat_id: seller.vat_id,
      tax_number: seller.tax_number,
      register: seller.register,
      email: seller.email,
      phone: seller.phone,
      bank: seller.bank,
      iban: seller.iban,
      bic: seller.bic,
    },
    buyer: { name, street, postal_code, city, country, vat_id, email },
    lines: lines.map((line) => ({
      description: line.description,
      kind: line.kind,
      seconds: line.seconds,
      quantity: line.quantity,
      unit: line.unit,
      price: line.adjustment === 0 ? line.price : null,
      amount: line.amount,
      tax_category: line.tax_category,
      tax_rate: line.tax_rate,
      tax_reason: line.tax_reason,
    })),
    ...totalsOf(lines),
    tax_told: null,
    credits: null,
    reason: '',
    ...more,
  };
}

/** What broken rules of the norm mean for a person. */
function wordsFor(rule: string): Text {
  if (rule === 'BR-S-02') return 'The seller needs a VAT number or a tax number.';
  if (rule === 'BR-AE-02') return 'Reverse charge needs the VAT numbers of the seller and of the client.';
  if (rule === 'BR-O-11') return 'What is outside of the scope of VAT stands on an invoice of its own.';
  if (rule === 'BR-E-10') return 'Say why this is exempt from tax.';
  return said`The rule ${rule} of EN 16931 does not hold.`;
}

/** What keeps a draft from being issued, in words. */
export function faultsOf(content: Content, lines: readonly Pick<InvoiceLine, 'adjustment' | 'decision'>[]): Text[] {
  const { seller, buyer } = content;
  const faults: (Text | false)[] = [
    content.lines.length === 0 && 'There are no lines yet.',
    content.lines.length > 0 && content.net === 0 && 'This comes to nothing.',
    lines.some(({ adjustment, decision }) => adjustment !== 0 && decision === null) &&
      'Somebody else has to agree to what is written off or up.',
    lines.some(({ decision }) => decision === 'rejected') && 'What is written off or up was rejected: change it first.',
    buyer.country === null && said`The country of ${buyer.name} is missing.`,
    (buyer.street === '' || buyer.city === '') && said`The address of ${buyer.name} is missing.`,
    endpointOf(buyer) === undefined && said`The e-mail for invoices of ${buyer.name} is missing.`,
    endpointOf(seller) === undefined && said`The e-mail of ${seller.name} is missing.`,
    (seller.street === '' || seller.city === '') && said`The address of ${seller.name} is missing.`,
  ];
  const broken = content.lines.length === 0 ? [] : brokenRules(content).map(wordsFor);
  return [...faults.filter((fault) => fault !== false), ...broken];
}
