import { type Day, monthOf } from '../../kit/day.ts';
import { GRADES } from '../../kit/grades.ts';
import { minorDigits } from '../../kit/money.ts';
import { AGES } from '../../invoicing/server/public.ts';
import { today } from '../../people/server/public.ts';
import { fileOf } from '../../server/export.ts';
import type { FileReply } from '../../server/route.ts';
import { type Sql, raw, sql } from '../../server/sql.ts';
import type { Column } from '../../server/tables-write.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { firmOf } from '../../settings/server/public.ts';
import type { WipGroup, WipReport } from '../contract.ts';
import { exchangesOf } from './engagements.ts';
import type { ReportFilters } from './facts.ts';
import { type Grouped, OF_FACTS, OF_PEOPLE, OF_SUMS, exchangeJoin, keyJoins, protect } from './grouping.ts';
import { filtersFrom, linesOf } from './lines.ts';
import { namesItself, namesOf } from './names.ts';
import { FEW, FEW_NAME } from './small-groups.ts';
import { wipFacts } from './wip-facts.ts';

type Filters = Omit<ReportFilters, 'from' | 'to'>;
type Request = Filters & { day?: Day; group?: WipGroup; sort?: string; page?: number; per_page?: number };
type Row = WipReport['rows'][number];
type Sums = Omit<Row, 'name' | 'detail'>;

/** No id, grade or name is like it. */
const WHOLE = '*';
const NOTHING: Omit<Sums, 'key'> = {
  seconds: 0,
  unrated_seconds: 0,
  unconverted_seconds: 0,
  ages: [0, 0, 0, 0],
  unbilled: 0,
  held: 0,
  value: 0,
  since: null,
};

type Older = `over_${(typeof AGES)[number]}`;
const OLDER = AGES.map((age): Older => `over_${age}`);
const AMOUNTS = ['unbilled', ...OLDER, 'held'] as const;
const SECONDS = ['seconds', 'unrated_seconds', 'unconverted_seconds'] as const;

/** @property since the month of the earliest work */
type Stored = Record<(typeof AMOUNTS)[number] | (typeof SECONDS)[number], number> & { key: string; since: Day | null };

/** A row as it is told: what is of an age is the difference of what is older, so that the ages add up to the minor unit. */
function shown({ over_30, over_60, over_90, ...row }: Stored): Sums {
  const upTo = [row.unbilled, over_30, over_60, over_90];
  return { ...row, ages: upTo.map((amount, index) => amount - (upTo[index + 1] ?? 0)), value: row.unbilled + row.held };
}

interface Summing extends Grouped {
  exchanges: Awaited<ReturnType<typeof exchangesOf>>;
  /** The firm's own currency. */
  own: string;
  day: Day;
}

/** Whole sums by key and project first, then in the firm's currency; each amount is divided and rounded once, where it is shown. */
function summing(tx: Tx, { facts, group, lines, exchanges, own, day }: Summing): Sql {
  const converted = exchanges.length > 0;
  const all = (columns: readonly string[], of: (column: string) => string): Sql => raw(columns.map(of).join(', '));
  return sql`
    with sums as materialized (
      select ${raw(OF_FACTS[group] ?? 'null::text')} as key, f.project_id, ${monthOf(day)}::date as month,
        min(f.month) filter (where f.seconds > 0) as since, sum(f.seconds) as seconds, sum(f.unrated_seconds) as unrated_seconds,
        ${all(AMOUNTS, (each) => `sum(f.${each}) as ${each}`)}
      from (${facts}) f group by 1, 2
    ), valued as (
      select ${raw(OF_SUMS[group] ?? 's.key')}::text as key, s.since, s.seconds, s.unrated_seconds, ${all(AMOUNTS, (each) => `s.${each}`)},
        ${converted ? sql`case when p.currency = ${own} then 1000000 else coalesce(x.millionths, 0) end` : raw('1')} as millionths
      from sums s
      join clients.projects p on p.tenant_id = ${tx.tenant} and p.id = s.project_id
      ${keyJoins(group, lines)}
      ${converted ? exchangeJoin(exchanges) : raw('')}
      where p.client_id is not null and p.chargeable and not p.is_template and (s.seconds > 0 or s.held <> 0)
    ), keyed as (
      select key, since, seconds, unrated_seconds, case when millionths = 0 then seconds else 0 end as unconverted_seconds,
        ${all(AMOUNTS, (each) => `${each}${converted ? ' * millionths' : ''} as ${each}`)}
      from valued
    )
    select case when grouping(key) = 1 then ${WHOLE} else key end as key, min(since) as since,
      ${all(SECONDS, (each) => `coalesce(sum(${each}), 0)::bigint as ${each}`)},
      ${all(AMOUNTS, (each) => `coalesce(round(sum(${each}) / ${converted ? 3_600_000_000 : 3600}.0), 0)::bigint as ${each}`)}
    from keyed group by grouping sets ((key), ())`;
}

/** What rows sort by beside their names. */
const COLUMNS: Readonly<Record<string, (row: Row) => number>> = {
  value: ({ value }) => value,
  unbilled: ({ unbilled }) => unbilled,
  held: ({ held }) => held,
  seconds: ({ seconds }) => seconds,
  ...Object.fromEntries(NOTHING.ages.map((_, index) => [`age_${index}`, ({ ages }: Row): number => ages[index] ?? 0])),
};
const collator = new Intl.Collator('en');

function sorted(rows: readonly Row[], sort: string, group: WipGroup): Row[] {
  const rank = ({ key }: Row): number => (group === 'grade' ? GRADES.indexOf(key as never) : 0);
  const byName = (a: Row, b: Row): number => rank(a) - rank(b) || collator.compare(a.name, b.name) || (a.key < b.key ? -1 : 1);
  const turn = sort.startsWith('-') ? -1 : 1;
  const column = COLUMNS[sort.replace(/^-/, '')];
  return rows.toSorted((a, b) => (column ? turn * (column(a) - column(b)) || byName(a, b) : turn * byName(a, b)));
}

/** Rows of people of which those that are too small stand as one. */
function together(rows: readonly Row[], hidden: ReadonlySet<string>, name: string): Row[] {
  const few = rows.filter(({ key }) => hidden.has(key));
  if (few.length === 0) return [...rows];
  const sum: Row = { key: FEW, name, detail: null, ...NOTHING };
  for (const row of few) {
    for (const each of ['seconds', 'unrated_seconds', 'unconverted_seconds', 'unbilled', 'held', 'value'] as const)
      sum[each] += row[each];
    sum.ages = sum.ages.map((amount, index) => amount + (row.ages[index] ?? 0));
    if (row.since && (!sum.since || row.since < sum.since)) sum.since = row.since;
  }
  return [...rows.filter(({ key }) => !hidden.has(key)), sum];
}

/** All groups with what stands of their work in progress at the end of a day. */
async function wholeReport(tx: Tx, actor: Actor, asked: Request): Promise<WipReport> {
  const now = await today(tx);
  const day = asked.day !== undefined && asked.day < now ? asked.day : now;
  const group = asked.group ?? 'client';
  const filters = await filtersFrom(tx, actor, { ...asked, from: day, to: day });
  const { currency, least_people: told } = await firmOf(tx);
  const [facts, exchanges, lines] = await Promise.all([
    wipFacts(tx, actor, filters, day),
    exchangesOf(tx, day, day),
    group === 'service_line' ? linesOf(tx) : [],
  ]);
  // Of rows that are no people it is fees alone that are told, and those are theirs.
  const least = OF_PEOPLE.has(group) && told >= 2 ? told : 0;
  const [stored, { hidden, withheld }] = await Promise.all([
    tx.all<Stored>(summing(tx, { facts, group, lines, exchanges, own: currency, day })),
    protect(tx, actor, { facts, group, lines }, least),
  ]);
  if (withheld) return { day, currency, withheld, total: NOTHING, count: 0, rows: [] };
  const sums = stored.map(shown);
  const { key: _key, ...total } = sums.find(({ key }) => key === WHOLE) ?? { ...NOTHING, key: WHOLE };
  const rows = sums.filter(({ key }) => key !== WHOLE);
  const names = await namesOf(
    tx,
    group,
    rows.map(({ key }) => key),
  );
  const named = rows.map((row): Row => {
    const [name, detail] = names.get(row.key) ?? [namesItself(group) ? row.key : '', null];
    return { ...row, name, detail };
  });
  const all = together(named, hidden, inLanguage(FEW_NAME, actor.language));
  return { day, currency, withheld, total, count: all.length, rows: sorted(all, asked.sort ?? '-value', group) };
}

/** Work in progress: time that is to be billed and what it is worth, by its age, in groups, one page, the most money first. */
export async function workInProgress(tx: Tx, actor: Actor, { body = {} }: { body?: Request }): Promise<WipReport> {
  const whole = await wholeReport(tx, actor, body);
  const { page = 1, per_page: perPage = 100 } = body;
  return { ...whole, rows: whole.rows.slice((page - 1) * perPage, page * perPage) };
}

const NAMES: readonly Column[] = [
  { key: 'name', title: 'Name', kind: 'text' },
  { key: 'detail', title: 'Code', kind: 'text' },
  { key: 'currency', title: 'Currency', kind: 'text' },
  { key: 'seconds', title: 'Unbilled hours', kind: 'hours' },
];
const MONEY: readonly Column[] = [
  { key: 'value', title: 'Work in progress', kind: 'number' },
  { key: 'age_0', title: 'Up to 30 days', kind: 'number' },
  { key: 'age_1', title: '31 to 60 days', kind: 'number' },
  { key: 'age_2', title: '61 to 90 days', kind: 'number' },
  { key: 'age_3', title: 'Over 90 days', kind: 'number' },
  { key: 'held', title: 'On drafts', kind: 'number' },
];

/** The same as a file, of all pages. */
export async function exportWip(
  tx: Tx,
  actor: Actor,
  { body, query }: { body: Request; query: { format?: string } },
): Promise<FileReply> {
  const { rows, currency, day } = await wholeReport(tx, actor, body);
  const minor = 10 ** minorDigits(currency);
  const flat = rows.map((row) => ({
    ...row,
    currency,
    ...Object.fromEntries(MONEY.map(({ key }) => [key, (COLUMNS[key]?.(row) ?? 0) / minor])),
  }));
  return fileOf({ name: `work_in_progress_${day}`, columns: [...NAMES, ...MONEY], rows: flat }, query.format);
}
