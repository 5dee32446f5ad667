import { type Day, addDays, addMonths, daysBetween, monthOf } from '../../kit/day.ts';
import { type ProjectFilters, projectCondition } from '../../clients/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import type { MoneyGroup } from '../contract.ts';
import { exchangesOf } from './engagements.ts';
import type { ReportFilters } from './facts.ts';
import { linesOf } from './lines.ts';

interface Budgeted {
  id: string;
  client_id: string;
  sector: string;
  currency: string;
  starts_on: Day;
  ends_on: Day;
  budget_minutes: number | null;
  budget_fee: number | null;
}

/** What budgets allow for: seconds, and minor units of the firm's currency. */
export interface Allowed {
  seconds: number;
  fee: number;
}

/** What of a project's budget has a key of its own. */
const KEYS: Partial<Record<MoneyGroup, (project: Budgeted, lines: ReadonlyMap<string, string>, month: Day) => string>> = {
  project: ({ id }) => id,
  client: ({ client_id }) => client_id,
  sector: ({ sector }) => sector,
  service_line: ({ id }, lines) => lines.get(id) ?? '',
  month: (_project, _lines, month) => month,
};
export const hasBudgets = (group: MoneyGroup): boolean => group in KEYS;

const days = (first: Day, last: Day): number => Math.max(0, daysBetween(first, last) + 1);
const later = (a: Day, b: Day): Day => (a > b ? a : b);
const earlier = (a: Day, b: Day): Day => (a < b ? a : b);

/**
 * What budgets of client projects allow for the days of a period, by a key of projects: budget × days of the project in the period ÷
 * days from its beginning to its end, evenly. Projects without a budget or without both dates allow nothing. Budgets are of whole
 * projects: filters of people narrow nothing here.
 */
export async function budgetsOver(
  tx: Tx,
  filters: ReportFilters,
  group: MoneyGroup,
): Promise<{ rows: Map<string, Allowed>; total: Allowed }> {
  const { clients, projects, years, statuses, billing_status, sectors } = filters;
  const given = Object.entries({ clients, projects, years, statuses, billing_status }).filter(([, value]) => value !== undefined);
  const [found, exchanges, lines, { currency: own }] = await Promise.all([
    tx.all<Budgeted>(sql`
      select p.id, p.client_id, coalesce(c.sector, '') as sector, p.currency, p.starts_on, p.ends_on, p.budget_minutes, p.budget_fee
      from clients.projects p join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
      where p.tenant_id = ${tx.tenant} and p.chargeable and not p.is_template and p.starts_on <= ${filters.to} and p.ends_on >= ${filters.from}
        and (p.budget_minutes > 0 or p.budget_fee > 0) and ${projectCondition(tx, Object.fromEntries(given) as ProjectFilters)}`),
    exchangesOf(tx, filters.from, filters.to),
    group === 'service_line' ? linesOf(tx) : [],
    firmOf(tx),
  ]);
  const lineOf = new Map(lines.map(({ project_id, line }) => [project_id, line]));
  const rateOf = new Map(exchanges.map(({ currency, month, millionths }) => [`${currency} ${month}`, millionths]));
  const rows = new Map<string, Allowed>();
  const total: Allowed = { seconds: 0, fee: 0 };
  for (const project of found.filter(({ sector }) => !sectors?.length || sectors.includes(sector))) {
    const whole = days(project.starts_on, project.ends_on);
    const [first, last] = [later(project.starts_on, filters.from), earlier(project.ends_on, filters.to)];
    for (let month = monthOf(first); month <= last; month = addMonths(month, 1)) {
      const share = days(later(first, month), earlier(last, addDays(addMonths(month, 1), -1))) / whole;
      const rate = project.currency === own ? 1_000_000 : (rateOf.get(`${project.currency} ${month}`) ?? 0);
      const key = KEYS[group]?.(project, lineOf, month) ?? '';
      const sum = rows.get(key) ?? { seconds: 0, fee: 0 };
      for (const each of [sum, total]) {
        each.seconds += (project.budget_minutes ?? 0) * 60 * share;
        each.fee += ((project.budget_fee ?? 0) * share * rate) / 1_000_000;
      }
      rows.set(key, sum);
    }
  }
  return { rows, total };
}
