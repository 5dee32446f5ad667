import { type Day, addMonths } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { conflict, invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { InstalmentInput, ProjectBilling } from '../contract.ts';
import { type Group, valueOf } from '../rules.ts';
import { rollForward } from '../rules/wip.ts';
import { followBilling } from './billing-status.ts';
import { ratedEntries, isUnbilled, rolesOf } from './rated-time.ts';
import { sellersOf } from './sellers.ts';
import { billedProject } from './unbilled.ts';

interface Terms extends Record<string, unknown> {
  id: string;
  service_line_id: string | null;
  seller_id: string | null;
  reference: string;
  group_by: Group;
  payment_days: number | null;
  version: number;
}

interface StoredInstalment extends Record<string, unknown> {
  id: string;
  label: string;
  invoice_id: string | null;
  amount: number;
}

const termsOf = (tx: Tx, id: string): Promise<Terms | undefined> =>
  tx.one<Terms>(sql`select * from invoicing.terms where tenant_id = ${tx.tenant} and id = ${id}`);

const NONE = {
  service_line_id: null,
  seller_id: null,
  reference: '',
  group_by: 'person' as const,
  payment_days: null,
  version: 0,
};

/** How a project is billed. @throws Problem 404 */
export async function readBilling(tx: Tx, actor: Actor, { params }: { params: { id: string } }): Promise<ProjectBilling> {
  const project = await billedProject(tx, actor, params.id);
  const [terms, lines, sellers, instalments, roles] = await Promise.all([
    termsOf(tx, project.id),
    tx.all<{ id: string; name: string }>(sql`
      select id, name from rates.service_lines where tenant_id = ${tx.tenant} and is_active order by name_lc collate app.names, id`),
    sellersOf(tx),
    tx.all<ProjectBilling['instalments'][number]>(sql`
      select n.id, n.kind, n.label, n.due_on, n.reached_on, n.amount, n.invoice_id, i.number as invoice, i.status as invoice_status, n.version
      from invoicing.instalments n left join invoicing.invoices i on i.tenant_id = n.tenant_id and i.id = n.invoice_id
      where n.tenant_id = ${tx.tenant} and n.project_id = ${project.id} order by n.position, n.id`),
    rolesOf(tx, [project.id]),
  ]);
  const { service_line_id, seller_id, reference, group_by, payment_days, version } = terms ?? NONE;
  return {
    project_id: project.id,
    currency: project.currency,
    fee_kind: project.fee_kind,
    terms: { service_line_id, seller_id, reference, group_by, payment_days, version },
    service_lines: lines,
    usual_line_id: roles.usualLine(project.id),
    sellers: sellers.map(({ id, name }) => ({ id, name })),
    instalments,
  };
}

interface Change {
  version?: number;
  service_line_id?: string | null;
  seller_id?: string | null;
  reference?: string;
  group_by?: Group;
  payment_days?: number | null;
  instalments?: InstalmentInput[];
}

/** Instalments that are open may change and go; what stands on an invoice stays. @throws Problem 409, 422 */
async function keepInstalments(tx: Tx, projectId: string, given: readonly InstalmentInput[]): Promise<void> {
  const stored = await tx.all<StoredInstalment>(sql`
    select * from invoicing.instalments where tenant_id = ${tx.tenant} and project_id = ${projectId} order by position, id for update`);
  const known = new Map(stored.map((row) => [row.id, row]));
  const ids = new Set(given.flatMap(({ id }) => id ?? []));
  const gone = stored.filter(({ id }) => !ids.has(id));
  const billed = gone.find(({ invoice_id }) => invoice_id !== null);
  if (billed) throw conflict(said`"${billed.label}" stands on an invoice and stays.`);
  const rows = given.map(({ id, kind, label, due_on = null, reached_on = null, amount }, position) => ({
    id: id ?? newId(),
    set: { kind, label: label.trim(), due_on, reached_on, amount, position },
  }));
  const moved = rows.find(({ id, set }) => {
    const before = known.get(id);
    return before?.invoice_id && before.amount !== set.amount;
  });
  if (moved) throw conflict(said`"${moved.set.label}" stands on an invoice and stays.`);
  await tx.write.remove('invoicing.instalments', gone);
  await tx.write.update(
    'invoicing.instalments',
    rows.flatMap(({ id, set }) => {
      const before = known.get(id);
      return before ? [{ before, set }] : [];
    }),
  );
  await tx.write.insert(
    'invoicing.instalments',
    rows.flatMap(({ id, set }) => (known.has(id) ? [] : [{ id, project_id: projectId, ...set }])),
  );
}

/** Changes how a project is billed; what is not named stays. @throws Problem 404, 409, 422 */
export async function changeBilling(
  tx: Tx,
  actor: Actor,
  { params, body }: { params: { id: string }; body: Change },
): Promise<ProjectBilling> {
  const project = await billedProject(tx, actor, params.id);
  await tx.one(sql`select 1 from clients.projects where tenant_id = ${tx.tenant} and id = ${project.id} for no key update`);
  const before = await termsOf(tx, project.id);
  const { version, instalments, ...set } = body;
  if (version !== undefined && version !== (before?.version ?? 0))
    throw conflict('Somebody else changed this in the meantime.', await readBilling(tx, actor, { params }));
  if (set.service_line_id) {
    const line = await tx.one(
      sql`select 1 from rates.service_lines where tenant_id = ${tx.tenant} and id = ${set.service_line_id} and is_active`,
    );
    if (!line) throw invalid([{ path: 'service_line_id', message: 'There is no such service line.' }]);
  }
  if (set.seller_id && !(await sellersOf(tx)).some(({ id }) => id === set.seller_id))
    throw invalid([{ path: 'seller_id', message: 'There is no such seller.' }]);
  if (set.reference !== undefined) set.reference = set.reference.trim();
  if (before) await tx.write.update('invoicing.terms', [{ before, set }]);
  else {
    const { version: _none, ...usual } = NONE;
    await tx.write.insert('invoicing.terms', [{ ...usual, ...set, id: project.id }]);
  }
  if (instalments) {
    await keepInstalments(tx, project.id, instalments);
    await followBilling(tx, project.id);
  }
  tx.say({ topic: 'invoices', keys: { project: project.id } });
  return readBilling(tx, actor, { params });
}

const SECONDS_AN_HOUR = 3600;

interface Booked {
  day: Day;
  booked_on: Day;
  value: number;
  billed: number;
}

/** The work in progress of a project over a period. @throws Problem 404, 422 */
export async function readWip(tx: Tx, actor: Actor, { query }: { query: { project_id: string; from: Day; to: Day } }) {
  const { from, to } = query;
  if (from > to) throw invalid([{ path: 'to', message: 'The period ends before it begins.' }]);
  const project = await billedProject(tx, actor, query.project_id);
  const [entries, booked, worked] = await Promise.all([
    ratedEntries(tx, [project], isUnbilled(to)),
    tx.all<Booked>(sql`
      select day, booked_on, sum(value)::bigint as value, sum(billed)::bigint as billed from invoicing.ledger
      where tenant_id = ${tx.tenant} and project_id = ${project.id} group by day, booked_on, line_id, write_off_id, value < 0`),
    // What stands on a draft or an invoice is worth what it stands there at, everything else its rate.
    tx.all<{ day: Day; value: number }>(sql`
      select b.day, b.value from invoicing.billed_time b
      where b.tenant_id = ${tx.tenant} and b.project_id = ${project.id} and b.day <= ${to}`),
  ]);
  const own = [
    ...worked.map(({ day, value }) => ({ day, worth: value * SECONDS_AN_HOUR })),
    ...entries.map(({ day, seconds, rate }) => ({ day, worth: seconds * (rate ?? 0) })),
  ];
  return { currency: project.currency, ...rollForward(own, booked, from, to) };
}

interface Month {
  month: Day;
  seconds: number;
  value: number;
  net: number;
}

const MONTHS = 12;

/** What was worked and what was invoiced, month by month. @throws Problem 404 */
export async function readMonths(tx: Tx, actor: Actor, { query }: { query: { project_id: string; year: number } }) {
  const project = await billedProject(tx, actor, query.project_id);
  const [first, last] = [`${query.year}-01-01`, `${query.year}-12-31`];
  const [billed, entries, invoiced] = await Promise.all([
    tx.all<{ month: Day; seconds: number; value: number }>(sql`
      select date_trunc('month', day::timestamp)::date as month, sum(seconds)::bigint as seconds, sum(value)::bigint as value
      from invoicing.billed_time where tenant_id = ${tx.tenant} and project_id = ${project.id} and day between ${first} and ${last} group by 1`),
    ratedEntries(tx, [project], sql`(${isUnbilled(last)} and e.day >= ${first})`),
    tx.all<{ month: Day; net: number }>(sql`
      select date_trunc('month', issued_on::timestamp)::date as month, sum(case when kind = 'invoice' then net else -net end)::bigint as net
      from invoicing.invoices where tenant_id = ${tx.tenant} and project_id = ${project.id} and issued_on between ${first} and ${last} group by 1`),
  ]);
  const months = new Map<Day, Month>(
    Array.from({ length: MONTHS }, (_, index) => addMonths(first, index)).map((month) => [
      month,
      { month, seconds: 0, value: 0, net: 0 },
    ]),
  );
  const add = (month: Day, more: Partial<Omit<Month, 'month'>>): void => {
    const row = months.get(month);
    if (row) for (const key of ['seconds', 'value', 'net'] as const) row[key] += more[key] ?? 0;
  };
  for (const { month, ...more } of billed) add(month, more);
  for (const { day, seconds, rate } of entries) add(`${day.slice(0, 7)}-01`, { seconds, value: valueOf(seconds, rate ?? 0) });
  for (const { month, net } of invoiced) add(month, { net });
  return { currency: project.currency, months: [...months.values()] };
}
