import { type Day, addDays, addMonths, daysBetween, mondayOf, monthOf } from '../../kit/day.ts';
import type { Page } from '../../kit/endpoint.ts';
import { GRADES } from '../../kit/grades.ts';
import { minorDigits } from '../../kit/money.ts';
import { checkRange } from '../../leave/server/public.ts';
import { today } from '../../people/server/public.ts';
import type { FileTable } from '../../server/export.ts';
import { pageOf, paginationOf } from '../../server/paging.ts';
import { sql } from '../../server/sql.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Column } from '../../server/tables-write.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { MoneyGroup, MoneyReport, ProjectMargin } from '../contract.ts';
import * as rules from '../rules/money.ts';
import type { ProjectEarning } from './engagements.ts';
import type { ReportFilters } from './facts.ts';
import { type Allowed, budgetsOver, hasBudgets } from './budgeted.ts';
import { filtersFrom } from './lines.ts';
import { type MoneyOf, type MoneySums, NOTHING, NO_COST, earningsFor, moneyBy, seesCost } from './money.ts';
import { isDated, namesItself, namesOf } from './names.ts';
import { plannedWorth } from './plan.ts';
import { FEW_NAME, protectedRows } from './small-groups.ts';

type Request = ReportFilters & {
  group?: MoneyGroup;
  compare?: { from: Day; to: Day };
  against?: 'plan' | 'budget';
  sort?: string;
  page?: number;
  per_page?: number;
};

type Row = MoneyOf & { name: string; detail: string | null; before?: MoneyOf | undefined };

/** What rows sort by beside their names. */
const COLUMNS: Readonly<Record<string, (row: MoneyOf) => number | null>> = {
  seconds: (row) => row.seconds,
  chargeable: (row) => row.chargeable_seconds,
  standard: (row) => row.standard,
  charge: (row) => row.charge,
  fee: (row) => rules.earned(row),
  written_off: (row) => row.written_off,
  discount: rules.discount,
  overrun: rules.overrun,
  under_recovery: rules.underRecovery,
  ratio: rules.underRecoveryRatio,
  recovery: rules.recovery,
  rate: rules.effectiveRate,
  cost: (row) => row.cost ?? null,
  third_party: (row) => row.third_party ?? null,
  net_fees: rules.netFees,
  margin: rules.margin,
  margin_ratio: rules.marginRatio,
};

const collator = new Intl.Collator('en');

/** By one column, `-` in front turns the order round; rows without a value last either way, equal ones by name. */
function sorted(rows: readonly Row[], sort: string, group: MoneyGroup): Row[] {
  const rank = (row: Row): number => (group === 'grade' ? GRADES.indexOf(row.key as never) : 0);
  const byName = (a: Row, b: Row): number =>
    rank(a) - rank(b) || collator.compare(a.name, b.name) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);
  const turn = sort.startsWith('-') ? -1 : 1;
  const column = COLUMNS[sort.replace(/^-/, '')];
  if (!column) return rows.toSorted((a, b) => turn * byName(a, b));
  return rows.toSorted((a, b) => {
    const [one, other] = [column(a), column(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null) || byName(a, b);
    return turn * (one - other) || byName(a, b);
  });
}

/** The other side; what budgets allow is of nobody. */
type Beside = Pick<MoneySums, 'rows' | 'total'> & Partial<Pick<MoneySums, 'hidden' | 'withheld'>>;

/** What a report is set beside: another period, the plan of the same days, or what budgets allow for them. */
async function besides(
  tx: Tx,
  actor: Actor,
  body: Request,
  group: MoneyGroup,
  earnings: readonly ProjectEarning[] | undefined,
): Promise<Beside | undefined> {
  if (body.against === 'plan') return moneyBy(tx, actor, body, group, { from: plannedWorth, earnings });
  if (body.against === 'budget') {
    if (!hasBudgets(group)) return undefined;
    const { rows, total } = await budgetsOver(tx, body, group);
    return { total: allowed(total), rows: [...rows].map(([key, sums]) => ({ key, ...allowed(sums) })) };
  }
  return body.compare && moneyBy(tx, actor, { ...body, ...body.compare }, group, { earnings });
}

const allowed = ({ seconds, fee }: Allowed): Omit<MoneyOf, 'key'> => ({
  ...NOTHING,
  seconds: Math.round(seconds),
  chargeable_seconds: Math.round(seconds),
  fee: Math.round(fee),
});

/** Rows beside which others stand, by key; months and weeks of another period by their places from its beginning. */
function pairedBy(group: MoneyGroup, now: Day, then: Day | undefined): (key: string) => string {
  if (then === undefined || !isDated(group)) return (key) => key;
  if (group === 'week') return (key) => addDays(mondayOf(then), daysBetween(mondayOf(now), key));
  return (key) => addMonths(monthOf(then), monthsBetween(now, key));
}
const monthsBetween = (from: Day, to: Day): number =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));

/** All groups of a period with what stands beside them. */
async function wholeReport(tx: Tx, actor: Actor, asked: Request, usual: string): Promise<MoneyReport> {
  const body = await filtersFrom(tx, actor, asked);
  const group = body.group ?? 'project';
  checkRange(body.from, body.to);
  // How fees are earned hangs on no period: two sides take it from one place.
  const earnings = body.compare || body.against === 'plan' ? await earningsFor(tx, body) : undefined;
  const sums = await moneyBy(tx, actor, body, group, { earnings });
  const before = await besides(tx, actor, body, group, earnings);
  const earlier = new Map(before?.rows.map(({ key, ...row }) => [key, row]));
  const paired = pairedBy(group, body.from, body.against ? undefined : body.compare?.from);
  // What was planned or budgeted and not worked on has a row all the same.
  const known = new Set(sums.rows.map(({ key }) => key));
  const missing = body.against ? (before?.rows ?? []).filter(({ key }) => !known.has(key)) : [];
  const keyed = [...sums.rows, ...missing.map(({ key, cost }) => ({ ...NOTHING, ...(cost === undefined ? {} : NO_COST), key }))];
  const names = await namesOf(
    tx,
    group,
    keyed.map(({ key }) => key),
  );
  const everyRow = keyed.map((row) => {
    const [name, detail] = names.get(row.key) ?? [namesItself(group) ? row.key : '', null];
    return { ...row, name, detail, before: earlier.get(paired(row.key)) };
  });
  const rowOf = new Map(keyed.map(({ key }) => [paired(key), key]));
  const hidden = new Set([...sums.hidden, ...[...(before?.hidden ?? [])].map((key) => rowOf.get(key) ?? key)]);
  const rows = protectedRows(everyRow, hidden, group, inLanguage(FEW_NAME, actor.language));
  return {
    from: body.from,
    to: body.to,
    // Weeks that are not over are not closed.
    provisional_from: openFrom(body.to, await today(tx)),
    currency: sums.currency,
    flagged: sums.flagged,
    withheld: sums.withheld,
    total: sums.total,
    before: before?.withheld ? undefined : before?.total,
    count: rows.length,
    rows: sorted(rows as Row[], body.sort ?? (isDated(group) ? 'name' : usual), group),
  };
}
/** The first day of a period whose week is still open, if it has one. */
const openFrom = (to: Day, now: Day): Day | null => (to >= mondayOf(now) ? mondayOf(now) : null);

const paged = (whole: MoneyReport, { page = 1, per_page: perPage = 100 }: Request): MoneyReport => ({
  ...whole,
  rows: whole.rows.slice((page - 1) * perPage, page * perPage),
});

/** What an hour brings: fees ÷ chargeable hours, with all that it is made of; the most fees first. */
export const rates = async (tx: Tx, actor: Actor, { body }: { body: Request }): Promise<MoneyReport> =>
  paged(await wholeReport(tx, actor, body, '-fee'), body);

/** What is not earned of the standard value, the most money first: percentages hide the cost. */
export const underRecoveries = async (tx: Tx, actor: Actor, { body }: { body: Request }): Promise<MoneyReport> =>
  paged(await wholeReport(tx, actor, body, '-under_recovery'), body);

/** The same figures as a table, of all pages; costs only for who may see them. */
export async function moneyTable(tx: Tx, actor: Actor, body: Request): Promise<FileTable> {
  const { rows, currency } = await wholeReport(tx, actor, body, '-fee');
  const cost = seesCost(actor);
  const amounts = [...MONEY, ...(cost ? COSTS : [])];
  const ratios = [...RATIOS, ...(cost ? MARGINS : [])];
  const minor = 10 ** minorDigits(currency);
  const columns: Column[] = [
    { key: 'name', title: 'Name', kind: 'text' },
    { key: 'detail', title: 'Code', kind: 'text' },
    { key: 'currency', title: 'Currency', kind: 'text' },
    { key: 'seconds', title: 'Hours', kind: 'hours' },
    { key: 'chargeable_seconds', title: 'Chargeable hours', kind: 'hours' },
    ...amounts,
    ...ratios,
  ];
  const flat = rows.map((row) => ({
    ...row,
    currency,
    ...Object.fromEntries(amounts.map(({ key }) => [key, divided(COLUMNS[key]?.(row), minor)])),
    ...Object.fromEntries(ratios.map(({ key }) => [key, COLUMNS[key]?.(row) ?? null])),
  }));
  return { name: `money_${body.from}_${body.to}`, columns, rows: flat };
}

const divided = (value: number | null | undefined, by: number): number | null =>
  value === null || value === undefined ? null : Math.round(value) / by;

/** Amounts of a file, in units of the currency. */
const MONEY: readonly Column[] = [
  { key: 'standard', title: 'Standard value', kind: 'number' },
  { key: 'fee', title: 'Fees earned', kind: 'number' },
  { key: 'rate', title: 'Effective rate', kind: 'number' },
  { key: 'under_recovery', title: 'Under-recovery', kind: 'number' },
  { key: 'discount', title: 'Discount', kind: 'number' },
  { key: 'overrun', title: 'Overrun', kind: 'number' },
  { key: 'written_off', title: 'Written off', kind: 'number' },
];
const RATIOS: readonly Column[] = [
  { key: 'recovery', title: 'Recovery (fees ÷ standard value)', kind: 'ratio' },
  { key: 'ratio', title: 'Under-recovery ratio', kind: 'ratio' },
];
/** Only for who may see what hours cost. */
const COSTS: readonly Column[] = [
  { key: 'third_party', title: 'Third-party cost', kind: 'number' },
  { key: 'net_fees', title: 'Net fee income', kind: 'number' },
  { key: 'cost', title: 'Cost', kind: 'number' },
  { key: 'margin', title: 'Margin', kind: 'number' },
];
const MARGINS: readonly Column[] = [{ key: 'margin_ratio', title: 'Margin (margin ÷ net fee income)', kind: 'ratio' }];

interface Margins {
  from?: Day;
  to?: Day;
  search?: string;
  sort?: string;
  page?: number;
  per_page?: number;
}

const MARGIN_PAGES = ['clients_projects', 'management_reporting'];

/** Projects of clients with what they earned over a period (this year so far unless told otherwise), one page, the most fees first. */
export async function projectMargins(tx: Tx, actor: Actor, { query = {} }: { query?: Margins }): Promise<Page<ProjectMargin>> {
  const now = await today(tx);
  const { page = 1, per_page: perPage = 25 } = query;
  const search = query.search?.trim().toLowerCase();
  const more = search ? sql`(position(${search} in p.name_lc) > 0 or position(${search} in p.code_lc) > 0)` : undefined;
  const period = { from: query.from ?? `${now.slice(0, 4)}-01-01`, to: query.to ?? now };
  const sums = await moneyBy(tx, actor, period, 'project', { pages: MARGIN_PAGES, ...(more ? { more } : {}) });
  const all = sorted(
    protectedRows(
      sums.rows.map((row) => ({ ...row, name: '', detail: null, before: undefined })),
      sums.hidden,
      'project',
      '',
    ),
    query.sort ?? '-fee',
    'project',
  );
  const rows = all.slice((page - 1) * perPage, page * perPage);
  const facts = new Map(
    (
      await projectsNamed(
        tx,
        rows.map(({ key }) => key),
      )
    ).map((project) => [project.project_id, project]),
  );
  return {
    pagination: paginationOf(page, perPage, all.length),
    rows: rows.flatMap(({ key, name: _name, detail: _detail, before: _before, ...row }) => {
      const project = facts.get(key);
      return project ? [{ ...project, ...row, currency: sums.currency }] : [];
    }),
  };
}

const projectsNamed = (tx: Tx, ids: readonly string[]) =>
  tx.all<Pick<ProjectMargin, 'project_id' | 'code' | 'project' | 'client' | 'status' | 'fee_kind'>>(sql`
    select p.id as project_id, p.code, p.name as project, c.name as client, p.status, p.fee_kind
    from clients.projects p left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
    where p.tenant_id = ${tx.tenant} and p.id = any(${ids}::uuid[])`);

interface Choices {
  from?: Day;
  to?: Day;
  search?: string;
  page?: number;
  per_page?: number;
}

/** The projects that have time in a period, by name: what filters of reports offer. */
export async function projectChoices(tx: Tx, _actor: Actor, { query = {} }: { query?: Choices }) {
  const now = await today(tx);
  const search = query.search?.trim().toLowerCase() ?? '';
  return pageOf<{ id: string; code: string; name: string; client_id: string | null; client: string | null; status: string }>(
    tx,
    sql`
      select p.id, p.code, p.name, p.name_lc, p.client_id, c.name as client, p.status
      from clients.projects p left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
      where p.tenant_id = ${tx.tenant} and not p.is_template
        and (${search} = '' or position(${search} in p.name_lc) > 0 or position(${search} in p.code_lc) > 0)
        and exists (select 1 from time.months m where m.tenant_id = p.tenant_id and m.project_id = p.id and m.entry_count > 0
          and m.month between ${monthOf(query.from ?? `${now.slice(0, 4)}-01-01`)} and ${query.to ?? now})`,
    sql`name_lc collate app.names, id`,
    query,
  );
}
