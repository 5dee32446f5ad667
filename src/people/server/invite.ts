import { ensureAccounts, invite, membersAt } from '../../access/server/public.ts';
import { CustomColumns, countriesOf, defaultCountry } from '../../settings/server/public.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import type { Given } from '../../server/table-import.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { usersCalled } from './among.ts';
import { addPeople } from './bulk.ts';
import { type Known, judge } from './invite-check.ts';
import { type InviteColumn, type InviteRow, type Lists, inviteTable, offersOf } from './invite-table.ts';
import { refuseFlag } from './policy.ts';
import { today } from './today.ts';

const PAGES = ['users'];

/** The firm's own lists: teams that are open, roles, and countries with their names in the reader's language. */
async function listsOf(tx: Tx, language: string): Promise<Lists> {
  const [teams, roles, countries] = await Promise.all([
    tx.all<{ id: string; name: string }>(sql`
      select id, name from people.teams where tenant_id = ${tx.tenant} and closed_on is null order by name_lc collate app.names`),
    tx.all<{ role: string }>(sql`select role from access.roles where tenant_id = ${tx.tenant} order by role collate app.names`),
    countriesOf(tx, language),
  ]);
  return { teams, roles: roles.map(({ role }) => role), countries };
}

/** An empty list to fill in, with this firm's teams, roles and countries to choose from. */
export async function invitationTemplate(tx: Tx, actor: Actor, { query }: { query: { format?: string } }): Promise<FileReply> {
  refuseFlag(actor, 'can_edit', PAGES);
  const [custom, lists] = await Promise.all([CustomColumns.of(tx, 'users'), listsOf(tx, actor.language)]);
  const offers = { ...offersOf(lists), ...custom.offers(actor.language) };
  return custom.after(inviteTable).template(actor.language, offers, query.format);
}

/** Everything that a list is judged by: the firm's lists, and those of its people whom the list mentions. */
async function knownFor(tx: Tx, actor: Actor, rows: readonly InviteRow[], custom: CustomColumns): Promise<Known> {
  const mentioned = [...new Set(rows.flatMap(({ email, manager }) => [email.toLowerCase(), manager.toLowerCase()]))].filter(
    Boolean,
  );
  const [lists, people, members, country, day, readCustom] = await Promise.all([
    listsOf(tx, actor.language),
    tx.all<{ id: string; email_lc: string | null; name_lc: string }>(sql`
      select id, email_lc, name_lc from people.users
      where tenant_id = ${tx.tenant} and (email_lc = any(${mentioned}) or name_lc = any(${mentioned}))`),
    membersAt(tx, mentioned),
    defaultCountry(tx),
    today(tx),
    custom.reader(tx, rows, usersCalled),
  ]);
  const names = Map.groupBy(people, (person) => person.name_lc);
  return {
    ...lists,
    addresses: new Map([
      ...members.map(({ address, member }) => [address, member] as const),
      ...people.flatMap(({ id, email_lc }) => (email_lc === null ? [] : [[email_lc, id] as const])),
    ]),
    names: new Map([...names].map(([name, same]) => [name, same.map(({ id }) => id)])),
    today: day,
    country,
    language: actor.language,
    table: custom.after(inviteTable),
    readCustom,
  };
}

/**
 * Judges an uploaded list, or the rows of one that were changed on the screen: every row with every fault. Nothing is written.
 * @throws Problem 404 for an upload that is not the caller's, 413, 415 or 422 for a file that is no table
 */
export async function validateTable(
  tx: Tx,
  actor: Actor,
  { body }: { body: { filename?: string; data?: Given<InviteColumn> } },
  { config }: Visit,
) {
  refuseFlag(actor, 'can_edit', PAGES);
  const custom = await CustomColumns.of(tx, 'users');
  const { rows, faults } = await custom.after(inviteTable).given(tx, actor, config, body);
  const verdict = judge(rows, await knownFor(tx, actor, rows, custom));
  return {
    ...custom.after(inviteTable).answer(verdict.rows, [...faults, ...verdict.faults], actor.language),
    known: verdict.known,
  };
}

/** People who are added at the same moment are added one list after the other: both may name the same. */
const LOCK = 4_919_234;

/**
 * Adds and invites everybody of a list, or nobody. Who is there already stays as they are, so the same list again adds nobody.
 * @throws Problem 422 with every fault at its row
 */
export async function inviteUsers(tx: Tx, actor: Actor, { body }: { body: { data: Given<InviteColumn> } }) {
  refuseFlag(actor, 'can_edit', PAGES);
  const custom = await CustomColumns.of(tx, 'users');
  const table = custom.after(inviteTable);
  const rows = table.rowsFrom(body.data);
  await tx.all(sql`select pg_advisory_xact_lock(${LOCK}::int, ${tx.tenant}::int)`);
  const { faults, people, known } = judge(rows, await knownFor(tx, actor, rows, custom));
  table.refuse(rows, faults);
  const accounts = await ensureAccounts(
    tx,
    people.map(({ email }) => email ?? ''),
  );
  await addPeople(
    tx,
    people.map((person) => ({ ...person, account_id: accounts.get((person.email ?? '').toLowerCase()) as string })),
  );
  await invite(
    tx,
    people.map(({ id }) => id),
    actor.userId,
  );
  return { success: true, created: people.length, unchanged: known.length };
}
