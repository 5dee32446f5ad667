import { firmOf } from '../../settings/server/public.ts';
import { today } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { codeOf, codeParts } from '../rules.ts';

/** What a code is made of beside its number. */
export interface CodeFor {
  client_id: string | null;
  starts_on?: string | null | undefined;
  /** The client's name, where it is not stored yet. */
  client?: string | null | undefined;
}

/** Codes of a firm are given away one after the other: two who add a project at once would get the same. */
const LOCK = 4_919_236;

/**
 * Free codes by the firm's pattern, one for each project that needs one: each run of codes (by year, by client) goes on from its
 * highest number. Four statements for any number.
 * @param taken codes that are given away in the same breath
 */
export async function nextCodes(tx: Tx, wanted: readonly CodeFor[], taken: readonly string[] = []): Promise<string[]> {
  if (wanted.length === 0) return [];
  await tx.all(sql`select pg_advisory_xact_lock(${LOCK}::int, ${tx.tenant}::int)`);
  const [{ project_code: pattern }, day, names] = await Promise.all([firmOf(tx), today(tx), clientNames(tx, wanted)]);
  const parts = wanted.map(({ client_id, starts_on, client }) =>
    codeParts(pattern, {
      year: Number((starts_on ?? day).slice(0, 4)),
      client: client ?? (client_id === null ? null : (names.get(client_id) ?? null)),
    }),
  );
  const highest = await highestNumbers(tx, parts, taken);
  return parts.map((part) => {
    const run = runOf(part);
    const number = (highest.get(run) ?? 0) + 1;
    highest.set(run, number);
    return codeOf(part, number);
  });
}

const runOf = ({ before, after }: Run): string => `${before}\n${after}`.toLowerCase();

async function clientNames(tx: Tx, wanted: readonly CodeFor[]): Promise<Map<string, string>> {
  const ids = [...new Set(wanted.flatMap(({ client_id, client }) => (client ? [] : (client_id ?? []))))];
  if (ids.length === 0) return new Map();
  const rows = await tx.all<{ id: string; name: string }>(sql`
    select id, name from clients.clients where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface Run {
  before: string;
  after: string;
}

/** The highest number in use of each run. */
async function highestNumbers(tx: Tx, parts: readonly Run[], taken: readonly string[]): Promise<Map<string, number>> {
  const runs = parts.map((part) => ({ key: runOf(part), before: part.before.toLowerCase(), after: part.after.toLowerCase() }));
  // As far as all of them begin alike: what begins otherwise is in none of the runs.
  const lengths = [...new Set(runs.map(({ before }) => before.length))].sort((a, b) => a - b);
  const least = lengths[0] ?? 0;
  const heads = [...new Set(runs.map(({ before }) => before.slice(0, least)))];
  const rows = await tx.all<{ code_lc: string }>(sql`
    select code_lc from clients.projects where tenant_id = ${tx.tenant} and left(code_lc, ${least}::int) = any(${heads}::text[])`);
  const byBefore = Map.groupBy(new Map(runs.map((run) => [run.key, run])).values(), ({ before }) => before);
  const highest = new Map<string, number>();
  for (const code of [...rows.map(({ code_lc }) => code_lc), ...taken.map((each) => each.toLowerCase())]) {
    for (const { key, before, after } of lengths.flatMap((length) => byBefore.get(code.slice(0, length)) ?? [])) {
      if (!code.endsWith(after)) continue;
      const digits = code.slice(before.length, code.length - after.length);
      if (/^\d{1,8}$/.test(digits)) highest.set(key, Math.max(highest.get(key) ?? 0, Number(digits)));
    }
  }
  return highest;
}
