import { rooms } from './rooms.ts';

/**
 * Rules for the statements that the suite runs, as their texts reach the database: which room may write and read what, and
 * what a database that is spread over several machines would refuse or, worse, take wrongly.
 */

/** A statement and who sent it: a room, `server` for the plumbing, `world` for the builder of firms, `test` for the tests. */
export interface Sent {
  text: string;
  by: string;
}

/** Passes statements on without making them: the next one below on the stack is who sent it. */
const messengers = /\/src\/server\/(tx|gateway|paging|http|sql|idempotency)\.ts/;

/** Who sends the statement that is being observed right now, from the files on the stack. */
export function senderNow(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 60;
  const stack = new Error().stack ?? '';
  Error.stackTraceLimit = limit;
  return senderOf(stack);
}

/** @param stack lines of a stack, the innermost first */
export function senderOf(stack: string): string {
  // The audit is the plumbing's own, whoever waits for the commit that it travels with.
  if (/\bGateway\.flush\b/.test(stack)) return 'server';
  const frames = stack
    .split('\n')
    .filter((line) => /\/src\/[\w/.-]+\.ts/.test(line) || /\/test\/(?!(?:app|statements)\.ts)[\w.-]+\.ts/.test(line));
  const frame = frames.find((line) => !messengers.test(line));
  if (!frame) return 'server';
  if (/\.test\.ts|\/test\//.test(frame)) return 'test';
  const [, place = 'server', part = ''] = /\/src\/(\w+)\/(\w+)/.exec(frame) ?? [];
  return place === 'server' && part === 'world' ? 'world' : place;
}

const plumbing = 'app';
/** The rows about the same person in the room below: whoever adds a person adds the membership. */
const shared: Record<string, readonly string[]> = { people: ['access'] };

const tableName = String.raw`([a-z_]+)\.([a-z_]+)`;
const written = new RegExp(String.raw`\b(?:insert into|update|delete from)\s+${tableName}`, 'gi');
const read = new RegExp(String.raw`\b(?:from|join|using)\s+${tableName}`, 'gi');

const schemasOf = (text: string, pattern: RegExp): string[] => [
  ...new Set([...text.matchAll(pattern)].map(([, schema = '']) => schema.toLowerCase())),
];

/** What a room does to tables that are not its own. The plumbing writes its own tables alone, and reads for everybody. */
export function trespasses({ text, by }: Sent): string[] {
  if (by === 'world' || by === 'test') return [];
  const own = by === 'server' ? [plumbing, 'jobs'] : [by, ...(shared[by] ?? [])];
  const writes = schemasOf(text, written).filter((schema) => !own.includes(schema));
  const floor = rooms.indexOf(by);
  const reads =
    by === 'server' ? [] : schemasOf(text, read).filter((schema) => rooms.includes(schema) && rooms.indexOf(schema) > floor);
  return [...writes.map((schema) => `${by} writes ${schema}`), ...reads.map((schema) => `${by} reads ${schema}`)];
}

const notAnAlias = new Set(
  [
    'where',
    'on',
    'set',
    'order',
    'group',
    'left',
    'right',
    'inner',
    'full',
    'cross',
    'join',
    'using',
    'for',
    'limit',
    'union',
  ].concat(['returning', 'having', 'natural', 'offset', 'select', 'values']),
);

/** Tables of a statement that no condition ties to a tenant: to a parameter, or to the tenant of another table. */
export function untied(text: string, tenantTables: ReadonlySet<string>): string[] {
  const uses = text.matchAll(/\b(from|join|update|using)\s+([a-z_]+\.[a-z_]+)(?:\s+(?:as\s+)?([a-z_]\w*))?/gi);
  const loose: string[] = [];
  for (const [, , table = '', word = ''] of uses) {
    if (!tenantTables.has(table.toLowerCase())) continue;
    const alias = word === '' || notAnAlias.has(word.toLowerCase()) ? '' : word;
    const tied = new RegExp(
      String.raw`\b${alias}\.tenant_id\s*=\s*(\$\d|\w+\.tenant_id)|\b\w+\.tenant_id\s*=\s*${alias}\.tenant_id`,
      'i',
    );
    if (!alias || !tied.test(text)) loose.push(table);
  }
  // A table without a name of its own is meant by a bare `tenant_id = $1`.
  const bare = [...text.matchAll(/(?<![\w.])tenant_id\s*=\s*\$\d/gi)].length;
  return loose.slice(bare);
}

const insertSelect = /\binsert\s+into\s+[^;]*?\)\s*select\b/i;
const rules: [what: string, broken: (text: string, tables: ReadonlySet<string>) => boolean][] = [
  ['set_config() does not reach the shards', (text) => /\bset_config\s*\(/i.test(text)],
  ['MERGE is not known everywhere', (text) => /\bmerge\s+into\b/i.test(text)],
  [
    'insert … select needs RETURNING or ON CONFLICT',
    (text) => insertSelect.test(text) && !/\b(returning|on conflict)\b/i.test(text.slice(text.search(insertSelect))),
  ],
  [
    'a lock needs its tenant',
    (text) => /\bfor\s+(no key\s+)?(update|key share|share)\b/i.test(text) && !/tenant_id\s*=\s*\$\d/i.test(text),
  ],
  [
    'an update takes its moment from outside',
    (text) => /\bupdate\b[^;]*\bset\b[^;]*\b(clock_timestamp|gen_random_uuid|random)\s*\(/i.test(text),
  ],
  ['a conflict is settled by excluded values', (text) => /\bdo update set\b[^;]*\b(now|clock_timestamp)\s*\(/i.test(text)],
  ['values hold no sub-select', (text) => /\bvalues\s*\([^)]*\(\s*select\b/i.test(text)],
  ['every table is tied to the tenant', (text, tables) => untied(text, tables).length > 0],
  ['an insert begins with the tenant', (text, tables) => startsElsewhere(text, tables)],
  ['names are sorted as names', (text) => /\border by\b[^)]*\bname_lc\b(?!\s+collate\b)(?!\s*\))/i.test(text)],
];

function startsElsewhere(text: string, tables: ReadonlySet<string>): boolean {
  const inserts = text.matchAll(/\binsert\s+into\s+([a-z_]+\.[a-z_]+)(?:\s+as\s+\w+)?\s*\(\s*([a-z_]+)/gi);
  return [...inserts].some(
    ([, table = '', first = '']) => tables.has(table.toLowerCase()) && first.toLowerCase() !== 'tenant_id',
  );
}

/** What a statement breaks of the rules of `citus`: a database that is spread by tenant. */
export const breaches = (text: string, tenantTables: ReadonlySet<string>): string[] =>
  rules.filter(([, broken]) => broken(text, tenantTables)).map(([what]) => what);

/** Everything that is wrong with what was sent, a line each. */
export const complaintsAbout = (sent: readonly Sent[], tenantTables: ReadonlySet<string>): string[] =>
  sent.flatMap((each) => {
    if (each.by === 'test') return [];
    const found = [...trespasses(each), ...(each.by === 'world' ? [] : breaches(each.text, tenantTables))];
    return found.map((what) => `${what} (${each.by}): ${each.text.replace(/\s+/g, ' ').trim().slice(0, 300)}`);
  });
