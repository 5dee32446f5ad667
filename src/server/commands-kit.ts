import type { ParseArgsConfig } from 'node:util';
import { readConfig } from './config.ts';
import { sql } from './sql.ts';
import { type Running, open } from './start.ts';

export type Values = Record<string, string | boolean | undefined>;

/** One command of the operator: its options, what it says of itself, what it does. */
export interface Command {
  usage: string;
  summary: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** Answers the document of `--json`, what a person reads without it, and why it failed if it did. */
  run(args: { values: Values; positionals: string[] }): Promise<{ json: unknown; text: string; failed?: string }>;
}

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;

/** Opens the product for one command, also beside a server that runs. */
export async function using<T>(work: (running: Running) => Promise<T>): Promise<T> {
  const running = await open(readConfig(), { join: true });
  try {
    return await work(running);
  } finally {
    await running.close();
  }
}

/** The values of options that must be there. @throws Error that names those that are missing */
export function need(values: Values, ...names: string[]): string[] {
  const missing = names.filter((name) => typeof values[name] !== 'string' || values[name] === '');
  if (missing.length > 0) throw new Error(`Missing: ${missing.map((name) => `--${name}`).join(', ')}.`);
  return names.map((name) => values[name] as string);
}

/** The id of an active firm by its short name. @throws Error */
export async function tenantOf(running: Running, slug: string): Promise<number> {
  const { text: statement, values } = sql`select id from settings.tenants where slug = ${slug} and is_active`.compile();
  const { rows } = await running.host.db.requests.query<{ id: number }>(statement, values);
  if (!rows[0]) throw new Error(`There is no firm "${slug}".`);
  return rows[0].id;
}

/** A value of a fixed list, in any case. @throws Error that names the list */
export function oneOf<T extends string>(name: string, value: string | undefined, allowed: readonly T[], fallback: T): T {
  if (value === undefined) return fallback;
  const found = allowed.find((each) => each.toLowerCase() === value.toLowerCase());
  if (!found) throw new Error(`--${name} must be one of: ${allowed.join(', ')}.`);
  return found;
}
