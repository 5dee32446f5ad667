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

/** How a command ended, and what it said. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** One clear line, whatever went wrong. */
function lineOf(error: unknown): string {
  if (error instanceof Problem) return typeof error.body.detail === 'string' ? error.body.detail : error.body.detail.reason;
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? 'Failed.';
}

async function perform({ command, rest }: { command: Command; rest: string[] }): Promise<Ended> {
  const { values, positionals } = parseArgs({ args: rest, options: { ...command.options, ...shared }, allowPositionals: true });
  if (values['help']) return { code: 0, stdout: `cadre ${command.usage}\n\n${command.summary}\n`, stderr: '' };
  const done = await command.run({ values: values as Record<string, string | boolean | undefined>, positionals });
  const said = values['json'] ? JSON.stringify(done.json, null, 2) : done.text;
  return {
    code: done.failed ? 1 : 0,
    stdout: said ? `${said}\n` : '',
    stderr: done.failed ? `cadre: ${done.failed}\n` : '',
  };
}

/** Does what a command line asks for. What goes wrong is said in one line and never thrown. */
export async function commandLine(words: readonly string[]): Promise<Ended> {
  const chosen = choose(words);
  if (chosen)
    return perform(chosen).catch((error: unknown) => ({ code: 1, stdout: '', stderr: `cadre: ${oneLine(lineOf(error))}\n` }));
  const asked = words.length === 0 || words.includes('--help') || words.includes('-h');
  return asked
    ? { code: 0, stdout: overview(), stderr: '' }
    : { code: 2, stdout: '', stderr: `cadre: there is no command "${words[0]}". See cadre --help.\n` };
}
