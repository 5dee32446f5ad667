import fs from 'node:fs';
import path from 'node:path';
import { readConfig } from './config.ts';
import { newSetUpLink } from '../access/server/public.ts';
import { type Running, open, serve } from './start.ts';
import { type TxHost, outside } from './tx.ts';
import { type DemoFile, layDemo } from './world/demo.ts';

/** Signals within this time are one. */
const SAME_STOP_MS = 1000;

/**
 * Starts Cadre, says where it is ready, and stops it cleanly on a signal, or when the process that started it is gone.
 * @throws Error in one line when it cannot start
 */
export async function serveUntilStopped(): Promise<void> {
  const config = readConfig();
  const running = await open(config);
  const begin = async () => ({ accounts: await firstStart(running), app: await serve(running) });
  // Also where the demo could not be laid: nobody else would end the database.
  const { accounts, app } = await begin().catch(async (error: unknown) => {
    await running.close();
    throw error;
  });
  let stopping: number | undefined;
  const stop = async (): Promise<void> => {
    // Who does not wait ends it at once; the next start recovers. A terminal and the process before us tell of one and the same stop.
    if (stopping !== undefined && performance.now() - stopping > SAME_STOP_MS) process.exit(1);
    if (stopping !== undefined) return;
    stopping = performance.now();
    await app.close();
    await running.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  const parent = process.ppid;
  if (process.env['CADRE_FOLLOW_PARENT'] === '1')
    setInterval(() => process.ppid !== parent && stopping === undefined && void stop(), 500).unref();
  process.stdout.write(`${config.product} is ready on ${config.publicUrl}\n${accounts}`);
}

/** Lays in the demo on an empty database and says with which account to sign in. */
async function firstStart({ host, adminUrl, config }: Running): Promise<string> {
  const note = path.join(config.dataDir, 'demo.json');
  if (config.demo && (await isEmpty(host))) {
    process.stdout.write('First start: making two demo firms…\n');
    fs.mkdirSync(config.dataDir, { recursive: true });
    await layDemo(host, adminUrl, config.dataDir, config.publicUrl);
  }
  if (!config.demo && (await isEmpty(host))) {
    const link = config.publicUrl + (await newSetUpLink(outside(host)));
    return `Set up your firm at ${link}\n  (once, within 24 hours; cadre setup-link prints a new link)\n`;
  }
  if (!fs.existsSync(note)) return '';
  const { accounts } = JSON.parse(fs.readFileSync(note, 'utf8')) as DemoFile;
  const manager = accounts.find((account) => account.tenants.length > 1) ?? accounts[0];
  if (!manager) return '';
  return `Sign in at ${config.publicUrl}/account/login_management\n  as ${manager.email} with ${manager.password}\n  (all demo accounts: ${note})\n`;
}

const isEmpty = async (host: TxHost): Promise<boolean> =>
  (await host.db.requests.query<{ n: number }>('select count(*)::int as n from settings.tenants')).rows[0]?.n === 0;
