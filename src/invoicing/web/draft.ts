import type { LineInput } from '../contract.ts';
import { type LineKind, type TaxCategory, type Totals, type Unit, amountOf, totalsOf } from '../rules.ts';
import { allocated } from '../rules/agreement.ts';
import type { Details } from './invoices-data.ts';

/** A line as it stands on the screen; without an id it is new. */
export interface DraftLine {
  id?: string;
  kind: LineKind;
  description: string;
  seconds: number | null;
  quantity: number;
  unit: Unit;
  price: number;
  value: number;
  adjustment: number;
  reason: string;
  tax_category: TaxCategory;
  tax_rate: number;
  tax_reason: string;
}

/** What is edited of a draft. */
export interface Draft {
  language: Details['language'];
  period_from: string | null;
  period_to: string | null;
  payment_days: number;
  reference: string;
  note: string;
  lines: readonly DraftLine[];
}

const lineOf = ({
  id,
  kind,
  description,
  seconds,
  quantity,
  unit,
  price,
  value,
  adjustment,
  reason,
  tax_category,
  tax_rate,
  tax_reason,
}: Details['lines'][number]): DraftLine => ({
  ...{ id, kind, description, seconds, quantity, unit, price, value, adjustment, reason, tax_category, tax_rate, tax_reason },
});

export const draftOf = (row: Details | undefined): Draft => ({
  language: row?.language ?? 'en',
  period_from: row?.period_from ?? null,
  period_to: row?.period_to ?? null,
  payment_days: row?.payment_days ?? 30,
  reference: row?.reference ?? '',
  note: row?.note ?? '',
  lines: (row?.lines ?? []).map(lineOf),
});

/** Lines as they are sent: time keeps its hours and its rate. */
export const sentLines = (lines: readonly DraftLine[]): LineInput[] =>
  lines.map(({ id, kind, description, quantity, unit, price, adjustment, reason, tax_category, tax_rate, tax_reason }) => ({
    ...(id ? { id } : {}),
    kind,
    description,
    ...(kind === 'time' ? { adjustment, reason } : { quantity, unit, price }),
    tax_category,
    ...(tax_category === 'S' ? { tax_rate } : {}),
    tax_reason,
  }));

/** What the lines on the screen come to: by the rules by which the server computes. */
export const totalsFor = (lines: readonly DraftLine[]): Totals =>
  totalsOf(lines.map((line) => ({ ...line, amount: amountOf(line) })));

/** Time that shall come to a sum: each line is written off or up by its share. */
export function spread(lines: readonly DraftLine[], wanted: number, reason: string): DraftLine[] {
  const time = lines.filter(({ kind }) => kind === 'time');
  const cuts = allocated(
    time.map(({ value }) => value),
    wanted,
  );
  return lines.map((line) => {
    const at = time.indexOf(line);
    return at < 0 ? line : { ...line, adjustment: cuts[at] ?? 0, reason: line.reason || reason };
  });
}

/** A line that somebody adds, taxed as the others are. */
export const blankLine = (
  kind: 'fixed' | 'expense',
  lines: readonly DraftLine[],
  usual: { tax_category: TaxCategory; tax_rate: number },
): DraftLine => {
  const [first] = lines;
  return {
    kind,
    description: '',
    seconds: null,
    quantity: 1000,
    unit: 'piece',
    price: 0,
    value: 0,
    adjustment: 0,
    reason: '',
    tax_category: first?.tax_category ?? usual.tax_category,
    tax_rate: first?.tax_rate ?? usual.tax_rate,
    tax_reason: first?.tax_reason ?? '',
  };
};
