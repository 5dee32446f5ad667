import fs from 'node:fs';
import path from 'node:path';
import { worthDifferences } from '../reporting/server/worth-proof.ts';
import { differencesOf } from '../time/server/public.ts';
import { proveAudit } from './commands-audit.ts';
import { type Command, flag } from './commands-kit.ts';
import { type Config, readConfig } from './config.ts';
import { keyOf, storeOf } from './files.ts';
import { clusterState } from './distribute.ts';
import { newId } from '../kit/ids.ts';
import { few } from './log.ts';
import { mailerOf } from './mail.ts';
import { migrationState } from './migrate.ts';
import { type Running, open } from './start.ts';
import { HOUSE, withTenant } from './tx.ts';

/** What one look found: `detail` is a line for the operator, whether or not it is well. */
interface Finding {
  check: string;
  ok: boolean;
  detail: string;
}

type Look = (running: Running) => Promise<Omit<Finding, 'check'>>;

const well = (detail: string): Omit<Finding, 'check'> => ({ ok: true, detail });
const ill = (detail: string): Omit<Finding, 'check'> => ({ ok: false, detail });

const OLDEST = 150_000;
const NEWEST = 190_000;
/** Sessions, locks and reminders are compared across the two clocks. */
const MOST_SECONDS_APART = 5;
const LEAST_FREE_BYTES = 512 * 1024 * 1024;
const OVERDUE = `interval '1 hour'`;

const query = async <Row extends object>({ host }: Running, statement: string): Promise<Row[]> =>
  (await host.db.requests.query<Row>(statement)).rows;

const size = (bytes: number): string => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

const database: Look = async (running) => {
  const [row] = await query<{ number: number; version: string }>(
    running,
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as version`,
  );
  if (!row || row.number < OLDEST || row.number >= NEWEST)
    return ill(`PostgreSQL ${row?.version} is not supported; 15 to 18 are.`);
  return well(`PostgreSQL ${row.version}`);
};

const migrations: Look = async ({ adminUrl }) => {
  const { applied, waiting } = await migrationState(adminUrl);
  return waiting.length === 0
    ? well(`${applied} applied, none waits`)
    : ill(`waiting: ${waiting.join(', ')}. Run cadre migrate.`);
};

/** The role that requests run as must not be able to see past row security, whatever a statement says. */
const role: Look = async (running) => {
  const [row] = await query<{ name: string; powerful: boolean; owned: string[] }>(
    running,
    `select current_user as name, rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as powerful,
       array(select c.oid::regclass::text from pg_class c where c.relowner = r.oid order by 1) as owned
     from pg_roles r where rolname = current_user`,
  );
  if (row?.powerful) return ill(`${row.name} has powers of its own, and can pass row security.`);
  if (row?.owned.length) return ill(`${row.name} owns ${few(row.owned)}.`);
  return well(`${row?.name} owns nothing and cannot pass row security`);
};

/** Read before the firm is known, so bound by grants and the owner's functions instead. */
const unbound = `('access.sessions', 'access.links', 'access.memberships', 'access.roles', 'access.providers', 'access.sign_in_rules')`;

const rowSecurity: Look = async (running) => {
  const rows = await query<{ name: string; bound: boolean }>(
    running,
    `select c.oid::regclass::text as name, c.relrowsecurity and c.relforcerowsecurity and exists (
         select from pg_policy p where p.polrelid = c.oid and pg_get_expr(p.polqual, p.polrelid) = '(tenant_id = app.tid())') as bound
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'public')
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
       and n.nspname || '.' || c.relname not in ${unbound}
     order by 1`,
  );
  const open_ = rows.filter((row) => !row.bound).map((row) => row.name);
  return open_.length > 0 ? ill(`without forced row security: ${few(open_)}`) : well(`forced on ${rows.length} tables`);
};

const queue: Look = async (running) => {
  const [row] = await query<{ queues: number; late: number; failed: string[] }>(
    running,
    `select (select count(*)::int from jobs.queue where name not like '\\_\\_pgboss%') as queues,
       (select count(*)::int from jobs.job where state < 'active' and start_after < now() - ${OVERDUE}) as late,
       array(select name || ' (' || count(*) || ')' from jobs.job where state = 'failed' group by name order by name) as failed`,
  );
  if (row?.failed.length) return ill(`given up in the last days: ${few(row.failed)}. The server's log says why.`);
  return well(`${row?.queues} kinds of jobs, ${row?.late ? `${row.late} wait for over an hour` : 'none overdue'}`);
};

const sums: Look = async (running) => {
  const firms = await query<{ id: number; slug: string }>(running, 'select id, slug from settings.tenants order by id');
  const wrong: string[] = [];
  for (const { id, slug } of firms) {
    const found = await withTenant(running.host, { tenant: id, readOnly: true }, differencesOf);
    for (const { table, user_id, day, kept, real } of found) {
      wrong.push(
        `${table} of ${slug}, ${user_id}, ${day}: ${kept.seconds} s in ${kept.entries} kept, ${real.seconds} s in ${real.entries} real`,
      );
    }
  }
  return wrong.length > 0 ? ill(few(wrong)) : well(`days and months of ${firms.length} firms are the sums of their entries`);
};

/** Rates every entry anew: a minute for a million of them, so it is asked for. */
const worth: Look = async (running) => {
  const firms = await query<{ id: number; slug: string }>(running, 'select id, slug from settings.tenants order by id');
  const wrong: string[] = [];
  for (const { id, slug } of firms) {
    for (const { month, user_id, project_id, kept, real } of await withTenant(
      running.host,
      { tenant: id, readOnly: true },
      worthDifferences,
    ))
      wrong.push(`${slug}, ${user_id}, ${project_id}, ${month}: ${JSON.stringify(kept)} kept, ${JSON.stringify(real)} real`);
  }
  return wrong.length > 0
    ? ill(few(wrong))
    : well(`what the time of ${firms.length} firms is worth is what its entries are worth`);
};

/** Walks the chain of every firm, and of the installation itself. */
const audit: Look = async (running) => {
  const firms = await query<{ id: number; slug: string }>(running, 'select id, slug from settings.tenants order by id');
  const wrong: string[] = [];
  const heads: string[] = [];
  let rows = 0;
  for (const { id, slug } of [{ id: HOUSE, slug: 'the installation' }, ...firms]) {
    const proof = await withTenant(running.host, { tenant: id, readOnly: true }, proveAudit);
    wrong.push(...proof.faults.map((fault) => `${slug}: ${fault}`));
    heads.push(`${slug} ${proof.rows} ${proof.head.slice(0, 16)}`);
    rows += proof.rows;
  }
  return wrong.length > 0 ? ill(few(wrong)) : well(`${rows} rows are as they were sealed; links: ${heads.join(', ')}`);
};

const clock: Look = async (running) => {
  const sent = Date.now();
  const [row] = await query<{ at: number }>(running, 'select extract(epoch from clock_timestamp())::float8 * 1000 as at');
  const apart = Math.abs((row?.at ?? 0) - (sent + Date.now()) / 2) / 1000;
  const detail = `${apart.toFixed(1)} s between this machine and the database`;
  return apart > MOST_SECONDS_APART ? ill(detail) : well(detail);
};

/** A database of several servers holds each table where it belongs; one of a single server is well as it is. */
const cluster: Look = async ({ adminUrl }) => {
  const state = await clusterState(adminUrl);
  if (!state) return well('one server');
  return state.misplaced.length > 0
    ? ill(`not where they belong: ${few(state.misplaced)}`)
    : well(`${state.tables} tables of a distributed database are where they belong`);
};

async function mail(config: Config): Promise<Omit<Finding, 'check'>> {
  const mailer = mailerOf(config);
  try {
    await mailer.greet();
    return well(
      config.mail.smtpUrl === undefined ? `no SMTP_URL: letters are files in ${mailer.place}` : `${mailer.place} takes letters`,
    );
  } catch (error) {
    return ill(`${mailer.place}: ${reasonOf(error)}`);
  }
}

/** Writes, reads and removes in the store that uploads go to. */
async function files(config: Config): Promise<Omit<Finding, 'check'>> {
  const store = storeOf(config);
  const key = keyOf(0, newId());
  try {
    await store.put(key, Buffer.from(key));
    const back = Buffer.from(await store.get(key)).toString();
    await store.remove(key);
    return back === key ? well(`${store.place} takes and gives`) : ill(`${store.place} gave back something else.`);
  } catch (error) {
    return ill(`${store.place}: ${reasonOf(error)}`);
  }
}

function disk({ dataDir }: Config): Omit<Finding, 'check'> {
  const probe = path.join(dataDir, `.doctor-${process.pid}`);
  fs.writeFileSync(probe, 'x');
  fs.rmSync(probe);
  const { bavail, bsize } = fs.statfsSync(dataDir);
  const detail = `${dataDir}: ${size(bavail * bsize)} free`;
  return bavail * bsize < LEAST_FREE_BYTES ? ill(detail) : well(detail);
}

/** The innermost reason: what was tried last says least. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? reasonOf(error.cause) : ((error.message || error.name).split('\n')[0] ?? error.name);
}

async function look(check: string, work: () => Promise<Omit<Finding, 'check'>> | Omit<Finding, 'check'>): Promise<Finding> {
  try {
    return { check, ...(await work()) };
  } catch (error) {
    return { check, ...ill(reasonOf(error)) };
  }
}

const looks: [check: string, work: Look][] = [
  ['database', database],
  ['migrations', migrations],
  ['role', role],
  ['row security', rowSecurity],
  ['jobs', queue],
  ['sums', sums],
  ['clock', clock],
  ['cluster', cluster],
];

async function examine(config: Config, more: typeof looks): Promise<{ findings: Finding[]; facts: object }> {
  const own = [
    await look('disk', () => disk(config)),
    await look('files', () => files(config)),
    await look('mail', () => mail(config)),
  ];
  let running: Running;
  try {
    running = await open(config, { join: true, look: true });
  } catch (error) {
    return { findings: [{ check: 'database', ...ill(reasonOf(error)) }, ...own], facts: {} };
  }
  try {
    const findings: Finding[] = [];
    for (const [check, work] of [...looks, ...more]) findings.push(await look(check, () => work(running)));
    const facts = await query(
      running,
      `select current_setting('server_version') as postgresql, (select count(*)::int from settings.tenants) as firms`,
    ).catch(() => []);
    return { findings: [...findings, ...own], facts: facts[0] ?? {} };
  } finally {
    await running.close();
  }
}

/** `cadre doctor`: a line for each thing that has to be well; the code says whether all are. */
export const doctorCommand: Command = {
  usage: 'doctor [--audit] [--aggregates]',
  summary:
    'Looks at the database, its roles and rules, the queue, the sums, the files, the mail, the disk, the clocks and where tables stand in a cluster; with --audit also at every row of the audit, with --aggregates at what every hour is worth; changes nothing.',
  options: { audit: flag, aggregates: flag },
  async run({ values }) {
    const config = readConfig();
    const { findings, facts } = await examine(config, [
      ...(values['audit'] === true ? ([['audit', audit]] satisfies typeof looks) : []),
      ...(values['aggregates'] === true ? ([['worth', worth]] satisfies typeof looks) : []),
    ]);
    const bad = findings.filter(({ ok }) => !ok);
    const width = Math.max(...findings.map(({ check }) => check.length));
    return {
      json: { ok: bad.length === 0, checks: findings, ...facts, node: process.versions.node, data: config.dataDir },
      text: findings.map(({ check, ok, detail }) => `${ok ? 'ok  ' : 'FAIL'}  ${check.padEnd(width)}  ${detail}`).join('\n'),
      ...(bad.length > 0
        ? { failed: `${bad.length} of ${findings.length} checks failed: ${bad.map(({ check }) => check).join(', ')}.` }
        : {}),
    };
  },
};
