import { Problem, conflict, invalid, notFound } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { tableFile } from '../../server/export.ts';
import type { FileReply } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import type { Column } from '../../server/tables-write.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { PAGES, defaultAccesses } from '../rules.ts';

interface RoleRow extends Record<string, unknown> {
  id: string;
  role: string;
  accesses: Record<string, Record<string, boolean>>;
  version: number;
}

type RoleInput = { body: { role: string; accesses: RoleRow['accesses'] } };

const KEPT_ROLE = 'user';

export async function listRoles(tx: Tx): Promise<{ success: boolean; data: { accesses: Pick<RoleRow, 'role' | 'accesses'>[] } }> {
  const accesses = await tx.all<RoleRow>(sql`
    select role, accesses from access.roles where tenant_id = ${tx.tenant} order by role collate app.names`);
  return { success: true, data: { accesses } };
}

/** The whole matrix as a file: a line for each flag of each page, a column for each role. A flag that a role leaves out is open. */
export async function exportRoles(tx: Tx, _actor: Actor, { query }: { query: { format?: string } }): Promise<FileReply> {
  const { accesses: roles } = (await listRoles(tx)).data;
  const usual = defaultAccesses();
  const columns: Column[] = [
    { key: 'page', title: 'Page', kind: 'text' },
    { key: 'flag', title: 'Flag', kind: 'text' },
    ...roles.map(({ role }, index): Column => ({ key: `role_${index}`, title: role, kind: 'text' })),
  ];
  const rows = PAGES.flatMap((page) =>
    Object.entries(usual[page] ?? {}).map(([flag, open]) => ({
      page,
      flag,
      ...Object.fromEntries(
        roles.map(({ accesses }, index) => [`role_${index}`, (accesses[page]?.[flag] ?? open) ? 'yes' : 'no']),
      ),
    })),
  );
  return tableFile('role_accesses', query.format, columns, rows);
}

async function loadRole(tx: Tx, role: string): Promise<RoleRow> {
  const row = await tx.one<RoleRow>(sql`select * from access.roles where tenant_id = ${tx.tenant} and role = ${role} for update`);
  if (!row) throw notFound(said`There is no role "${role}".`);
  return row;
}

function checkPages(accesses: RoleRow['accesses']): void {
  const unknown = Object.keys(accesses).filter((page) => !(PAGES as readonly string[]).includes(page));
  if (unknown.length > 0) throw invalid(unknown.map((page) => ({ path: `accesses.${page}`, message: 'There is no such page.' })));
}

export async function addRole(tx: Tx, _actor: Actor, { body }: RoleInput): Promise<RoleInput['body']> {
  checkPages(body.accesses);
  const role = body.role.trim();
  if (role === '') throw invalid([{ path: 'role', message: 'A role needs a name.' }]);
  const taken = await tx.one<{ role: string }>(sql`
    select role from access.roles where tenant_id = ${tx.tenant} and lower(role) = ${role.toLowerCase()}`);
  if (taken) {
    const message = said`There is a role "${taken.role}" already.`;
    throw new Problem(409, { detail: message, errors: [{ path: 'role', message }] });
  }
  const [row] = await tx.write.insert<RoleRow>('access.roles', [{ role, accesses: body.accesses }]);
  return row as RoleRow;
}

export async function updateRole(tx: Tx, _actor: Actor, { body }: RoleInput): Promise<RoleInput['body']> {
  checkPages(body.accesses);
  const before = await loadRole(tx, body.role);
  const [row] = await tx.write.update<RoleRow>('access.roles', [{ before, set: { accesses: body.accesses } }]);
  return row as RoleRow;
}

/** @throws Problem 409 for the role `user` and for a role that somebody has */
export async function deleteRole(tx: Tx, _actor: Actor, { body }: { body: { role: string } }): Promise<{ success: boolean }> {
  if (body.role === KEPT_ROLE) throw conflict('The role "user" stays: it is the role of everybody without another.');
  const row = await loadRole(tx, body.role);
  const used = await tx.one<{ n: number }>(sql`
    select count(*)::int as n from access.memberships where tenant_id = ${tx.tenant} and role = ${body.role}`);
  if (used?.n)
    throw conflict(
      used.n === 1 ? said`One person has the role "${body.role}".` : said`${used.n} people have the role "${body.role}".`,
    );
  await tx.write.remove('access.roles', [row]);
  return { success: true };
}

/** Changes one's own language. */
export async function changeLanguage(
  tx: Tx,
  actor: Actor,
  { body }: { body: string | { language: string } },
): Promise<{ language: 'en' | 'fr' | 'de' | 'es' }> {
  const language = (typeof body === 'string' ? body : body.language) as 'en' | 'fr' | 'de' | 'es';
  const before = await tx.one<Record<string, unknown>>(sql`
    select * from access.memberships where tenant_id = ${tx.tenant} and id = ${actor.userId} for update`);
  if (!before) throw notFound();
  await tx.write.update('access.memberships', [{ before, set: { language } }]);
  return { language };
}
