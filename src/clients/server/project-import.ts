import { refuseFlag, usersCalled } from '../../people/server/public.ts';
import { CustomColumns, firmOf } from '../../settings/server/public.ts';
import { newId } from '../../kit/ids.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import type { Cells, Fault, Given } from '../../server/table-import.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { type NewProject, addProjects } from './bulk.ts';
import { refuseRestricted } from './project-lists.ts';
import {
  type Known,
  type Lists,
  type ProjectColumn,
  type ProjectLine,
  judgeLines,
  offersOf,
  projectTable,
} from './project-table.ts';

const PAGES = ['clients_projects'];

async function listsOf(tx: Tx): Promise<Lists> {
  const [clients, teams, firm] = await Promise.all([
    tx.all<{ id: string; name: string }>(sql`
      select id, name from clients.clients where tenant_id = ${tx.tenant} and is_active order by name_lc collate app.names`),
    tx.all<{ id: string; name: string }>(sql`
      select id, name from people.teams where tenant_id = ${tx.tenant} and closed_on is null order by name_lc collate app.names`),
    firmOf(tx),
  ]);
  return { clients, teams, currency: firm.currency };
}

/** An empty table of projects, with the firm's clients and teams to choose from. */
export async function projectTemplate(tx: Tx, actor: Actor, { query }: { query: { format?: string } }): Promise<FileReply> {
  refuseFlag(actor, 'can_edit', PAGES);
  const [lists, columns] = await Promise.all([listsOf(tx), CustomColumns.of(tx, 'projects')]);
  const offers = { ...offersOf(lists, actor.language), ...columns.offers(actor.language) };
  return columns.after(projectTable).template(actor.language, offers, query.format);
}

const namesIn = (text: string): string[] =>
  text
    .split(/[;,]/)
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

/** What a table is judged by: the firm's lists, and the people and projects that it mentions. */
async function knownFor(tx: Tx, rows: readonly Cells<ProjectColumn>[], columns: CustomColumns): Promise<Known> {
  const mentioned = [...new Set(rows.flatMap(({ managers }) => namesIn(managers)))];
  const [lists, people, projects, readCustom] = await Promise.all([
    listsOf(tx),
    tx.all<{ id: string; email_lc: string | null; name_lc: string }>(sql`
      select u.id, u.email_lc, u.name_lc from people.users u
      join access.memberships m on m.tenant_id = u.tenant_id and m.id = u.id and m.is_active
      where u.tenant_id = ${tx.tenant} and (u.email_lc = any(${mentioned}) or u.name_lc = any(${mentioned}))`),
    tx.all<{ code_lc: string; name_lc: string; client_id: string | null }>(sql`
      select code_lc, name_lc, client_id from clients.projects where tenant_id = ${tx.tenant}
        and (code_lc = any(${rows.map(({ code }) => code.toLowerCase())}) or name_lc = any(${rows.map(({ name }) => name.toLowerCase())}))`),
    columns.reader(tx, rows, usersCalled),
  ]);
  const byName = Map.groupBy(people, ({ name_lc }) => name_lc);
  return {
    ...lists,
    codes: new Set(projects.map(({ code_lc }) => code_lc)),
    names: new Set(projects.map(({ name_lc, client_id }) => `${client_id ?? ''} ${name_lc}`)),
    person: (name) => {
      const address = people.find(({ email_lc }) => email_lc === name);
      return address ? [address.id] : (byName.get(name) ?? []).map(({ id }) => id);
    },
    namesIn,
    table: columns.after(projectTable),
    readCustom,
  };
}

interface Body {
  filename?: string;
  data?: Given<ProjectColumn>;
}

interface Verdict {
  lines: ProjectLine[];
  known: number[];
  faults: Fault<ProjectColumn>[];
}

const judged = async (tx: Tx, rows: readonly Cells<ProjectColumn>[], columns: CustomColumns): Promise<Verdict> =>
  judgeLines(rows, await knownFor(tx, rows, columns));

/** Judges a table of projects: every row with every fault. Nothing is written. @throws Problem 404, 413, 415, 422 for the file */
export async function judgeProjects(tx: Tx, actor: Actor, { body }: { body: Body }, { config }: Visit) {
  refuseFlag(actor, 'can_edit', PAGES);
  const columns = await CustomColumns.of(tx, 'projects');
  const table = columns.after(projectTable);
  const { rows, faults } = await table.given(tx, actor, config, body);
  const verdict = await judged(tx, rows, columns);
  return { ...table.answer(rows, [...faults, ...verdict.faults], actor.language), known: verdict.known };
}

/** Adds every project of a table, or none. Who is there stays as it is. @throws Problem 422 with every fault at its row */
export async function insertProjects(tx: Tx, actor: Actor, { body }: { body: { data: Given<ProjectColumn> } }) {
  refuseFlag(actor, 'can_edit', PAGES);
  const columns = await CustomColumns.of(tx, 'projects');
  const table = columns.after(projectTable);
  const rows = table.rowsFrom(body.data);
  const { lines, known, faults } = await judged(tx, rows, columns);
  table.refuse(rows, faults);
  const projects: (NewProject & { id: string; managers: string[] })[] = lines.map((line) => ({ id: newId(), ...line }));
  await addProjects(
    tx,
    projects.map(({ managers: _managers, ...project }) => project),
  );
  await tx.write.insert(
    'clients.project_managers',
    projects.flatMap(({ id, managers }) => managers.map((user_id) => ({ project_id: id, user_id }))),
  );
  await refuseRestricted(
    tx,
    projects.filter(({ managers }) => managers.length > 0).map(({ id }) => id),
  );
  tx.say({ topic: 'projects' });
  return { success: true, created: projects.length, unchanged: known.length };
}
