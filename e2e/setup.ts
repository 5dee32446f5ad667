import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type Day, addMonths, dayIn } from '../src/kit/day.ts';
import { readConfig } from '../src/server/config.ts';
import { type Running, open, serve } from '../src/server/start.ts';
import { withTenant } from '../src/server/tx.ts';
import { type DemoAccount, chooseAccounts, layFirm, makeStaff, setManagers } from '../src/server/world/demo.ts';
import { addStaff, createFirm } from '../src/server/world/firm.ts';
import { Random } from '../src/server/world/random.ts';

/** Another firm with its head alone: people of the first are invited into it by the journey that goes from firm to firm. */
async function secondFirm({ host, adminUrl }: Running, year: number, today: Day): Promise<DemoAccount> {
  const tenant = await createFirm(host, adminUrl, {
    slug: 'second',
    name: 'Second & Sons',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    countries: ['DE'],
    years: [year],
  });
  const who = {
    email: 'head@second.example',
    password: 'the head of the second firm',
    category: 'hr',
    grade: 'Partner',
  } as const;
  await withTenant(host, { tenant }, async (tx) => {
    await addStaff(tx, [
      { ...who, firstName: 'Sam', lastName: 'Second', isSuperuser: true, country: 'DE', employedFrom: addMonths(today, -12) },
    ]);
  });
  return { ...who, tenants: ['second'], role: 'user', is_superuser: true };
}

/** A firm whose weeks need the manager's approval: a head, who is hr, and a person whom the head manages. */
async function strictFirm({ host, adminUrl }: Running, year: number, today: Day): Promise<DemoAccount[]> {
  const tenant = await createFirm(host, adminUrl, {
    slug: 'strict',
    name: 'Strict & Co',
    currency: 'EUR',
    timeZone: 'Europe/Berlin',
    countries: ['DE'],
    years: [year],
  });
  const password = 'the people of the strict firm';
  const person = { password, country: 'DE', employedFrom: addMonths(today, -12) };
  const head = { email: 'head@strict.example', category: 'hr', grade: 'Partner' } as const;
  const junior = { email: 'junior@strict.example', category: 'operational', grade: 'Junior' } as const;
  await withTenant(host, { tenant }, async (tx) => {
    const [managerId] = await addStaff(tx, [{ ...person, ...head, firstName: 'Ada', lastName: 'Strict', isSuperuser: true }]);
    await addStaff(tx, [{ ...person, ...junior, firstName: 'Jo', lastName: 'Junior', ...(managerId ? { managerId } : {}) }]);
    await tx.write.insert('time.rules', [{ approval: 'manager' }]);
  });
  const rest = { tenants: ['strict'], role: 'user', password };
  return [
    { ...head, ...rest, is_superuser: true },
    { ...junior, ...rest, is_superuser: false },
  ];
}

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
  accounts.push(await secondFirm(running, year, today), ...(await strictFirm(running, year, today)));
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
