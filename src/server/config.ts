import path from 'node:path';

/** What the environment sets, read and checked once at start. Every name is in docs/operations.md. */
export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** Run-time connection; undefined means the embedded database. */
  databaseUrl: string | undefined;
  /** Owner's direct connection for migrations and LISTEN. Default: `databaseUrl`. */
  databaseAdminUrl: string | undefined;
  publicUrl: string;
  demo: boolean;
  branding: boolean;
  passwordLogin: boolean;
  product: string;
  poolSize: number;
  logLevel: string;
}

function integer(env: NodeJS.ProcessEnv, name: string, fallback: number, least: number, most: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${name} must be a whole number from ${least} to ${most}, not "${text}".`);
  }
  return value;
}

function flag(env: NodeJS.ProcessEnv, name: string, fallback: boolean): boolean {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  if (text !== '0' && text !== '1') throw new Error(`${name} must be 0 or 1, not "${text}".`);
  return text === '1';
}

function databaseUrl(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) throw new Error(`${name} must be a postgres:// address.`);
  return text;
}

/** @throws Error with one readable line when a setting cannot be used */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const port = integer(env, 'PORT', 3000, 0, 65_535);
  const publicUrl = env['PUBLIC_URL'] || `http://localhost:${port}`;
  if (!URL.canParse(publicUrl)) throw new Error(`PUBLIC_URL must be an address, not "${publicUrl}".`);
  const url = databaseUrl(env, 'DATABASE_URL');
  return {
    port,
    host: env['HOST'] || '127.0.0.1',
    dataDir: path.resolve(env['CADRE_DATA'] || '.cadre'),
    databaseUrl: url,
    databaseAdminUrl: databaseUrl(env, 'DATABASE_ADMIN_URL') ?? url,
    publicUrl: publicUrl.replace(/\/$/, ''),
    demo: flag(env, 'CADRE_DEMO', true),
    branding: flag(env, 'BRANDING', false),
    passwordLogin: flag(env, 'PASSWORD_LOGIN', true),
    product: env['CADRE_PRODUCT'] || 'Cadre',
    poolSize: integer(env, 'DATABASE_POOL', 10, 1, 200),
    logLevel: env['LOG_LEVEL'] || 'info',
  };
}
