import type { Day } from '../../kit/day.ts';
import { addDays } from '../../kit/day.ts';
import { conflict } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { countryOn } from '../../people/server/public.ts';
import type { Derivation, Row } from '../../server/gateway.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { type Hour, ratesOfHours, rolesOf } from './rated-time.ts';

interface Stamp extends Record<string, unknown> {
  id: string;
  version: number;
}

type Worked = Hour & { id: string };

/** The chargeable time of approved weeks, with what decides on its rate. */
const hoursOf = (tx: Tx, weeks: readonly { user_id: string; week: Day }[]): Promise<Worked[]> =>
  tx.all<Worked>(sql`
    select e.id, e.user_id, e.day, e.project_id, p.currency,
      (select g.grade from people.grades g where g.tenant_id = e.tenant_id and g.user_id = e.user_id
        and g.valid_from <= e.day and g.valid_to > e.day) as grade,
      ${countryOn(tx, sql`e.user_id`, sql`e.day`, sql`u.country`)} as country
    from json_to_recordset(${JSON.stringify(weeks.map(({ user_id, week }) => ({ user_id, first: week, last: addDays(week, 6) })))}::json)
      as x(user_id uuid, first date, last date)
    join time.entries e on e.tenant_id = ${tx.tenant} and e.user_id = x.user_id and e.day between x.first and x.last
      and e.chargeable and e.project_id is not null
    join people.users u on u.tenant_id = e.tenant_id and u.id = e.user_id
    join clients.projects p on p.tenant_id = e.tenant_id and p.id = e.project_id and p.client_id is not null
    where not exists (select 1 from invoicing.billed_time b where b.tenant_id = e.tenant_id and b.id = e.id)`);

/**
 * Follows weeks that are approved: what their chargeable hours are worth is noted, so that rates which are agreed on or changed later
 * never move them. A week that is opened again and approved anew is stamped anew.
 */
export const stampApproved: Derivation = async (tx, changes) => {
  const weeks = changes.flatMap(({ before, after }) =>
    after?.['state'] === 'approved' && before?.['state'] !== 'approved'
      ? [{ user_id: String(after['user_id']), week: String(after['week']) }]
      : [],
  );
  if (weeks.length === 0) return;
  const hours = await hoursOf(tx, weeks);
  if (hours.length === 0) return;
  const ids = [...new Set(hours.map(({ project_id }) => project_id))];
  const [roles, stamps] = await Promise.all([
    rolesOf(tx, ids),
    tx.all<Stamp>(sql`
      select * from invoicing.stamps where tenant_id = ${tx.tenant} and id = any(${hours.map(({ id }) => id)}::uuid[]) for update`),
  ]);
  const known = new Map(stamps.map((stamp) => [stamp.id, stamp]));
  const rates = await ratesOfHours(tx, roles, hours);
  const fields = hours.flatMap(({ id, user_id, day, project_id, currency }, index) => {
    const { standard_rate = null, charge_rate = null, cost_rate = null } = rates[index] ?? {};
    // An hour that nothing prices yet is priced when it is billed.
    if (standard_rate === null && charge_rate === null) return [];
    return [{ id, project_id, user_id, day, currency, standard_rate, charge_rate, cost_rate, stamped_at: tx.now }];
  });
  await tx.write.insert(
    'invoicing.stamps',
    fields.filter(({ id }) => !known.has(id)),
    { covered: true },
  );
  await tx.write.update(
    'invoicing.stamps',
    fields.flatMap((set) => {
      const before = known.get(set.id);
      return before ? [{ before, set }] : [];
    }),
  );
};

const DECISIVE = ['user_id', 'day', 'project_id', 'seconds', 'chargeable'] as const;

const isTouched = (before: Row, after: Row | undefined): boolean =>
  after === undefined || DECISIVE.some((key) => String(before[key]) !== String(after[key]));

/**
 * Refuses to change or delete time that stands on a draft, an invoice or a write-off: whose it is, when, on what and how long. Its words may
 * change. @throws Problem 409
 */
export const keepBilled: Derivation = async (tx, changes) => {
  const touched = changes.flatMap(({ before, after }) =>
    before?.['chargeable'] === true && before['project_id'] !== null && isTouched(before, after) ? [String(before['id'])] : [],
  );
  if (touched.length === 0) return;
  const billed = await tx.one<{ day: Day; number: string | null; write_off_id: string | null }>(sql`
    select b.day, i.number, b.write_off_id from invoicing.billed_time b
    left join invoicing.invoices i on i.tenant_id = b.tenant_id and i.id = b.invoice_id
    where b.tenant_id = ${tx.tenant} and b.id = any(${touched}::uuid[]) limit 1`);
  if (!billed) return;
  if (billed.write_off_id !== null)
    throw conflict(said`This time of ${{ day: billed.day }} is written off, or waits to be. Take the write-off back first.`);
  throw conflict(
    billed.number === null
      ? said`This time of ${{ day: billed.day }} stands on the draft of an invoice. Take it off there first.`
      : said`This time of ${{ day: billed.day }} is billed by ${billed.number}. Only a credit note can take it back.`,
  );
};
