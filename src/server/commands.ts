import fs from 'node:fs';
import path from 'node:path';
import { CATEGORIES, type Category, GRADES, type Grade } from '../kit/grades.ts';
import { isImportableHash, newSetUpLink, passwordRefusal } from '../access/server/public.ts';
import { today } from '../people/server/public.ts';
import { importTime } from '../time/server/public.ts';
import { backupCommand, restoreCommand } from './commands-backup.ts';
import { distributeCommand } from './commands-distribute.ts';
import { doctorCommand } from './commands-doctor.ts';
import { rebuildCommand } from './commands-rebuild.ts';
import { exportCommand } from './commands-export.ts';
import { type Command, flag, need, oneOf, tenantOf, text, using } from './commands-kit.ts';
import { providerCommands } from './commands-provider.ts';
import { seedCommand } from './commands-seed.ts';
import { serveUntilStopped } from './serving.ts';
import { sql } from './sql.ts';
import { type Tx, outside, withTenant } from './tx.ts';
import { addStaff, createFirm } from './world/firm.ts';

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

/** The rule that holds for everybody's passwords holds for those that an operator gives. @throws Error */
async function checkPassword(tx: Tx, product: string, email: string, password: string | undefined): Promise<void> {
  if (password === undefined) return;
  const firm = await tx.one<{ name: string }>(sql`select name from settings.tenants where id = ${tx.tenant}`);
  const reason = await passwordRefusal(password, [product, email, firm?.name ?? '']);
  if (reason) throw new Error(`--password: ${String(reason)}`);
}

/** The operator's commands by name; a name may have two words. */
export const commands: Record<string, Command> = {
  serve: {
    usage: 'serve',
    summary: 'Starts the server, as npm start does, until a signal stops it.',
    options: {},
    async run() {
      await serveUntilStopped();
      // The signal ends the process.
      return new Promise<never>(() => undefined);
    },
  },
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
      'user create --tenant T --email E [--password P | --password-hash H] [--first-name F] [--last-name L] [--category C] [--grade G] [--role R] [--superuser]',
    summary:
      'Adds a person who can sign in, by a password or by the hash that another system has of it (Argon2, bcrypt). An account that exists keeps its password.',
    options: {
      tenant: text,
      email: text,
      password: text,
      'password-hash': text,
      'first-name': text,
      'last-name': text,
      category: text,
      grade: text,
      role: text,
      superuser: flag,
    },
    async run({ values }) {
      const [slug = '', email = ''] = need(values, 'tenant', 'email');
      const passwordHash = values['password-hash'] as string | undefined;
      if (passwordHash !== undefined && !isImportableHash(passwordHash))
        throw new Error('--password-hash must be a PHC string of Argon2 or a bcrypt hash, at a cost that one sign-in may have.');
      const [password] = passwordHash === undefined ? need(values, 'password') : [];
      const category: Category = oneOf('category', values['category'] as string | undefined, CATEGORIES, 'operational');
      const grade: Grade = oneOf('grade', values['grade'] as string | undefined, GRADES, 'Junior');
      return using(async (running) => {
        const tenant = await tenantOf(running, slug);
        const [id] = await withTenant(running.host, { tenant }, async (tx) => {
          await checkPassword(tx, running.config.product, email, password);
          const country = await tx.one<{ code: string }>(
            sql`select code from settings.countries where tenant_id = ${tenant} and is_default`,
          );
          return addStaff(tx, [
            {
              firstName: (values['first-name'] as string | undefined) ?? '',
              lastName: (values['last-name'] as string | undefined) ?? email.split('@')[0] ?? email,
              email,
              password,
              passwordHash,
              category,
              grade,
              role: (values['role'] as string | undefined) ?? 'user',
              isSuperuser: values['superuser'] === true,
              country: country?.code ?? 'DE',
              employedFrom: await today(tx),
            },
          ]);
        });
        return { json: { id, email, tenant: slug, category, grade }, text: `${email} may sign in to ${slug}.` };
      });
    },
  },
  'setup-link': {
    usage: 'setup-link',
    summary: 'Prints a new link that sets up an installation without a firm, once and within 24 hours; the one before it ends.',
    options: {},
    run: () =>
      using(async ({ config, host }) => {
        const global = outside(host);
        const [row] = await global<{ n: number }>(sql`select count(*)::int as n from settings.tenants`);
        if (row?.n) throw new Error('There is a firm already. Use cadre tenant create and cadre user create.');
        const link = config.publicUrl + (await newSetUpLink(global));
        return { json: { link }, text: link };
      }),
  },
  ...providerCommands,
  seed: seedCommand,
  import: importCommand,
  export: exportCommand,
  backup: backupCommand,
  restore: restoreCommand,
  doctor: doctorCommand,
  distribute: distributeCommand,
  rebuild: rebuildCommand,
};
