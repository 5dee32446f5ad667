import { usersAmong } from '../../people/server/public.ts';
import type { Tx } from '../../server/tx.ts';
import type { PricingTable } from '../contract.ts';
import type { PricingFigures } from '../rules.ts';
import type { Table } from './content.ts';
import { shownFigures, shownRates } from './policy.ts';
import type { Practice } from './stamps.ts';

/** Tables as they are answered: with names, and without costs for who may not see them. */
export async function shownTables(tx: Tx, tables: readonly Table[], practice: Practice, sees: boolean): Promise<PricingTable[]> {
  const people = [...new Set(tables.flatMap(({ lines }) => lines.flatMap(({ user_id }) => user_id ?? [])))];
  const names = new Map((await usersAmong(tx, people)).map(({ id, name }) => [id, name]));
  return tables.map((table) => {
    const line = practice.lines.get(table.service_line_id);
    return {
      ...table,
      service_line: line?.name ?? '',
      lead_id: line?.lead_id ?? null,
      lead: line?.lead ?? null,
      lines: table.lines.map((each) =>
        shownRates(sees, {
          ...each,
          role: practice.roles.get(each.sl_role_id)?.name ?? '',
          user: each.user_id === null ? null : (names.get(each.user_id) ?? null),
        }),
      ),
    };
  });
}

/** The figures of a whole without those of its parts. */
export function shownWhole(sees: boolean, { tables: _tables, ...figures }: PricingFigures) {
  return shownFigures(sees, figures);
}
