import type { Grade } from '../../kit/grades.ts';
import { GRADES } from '../../kit/grades.ts';
import { invalid, notFound } from '../../kit/problem.ts';
import { ratesOn } from '../../rates/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { TableInput } from '../contract.ts';
import { type LineRates, price } from '../rules.ts';
import { type Impossible, type Wish, solve } from '../rules/solve.ts';
import { type Stressed, stressesOf, worstPlace } from '../rules/worst.ts';
import { type StoredVersion, type Table, contentOf, tablesOf } from './content.ts';
import { headOf } from './details.ts';
import { groundOf } from './drafts.ts';
import { seesCost, shownFigures } from './policy.ts';
import { shownTables, shownWhole } from './shown.ts';
import { type Ground, type Practice, practiceOf, stamped } from './stamps.ts';

interface Typed {
  id: string;
  tables?: TableInput[];
  currency?: string;
  columns?: string[];
}

/** Tables as a screen has them, with their rates; those that are stored where none are sent. @throws Problem 404, 422 */
async function typedTables(tx: Tx, actor: Actor, typed: Typed): Promise<{ tables: Table[]; ground: Ground; practice: Practice }> {
  const [head, version, practice] = await Promise.all([
    headOf(tx, actor, typed.id),
    tx.one<StoredVersion>(sql`
      select * from pricing.versions where tenant_id = ${tx.tenant} and pricing_id = ${typed.id} and is_latest`),
    practiceOf(tx),
  ]);
  if (!version) throw notFound('There is no such pricing.');
  const currency = typed.currency ?? version.currency;
  const ground = groundOf(head, { ...version, currency, columns: typed.columns ?? version.columns });
  const before = tablesOf(await contentOf(tx, version.id));
  if (!typed.tables) return { tables: before, ground, practice };
  const anew = currency !== version.currency;
  const tables = await stamped(tx, typed.tables, { ground, practice, before: anew ? [] : before, known: before });
  return { tables, ground, practice };
}

/** What tables as they stand on a screen come to. Nothing is written. */
export async function handleChange(tx: Tx, actor: Actor, { body }: { body: Typed }) {
  const { tables, practice } = await typedTables(tx, actor, body);
  const sees = seesCost(actor);
  return { tables: await shownTables(tx, tables, practice, sees), figures: shownWhole(sees, price(tables)) };
}

const REFUSED: Record<Impossible, string> = {
  no_hours: 'There are no hours yet.',
  no_cost: 'What some hours cost is not known.',
  no_income: 'There is no income yet.',
  out_of_reach: 'This cannot be reached.',
};

/** The tables with which a pricing has what is wanted. Nothing is written. @throws Problem 403, 404, 422 where there are none */
export async function updateProfit(tx: Tx, actor: Actor, { body }: { body: Typed & Wish }) {
  const { tables, practice } = await typedTables(tx, actor, body);
  const sees = seesCost(actor);
  // The fee for a margin would tell what the hours cost.
  if (body.want === 'margin' && !sees) throw invalid([{ path: 'want', message: 'Your role does not see costs.' }]);
  const found = solve(tables, body);
  if (typeof found === 'string') throw invalid([{ path: 'value', message: REFUSED[found] }]);
  return { tables: await shownTables(tx, found, practice, sees), figures: shownWhole(sees, price(found)) };
}

const above = (grade: Grade): Grade | undefined => GRADES[GRADES.indexOf(grade) + 1];

/** What becomes of tables when things go worse; the rates of the next grades are those of the same day. */
export async function stressed(tx: Tx, tables: readonly Table[], ground: Ground): Promise<Stressed[]> {
  const lines = tables.flatMap((table, at) =>
    table.lines.flatMap((line, index) => {
      const grade = above(line.grade);
      return grade ? [{ at, index, wanted: { ...line, grade, country: table.country, currency: table.currency } }] : [];
    }),
  );
  const rates = await ratesOn(
    tx,
    lines.map(({ wanted }) => wanted),
    { day: ground.rate_day, projectId: ground.project_id },
  );
  const found = new Map<string, LineRates>();
  for (const [place, { at, index }] of lines.entries()) {
    const own = rates[place];
    if (own && own.standard_rate !== null) found.set(`${at} ${index}`, own);
  }
  return stressesOf(tables, (table, line) => found.get(`${table} ${line}`));
}

/** The worst table and line, who must approve, and what becomes of it when things go worse. Nothing is written. */
export async function checkWorst(tx: Tx, actor: Actor, { body }: { body: Typed }) {
  const { tables, ground } = await typedTables(tx, actor, body);
  const figures = price(tables);
  const place = worstPlace(figures);
  const sees = seesCost(actor);
  const stresses = await stressed(tx, tables, ground);
  return {
    figures: shownWhole(sees, figures),
    table: place?.table ?? null,
    line: place?.line ?? null,
    tables: figures.tables.map(({ lines: _lines, ...own }) => shownFigures(sees, own)),
    stresses: stresses.map((each) => shownFigures(sees, each)),
  };
}
