import { type ParseArgsConfig, parseArgs } from 'node:util';
import { Problem } from '../kit/problem.ts';
import type { Command } from './commands-kit.ts';
import { commands } from './commands.ts';
import { oneLine } from './log.ts';

const shared: NonNullable<ParseArgsConfig['options']> = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } };

function overview(): string {
  const rows = Object.values(commands).map((command) => `  cadre ${command.usage}\n      ${command.summary}`);
  return `Usage: cadre COMMAND [options]\n\n${rows.join('\n')}\n\nEvery command takes --json and --help.\n`;
}

/** The longest run of leading words that names a command: `tenant create`, `import`. */
function choose(words: readonly string[]): { command: Command; rest: string[] } | undefined {
  for (const count of [2, 1]) {
    const command = commands[words.slice(0, count).join(' ')];
    if (command) return { command, rest: words.slice(count) };
  }
  return undefined;
}

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const chosen = choose(words);
  if (!chosen) {
    const asked = words.length === 0 || words.includes('--help') || words.includes('-h');
    (asked ? process.stdout : process.stderr).write(
      asked ? overview() : `cadre: there is no command "${words[0]}". See cadre --help.\n`,
    );
    return asked ? 0 : 2;
  }
  const { command, rest } = chosen;
  const { values, positionals } = parseArgs({ args: rest, options: { ...command.options, ...shared }, allowPositionals: true });
  if (values['help']) {
    process.stdout.write(`cadre ${command.usage}\n\n${command.summary}\n`);
    return 0;
  }
  const done = await command.run({ values: values as Record<string, string | boolean | undefined>, positionals });
  if (values['json']) process.stdout.write(`${JSON.stringify(done.json, null, 2)}\n`);
  else if (done.text) process.stdout.write(`${done.text}\n`);
  if (done.failed) process.stderr.write(`cadre: ${done.failed}\n`);
  return done.failed ? 1 : 0;
}

/** One clear line, whatever went wrong. */
function lineOf(error: unknown): string {
  if (error instanceof Problem) return typeof error.body.detail === 'string' ? error.body.detail : error.body.detail.reason;
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? 'Failed.';
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`cadre: ${oneLine(lineOf(error))}\n`);
    process.exit(1);
  },
);
