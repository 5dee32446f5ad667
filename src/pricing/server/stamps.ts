import type { Day } from '../../kit/day.ts';
import type { Grade } from '../../kit/grades.ts';
import { GRADES } from '../../kit/grades.ts';
import { invalid } from '../../kit/problem.ts';
import { type Text, said } from '../../kit/said.ts';
import { usersAmong } from '../../people/server/public.ts';
import { crossOf, exchangeOn, ratesOn } from '../../rates/server/public.ts';
import { sql } from '../../server/sql.ts';
import { defaultCountry, firmOf } from '../../settings/server/public.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { LineInput, TableInput } from '../contract.ts';
import type { Floors } from '../rules.ts';
import type { Line, Table } from './content.ts';
import { seesCost } from './policy.ts';

interface ServiceLine extends Floors {
  id: string;
  name: string;
  lead_id: string | null;
  lead: string | null;
  is_active: boolean;
}
interface Role {
  id: string;
  name: string;
  service_line_id: string;
  lowest_grade: Grade;
  highest_grade: Grade;
  is_active: boolean;
}
/** Service lines and their roles, by id. */
export interface Practice {
  lines: ReadonlyMap<string, ServiceLine>;
  roles: ReadonlyMap<string, Role>;
}

const byId = <Row extends { id: string }>(rows: readonly Row[]): Map<string, Row> => new Map(rows.map((row) => [row.id, row]));

export async function practiceOf(tx: Tx): Promise<Practice> {
  const [lines, roles] = await Promise.all([
    tx.all<ServiceLine>(sql`
      select l.id, l.name, l.lead_id, u.name as lead, l.is_active, l.target_margin, l.floor_margin, l.target_recovery, l.floor_recovery
      from rates.service_lines l left join people.users u on u.tenant_id = l.tenant_id and u.id = l.lead_id
      where l.tenant_id = ${tx.tenant} order by l.name_lc collate app.names, l.id`),
    tx.all<Role>(sql`
      select r.id, r.name, r.service_line_id, r.lowest_grade, r.highest_grade, r.is_active from rates.sl_roles r
      where r.tenant_id = ${tx.tenant} order by r.name_lc collate app.names, r.id`),
  ]);
  return { lines: byId(lines), roles: byId(roles) };
}

/** What a pricing is made of: service lines in use with their roles, and how the firm begins. */
export async function readChoices(tx: Tx, actor: Actor) {
  const [{ lines, roles }, { currency }, country] = await Promise.all([practiceOf(tx), firmOf(tx), defaultCountry(tx)]);
  const active = [...roles.values()].filter(({ is_active }) => is_active);
  return {
    currency,
    country,
    sees_cost: seesCost(actor),
    service_lines: [...lines.values()]
      .filter(({ is_active }) => is_active)
      .map(({ id, name }) => ({ id, name, roles: active.filter(({ service_line_id }) => service_line_id === id) })),
  };
}

/** For what tables are taken: their version's currency and columns, the day of their rates, the project that has agreed on some. */
export interface Ground {
  currency: string;
  columns: number;
  rate_day: Day;
  project_id: string | null;
  kind: 'standard' | 'secondment' | 'multi';
}

type Fault = { path: string; message: Text };

const NOT_SO_MANY = 'This kind of pricing has one table.';

/** What is wrong with tables, at its place. */
function faultsOf(
  tables: readonly TableInput[],
  ground: Ground,
  { lines, roles }: Practice,
  stored: ReadonlySet<string>,
): Fault[] {
  const faults: Fault[] = [];
  if (ground.kind !== 'multi' && tables.length > 1) faults.push({ path: 'tables', message: NOT_SO_MANY });
  for (const [index, table] of tables.entries()) {
    const at = (field: string): string => `tables.${index}.${field}`;
    const line = lines.get(table.service_line_id);
    if (!line) faults.push({ path: at('service_line_id'), message: 'There is no such service line.' });
    else if (!line.is_active && !(table.id && stored.has(table.id)))
      faults.push({ path: at('service_line_id'), message: said`"${line.name}" is archived.` });
    if (ground.kind !== 'multi' && (table.kind ?? ground.kind) !== ground.kind)
      faults.push({ path: at('kind'), message: 'This pricing is of another kind.' });
    for (const [place, each] of table.lines.entries()) {
      const found = lineFault(each, table, ground, roles.get(each.sl_role_id), stored);
      if (found) faults.push({ path: at(`lines.${place}.${found.path}`), message: found.message });
    }
  }
  return faults;
}

function lineFault(
  line: LineInput,
  { service_line_id }: TableInput,
  { columns }: Ground,
  role: Role | undefined,
  stored: ReadonlySet<string>,
): Fault | undefined {
  if (!role || role.service_line_id !== service_line_id) return { path: 'sl_role_id', message: 'There is no such role.' };
  if (line.minutes.length !== columns) return { path: 'minutes', message: said`There must be ${columns} columns.` };
  if (line.id && stored.has(line.id)) return undefined;
  if (!role.is_active) return { path: 'sl_role_id', message: said`"${role.name}" is archived.` };
  const rank = GRADES.indexOf(line.grade);
  if (rank < GRADES.indexOf(role.lowest_grade) || rank > GRADES.indexOf(role.highest_grade))
    return { path: 'grade', message: said`"${role.name}" is for ${role.lowest_grade} to ${role.highest_grade}.` };
  return undefined;
}

const worthOf = ({ standard_rate, charge_rate, cost_rate, nfi_rate }: Line) => ({
  standard_rate,
  charge_rate,
  cost_rate,
  nfi_rate,
});

const unpriced = (given: LineInput): Line => ({
  id: given.id ?? null,
  sl_role_id: given.sl_role_id,
  grade: given.grade,
  user_id: given.user_id ?? null,
  note: given.note?.trim() ?? '',
  minutes: given.minutes,
  rate: given.rate ?? null,
  allowance: given.allowance ?? 0,
  standard_rate: null,
  charge_rate: null,
  cost_rate: null,
  nfi_rate: null,
});

const whose = ({ sl_role_id, grade, user_id }: Line, { country, currency }: Pick<Table, 'country' | 'currency'>): string =>
  [sl_role_id, grade, user_id, country, currency].join(' ');

/**
 * Tables as they are sent, with what their hours are worth, the targets of their service lines and the worth of their currency.
 * What stood there before keeps the rates that it was taken at, unless it is somebody else's hour now.
 * @param before tables whose rates are kept; none: all are taken anew
 * @throws Problem 422 with every fault at its place
 */
export async function stamped(
  tx: Tx,
  given: readonly TableInput[],
  {
    ground,
    practice,
    before,
    known = before,
  }: { ground: Ground; practice: Practice; before: readonly Table[]; known?: readonly Table[] },
): Promise<Table[]> {
  const stored = new Set(known.flatMap(({ id, lines }) => [id, ...lines.map((line) => line.id)]).filter((id) => id !== null));
  const faults = faultsOf(given, ground, practice, stored);
  const people = [...new Set(given.flatMap(({ lines }) => lines.flatMap(({ user_id }) => user_id ?? [])))];
  if (people.length > 0 && (await usersAmong(tx, people)).length < people.length)
    faults.push({ path: 'tables', message: 'There is no such person.' });
  if (faults.length > 0) throw invalid(faults);
  const held = new Map(before.map((table) => [table.id, table]));
  const rated = new Map(
    before.flatMap((table) => table.lines.map((line) => [line.id, { line, key: whose(line, table) }] as const)),
  );
  const exchange = given.some(({ id, currency }) => held.get(id ?? null)?.currency !== currency)
    ? await exchangeOn(tx, ground.rate_day)
    : new Map<string, number>();
  const tables = given.map((table, index): Table => {
    const old = held.get(table.id ?? null);
    const cross = old?.currency === table.currency ? old.exchange : crossOf(exchange, table.currency, ground.currency);
    if (cross === undefined)
      throw invalid([
        {
          path: `tables.${index}.currency`,
          message: said`There is no exchange rate of ${table.currency} and ${ground.currency} on ${{ day: ground.rate_day }}.`,
        },
      ]);
    const floors = old?.service_line_id === table.service_line_id ? old : practice.lines.get(table.service_line_id);
    return {
      id: table.id ?? null,
      kind: table.kind ?? old?.kind ?? (ground.kind === 'secondment' ? 'secondment' : 'standard'),
      name: table.name.trim(),
      service_line_id: table.service_line_id,
      country: table.country,
      currency: table.currency,
      exchange: cross,
      minutes_per_day: table.minutes_per_day ?? old?.minutes_per_day ?? 480,
      on_cost: table.on_cost ?? old?.on_cost ?? 0,
      discount: table.discount ?? old?.discount ?? 0,
      fee: table.fee === undefined ? (old?.fee ?? null) : table.fee,
      target_margin: floors?.target_margin ?? null,
      floor_margin: floors?.floor_margin ?? null,
      target_recovery: floors?.target_recovery ?? null,
      floor_recovery: floors?.floor_recovery ?? null,
      lines: table.lines.map(unpriced),
      expenses: table.expenses
        ? table.expenses.map((each) => ({ ...each, id: each.id ?? null, label: each.label.trim() }))
        : (old?.expenses ?? []),
    };
  });
  const missing = tables.flatMap((table) =>
    table.lines.flatMap((line) => {
      const kept = line.id === null ? undefined : rated.get(line.id);
      if (kept?.key !== whose(line, table)) return [{ line, table }];
      Object.assign(line, worthOf(kept.line));
      return [];
    }),
  );
  const found = await ratesOn(
    tx,
    missing.map(({ line, table }) => ({ ...line, country: table.country, currency: table.currency })),
    { day: ground.rate_day, projectId: ground.project_id },
  );
  for (const [index, { line }] of missing.entries()) Object.assign(line, found[index]);
  return tables;
}
