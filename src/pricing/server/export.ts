import { minorDigits } from '../../kit/money.ts';
import { said } from '../../kit/said.ts';
import { tableFile } from '../../server/export.ts';
import type { FileReply } from '../../server/route.ts';
import type { Column } from '../../server/tables-write.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { PricingDetails, PricingTable } from '../contract.ts';
import { type Figures, converted, price } from '../rules.ts';
import { readPricing } from './details.ts';
import { offerFile } from './offer.ts';

type Shown = PricingDetails['shown'];
type Row = Record<string, unknown>;

const AMOUNTS = ['standard', 'agreed', 'fee', 'charged', 'paid', 'nfi', 'cost'] as const;
const CLIENT_AMOUNTS = ['fee', 'charged'] as const;
type Shows = readonly (typeof AMOUNTS)[number][];

const AMOUNT_COLUMNS: Readonly<Record<(typeof AMOUNTS)[number], Column>> = {
  standard: { key: 'standard', title: 'Standard value', kind: 'number' },
  agreed: { key: 'agreed', title: 'At agreed rates', kind: 'number' },
  fee: { key: 'fee', title: 'Fee', kind: 'number' },
  charged: { key: 'charged', title: 'Expenses charged', kind: 'number' },
  paid: { key: 'paid', title: 'Expenses paid', kind: 'number' },
  nfi: { key: 'nfi', title: 'NFI', kind: 'number' },
  cost: { key: 'cost', title: 'Cost', kind: 'number' },
};

function columnsOf(shown: Shown, amounts: Shows): Column[] {
  return [
    { key: 'table', title: 'Table', kind: 'text' },
    { key: 'role', title: 'Role', kind: 'text' },
    { key: 'grade', title: 'Grade', kind: 'text' },
    { key: 'person', title: 'Person', kind: 'text' },
    { key: 'note', title: 'Note', kind: 'text' },
    ...shown.columns.map((title, index): Column => ({ key: `column_${index}`, title, kind: 'hours' })),
    { key: 'hours', title: 'Hours', kind: 'hours' },
    { key: 'currency', title: 'Currency', kind: 'text' },
    ...amounts.map((amount) => AMOUNT_COLUMNS[amount]),
  ];
}

function amountsOf(figures: Figures, currency: string, shows: Shows): Row {
  const unit = 10 ** minorDigits(currency);
  const cells = shows.map((amount) => {
    const value = figures[amount];
    return [amount, value === null ? null : value / unit] as const;
  });
  return { currency, hours: figures.minutes * 60, ...Object.fromEntries(cells) };
}

const cellsOf = (minutes: readonly number[]): Row =>
  Object.fromEntries(minutes.map((each, index) => [`column_${index}`, each * 60]));

/** Lines, expenses and sums of a table in its own currency. */
function rowsOf(table: PricingTable, shows: Shows, total: string): Row[] {
  const figures = price([table]).tables[0];
  if (!figures) return [];
  const { lines, ...sums } = figures;
  const [unit, name] = [10 ** minorDigits(table.currency), table.name];
  return [
    ...lines.flatMap((each, index): Row[] => {
      const line = table.lines[index];
      // What has no hours says nothing to anybody.
      if (!line || each.minutes === 0) return [];
      const { role, grade, user, note, minutes } = line;
      return [{ table: name, role, grade, person: user, note, ...cellsOf(minutes), ...amountsOf(each, table.currency, shows) }];
    }),
    ...table.expenses.map(({ label, paid, charged }) => ({
      table: name,
      role: label,
      currency: table.currency,
      charged: charged / unit,
      ...(shows.includes('paid') ? { paid: paid / unit } : {}),
    })),
    { table: name, role: total, ...amountsOf(sums, table.currency, shows) },
  ];
}

/** A version as a table. For the client without standard values, cost and margin; without the flag no costs either. */
export async function exportPricing(
  tx: Tx,
  actor: Actor,
  { query, body }: { query: { format?: string }; body: { id: string; number?: number; for_client?: boolean } },
): Promise<FileReply> {
  const pricing = await readPricing(tx, actor, body.id, body.number);
  // On paper there is only what the client gets.
  if (query.format === 'pdf') return offerFile(tx, pricing, actor.language);
  const { name, sees_cost, shown } = pricing;
  const shows: Shows = body.for_client ? CLIENT_AMOUNTS : AMOUNTS.filter((amount) => amount !== 'cost' || sees_cost);
  const total = inLanguage(said`Total`, actor.language);
  const rows = shown.tables.flatMap((table) => rowsOf(table, shows, total));
  const { tables, ...whole } = price(shown.tables);
  if (tables.length > 1 || shown.tables.some(({ exchange }) => exchange !== 1_000_000))
    rows.push({ table: total, ...amountsOf(converted(whole, 1_000_000), shown.currency, shows) });
  return tableFile(`${name} v${shown.number}`.replace(/[^\p{L}\p{N} ._-]/gu, '_'), query.format, columnsOf(shown, shows), rows);
}
