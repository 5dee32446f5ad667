import { newId } from '../../kit/ids.ts';
import { conflict } from '../../kit/problem.ts';
import { notify } from '../../settings/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { USUAL_PICTURE_MONTHS, usuallyKept } from '../rules.ts';
import { countLeavers } from './leavers.ts';
import { NOTICE_PUBLISHED } from './notices.ts';

interface Privacy {
  erases_leavers: boolean;
  picture_months: number | null;
  audit_months: number | null;
  notice: string;
  edition: number;
  published_at: string | null;
  version: number;
}

type PrivacyRow = Privacy & Record<string, unknown>;

interface Retention extends Record<string, unknown> {
  id: string;
  country: string;
  months: number;
  version: number;
}

const USUAL: Privacy = {
  erases_leavers: false,
  picture_months: USUAL_PICTURE_MONTHS,
  audit_months: null,
  notice: '',
  edition: 0,
  published_at: null,
  version: 0,
};

const load = (tx: Tx): Promise<PrivacyRow | undefined> =>
  tx.one<PrivacyRow>(sql`select * from support.privacy where tenant_id = ${tx.tenant}`);

/** What holds for the firm: what it chose, and what is usual where it chose nothing. */
export const privacyOf = async (tx: Tx): Promise<Privacy> => (await load(tx)) ?? USUAL;

async function countriesOf(tx: Tx): Promise<{ code: string; months: number; usual: number }[]> {
  const rows = await tx.all<{ code: string; months: number | null }>(sql`
    select c.code, r.months from (
      select code from settings.countries where tenant_id = ${tx.tenant}
      union select country from people.users where tenant_id = ${tx.tenant}
      union select country from support.retentions where tenant_id = ${tx.tenant}) c
    left join support.retentions r on r.tenant_id = ${tx.tenant} and r.country = c.code
    order by c.code`);
  return rows.map(({ code, months }) => ({ code, months: months ?? usuallyKept(code), usual: usuallyKept(code) }));
}

/** How long the firm keeps things, what it tells its people, and who has read it. */
export async function readPrivacy(tx: Tx) {
  const [row, countries, readers, due] = await Promise.all([
    privacyOf(tx),
    countriesOf(tx),
    tx.one<{ read_by: number; people: number }>(sql`
      select count(*)::int as people, count(*) filter (where a.edition = p.edition)::int as read_by
      from access.memberships m
      left join support.acknowledgements a on a.tenant_id = m.tenant_id and a.id = m.id
      left join support.privacy p on p.tenant_id = m.tenant_id
      where m.tenant_id = ${tx.tenant} and m.is_active`),
    countLeavers(tx, 'due'),
  ]);
  const { erases_leavers, picture_months, audit_months, notice, edition, published_at, version } = row;
  const kept = { erases_leavers, picture_months, audit_months, notice, edition, published_at, version };
  return { ...kept, countries, read_by: readers?.read_by ?? 0, people: readers?.people ?? 0, due };
}

interface Wanted extends Partial<Pick<Privacy, 'erases_leavers' | 'picture_months' | 'audit_months' | 'notice' | 'version'>> {
  countries?: { code: string; months: number }[];
}

/** Keeps what the firm says of a country; what is usual anyway is not kept. */
async function keepCountries(tx: Tx, wanted: readonly { code: string; months: number }[]): Promise<void> {
  const rows = await tx.all<Retention>(sql`select * from support.retentions where tenant_id = ${tx.tenant} for update`);
  const stored = new Map(rows.map((row) => [row.country, row]));
  const own = new Map(
    wanted.filter(({ code, months }) => months !== usuallyKept(code)).map(({ code, months }) => [code, months]),
  );
  const named = new Set(wanted.map(({ code }) => code));
  await tx.write.remove(
    'support.retentions',
    rows.filter(({ country }) => named.has(country) && !own.has(country)),
  );
  await tx.write.update(
    'support.retentions',
    rows.flatMap((before) => {
      const months = own.get(before.country);
      return months === undefined ? [] : [{ before, set: { months } }];
    }),
  );
  await tx.write.insert(
    'support.retentions',
    [...own].filter(([country]) => !stored.has(country)).map(([country, months]) => ({ id: newId(), country, months })),
  );
}

/** Asks everybody who can sign in to read an edition. */
async function askToRead(tx: Tx, edition: number): Promise<void> {
  const rows = await tx.all<{ id: string }>(sql`select id from access.memberships where tenant_id = ${tx.tenant} and is_active`);
  const userIds = rows.map(({ id }) => id);
  await notify(tx, {
    kind: NOTICE_PUBLISHED,
    userIds,
    facts: { edition },
    link: '/profile#privacy_notice',
    occasion: String(edition),
  });
}

/** Changes what is kept and told; another text of the notice is its next edition. @throws Problem 409 when stale */
export async function changePrivacy(tx: Tx, _actor: Actor, { body }: { body: Wanted }) {
  // Two who change it at once: the second sees the first.
  await tx.all(sql`select 1 from settings.firm where tenant_id = ${tx.tenant} for update`);
  const { countries, version, ...wanted } = body;
  const row = await load(tx);
  if (version !== undefined && version !== (row?.version ?? 0))
    throw conflict('Somebody else changed this in the meantime.', await readPrivacy(tx));
  const notice = (wanted.notice ?? row?.notice ?? '').trim();
  const published =
    notice === (row?.notice ?? '') ? {} : { notice, edition: (row?.edition ?? 0) + 1, published_at: tx.now.toISOString() };
  const set = { ...wanted, notice, ...published };
  if (row) await tx.write.update('support.privacy', [{ before: row, set }]);
  else await tx.write.insert('support.privacy', [{ id: newId(), ...set }]);
  if (countries) await keepCountries(tx, countries);
  if (published.edition && notice !== '') await askToRead(tx, published.edition);
  tx.say({ topic: 'privacy' });
  return readPrivacy(tx);
}

/** The notice with whether the actor has read it; an empty text is none. */
export async function readNotice(tx: Tx, actor: Actor) {
  const [row, read] = await Promise.all([
    privacyOf(tx),
    tx.one<{ edition: number }>(sql`
      select edition from support.acknowledgements where tenant_id = ${tx.tenant} and id = ${actor.userId}`),
  ]);
  const { notice, edition, published_at } = row;
  return { text: notice, edition, published_at, is_read: notice === '' || read?.edition === edition };
}

/** Says that the actor has read an edition. @throws Problem 409 when there is a newer one */
export async function acknowledgeNotice(tx: Tx, actor: Actor, { body }: { body: { edition: number } }) {
  const { edition } = await privacyOf(tx);
  if (body.edition !== edition) throw conflict('There is a newer edition of this notice.', await readNotice(tx, actor));
  await tx.all(sql`
    insert into support.acknowledgements (tenant_id, id, edition, at)
    values (${tx.tenant}, ${actor.userId}, ${edition}, ${tx.now}::timestamptz)
    on conflict (tenant_id, id) do update set edition = excluded.edition, at = excluded.at
    returning 1`);
  return readNotice(tx, actor);
}
