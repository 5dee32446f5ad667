import { type Command, flag, text } from './commands-kit.ts';
import { readConfig } from './config.ts';
import { type TableKind } from './distribute-rules.ts';
import { distribute, plan } from './distribute.ts';
import { openDatabase } from './start.ts';

const SHARDS = '32';
const kinds: [TableKind['kind'], string][] = [
  ['reference', 'copied to every server'],
  ['distributed', 'cut by firm'],
  ['local', 'on the coordinator'],
];

const counted = (tables: readonly TableKind[]): string =>
  kinds.map(([kind, words]) => `${tables.filter((each) => each.kind === kind).length} ${words}`).join(', ');

/** `cadre distribute`: one database over several servers. */
export const distributeCommand: Command = {
  usage: 'distribute [--shards 32] [--plan]',
  summary:
    'Spreads the database over the servers of its Citus cluster, cut by firm. Stop Cadre first; a run that was ended is taken up. With --plan only says how each table would stand.',
  options: { shards: text, plan: flag },
  async run({ values }) {
    const config = readConfig();
    if (!values['plan'] && !config.databaseUrl)
      throw new Error('The embedded database is one server. Bring a backup into a server of your own first (docs/scale.md).');
    const database = await openDatabase(config, { join: true });
    try {
      if (values['plan']) {
        const { tables, obstacles } = await plan(database.adminUrl);
        const lines = tables.map(({ table, kind }) => `${kind.padEnd(11)}  ${table}`);
        const failed = obstacles.length > 0 ? `In the way: ${obstacles.join('; ')}.` : undefined;
        return { json: { tables, obstacles }, text: [...lines, counted(tables)].join('\n'), ...(failed ? { failed } : {}) };
      }
      const say = (line: string) => void process.stderr.write(`${line}\n`);
      const shards = Number((values['shards'] as string | undefined) ?? SHARDS);
      const done = await distribute(database.adminUrl, { shards, say });
      if (done.references === 0) return { json: done, text: `The database is distributed already: ${counted(done.tables)}.` };
      const said = `${done.rows} rows are spread: ${counted(done.tables)}. ${done.references} references hold.`;
      return { json: done, text: said };
    } finally {
      await database.stop();
    }
  },
};
