import { newId } from '../../kit/ids.ts';
import { ADDRESS_CONFIRMED } from '../../access/server/public.ts';
import { type Job, forEveryFirm, onJob } from '../../server/jobs.ts';
import { sql } from '../../server/sql.ts';
import { addPeople } from './bulk.ts';
import { today } from './today.ts';

interface Behind extends Record<string, unknown> {
  id: string;
  version: number;
  grade: string;
  holds: string;
}

/**
 * The membership carries the grade of today, since it decides access: a grade that was dated ahead reaches it on its day.
 * Hourly, because the day begins for each firm where the firm is.
 */
const bringGrades = forEveryFirm('people.bring_grades', { cron: '5 * * * *', atStart: true }, async (tx, { log }) => {
  const day = await today(tx);
  const rows = await tx.all<Behind>(sql`
    select m.*, g.grade as holds from people.grades g
    join access.memberships m on m.tenant_id = g.tenant_id and m.id = g.user_id
    where g.tenant_id = ${tx.tenant} and g.valid_from <= ${day} and g.valid_to > ${day} and m.grade <> g.grade
    order by m.id for update of m`);
  if (rows.length === 0) return;
  await tx.write.update(
    'access.memberships',
    rows.map(({ holds, ...before }) => ({ before, set: { grade: holds } })),
  );
  log.info({ tenant: tx.tenant, people: rows.map((row) => row.id) }, 'grades of today reached their people');
});

/** The record of a person carries the place of today, by which lists show and filter: one that was dated ahead reaches it on its day. */
const bringPlaces = forEveryFirm('people.bring_places', { cron: '6 * * * *', atStart: true }, async (tx, { log }) => {
  const day = await today(tx);
  const rows = await tx.all<Record<string, unknown> & { id: string; version: number; there: string; part: string | null }>(sql`
    select u.*, p.country as there, p.region as part from people.places p
    join people.users u on u.tenant_id = p.tenant_id and u.id = p.user_id
    where p.tenant_id = ${tx.tenant} and p.valid_from <= ${day} and p.valid_to > ${day}
      and (u.country, u.region) is distinct from (p.country, p.region)
    order by u.id for update of u`);
  if (rows.length === 0) return;
  await tx.write.update(
    'people.users',
    rows.map(({ there, part, ...before }) => ({ before, set: { country: there, region: part } })),
  );
  log.info({ tenant: tx.tenant, people: rows.map((row) => row.id) }, 'places of today reached their people');
});

/** Who registered with an address of the firm's domain becomes one of its people: a Junior, for hr to complete. */
const joinByDomain = onJob(ADDRESS_CONFIRMED, async (tx, { account, email, first_name = '', last_name }) => {
  const known = await tx.one(sql`
    select 1 from access.memberships m left join people.users u on u.tenant_id = m.tenant_id and u.id = m.id
    where m.tenant_id = ${tx.tenant} and (m.account_id = ${account} or u.email_lc = ${email.toLowerCase()}) limit 1`);
  if (known) return;
  const [name = email] = email.split('@');
  await addPeople(tx, [
    { id: newId(), account_id: account, email, first_name, last_name: last_name || name, employed_from: await today(tx) },
  ]);
});

export const peopleJobs: readonly Job[] = [bringGrades, bringPlaces, joinByDomain];
