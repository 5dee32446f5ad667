import { Problem, invalid } from '../../kit/problem.ts';
import type { Text } from '../../kit/said.ts';
import { ensureAccounts, invite, membersAt } from '../../access/server/public.ts';
import { countriesOf, defaultCountry } from '../../settings/server/public.ts';
import { readUpload } from '../../server/files.ts';
import { tableFile } from '../../server/export.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import { writeTemplate } from '../../server/tables-write.ts';
import { readTable } from '../../server/tables.ts';
import { inLanguage } from '../../server/texts.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { InviteField } from '../rules.ts';
import { addPeople } from './bulk.ts';
import { type Known, type Verdict, judge } from './invite-check.ts';
import { type Fault, type InviteRow, type Lists, rowsFrom, rowsOf, templateColumns } from './invite-table.ts';
import { refuseFlag } from './policy.ts';
import { today } from './today.ts';

type Given = readonly ({ row?: number | null } & Partial<Record<InviteField, string | null>>)[];

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
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
  const columns = templateColumns(await listsOf(tx, actor.language), actor.language);
  if (query.format === 'csv')
    return tableFile(
      'invitations',
      'csv',
      columns.map(({ title }) => ({ key: title, title, kind: 'text' })),
      [],
    );
  return { name: 'invitations.xlsx', mediaType: SHEET, content: await writeTemplate(columns) };
}

/** Everything that a list is judged by: the firm's lists, and those of its people whom the list mentions. */
async function knownFor(tx: Tx, actor: Actor, rows: readonly InviteRow[]): Promise<Known> {
  const mentioned = [...new Set(rows.flatMap(({ email, manager }) => [email.toLowerCase(), manager.toLowerCase()]))].filter(
    Boolean,
  );
  const [lists, people, members, country, day] = await Promise.all([
    listsOf(tx, actor.language),
    tx.all<{ id: string; email_lc: string | null; name_lc: string }>(sql`
      select id, email_lc, name_lc from people.users
      where tenant_id = ${tx.tenant} and (email_lc = any(${mentioned}) or name_lc = any(${mentioned}))`),
    membersAt(tx, mentioned),
    defaultCountry(tx),
    today(tx),
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
  };
}

const judged = async (tx: Tx, actor: Actor, rows: readonly InviteRow[]): Promise<Verdict> =>
  judge(rows, await knownFor(tx, actor, rows));

/**
 * Judges an uploaded list, or the rows of one that were changed on the screen: every row with every fault. Nothing is written.
 * @throws Problem 404 for an upload that is not the caller's, 413, 415 or 422 for a file that is no table
 */
export async function validateTable(
  tx: Tx,
  actor: Actor,
  { body }: { body: { filename?: string; data?: Given } },
  { config }: Visit,
) {
  refuseFlag(actor, 'can_edit', PAGES);
  const { rows, faults } = await given(tx, actor, body, config);
  const verdict = await judged(tx, actor, rows);
  const all = [...faults, ...verdict.faults];
  const say = (text: Text): string => inLanguage(text, actor.language);
  return {
    success: all.length === 0,
    data: verdict.rows,
    errors: all.map(({ row, column, field, message }) => ({ row, column: say(column), field, message: say(message) })),
    known: verdict.known,
  };
}

async function given(
  tx: Tx,
  actor: Actor,
  { filename, data }: { filename?: string; data?: Given },
  config: Visit['config'],
): Promise<{ rows: InviteRow[]; faults: Fault[] }> {
  if (data !== undefined) return { rows: rowsFrom(data), faults: [] };
  if (!filename) throw invalid([{ path: 'filename', message: 'Upload a file first.' }]);
  const { name, bytes } = await readUpload(tx, config, actor.userId, filename);
  return rowsOf(await readTable(bytes, name), actor.language);
}

/** People who are added at the same moment are added one list after the other: both may name the same. */
const LOCK = 4_919_234;

/**
 * Adds and invites everybody of a list, or nobody. Who is there already stays as they are, so the same list again adds nobody.
 * @throws Problem 422 with every fault at its row
 */
export async function inviteUsers(tx: Tx, actor: Actor, { body }: { body: { data: Given } }) {
  refuseFlag(actor, 'can_edit', PAGES);
  const rows = rowsFrom(body.data);
  await tx.all(sql`select pg_advisory_xact_lock(${LOCK}::int, ${tx.tenant}::int)`);
  const { faults, people, known } = await judged(tx, actor, rows);
  if (faults.length > 0) {
    const at = new Map(rows.map(({ row }, index) => [row, index]));
    const errors = faults.map(({ row, field, message }) => ({ path: `data.${at.get(row)}${field && `.${field}`}`, message }));
    throw new Problem(422, { detail: faults[0]?.message ?? 'Invalid', errors });
  }
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
