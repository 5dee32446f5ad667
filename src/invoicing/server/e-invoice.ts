import type { Invoice } from '@e-invoice-eu/core';
import { minorDigits } from '../../kit/money.ts';
import type { TaxCategory, TaxGroup, Unit } from '../rules.ts';
import { EXEMPTION_CODES } from '../rules/tax.ts';
import type { Content, ContentLine } from './document.ts';

type Ubl = Invoice['ubl:Invoice'];
type Party = Pick<Content['buyer'], 'name' | 'street' | 'postal_code' | 'city' | 'country' | 'vat_id' | 'email'>;

/** Schemes of electronic addresses (EAS) by which a company is found at its VAT number. */
const VAT_SCHEMES: Readonly<Record<string, string>> = {
  AT: '9914',
  BE: '9925',
  BG: '9926',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  EE: '9931',
  EL: '9933',
  ES: '9920',
  FR: '9957',
  GB: '9932',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  IT: '9906',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  SI: '9949',
  SK: '9950',
};

/** Where a party gets e-invoices (BT-34, BT-49): its e-mail, else its VAT number; undefined: nowhere. */
export function endpointOf({
  email,
  vat_id,
}: {
  email: string | null;
  vat_id: string | null;
}): { id: string; scheme: string } | undefined {
  if (email) return { id: email, scheme: 'EM' };
  const scheme = vat_id === null ? undefined : VAT_SCHEMES[vat_id.slice(0, 2)];
  return vat_id !== null && scheme !== undefined ? { id: vat_id, scheme } : undefined;
}

/** A sum as the norm writes it: in units of its currency, with a point. */
export function decimal(amount: number, currency: string): string {
  const digits = minorDigits(currency);
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const whole = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return amount < 0 ? `-${whole}` : whole;
}

/** Thousandths or hundredths without idle zeros. */
const short = (value: number, scale: number): string => String(value / scale);

/** Units of UN/ECE Recommendation 20. */
const UNIT_CODES: Readonly<Record<Unit, string>> = { hour: 'HUR', day: 'DAY', month: 'MON', piece: 'C62' };
const SECONDS_AN_HOUR = 3600;

/**
 * Quantity and price of a line (BT-129, BT-146, BT-149), so that quantity times price divided by the base is its amount: time in the
 * largest unit in which it is exact.
 */
function priced({ kind, seconds, quantity, unit, price, amount }: ContentLine): {
  quantity: string;
  code: string;
  price: number;
  base?: string;
} {
  if (price === null) return { quantity: '1', code: 'C62', price: amount };
  if (kind !== 'time' || seconds === null) return { quantity: short(quantity, 1000), code: UNIT_CODES[unit], price };
  if (seconds % 36 === 0) return { quantity: short(seconds / 36, 100), code: 'HUR', price };
  if (seconds % 60 === 0) return { quantity: String(seconds / 60), code: 'MIN', price, base: '60' };
  return { quantity: String(seconds), code: 'SEC', price, base: String(SECONDS_AN_HOUR) };
}

const VAT = { 'cbc:ID': 'VAT' };

/** Percentages stand with every category but the one outside of the scope (BR-O-05). */
const percent = (category: TaxCategory, rate: number) => (category === 'O' ? {} : { 'cbc:Percent': short(rate, 100) });

const reasonOf = ({ tax_category, tax_reason }: TaxGroup) => {
  const code = EXEMPTION_CODES[tax_category];
  const words = tax_reason || (tax_category === 'AE' ? 'Reverse charge' : tax_category === 'O' ? 'Not subject to VAT' : '');
  if (tax_category === 'S' || tax_category === 'Z') return {};
  return { ...(code ? { 'cbc:TaxExemptionReasonCode': code } : {}), ...(words ? { 'cbc:TaxExemptionReason': words } : {}) };
};

function addressOf({ street, postal_code, city, country }: Party) {
  return {
    ...(street ? { 'cbc:StreetName': street } : {}),
    ...(city ? { 'cbc:CityName': city } : {}),
    ...(postal_code ? { 'cbc:PostalZone': postal_code } : {}),
    'cac:Country': { 'cbc:IdentificationCode': country ?? '' },
  };
}

function partyOf(party: Party, vat: { 'cac:PartyTaxScheme'?: unknown }, more: object) {
  const endpoint = endpointOf(party);
  return {
    'cbc:EndpointID': endpoint?.id ?? '',
    'cbc:EndpointID@schemeID': endpoint?.scheme ?? '',
    'cac:PartyName': { 'cbc:Name': party.name },
    'cac:PostalAddress': addressOf(party),
    ...vat,
    ...more,
  };
}

function sellerOf({ seller, taxes }: Content) {
  // What is outside of the scope of VAT names no VAT number (BR-O-02).
  const outside = taxes.some(({ tax_category }) => tax_category === 'O');
  const schemes = [
    ...(seller.vat_id && !outside ? [{ 'cbc:CompanyID': seller.vat_id, 'cac:TaxScheme': VAT }] : []),
    ...(seller.tax_number ? [{ 'cbc:CompanyID': seller.tax_number, 'cac:TaxScheme': { 'cbc:ID': 'TAX' } }] : []),
  ];
  return partyOf(seller, schemes.length > 0 ? { 'cac:PartyTaxScheme': schemes } : {}, {
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': seller.name,
      ...(seller.register ? { 'cbc:CompanyID': seller.register } : {}),
    },
    'cac:Contact': {
      'cbc:Name': seller.name,
      ...(seller.phone ? { 'cbc:Telephone': seller.phone } : {}),
      ...(seller.email ? { 'cbc:ElectronicMail': seller.email } : {}),
    },
  });
}

function buyerOf({ buyer, taxes }: Content) {
  const outside = taxes.some(({ tax_category }) => tax_category === 'O');
  const vat = buyer.vat_id && !outside ? { 'cac:PartyTaxScheme': { 'cbc:CompanyID': buyer.vat_id, 'cac:TaxScheme': VAT } } : {};
  return partyOf(buyer, vat, { 'cac:PartyLegalEntity': { 'cbc:RegistrationName': buyer.name } });
}

/** An amount with its currency, as the library takes the two. */
const money = (name: string, amount: number, currency: string) => ({
  [name]: decimal(amount, currency),
  [`${name}@currencyID`]: currency,
});

function taxTotals({ taxes, tax, currency, tax_told }: Content) {
  const whole = {
    ...money('cbc:TaxAmount', tax, currency),
    'cac:TaxSubtotal': taxes.map((group) => ({
      ...money('cbc:TaxableAmount', group.base, currency),
      ...money('cbc:TaxAmount', group.tax, currency),
      'cac:TaxCategory': {
        'cbc:ID': group.tax_category,
        ...percent(group.tax_category, group.tax_rate),
        ...reasonOf(group),
        'cac:TaxScheme': VAT,
      },
    })),
  };
  return tax_told ? [whole, money('cbc:TaxAmount', tax_told.tax, tax_told.currency)] : [whole];
}

function lineOf(line: ContentLine, index: number, currency: string) {
  const { quantity, code, price, base } = priced(line);
  return {
    'cbc:ID': String(index + 1),
    'cbc:InvoicedQuantity': quantity,
    'cbc:InvoicedQuantity@unitCode': code,
    ...money('cbc:LineExtensionAmount', line.amount, currency),
    'cac:Item': {
      'cbc:Name': line.description,
      'cac:ClassifiedTaxCategory': {
        'cbc:ID': line.tax_category,
        ...percent(line.tax_category, line.tax_rate),
        'cac:TaxScheme': VAT,
      },
    },
    'cac:Price': {
      ...money('cbc:PriceAmount', price, currency),
      ...(base ? { 'cbc:BaseQuantity': base, 'cbc:BaseQuantity@unitCode': code } : {}),
    },
  };
}

/** How it is paid: a transfer to an IBAN, else to an account that is agreed on elsewhere. */
const paymentOf = ({ seller, number }: Content) => [
  {
    'cbc:PaymentMeansCode': seller.iban ? '58' : '1',
    ...(number ? { 'cbc:PaymentID': number } : {}),
    ...(seller.iban
      ? {
          'cac:PayeeFinancialAccount': {
            'cbc:ID': seller.iban,
            'cbc:Name': seller.name,
            ...(seller.bic ? { 'cac:FinancialInstitutionBranch': { 'cbc:ID': seller.bic } } : {}),
          },
        }
      : {}),
  },
];

const periodOf = ({ period_from, period_to }: Content) =>
  period_from || period_to
    ? {
        'cac:InvoicePeriod': {
          ...(period_from ? { 'cbc:StartDate': period_from } : {}),
          ...(period_to ? { 'cbc:EndDate': period_to } : {}),
        },
      }
    : {};

/** An invoice or credit note in the semantic model of EN 16931, as the library takes it. */
export function eInvoiceOf(content: Content): Invoice {
  const { currency, net, tax, gross, credits, tax_told } = content;
  const isCredit = content.kind === 'credit_note';
  const notes = [content.note, content.reason].filter((text) => text !== '');
  const ubl = {
    'cbc:ID': content.number ?? '0',
    'cbc:IssueDate': content.issued_on ?? '2000-01-01',
    ...(content.due_on && !isCredit ? { 'cbc:DueDate': content.due_on } : {}),
    'cbc:InvoiceTypeCode': isCredit ? '381' : '380',
    ...(notes.length > 0 ? { 'cbc:Note': [notes.join('\n')] } : {}),
    'cbc:DocumentCurrencyCode': currency,
    ...(tax_told ? { 'cbc:TaxCurrencyCode': tax_told.currency } : {}),
    'cbc:BuyerReference': content.reference || content.project || content.buyer.name,
    ...periodOf(content),
    ...(credits
      ? {
          'cac:BillingReference': [
            {
              'cac:InvoiceDocumentReference': {
                'cbc:ID': credits.number,
                ...(credits.issued_on ? { 'cbc:IssueDate': credits.issued_on } : {}),
              },
            },
          ],
        }
      : {}),
    'cac:AccountingSupplierParty': { 'cac:Party': sellerOf(content) },
    'cac:AccountingCustomerParty': { 'cac:Party': buyerOf(content) },
    'cac:PaymentMeans': paymentOf(content),
    ...(isCredit ? {} : { 'cac:PaymentTerms': { 'cbc:Note': `Net ${content.payment_days} days` } }),
    'cac:TaxTotal': taxTotals(content),
    'cac:LegalMonetaryTotal': {
      ...money('cbc:LineExtensionAmount', net, currency),
      ...money('cbc:TaxExclusiveAmount', net, currency),
      ...money('cbc:TaxInclusiveAmount', net + tax, currency),
      ...money('cbc:PayableAmount', gross, currency),
    },
    'cac:InvoiceLine': content.lines.map((line, index) => lineOf(line, index, currency)),
  };
  // The library's type lists every code of every list; its schema checks them when the e-invoice is written.
  return { 'ubl:Invoice': ubl as unknown as Ubl };
}
