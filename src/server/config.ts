import path from 'node:path';
import { readDatabaseUrl } from './config-database.ts';
import { type ProviderSettings, readOrigins, readOutbound, readProvider } from './config-sign-in.ts';
import { type MailSettings, type Registration, readMail, readProxies, readRegistration } from './config-mail.ts';
import { LOG_LEVELS } from './log.ts';
import { readSecretKeys } from './secrets.ts';

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
  /** Set: whether sign-in begins at the identity provider. Not set: when there is one. */
  branding: boolean | undefined;
  passwordLogin: boolean;
  /** The identity provider that the environment names; firms may have further ones. */
  provider: ProviderSettings | undefined;
  /** A code without its `state` is refused. */
  strictState: boolean;
  /** Keys for kept secrets, the newest first; none: the key file of the data folder. */
  secretKeys: string[];
  /** Origins that may be called although they are not public. */
  outboundAllow: string[];
  /** Origins whose pages may call the API. */
  corsOrigins: string[];
  product: string;
  mail: MailSettings;
  registration: Registration;
  /** Proxies that are believed about where a call came from. */
  trustProxy: string[];
  poolSize: number;
  logLevel: string;
  /** Where figures are served for who watches over the installation; undefined: nowhere. */
  metrics: { host: string; port: number } | undefined;
  /** Where uploaded files go instead of the data folder. */
  s3: S3Settings | undefined;
}

/** A bucket of a store that speaks S3. */
export interface S3Settings {
  bucket: string;
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  pathStyle: boolean;
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

function logLevel(env: NodeJS.ProcessEnv): string {
  const level = env['LOG_LEVEL'] || 'info';
  if (!LOG_LEVELS.some((known) => known === level)) throw new Error(`LOG_LEVEL must be one of: ${LOG_LEVELS.join(', ')}.`);
  return level;
}

/** The bucket, if one is named; then its keys must be too. Endpoint and region default to Amazon's first. */
function s3Settings(env: NodeJS.ProcessEnv): S3Settings | undefined {
  const bucket = env['S3_BUCKET'];
  if (!bucket) return undefined;
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error(`S3_BUCKET must be the name of a bucket, not "${bucket}".`);
  const region = env['S3_REGION'] || 'us-east-1';
  const endpoint = (env['S3_ENDPOINT'] || `https://s3.${region}.amazonaws.com`).replace(/\/+$/, '');
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint)) {
    throw new Error(`S3_ENDPOINT must be an http or https address, not "${endpoint}".`);
  }
  const [accessKeyId, secretAccessKey] = [env['S3_ACCESS_KEY_ID'], env['S3_SECRET_ACCESS_KEY']];
  if (!accessKeyId || !secretAccessKey) throw new Error('S3_BUCKET needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.');
  // Stores of one's own seldom have a name in the DNS for every bucket.
  const pathStyle = flag(env, 'S3_PATH_STYLE', Boolean(env['S3_ENDPOINT']));
  return { bucket, endpoint, region, accessKeyId, secretAccessKey, pathStyle };
}

/** @throws Error with one readable line when a setting cannot be used */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const port = integer(env, 'PORT', 3000, 0, 65_535);
  const publicUrl = env['PUBLIC_URL'] || `http://localhost:${port}`;
  if (!URL.canParse(publicUrl)) throw new Error(`PUBLIC_URL must be an address, not "${publicUrl}".`);
  const url = readDatabaseUrl(env, 'DATABASE_URL');
  const product = env['CADRE_PRODUCT'] || 'Cadre';
  const outboundAllow = readOutbound(env, publicUrl);
  return {
    port,
    host: env['HOST'] || '127.0.0.1',
    dataDir: path.resolve(env['CADRE_DATA'] || '.cadre'),
    databaseUrl: url,
    databaseAdminUrl: readDatabaseUrl(env, 'DATABASE_ADMIN_URL') ?? url,
    publicUrl: publicUrl.replace(/\/$/, ''),
    demo: flag(env, 'CADRE_DEMO', true),
    branding: env['BRANDING'] ? flag(env, 'BRANDING', false) : undefined,
    passwordLogin: flag(env, 'PASSWORD_LOGIN', true),
    provider: readProvider(env, publicUrl, outboundAllow),
    strictState: flag(env, 'STRICT_STATE', true),
    secretKeys: readSecretKeys(env['CADRE_SECRET_KEY']),
    outboundAllow,
    corsOrigins: readOrigins(env),
    product,
    mail: readMail(env, publicUrl, product),
    registration: readRegistration(env['REGISTRATION']),
    trustProxy: readProxies(env['TRUST_PROXY']),
    poolSize: integer(env, 'DATABASE_POOL', 10, 1, 200),
    logLevel: logLevel(env),
    metrics: env['METRICS_PORT']
      ? { host: env['METRICS_HOST'] || '127.0.0.1', port: integer(env, 'METRICS_PORT', 0, 0, 65_535) }
      : undefined,
    s3: s3Settings(env),
  };
}
