import type { Day } from '../../kit/day.ts';
import { today } from '../../people/server/public.ts';
import { countriesOf, firmOf } from '../../settings/server/public.ts';
import { tableFile } from '../../server/export.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { and, sql } from '../../server/sql.ts';
import type { Cells, Given } from '../../server/table-import.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { RATE_COLUMNS, type RateColumn, keyOf } from '../rules.ts';
import {
  type Difference,
  type StoredRate,
  type Wanted,
  boundsFor,
  holdsOn,
  isAmount,
  planRates,
  ratesOf,
  shownTo,
} from './plans.ts';
import { seesCost } from './policy.ts';
import { writePlan } from './rates.ts';
import { type Lists, cellsOf, judgeRates, rateOffers, rateTable, titlesFor } from './rate-table.ts';

async function listsFor(tx: Tx, actor: Actor): Promise<Lists> {
  const [lines, roles, countries, { currency }] = await Promise.all([
    tx.all<Lists['lines'][number]>(sql`
      select id, name, is_active from rates.service_lines where tenant_id = ${tx.tenant} order by name_lc collate app.names`),
    tx.all<Lists['roles'][number]>(sql`
      select id, service_line_id, name, is_active from rates.sl_roles where tenant_id = ${tx.tenant}
      order by name_lc collate app.names, id`),
    countriesOf(tx, actor.language),
    firmOf(tx),
  ]);
  return { lines, roles, countries, currency, sees: seesCost(actor) };
}

/** An empty table to fill in, with this firm's service lines, roles and countries to choose from. */
export async function rateTemplate(tx: Tx, actor: Actor): Promise<FileReply> {
  return rateTable.template(actor.language, rateOffers(await listsFor(tx, actor)), undefined);
}

/** The rates that hold on a day (default: today), as the table that can be imported again. */
export async function exportRates(
  tx: Tx,
  actor: Actor,
  { query }: { query: { format?: string; day?: Day; service_line_id?: string } },
): Promise<FileReply> {
  const day = query.day ?? (await today(tx));
  const rows = await tx.all<StoredRate & { service_line: string; role: string }>(sql`
    select x.*, l.name as service_line, r.name as role from rates.rates x
    join rates.sl_roles r on r.tenant_id = x.tenant_id and r.id = x.sl_role_id
    join rates.service_lines l on l.tenant_id = r.tenant_id and l.id = r.service_line_id
    where x.tenant_id = ${tx.tenant} and r.is_active and l.is_active and ${and(
      holdsOn(day),
      query.service_line_id === undefined ? undefined : sql`l.id = ${query.service_line_id}`,
    )}
    order by l.name_lc collate app.names, r.name_lc collate app.names, x.country, x.currency, x.standard_rate, x.id`);
  const sees = seesCost(actor);
  const titles = titlesFor(actor.language);
  const columns = RATE_COLUMNS.map((key) => ({
    key,
    title: titles[key],
    kind: isAmount(key) ? ('number' as const) : key === 'valid_from' ? ('date' as const) : ('text' as const),
  })).filter(({ key }) => sees || key !== 'cost_rate');
  return tableFile(
    'rates',
    query.format,
    columns,
    rows.map((row) => cellsOf(row, actor.language, sees)),
  );
}

/** Judges rows against what is stored. `lock`: they are about to be applied. */
async function judged(tx: Tx, actor: Actor, rows: readonly Cells<RateColumn>[], lock: boolean) {
  const [lists, bounds] = await Promise.all([listsFor(tx, actor), boundsFor(tx, actor.language)]);
  // Whose rates a table speaks of shows only in its cells: those of every role that it may name.
  const held = await ratesOf(tx, [...bounds.roles.keys()], lock);
  const verdict = judgeRates(rows, lists, (rate) => held.get(keyOf(rate)) ?? [], bounds);
  return { ...verdict, plan: (rates: readonly Wanted[]) => planRates(rates, held, bounds) };
}

/** What of a table is not there yet: a line that repeats an old rate from its own day is no change. */
export async function validateRates(
  tx: Tx,
  actor: Actor,
  { body }: { body: { filename?: string; data?: Given<RateColumn> } },
  { config }: Visit,
) {
  const { rows, faults } = await rateTable.given(tx, actor, config, body);
  const verdict = await judged(tx, actor, rows, false);
  const places = rows.flatMap((row, index) => {
    const rate = verdict.rates[index];
    return rate && !verdict.faults.some((fault) => fault.row === row.row) ? [{ row: row.row, rate }] : [];
  });
  const { differences } = verdict.plan(places.map(({ rate }) => rate));
  const found = differences.filter((each): each is Difference => each !== undefined);
  return {
    ...rateTable.answer(rows, [...faults, ...verdict.faults], actor.language),
    known: places.filter((_, index) => differences[index] === undefined).map(({ row }) => row),
    differences: found.map(shownTo(actor)),
  };
}

/**
 * Applies a table as one new version of the rates, all or nothing; the same table again changes nothing.
 * @throws Problem 422 with every fault at its cell
 */
export async function submitRates(tx: Tx, actor: Actor, { body }: { body: { data: Given<RateColumn>; note?: string } }) {
  const rows = rateTable.rowsFrom(body.data);
  const verdict = await judged(tx, actor, rows, true);
  rateTable.refuse(rows, verdict.faults);
  const rates = verdict.rates.filter((rate): rate is Wanted => rate !== undefined);
  const plan = verdict.plan(rates);
  const changing = rates.filter((_, index) => plan.differences[index] !== undefined).map(({ valid_from }) => valid_from);
  const first = changing.sort()[0];
  if (first !== undefined) await writePlan(tx, actor, plan, { origin: 'table', note: body.note, valid_from: first });
  tx.say({ topic: 'rates' });
  return { success: true, created: plan.added, changed: plan.changed, unchanged: plan.unchanged };
}
