import { minorDigits } from '../../kit/money.ts';
import { said } from '../../kit/said.ts';
import { aside } from '../../server/aside.ts';
import type { FileReply } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Tx } from '../../server/tx.ts';
import type { PricingDetails, PricingTable } from '../contract.ts';
import { converted, price } from '../rules.ts';

/** A pricing as the client gets it, in words and figures: what it pays, and neither list prices nor costs. */
export interface Offer {
  language: string;
  firm: string;
  title: string;
  facts: { label: string; value: string }[];
  columns: string[];
  parts: { name: string | null; lines: { text: string; hours: string; amount: string }[]; sum: string }[];
  sums: { label: string; value: string; strong: boolean }[];
  note: string;
  page: string;
  of: string;
}

const draw = aside<Offer, Uint8Array>(new URL('./offer-work.ts', import.meta.url), 'draw');

const MINUTES_AN_HOUR = 60;

function writerFor(language: string) {
  const locale = language === 'en' ? 'en-GB' : language;
  const number = (value: number): string => new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(value);
  return {
    hours: (minutes: number): string => `${number(minutes / MINUTES_AN_HOUR)} h`,
    money: (amount: number, currency: string): string =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' }).format(
        amount / 10 ** minorDigits(currency),
      ),
    day: (day: string): string =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`)),
  };
}

/** Lines with hours, and what is paid beside them; a table of several has a heading of its own. */
function partOf(table: PricingTable, alone: boolean, { hours, money }: ReturnType<typeof writerFor>): Offer['parts'][number] {
  const figures = price([table]).tables[0];
  const lines = (figures?.lines ?? []).flatMap((each, index) => {
    const line = table.lines[index];
    if (!line || each.minutes === 0) return [];
    const text = [line.role, line.user ?? line.grade, line.note].filter((part) => part !== '').join(', ');
    return [{ text, hours: hours(each.minutes), amount: money(each.fee, table.currency) }];
  });
  const expenses = table.expenses.map(({ label, charged }) => ({
    text: label,
    hours: '',
    amount: money(charged, table.currency),
  }));
  return {
    name: alone ? null : table.name,
    lines: [...lines, ...expenses],
    sum: money((figures?.fee ?? 0) + (figures?.charged ?? 0), table.currency),
  };
}

/** The pricing on paper, in the language of the client. */
export async function offerFile(tx: Tx, pricing: PricingDetails, fallback: string): Promise<FileReply> {
  const [asked, own] = await Promise.all([
    tx.one<{ language: string | null }>(sql`
      select language from clients.clients where tenant_id = ${tx.tenant} and id = ${pricing.client_id}`),
    tx.one<{ name: string }>(sql`select name from settings.tenants where id = ${tx.tenant}`),
  ]);
  const language = asked?.language ?? fallback;
  const writer = writerFor(language);
  const say = (text: Parameters<typeof inLanguage>[0]): string => inLanguage(text, language);
  const { shown } = pricing;
  const { tables: _tables, ...figures } = price(shown.tables);
  const whole = converted(figures, 1_000_000);
  const total = whole.fee + whole.charged;
  const offer: Offer = {
    language,
    firm: own?.name ?? '',
    title: pricing.name,
    facts: [
      { label: say(said`Client`), value: pricing.client },
      { label: say(said`Version`), value: String(shown.number) },
      { label: say(said`Date`), value: writer.day(shown.rate_day) },
    ],
    columns: [say(said`Description`), say(said`Hours`), say(said`Amount`)],
    parts: shown.tables.map((table) => partOf(table, shown.tables.length === 1, writer)),
    sums: [
      { label: say(said`Hours`), value: writer.hours(whole.minutes), strong: false },
      { label: say(said`Fee`), value: writer.money(whole.fee, shown.currency), strong: false },
      ...(whole.charged > 0
        ? [{ label: say(said`Expenses`), value: writer.money(whole.charged, shown.currency), strong: false }]
        : []),
      { label: say(said`Total without VAT`), value: writer.money(total, shown.currency), strong: true },
    ],
    note: say(said`All amounts are without value added tax.`),
    page: say(said`Page`),
    of: say(said`of`),
  };
  const name = `${pricing.name} v${shown.number}`.replace(/[^\p{L}\p{N} ._-]/gu, '_');
  return { name: `${name}.pdf`, mediaType: 'application/pdf', content: await draw(offer) };
}
