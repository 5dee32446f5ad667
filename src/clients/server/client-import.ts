import { newId } from '../../kit/ids.ts';
import { said } from '../../kit/said.ts';
import { refuseFlag } from '../../people/server/public.ts';
import type { FileReply, Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import { type Cells, type Fault, type Given, TableImport } from '../../server/table-import.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { CLIENT_FIELDS, type ClientField } from '../rules.ts';
import { listSectors } from './clients.ts';

const PAGES = ['clients_projects'];
const table = new TableImport<ClientField>({
  name: 'clients',
  fields: CLIENT_FIELDS,
  headings: { name: said`Client`, sector: said`Sector` },
  needed: ['name'],
});

/** An empty table of clients, with the sectors in use to choose from. */
export async function clientTemplate(tx: Tx, actor: Actor, { query }: { query: { format?: string } }): Promise<FileReply> {
  refuseFlag(actor, 'can_edit', PAGES);
  const sectors = await listSectors(tx);
  return table.template(actor.language, { sector: sectors.length > 0 ? { options: sectors } : {} }, query.format);
}

interface Verdict {
  added: { id: string; name: string; sector: string | null }[];
  /** Rows of clients whom the firm has already. */
  known: number[];
  faults: Fault<ClientField>[];
}

async function judged(tx: Tx, rows: readonly Cells<ClientField>[]): Promise<Verdict> {
  const there = new Set(
    (
      await tx.all<{ name_lc: string }>(sql`
        select name_lc from clients.clients
        where tenant_id = ${tx.tenant} and name_lc = any(${rows.map(({ name }) => name.toLowerCase())})`)
    ).map(({ name_lc }) => name_lc),
  );
  const first = new Map<string, number>();
  const verdict: Verdict = { added: [], known: [], faults: [] };
  const { faults } = table.judge(rows, (cells, say) => {
    const name = cells.name.toLowerCase();
    const twin = first.get(name);
    if (name === '') say('name', 'A client needs a name.');
    else if (twin !== undefined) say('name', said`This name stands in row ${twin} too.`);
    else first.set(name, cells.row);
    if (cells.name.length > 200) say('name', said`At most ${200} characters.`);
    if (cells.sector.length > 100) say('sector', said`At most ${100} characters.`);
    if (there.has(name)) verdict.known.push(cells.row);
    else verdict.added.push({ id: newId(), name: cells.name, sector: cells.sector || null });
  });
  return { ...verdict, faults };
}

interface Body {
  filename?: string;
  data?: Given<ClientField>;
}

/** Judges a table of clients: every row with every fault. Nothing is written. @throws Problem 404, 413, 415, 422 for the file */
export async function judgeClients(tx: Tx, actor: Actor, { body }: { body: Body }, { config }: Visit) {
  refuseFlag(actor, 'can_edit', PAGES);
  const { rows, faults } = await table.given(tx, actor, config, body);
  const verdict = await judged(tx, rows);
  return { ...table.answer(rows, [...faults, ...verdict.faults], actor.language), known: verdict.known };
}

/** Adds every client of a table, or none. Who is there stays as it is. @throws Problem 422 with every fault at its row */
export async function insertClients(tx: Tx, actor: Actor, { body }: { body: { data: Given<ClientField> } }) {
  refuseFlag(actor, 'can_edit', PAGES);
  const rows = table.rowsFrom(body.data);
  const { added, known, faults } = await judged(tx, rows);
  table.refuse(rows, faults);
  await tx.write.insert('clients.clients', added);
  return { success: true, created: added.length, unchanged: known.length };
}
