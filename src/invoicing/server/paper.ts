import { minorDigits } from '../../kit/money.ts';
import { type Text, said } from '../../kit/said.ts';
import { inLanguage } from '../../server/texts.ts';
import type { TaxGroup } from '../rules.ts';
import type { Content, ContentLine } from './document.ts';

/** English as Europe writes it. */
const localeOf = (language: string): string => (language === 'en' ? 'en-GB' : language);

/** Everything that is printed, in the words and figures of the language: the template only sets it. */
export interface Paper {
  language: string;
  title: string;
  number: string;
  is_draft: string | null;
  seller: { name: string; lines: string[]; line: string; foot: string[][] };
  buyer: string[];
  facts: { label: string; value: string }[];
  heading: string;
  about: string[];
  columns: string[];
  lines: { text: string; quantity: string; price: string; tax: string; amount: string }[];
  sums: { label: string; value: string; strong: boolean }[];
  notes: string[];
  pay: { label: string; value: string }[];
  page: string;
  of: string;
}

function writerFor({ language, currency }: Content) {
  const locale = localeOf(language);
  const digits = minorDigits(currency);
  const number = (value: number, most = 2, least = 0): string =>
    new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most }).format(value);
  return {
    say: (text: Text): string => inLanguage(text, language),
    money: (amount: number): string => `${number(amount / 10 ** digits, digits, digits)}`,
    whole: (amount: number, code = currency): string =>
      new Intl.NumberFormat(locale, { style: 'currency', currency: code, currencyDisplay: 'code' }).format(
        amount / 10 ** minorDigits(code),
      ),
    number,
    percent: (rate: number): string => `${number(rate / 100)} %`,
    day: (day: string | null): string =>
      day === null
        ? ''
        : new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
    country: (code: string | null): string =>
      code ? (new Intl.DisplayNames([locale], { type: 'region' }).of(code) ?? code) : '',
  };
}
type Writer = ReturnType<typeof writerFor>;

const filled = (lines: readonly (string | null)[]): string[] =>
  lines.filter((line) => line !== null && line.trim() !== '') as string[];

const UNIT_WORDS = { day: said`days`, month: said`months` } as const;

/** `12.5 h`, `2 months`; a sum of its own has none. */
function quantityOf({ kind, seconds, quantity, unit }: ContentLine, { say, number }: Writer): string {
  if (kind === 'time' && seconds !== null) return `${number(seconds / 3600)} h`;
  if (unit === 'hour') return `${number(quantity / 1000, 3)} h`;
  if (unit === 'piece') return quantity === 1000 ? '' : number(quantity / 1000, 3);
  return `${number(quantity / 1000, 3)} ${say(UNIT_WORDS[unit])}`;
}

const lineOf = (line: ContentLine, writer: Writer): Paper['lines'][number] => ({
  text: line.description,
  quantity: quantityOf(line, writer),
  price: line.price === null || quantityOf(line, writer) === '' ? '' : writer.money(line.price),
  tax: line.tax_category === 'S' ? writer.percent(line.tax_rate) : line.tax_category === 'O' ? '–' : '0 %',
  amount: writer.money(line.amount),
});

/** What the law wants to read where no tax is charged. */
function exemption({ tax_category, tax_reason }: TaxGroup, { say }: Writer): string | null {
  if (tax_category === 'S') return null;
  if (tax_reason !== '') return tax_reason;
  if (tax_category === 'AE') return say(said`Reverse charge: the customer owes the value added tax.`);
  if (tax_category === 'O') return say(said`Not subject to value added tax in the country of the supplier.`);
  return tax_category === 'Z' ? say(said`Taxed at zero per cent.`) : null;
}

function sumsOf(content: Content, writer: Writer): Paper['sums'] {
  const { say, whole, percent } = writer;
  const told = content.tax_told;
  return [
    { label: say(said`Net`), value: whole(content.net), strong: false },
    ...content.taxes
      .filter(({ tax_category }) => tax_category === 'S')
      .map(({ tax_rate, base, tax }) => ({
        label: say(said`VAT ${percent(tax_rate)} on ${whole(base)}`),
        value: whole(tax),
        strong: false,
      })),
    {
      label: say(content.kind === 'invoice' ? said`Total to pay` : said`Total credited`),
      value: whole(content.gross),
      strong: true,
    },
    ...(told ? [{ label: say(said`VAT in ${told.currency}`), value: whole(told.tax, told.currency), strong: false }] : []),
  ];
}

function factsOf(content: Content, { say, day }: Writer): Paper['facts'] {
  const { kind, number, issued_on, due_on, period_from, period_to, reference, buyer, credits } = content;
  const period = filled([day(period_from), period_to === period_from ? null : day(period_to)]).join(' – ');
  const facts: [Text, string][] = [
    [kind === 'invoice' ? said`Invoice number` : said`Credit note number`, number ?? '–'],
    [said`Date`, day(issued_on)],
    [said`Due on`, kind === 'invoice' ? day(due_on) : ''],
    [said`Period of service`, period],
    [said`Your reference`, reference],
    [said`Your VAT number`, buyer.vat_id ?? ''],
    [said`Credits the invoice`, credits?.number ?? ''],
  ];
  return facts.filter(([, value]) => value !== '').map(([label, value]) => ({ label: say(label), value }));
}

const spaced = (iban: string): string => iban.replace(/(.{4})(?=.)/g, '$1 ');

function payOf({ kind, seller, number, due_on, gross }: Content, { say, day, whole }: Writer): Paper['pay'] {
  if (kind === 'credit_note') return [];
  const facts: [Text, string][] = [
    [said`Amount`, whole(gross)],
    [said`Due on`, day(due_on)],
    [said`Account`, spaced(seller.iban)],
    [said`BIC`, seller.bic],
    [said`Bank`, seller.bank],
    [said`Reference of payment`, number ?? ''],
  ];
  return facts.filter(([, value]) => value !== '').map(([label, value]) => ({ label: say(label), value }));
}

/** An invoice as it is printed. */
export function paperOf(content: Content): Paper {
  const writer = writerFor(content);
  const { say, country } = writer;
  const { seller, buyer } = content;
  const place = (party: Content['buyer'] | Content['seller']): string[] =>
    filled([party.street, filled([party.postal_code, party.city]).join(' '), country(party.country)]);
  const title = say(content.kind === 'invoice' ? said`Invoice` : said`Credit note`);
  return {
    language: content.language,
    title,
    number: content.number ?? '',
    is_draft: content.number === null ? say(said`Draft`) : null,
    seller: {
      name: seller.name,
      lines: place(seller),
      line: filled([seller.name, ...place(seller).slice(0, 2)]).join(' · '),
      foot: [
        filled([seller.name, ...place(seller)]),
        filled([seller.phone, seller.email, seller.register]),
        filled([
          seller.vat_id ? `${say(said`VAT number`)} ${seller.vat_id}` : null,
          seller.tax_number ? `${say(said`Tax number`)} ${seller.tax_number}` : null,
        ]),
        filled([seller.bank, seller.iban ? spaced(seller.iban) : null, seller.bic]),
      ].filter((column) => column.length > 0),
    },
    buyer: [buyer.name, ...place(buyer)],
    facts: factsOf(content, writer),
    heading: filled([title, content.number]).join(' '),
    about: filled([content.project, content.reason, content.note]),
    columns: [
      say(said`Description`),
      say(said`Quantity`),
      say(said`Price`),
      say(said`VAT`),
      say(said`Amount in ${content.currency}`),
    ],
    lines: content.lines.map((line) => lineOf(line, writer)),
    sums: sumsOf(content, writer),
    notes: filled(content.taxes.map((group) => exemption(group, writer))),
    pay: payOf(content, writer),
    page: say(said`Page`),
    of: say(said`of`),
  };
}
