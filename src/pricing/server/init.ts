import { type Day, addMonths } from '../../kit/day.ts';
import type { Grade } from '../../kit/grades.ts';
import { invalid, notFound } from '../../kit/problem.ts';
import { today } from '../../people/server/public.ts';
import { defaultCountry, firmOf } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { TableInput } from '../contract.ts';
import { type Kind, MOST_COLUMNS, MOST_MINUTES, price } from '../rules.ts';
import { asSent } from '../rules/sent.ts';
import { sharesOf } from '../../kit/money.ts';
import { type StoredVersion, contentOf, tablesOf } from './content.ts';
import { headOf } from './details.ts';
import { seesCost } from './policy.ts';
import { shownTables, shownWhole } from './shown.ts';
import { type Practice, practiceOf, stamped } from './stamps.ts';
import { emptyLine, ratedHours } from './tables.ts';

interface Wanted {
  kind: Kind;
  from: 'defaults' | 'pricing' | 'actuals';
  project_id?: string | null;
  pricing_id?: string;
  service_line_ids?: string[];
  country?: string;
  currency?: string;
  unit?: 'phase' | 'month';
  columns?: string[];
  rate_day?: Day;
  year?: number;
}

/** What a pricing begins with, before its rates are looked up. */
interface Start {
  currency: string;
  unit: 'phase' | 'month';
  columns: string[];
  tables: TableInput[];
}

interface Given {
  currency: string;
  country: string;
  day: Day;
  practice: Practice;
  lines: readonly string[];
}

const monthsFrom = (first: Day, count: number): Day[] => Array.from({ length: count }, (_, index) => addMonths(first, index));

interface ByGrade {
  grade: Grade;
  /** By the place of the column. */
  minutes: number[];
}

/** A table for each service line, with a line for each hour that has a rate; known hours go to the first role of their grade. */
async function tablesFor(tx: Tx, { currency, country, day, practice, lines }: Given, columns: number, known: readonly ByGrade[]) {
  const hours = await ratedHours(tx, { lines, country, day });
  const open = new Map(known.map(({ grade, minutes }) => [grade, minutes]));
  return lines.map((line): TableInput => {
    const own = hours.filter(({ service_line_id }) => service_line_id === line);
    return {
      kind: 'standard',
      name: practice.lines.get(line)?.name ?? '-',
      service_line_id: line,
      country,
      currency,
      lines: own.map((hour) => {
        const minutes = open.get(hour.grade);
        open.delete(hour.grade);
        return {
          ...emptyLine(hour, columns),
          ...(minutes ? { minutes: minutes.map((each) => Math.min(MOST_MINUTES, each)) } : {}),
        };
      }),
    };
  });
}

interface Phase {
  name: string;
  budget_minutes: number | null;
}

/** From the roles of service lines, and of a project its phases and the hours that it has for each grade. */
async function fromDefaults(tx: Tx, wanted: Wanted, given: Given): Promise<Start> {
  const unit = wanted.unit ?? 'phase';
  const [phases, budgets] = wanted.project_id
    ? await Promise.all([
        tx.all<Phase>(sql`
          select name, budget_minutes from clients.phases
          where tenant_id = ${tx.tenant} and project_id = ${wanted.project_id} order by position, id limit ${MOST_COLUMNS}`),
        tx.all<{ grade: Grade; budget_minutes: number | null }>(sql`
          select grade, budget_minutes from clients.grade_budgets
          where tenant_id = ${tx.tenant} and project_id = ${wanted.project_id}`),
      ])
    : [[], []];
  const ofProject = unit === 'phase' && wanted.columns === undefined && phases.length > 0;
  const names = [...new Set(phases.map(({ name }) => name))];
  const columns =
    wanted.columns ?? (ofProject ? names : unit === 'phase' ? ['1'] : monthsFrom(`${given.day.slice(0, 7)}-01`, 12));
  const weights = ofProject
    ? names.map((name) =>
        phases.filter((phase) => phase.name === name).reduce((all, { budget_minutes }) => all + (budget_minutes ?? 0), 0),
      )
    : columns.map(() => 1);
  const known = budgets.flatMap(({ grade, budget_minutes }) =>
    budget_minutes ? [{ grade, minutes: sharesOf(budget_minutes, weights) }] : [],
  );
  return { currency: given.currency, unit, columns, tables: await tablesFor(tx, given, columns.length, known) };
}

/** From the latest version of another pricing; its months a year later. @throws Problem 404, 422 */
async function fromPricing(tx: Tx, actor: Actor, wanted: Wanted): Promise<Start> {
  if (!wanted.pricing_id) throw invalid([{ path: 'pricing_id', message: 'Choose a pricing.' }]);
  await headOf(tx, actor, wanted.pricing_id);
  const version = await tx.one<StoredVersion>(sql`
    select * from pricing.versions where tenant_id = ${tx.tenant} and pricing_id = ${wanted.pricing_id} and is_latest`);
  if (!version) throw notFound('There is no such pricing.');
  const later = version.unit === 'month' ? version.columns.map((month) => addMonths(month, 12)) : version.columns;
  const columns = wanted.columns ?? later;
  const tables = asSent(tablesOf(await contentOf(tx, version.id)), { fresh: true }).map((table) => ({
    ...table,
    lines: table.lines.map((line) => ({ ...line, minutes: columns.map((_, at) => line.minutes[at] ?? 0) })),
  }));
  return { currency: wanted.currency ?? version.currency, unit: version.unit, columns, tables };
}

/** From the hours that were worked on a project in a year, month by month, for the same months of the next. @throws Problem 422 */
async function fromActuals(tx: Tx, wanted: Wanted, given: Given): Promise<Start> {
  if (!wanted.project_id) throw invalid([{ path: 'project_id', message: 'Choose a project.' }]);
  const year = wanted.year ?? Number(given.day.slice(0, 4)) - 1;
  const rows = await tx.all<{ grade: Grade; month: Day; seconds: number }>(sql`
    select m.grade, m.month, sum(m.seconds)::bigint as seconds from time.months m
    where m.tenant_id = ${tx.tenant} and m.project_id = ${wanted.project_id} and m.chargeable
      and m.month >= ${`${year}-01-01`} and m.month <= ${`${year}-12-01`}
    group by m.grade, m.month`);
  const columns = wanted.columns ?? monthsFrom(`${year + 1}-01-01`, 12);
  const place = (month: Day): number => columns.findIndex((column) => column.slice(5, 7) === month.slice(5, 7));
  const known = [...Map.groupBy(rows, ({ grade }) => grade)].map(([grade, own]) => {
    const minutes = columns.map(() => 0);
    for (const { month, seconds } of own) {
      const at = place(month);
      if (at >= 0) minutes[at] = (minutes[at] ?? 0) + Math.round(seconds / 60);
    }
    return { grade, minutes };
  });
  return { currency: given.currency, unit: 'month', columns, tables: await tablesFor(tx, given, columns.length, known) };
}

/** Tables to begin with. Nothing is written. @throws Problem 404, 422 */
export async function initPricing(tx: Tx, actor: Actor, { body }: { body: Wanted }) {
  const [day, practice, firm, country] = [
    body.rate_day ?? (await today(tx)),
    await practiceOf(tx),
    await firmOf(tx),
    body.country,
  ];
  const active = [...practice.lines.values()].filter(({ is_active }) => is_active);
  const asked = body.service_line_ids ?? active.slice(0, 1).map(({ id }) => id);
  if (asked.some((id) => !practice.lines.has(id)))
    throw invalid([{ path: 'service_line_ids', message: 'There is no such service line.' }]);
  const given: Given = {
    currency: body.currency ?? firm.currency,
    country: country ?? (await defaultCountry(tx)),
    day,
    practice,
    lines: body.kind === 'standard' ? asked.slice(0, 1) : asked,
  };
  const start =
    body.from === 'pricing'
      ? await fromPricing(tx, actor, body)
      : body.from === 'actuals'
        ? await fromActuals(tx, body, given)
        : await fromDefaults(tx, body, given);
  // A secondment is priced by days of one person: its table is made with them.
  const begun = body.kind === 'secondment' ? start.tables.filter(({ kind }) => kind === 'secondment') : start.tables;
  const ground = {
    currency: start.currency,
    columns: start.columns.length,
    rate_day: day,
    project_id: body.project_id ?? null,
    kind: body.kind,
  };
  const tables = await stamped(tx, begun, { ground, practice, before: [] });
  const sees = seesCost(actor);
  return {
    ...start,
    rate_day: day,
    tables: await shownTables(tx, tables, practice, sees),
    figures: shownWhole(sees, price(tables)),
  };
}
