import type { Day } from '../../kit/day.ts';
import { checkRange } from '../../leave/server/public.ts';
import { projectCondition } from '../../clients/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import { type Sql, raw, sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { MoneyGroup } from '../contract.ts';
import type { Earning, Money } from '../rules/money.ts';
import { type ProjectEarning, earningsOf, exchangesOf } from './engagements.ts';
import { NIL, REPORT_PAGES, type ReportFilters } from './facts.ts';
import { type Grouped, type Hidden, OF_FACTS, OF_PEOPLE, OF_SUMS, exchangeJoin, keyJoins, protect } from './grouping.ts';
import { linesOf } from './lines.ts';
import { KEYS_OF_COSTS, thirdPartyCosts } from './third-party.ts';
import { worthFacts } from './worth-facts.ts';

/** Who may see what hours cost: a flag of the role on one of the pages, off unless somebody has switched it on. */
export const seesCost = (actor: Actor, pages: readonly string[] = REPORT_PAGES): boolean =>
  pages.some((page) => actor.accesses[page]?.['view_page'] === true && actor.accesses[page]['can_see_cost'] === true);

/** Sums of one group; without the right to see them the costs are not there at all. */
export interface MoneyOf extends Money {
  key: string;
  /** Time that no exchange rate brings into the firm's currency. */
  unconverted_seconds: number;
}

/** Of rows that are hidden and are no people the cost alone is withheld; where all is of too few, the sum is nothing. */
export interface MoneySums extends Hidden {
  currency: string;
  rows: MoneyOf[];
  total: Omit<MoneyOf, 'key'>;
  /** Projects whose fee is not known, or that have no plan ahead though they are open. */
  flagged: { no_fee: number; no_plan: number };
}

/** What the sums of projects can tell apart. */
const OF_PROJECTS: ReadonlySet<MoneyGroup> = new Set(['project', 'client', 'sector', 'service_line', 'month', 'week']);

interface Options {
  pages?: readonly string[];
  more?: Sql;
  from?: FactsOf;
  earnings?: readonly ProjectEarning[] | undefined;
}

/** How the projects that filters leave earn their fees, whatever the period. */
export function earningsFor(tx: Tx, filters: ReportFilters, more?: Sql): Promise<ProjectEarning[]> {
  const { clients, projects, years, statuses, billing_status } = filters;
  const ofProjects = { clients, projects, years, statuses, billing_status };
  const given = Object.fromEntries(Object.entries(ofProjects).filter(([, value]) => value !== undefined));
  return earningsOf(tx, sql`${projectCondition(tx, given)} and ${more ?? sql`true`}`);
}

/**
 * The sums of a period by one key, in the firm's currency: hours, standard value, fees and costs of chargeable projects of clients.
 * Amounts stay whole until they are divided, converted and rounded, once.
 * @param more a condition on `p` beside the filters
 * @param from hours of another kind than the logged ones
 * @param earnings how the projects of the filters earn their fees, where it is known already
 */
export async function moneyBy(
  tx: Tx,
  actor: Actor,
  filters: ReportFilters,
  group: MoneyGroup,
  { pages, more, from, earnings: known }: Options = {},
): Promise<MoneySums> {
  checkRange(filters.from, filters.to);
  const { currency, least_people: told } = await firmOf(tx);
  const cost = seesCost(actor, pages);
  // Who worked is asked only where it decides what is told.
  const least = told >= 2 && (cost || OF_PEOPLE.has(group) || from === undefined) ? told : 0;
  const [facts, earnings, exchanges, lines] = await Promise.all([
    from
      ? from(tx, actor, filters, group === 'week')
      : worthFacts(tx, actor, filters, { weeks: group === 'week', coarse: OF_PROJECTS.has(group) && !least }),
    known ?? earningsFor(tx, filters, more),
    exchangesOf(tx, filters.from, filters.to),
    group === 'service_line' ? linesOf(tx) : [],
  ]);
  const costs = cost && !from ? thirdPartyCosts(tx, actor, filters) : undefined;
  const asked = { facts, costs, group, earnings, exchanges, lines, more, own: currency };
  const [rows, { hidden, withheld }] = await Promise.all([tx.all<Stored>(summing(tx, asked)), protect(tx, actor, asked, least)]);
  const sums = rows.map((row) => shown(row, cost));
  const total = sums.find(({ key }) => key === WHOLE);
  const { key: _key, ...whole } = total ?? { ...NOTHING, key: WHOLE, ...(cost ? NO_COST : {}) };
  const flagged = (flag: Earning['flag']): number => earnings.filter((each) => each.flag === flag).length;
  if (withheld)
    return {
      currency,
      hidden,
      withheld,
      rows: [],
      total: { ...NOTHING, ...(cost ? NO_COST : {}) },
      flagged: { no_fee: 0, no_plan: 0 },
    };
  return {
    currency,
    hidden,
    withheld,
    rows: sums.filter(({ key }) => key !== WHOLE),
    total: whole,
    flagged: { no_fee: flagged('no_fee'), no_plan: flagged('no_plan') },
  };
}

/** Where hours come from that are not the logged ones: a select with the columns of `worthFacts`. */
export type FactsOf = (tx: Tx, actor: Actor, filters: ReportFilters, weeks: boolean) => Promise<Sql>;

/** No id, grade or name is like it. */
const WHOLE = '*';
export const NOTHING = {
  seconds: 0,
  chargeable_seconds: 0,
  standard: 0,
  charge: 0,
  fee: 0,
  written_off: 0,
  unpriced_seconds: 0,
  unrated_seconds: 0,
  unconverted_seconds: 0,
};
type Stored = typeof NOTHING & typeof NO_COST & { key: string };

const shown = ({ cost, third_party, uncosted_seconds, ...row }: Stored, seesIt: boolean): MoneyOf =>
  seesIt ? { ...row, cost, third_party, uncosted_seconds } : row;

export const NO_COST = { cost: 0, third_party: 0, uncosted_seconds: 0 };

interface Summing extends Grouped {
  /** What third parties cost; undefined where nobody asks for it. */
  costs: Sql | undefined;
  earnings: readonly ProjectEarning[];
  exchanges: readonly { currency: string; month: Day; millionths: number }[];
  /** The firm's own currency. */
  own: string;
}

/**
 * One pass over the facts: first whole sums by key, project and (where currencies differ) month, then the few that are left are turned
 * into fees and into the firm's currency, and only the sums of keys are divided. Names and texts are looked at only then.
 */
function summing(tx: Tx, asked: Summing): Sql {
  const { facts, group, earnings, exchanges, lines, more, own } = asked;
  const converted = exchanges.length > 0;
  const month = converted ? sql`f.month` : sql`null::date`;
  const special = earnings.filter(isSpecial).map(({ of, ...each }) => ({ ...each, fee: of }));
  const amounts = ['standard', 'charge', 'fee', 'written_off', 'cost', 'third_party'];
  const inOwn = (currency: string): Sql =>
    converted ? sql`case when ${raw(currency)} = ${own} then 1000000 else coalesce(x.millionths, 0) end` : raw('1');
  return sql`
    with sums as materialized (
      select ${raw(OF_FACTS[group] ?? 'null::text')} as key, f.project_id, ${month} as month,
        sum(f.seconds)::bigint as seconds, sum(f.seconds) filter (where f.chargeable)::bigint as chargeable_seconds,
        sum(f.standard) filter (where f.chargeable)::bigint as standard, sum(f.charge)::bigint as charge, sum(f.cost)::bigint as cost,
        sum(f.written_off)::bigint as written_off, sum(f.unpriced_seconds) filter (where f.chargeable)::bigint as unpriced_seconds,
        sum(f.unrated_seconds)::bigint as unrated_seconds, sum(f.uncosted_seconds)::bigint as uncosted_seconds
      from (${facts}) f where f.project_id <> ${NIL} group by 1, 2, 3
    ), valued as (
      select ${raw(OF_SUMS[group] ?? 's.key')}::text as key, s.seconds, s.chargeable_seconds, s.standard, s.charge, s.cost,
        s.unpriced_seconds, s.unrated_seconds, s.uncosted_seconds,
        case
          when t.basis is null then s.charge
          when t.whole = 0 then 0
          when t.basis = 'charge' then s.charge * t.fee * 3600 / t.whole
          else coalesce(s.standard, 0) * t.fee * 3600 / t.whole end as fee,
        case when t.basis = 'standard' then 0 else s.written_off end as written_off, 0::numeric as third_party, ${inOwn('p.currency')} as millionths
      from sums s
      join clients.projects p on p.tenant_id = ${tx.tenant} and p.id = s.project_id
      ${keyJoins(group, lines)}
      left join json_to_recordset(${JSON.stringify(special)}::json)
        as t(project_id uuid, basis text, fee numeric, whole numeric) on t.project_id = s.project_id
      ${converted ? exchangeJoin(exchanges) : raw('')}
      where p.client_id is not null and p.chargeable and not p.is_template and ${more ?? sql`true`}
      ${ofThirdParties(tx, asked, inOwn('s.currency'))}
    ), keyed as materialized (
      select key, ${sumOf('seconds')}, ${sumOf('chargeable_seconds')}, ${sumOf('unpriced_seconds')}, ${sumOf('unrated_seconds')},
        ${sumOf('uncosted_seconds')}, sum(seconds) filter (where millionths = 0) as unconverted_seconds,
        ${raw(amounts.map((each) => `sum(${each}${converted ? ' * millionths' : ''}) as ${each}`).join(', '))}
      from valued group by 1
    )
    select case when grouping(key) = 1 then ${WHOLE} else key end as key, ${whole('seconds')}, ${whole('chargeable_seconds')},
      ${whole('unpriced_seconds')}, ${whole('unrated_seconds')}, ${whole('uncosted_seconds')}, ${whole('unconverted_seconds')},
      ${raw(amounts.map((each) => `coalesce(round(sum(${each}) / ${converted ? 3_600_000_000 : 3600}), 0)::bigint as ${each}`).join(', '))}
    from keyed group by grouping sets ((key), ())`;
}

/** What third parties cost, as rows of the same columns as those of time. */
const ofThirdParties = (tx: Tx, { costs, group, exchanges, lines, more }: Summing, millionths: Sql): Sql =>
  costs
    ? sql`
      union all
      select ${raw(OF_SUMS[group] ?? KEYS_OF_COSTS[group] ?? 'null')}::text, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, s.amount * 3600, ${millionths}
      from (${costs}) s
      join clients.projects p on p.tenant_id = ${tx.tenant} and p.id = s.project_id
      ${keyJoins(group, lines)}
      ${exchanges.length > 0 ? exchangeJoin(exchanges, sql`s.currency`) : raw('')}
      where p.client_id is not null and p.chargeable and not p.is_template and ${more ?? sql`true`}`
    : sql``;

/** Time and materials without a cap need no row of their own. */
const isSpecial = ({ basis, of, whole }: Earning): boolean => basis === 'standard' || of > 0 || whole > 0;

const sumOf = (column: string): Sql => raw(`sum(${column}) as ${column}`);
const whole = (column: string): Sql => raw(`coalesce(sum(${column}), 0)::bigint as ${column}`);
