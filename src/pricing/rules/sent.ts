import type { TableInput } from '../contract.ts';

type LineInput = TableInput['lines'][number];
type ExpenseInput = NonNullable<TableInput['expenses']>[number];

/** Tables as they are held: with an id once they are stored, and with more than is sent. */
type Held = Required<Omit<TableInput, 'id' | 'lines' | 'expenses'>> & {
  id: string | null;
  lines: readonly (Required<Omit<LineInput, 'id'>> & { id: string | null })[];
  expenses: readonly (Required<Omit<ExpenseInput, 'id'>> & { id: string | null })[];
};

/** Tables as they are sent: what is stored and typed, without what is counted from it. `fresh` ones come as new ones do. */
export function asSent(tables: readonly Held[], { fresh = false } = {}): TableInput[] {
  const known = (id: string | null): { id?: string } => (id && !fresh ? { id } : {});
  return tables.map((table) => ({
    ...known(table.id),
    kind: table.kind,
    name: table.name,
    service_line_id: table.service_line_id,
    country: table.country,
    currency: table.currency,
    minutes_per_day: table.minutes_per_day,
    on_cost: table.on_cost,
    discount: table.discount,
    fee: table.fee,
    lines: table.lines.map((line) => ({
      ...known(line.id),
      sl_role_id: line.sl_role_id,
      grade: line.grade,
      user_id: line.user_id,
      note: line.note,
      minutes: [...line.minutes],
      rate: line.rate,
      allowance: line.allowance,
    })),
    expenses: table.expenses.map(({ id, label, paid, charged }) => ({ ...known(id), label, paid, charged })),
  }));
}
