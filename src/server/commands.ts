import fs from 'node:fs';
import path from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { CATEGORIES, type Category, GRADES, type Grade } from '../kit/grades.ts';
import { importTime } from '../time/server/public.ts';
import { readConfig } from './config.ts';
import { sql } from './sql.ts';
import { type Running, open } from './start.ts';
import { withTenant } from './tx.ts';
import { layDemo } from './world/demo.ts';
import { addStaff, createFirm } from './world/firm.ts';

type Values = Record<string, string | boolean | undefined>;

/** One command of the operator: its options, what it says of itself, what it does. */
export interface Command {
  usage: string;
  summary: string;
  options: NonNullable<ParseArgsConfig['options']>;
  /** Answers the document of `--json`, what a person reads without it, and why it failed if it did. */
  run(args: { values: Values; positionals: string[] }): Promise<{ json: unknown; text: string; failed?: string }>;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** Opens the product for one command, also beside a server that runs. */
async function using<T>(work: (running: Running) => Promise<T>): Promise<T> {
  const running = await open(readConfig(), { join: true });
  try {
    return await work(running);
  } finally {
    await running.close();
  }
}

function need(values: Values, ...names: string[]): string[] {
  const missing = names.filter((name) => typeof values[name] !== 'string' || values[name] === '');
  if (missing.length > 0) throw new Error(`Missing: ${missing.map((name) => `--${name}`).join(', ')}.`);
  return names.map((name) => values[name] as string);
}

async function tenantOf(running: Running, slug: string): Promise<number> {
  const { text: statement, values } = sql`select id from settings.tenants where slug = ${slug} and is_active`.compile();
  const { rows } = await running.host.db.requests.query<{ id: number }>(statement, values);
  if (!rows[0]) throw new Error(`There is no firm "${slug}".`);
  return rows[0].id;
}

function oneOf<T extends string>(name: string, value: string | undefined, allowed: readonly T[], fallback: T): T {
  if (value === undefined) return fallback;
  const found = allowed.find((each) => each.toLowerCase() === value.toLowerCase());
  if (!found) throw new Error(`--${name} must be one of: ${allowed.join(', ')}.`);
  return found;
}

const importCommand: Command = {
  usage: 'import FILE --tenant T [--format auto] [--create-missing] [--user MAIL] [--project CODE] [--skip-rejected] [--dry-run]',
  summary: 'Imports the time export of another system, recognised by its header. The same file twice changes nothing.',
  options: {
    tenant: text,
    format: text,
    'create-missing': flag,
    user: text,
    project: text,
    'skip-rejected': flag,
    'dry-run': flag,
  },
  async run({ values, positionals }) {
    const [file] = positionals;
    if (!file || positionals.length > 1) throw new Error('Name one file to import.');
    const [slug = ''] = need(values, 'tenant');
    let bytes: Uint8Array;
    try {
      bytes = new Uint8Array(fs.readFileSync(file));
    } catch (error) {
      throw new Error(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown reason'}.`, { cause: error });
    }
    return using(async (running) => {
      const tenant = await tenantOf(running, slug);
      const skipRejected = values['skip-rejected'] === true;
      const report = await withTenant(running.host, { tenant }, (tx) =>
        importTime(
          tx,
          undefined,
          { name: path.basename(file), bytes },
          {
            format: values['format'] as string | undefined,
            createMissing: values['create-missing'] === true,
            user: values['user'] as string | undefined,
            project: values['project'] as string | undefined,
            skipRejected,
            dryRun: values['dry-run'] === true,
          },
        ),
      );
      const { missing, ...json } = report;
      const refused = report.rejected.slice(0, 20).map(({ row, column, message }) => `  row ${row}, ${column}: ${message}`);
      const lines = [
        `${report.format}: ${report.rows} rows, ${report.created} created, ${report.unchanged} unchanged, ${report.rejected.length} refused; ${(report.seconds / 3600).toFixed(2)} hours, ${report.users} people, ${report.projects} projects, ${report.clients} clients.`,
        ...refused,
      ];
      const failed =
        report.rejected.length > 0 && !skipRejected
          ? `${report.rejected.length} rows were refused; nothing was written.`
          : undefined;
      return { json: values['dry-run'] ? { ...json, missing } : json, text: lines.join('\n'), ...(failed ? { failed } : {}) };
    });
  },
};

/** The operator's commands by name; a name may have two words. */
export const commands: Record<string, Command> = {
  migrate: {
    usage: 'migrate',
    summary: 'Brings the database to this version.',
    options: {},
    run: () => using(async () => ({ json: { migrated: true }, text: 'The database is up to date.' })),
  },
  'tenant create': {
    usage: 'tenant create --slug S --name N [--currency EUR] [--zone Europe/Berlin] [--countries DE,FR]',
    summary: 'Makes a firm, with the public holidays of its countries; the first country is the default.',
    options: { slug: text, name: text, currency: text, zone: text, countries: text },
    async run({ values }) {
      const [slug = '', name = ''] = need(values, 'slug', 'name');
      const timeZone = (values['zone'] as string | undefined) ?? 'Europe/Berlin';
      try {
        new Intl.DateTimeFormat('en', { timeZone });
      } catch (error) {
        throw new Error(`There is no time zone "${timeZone}".`, { cause: error });
      }
      const year = new Date().getUTCFullYear();
      const countries = ((values['countries'] as string | undefined) ?? 'DE').split(',').map((code) => code.trim().toUpperCase());
      return using(async ({ host, adminUrl }) => {
        const id = await createFirm(host, adminUrl, {
          slug,
          name,
          currency: (values['currency'] as string | undefined) ?? 'EUR',
          timeZone,
          countries,
          years: [year - 1, year, year + 1, year + 2],
        });
        return { json: { id, slug, name }, text: `${name} is there, as "${slug}".` };
      });
    },
  },
  'user create': {
    usage:
      'user create --tenant T --email E --password P [--first-name F] [--last-name L] [--category C] [--grade G] [--role R] [--superuser]',
    summary: 'Adds a person who can sign in. An account that exists keeps its password.',
    options: {
      tenant: text,
      email: text,
      password: text,
      'first-name': text,
      'last-name': text,
      category: text,
      grade: text,
      role: text,
      superuser: flag,
    },
    async run({ values }) {
      const [slug = '', email = '', password = ''] = need(values, 'tenant', 'email', 'password');
      if (password.length < 8) throw new Error('--password must have at least 8 characters.');
      const category: Category = oneOf('category', values['category'] as string | undefined, CATEGORIES, 'operational');
      const grade: Grade = oneOf('grade', values['grade'] as string | undefined, GRADES, 'Junior');
      return using(async (running) => {
        const tenant = await tenantOf(running, slug);
        const [id] = await withTenant(running.host, { tenant }, async (tx) => {
          const country = await tx.one<{ code: string }>(
            sql`select code from settings.countries where tenant_id = ${tenant} and is_default`,
          );
          return addStaff(tx, [
            {
              firstName: (values['first-name'] as string | undefined) ?? '',
              lastName: (values['last-name'] as string | undefined) ?? email.split('@')[0] ?? email,
              email,
              password,
              category,
              grade,
              role: (values['role'] as string | undefined) ?? 'user',
              isSuperuser: values['superuser'] === true,
              country: country?.code ?? 'DE',
              employedFrom: new Date().toISOString().slice(0, 10),
            },
          ]);
        });
        return { json: { id, email, tenant: slug, category, grade }, text: `${email} may sign in to ${slug}.` };
      });
    },
  },
  seed: {
    usage: 'seed --demo',
    summary: 'Lays in the two demo firms and writes their accounts to demo.json in the data folder.',
    options: { demo: flag },
    async run({ values }) {
      if (!values['demo']) throw new Error('Say what to lay in: --demo.');
      return using(async ({ host, adminUrl, config }) => {
        const { accounts } = await layDemo(host, adminUrl, config.dataDir, config.publicUrl);
        return {
          json: { accounts: accounts.length },
          text: `${accounts.length} accounts stand in ${path.join(config.dataDir, 'demo.json')}.`,
        };
      });
    },
  },
  import: importCommand,
  doctor: {
    usage: 'doctor',
    summary: 'Looks whether the database is reachable, complete and of a version that Cadre supports.',
    options: {},
    run: () =>
      using(async ({ host, config }) => {
        const { rows } = await host.db.requests.query<{ version: string; bypass: boolean; firms: number }>(
          `select current_setting('server_version') as version, (select rolbypassrls or rolsuper from pg_roles where rolname = current_user) as bypass,
             (select count(*)::int from settings.tenants) as firms`,
        );
        const found = rows[0];
        const failed = found?.bypass ? 'The run-time role can pass row security.' : undefined;
        const json = { postgresql: found?.version, firms: found?.firms, data: config.dataDir, node: process.versions.node };
        return {
          json,
          text: `PostgreSQL ${found?.version}, ${found?.firms} firms, Node ${process.versions.node}.`,
          ...(failed ? { failed } : {}),
        };
      }),
  },
};
