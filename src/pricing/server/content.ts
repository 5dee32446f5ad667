import type { Day } from '../../kit/day.ts';
import type { Grade } from '../../kit/grades.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import type { Kind, LineRates, PricedTable, Status, TableKind, Tier } from '../rules.ts';

export interface StoredPricing extends Record<string, unknown> {
  id: string;
  client_id: string;
  project_id: string | null;
  name: string;
  kind: Kind;
  owner_id: string;
  partner_id: string | null;
  version: number;
}

export interface StoredVersion extends Record<string, unknown> {
  id: string;
  pricing_id: string;
  number: number;
  is_latest: boolean;
  status: Status;
  currency: string;
  unit: 'phase' | 'month';
  columns: string[];
  rate_day: Day;
  note: string;
  submission: number;
  submitted_by: string | null;
  submitted_at: string | null;
  minutes: number;
  standard_value: number;
  fee: number;
  nfi: number;
  total_cost: number | null;
  missing: number;
  tier: Tier;
  created_at: string;
  updated_at: string;
  version: number;
}

/** A line in the making, or as it is stored: `stored` is the row. */
export interface Line extends LineRates {
  id: string | null;
  sl_role_id: string;
  grade: Grade;
  user_id: string | null;
  note: string;
  minutes: number[];
  rate: number | null;
  allowance: number;
}
export interface Expense {
  id: string | null;
  label: string;
  paid: number;
  charged: number;
}
export interface Table extends PricedTable {
  id: string | null;
  name: string;
  kind: TableKind;
  service_line_id: string;
  country: string;
  currency: string;
  lines: Line[];
  expenses: Expense[];
}

/** A row with its place in what it belongs to. */
export interface Placed extends Record<string, unknown> {
  id: string;
  position: number;
  version: number;
}
export type StoredLine = Placed & Omit<Line, 'id'> & { table_id: string };
export type StoredExpense = Placed & Omit<Expense, 'id'> & { table_id: string };
export type StoredTable = Placed & Omit<Table, 'id' | 'lines' | 'expenses'> & { version_id: string };

/** Everything that a version says, as rows. */
export interface Content {
  tables: StoredTable[];
  lines: StoredLine[];
  expenses: StoredExpense[];
}

/** The tables of a version with what stands in them: three statements, however many there are. */
export async function contentOf(tx: Tx, versionId: string): Promise<Content> {
  const [tables, lines, expenses] = await Promise.all([
    tx.all<StoredTable>(sql`
      select t.* from pricing.tables t where t.tenant_id = ${tx.tenant} and t.version_id = ${versionId} order by t.position, t.id`),
    tx.all<StoredLine>(sql`
      select l.* from pricing.lines l join pricing.tables t on t.tenant_id = l.tenant_id and t.id = l.table_id
      where l.tenant_id = ${tx.tenant} and t.version_id = ${versionId} order by l.position, l.id`),
    tx.all<StoredExpense>(sql`
      select e.* from pricing.expenses e join pricing.tables t on t.tenant_id = e.tenant_id and t.id = e.table_id
      where e.tenant_id = ${tx.tenant} and t.version_id = ${versionId} order by e.position, e.id`),
  ]);
  return { tables, lines, expenses };
}

/** Rows as what they say. */
export function tablesOf({ tables, lines, expenses }: Content): Table[] {
  const [linesBy, expensesBy] = [
    Map.groupBy(lines, ({ table_id }) => table_id),
    Map.groupBy(expenses, ({ table_id }) => table_id),
  ];
  return tables.map((table) => ({
    ...table,
    lines: (linesBy.get(table.id) ?? []).map((line) => ({ ...line })),
    expenses: (expensesBy.get(table.id) ?? []).map((expense) => ({ ...expense })),
  }));
}
