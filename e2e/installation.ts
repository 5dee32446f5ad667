import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { addMonths, dayIn } from '../src/kit/day.ts';
import { type Config, readConfig } from '../src/server/config.ts';
import { open, serve } from '../src/server/start.ts';
import { type Tx, withTenant } from '../src/server/tx.ts';
import type { DemoAccount } from '../src/server/world/demo.ts';
import { addStaff, createFirm } from '../src/server/world/firm.ts';

/** The product on a database of its own. */
export interface Installation {
  url: string;
  /** The one person in it: hr, Partner, administrator. */
  head: DemoAccount;
  /** Runs work in a transaction of the firm, as the operator's commands do. */
  within<T>(work: (tx: Tx, config: Config) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Starts the product once more, with one firm and its head alone: for journeys that change how everybody signs in, which those
 * beside them must not feel.
 */
export async function startInstallation(env: NodeJS.ProcessEnv = {}): Promise<Installation> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-e2e-own-'));
  fs.chmodSync(dataDir, 0o755);
  const read = readConfig({ CADRE_DATA: dataDir, LOG_LEVEL: 'warn', ...env });
  const config = { ...read, port: env['PORT'] === undefined ? 0 : read.port };
  const running = await open(config, { settings: ['fsync=off', 'synchronous_commit=off'] });
  const today = dayIn('Europe/Berlin', new Date());
  const tenant = await createFirm(running.host, running.adminUrl, {
    slug: 'own',
    name: 'Own & Co',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    countries: ['DE'],
    years: [Number(today.slice(0, 4))],
  });
  const who = { email: 'head@own.example', password: 'the head of its own firm', category: 'hr', grade: 'Partner' } as const;
  await withTenant(running.host, { tenant }, async (tx) => {
    await addStaff(tx, [
      { ...who, firstName: 'Olga', lastName: 'Own', isSuperuser: true, country: 'DE', employedFrom: addMonths(today, -12) },
    ]);
  });
  const app = await serve(running);
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://localhost:${port}`,
    head: { ...who, tenants: ['own'], role: 'user', is_superuser: true },
    within: (work) => withTenant(running.host, { tenant }, (tx) => work(tx, running.config)),
    async close() {
      await app.close();
      await running.close();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
