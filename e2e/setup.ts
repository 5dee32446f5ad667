import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { dayIn } from '../src/kit/day.ts';
import { readConfig } from '../src/server/config.ts';
import { open, serve } from '../src/server/start.ts';
import { chooseAccounts, layFirm, makeStaff, setManagers } from '../src/server/world/demo.ts';
import { createFirm } from '../src/server/world/firm.ts';
import { Random } from '../src/server/world/random.ts';

/**
 * Starts the whole product on a fresh database for the journeys: one firm with three months of time, an account for each
 * category and grade. Journeys find it by CADRE_E2E_URL and CADRE_E2E_DEMO.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'cadre-e2e-'));
  fs.chmodSync(dataDir, 0o755);
  const config = { ...readConfig({ CADRE_DATA: dataDir, LOG_LEVEL: 'warn' }), port: 0 };
  const running = await open(config, { settings: ['fsync=off', 'synchronous_commit=off'] });
  const today = dayIn('Europe/Berlin', new Date());
  const year = Number(today.slice(0, 4));
  const random = new Random(7);
  const tenant = await createFirm(running.host, running.adminUrl, {
    slug: 'journey',
    name: 'Journey & Co',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    countries: ['DE', 'GB', 'FR', 'ES'],
    years: [year - 1, year, year + 1],
  });
  const staff = makeStaff(random, 'journey.example', today);
  setManagers(random, staff);
  const { accounts } = chooseAccounts(staff);
  await layFirm(running.host, random, tenant, staff, 12, today, 3);
  const app = await serve(running);
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const demo = path.join(dataDir, 'demo.json');
  fs.writeFileSync(demo, JSON.stringify({ baseUrl: `http://localhost:${port}`, accounts }), { mode: 0o600 });
  process.env['CADRE_E2E_URL'] = `http://localhost:${port}`;
  process.env['CADRE_E2E_DEMO'] = demo;
  return async () => {
    await app.close();
    await running.close();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
}
