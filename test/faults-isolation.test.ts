import http from 'node:http';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { figure, times } from './fault.ts';
import { newDatabase } from './own-database.ts';

/** R27: many firms at once, with clients that break off, ask for what is not theirs, and send nonsense. */
let app: TestApp;
let port: number;
beforeAll(async () => {
  // A database of its own: transactions of tests beside it are none of its connections'.
  app = await startTestApp(await newDatabase('isolation'));
  await app.app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.app.server.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
afterAll(() => app.close());

interface Resident {
  /** Stands in the name of everything of this firm, and of nothing else. */
  mark: string;
  firm: TestFirm;
  user: TestUser;
  client: string;
  task: string;
}

async function resident(number: number): Promise<Resident> {
  const firm = await makeFirm(app);
  const mark = `Mark${number}Q`;
  const user = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true, firstName: mark, lastName: mark });
  const client = await firm.call(user, 'POST', '/api/clients/create', { name: `${mark} client` });
  await firm.call(user, 'POST', '/api/projects/create', { name: `${mark} project`, client_id: client.body.id, chargeable: true });
  const choices = (await firm.call(user, 'GET', '/api/time_entries/choices')).body;
  return { mark, firm, user, client: client.body.id, task: choices.task_types[0].id };
}

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

/** A call over the network, broken off after so many milliseconds where that is said. @returns nothing for one that was broken off */
function call(
  user: TestUser,
  method: string,
  path: string,
  body?: unknown,
  breaks?: number,
): Promise<[number, string] | undefined> {
  return new Promise((resolve) => {
    const text = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    const request = http.request({
      ...{ agent, port, host: '127.0.0.1', method, path },
      headers: {
        authorization: `Bearer ${user.token}`,
        ...(text === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      },
    });
    request.on('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () => resolve([response.statusCode ?? 0, Buffer.concat(parts).toString()]));
      response.on('error', () => resolve(undefined));
    });
    request.on('error', () => resolve(undefined));
    request.end(text);
    if (breaks !== undefined) setTimeout(() => (request.destroy(), resolve(undefined)), breaks).unref();
  });
}

/** What somebody does next: what is theirs, what is not, and what makes no sense. */
function next(own: Resident, other: Resident, dice: number): [method: string, path: string, body?: unknown] {
  const day = `2026-03-${String(1 + Math.floor(dice * 28)).padStart(2, '0')}`;
  const ways: [string, string, unknown?][] = [
    ['POST', '/api/clients/all', { per_page: 50 }],
    ['POST', '/api/projects/all', { per_page: 50 }],
    ['GET', '/users/me'],
    ['GET', '/api/time_entries?from=2026-03-01&to=2026-03-31'],
    ['POST', '/api/time_entries', { day, task_type_id: own.task, seconds: 60, comment: `${own.mark} note` }],
    ['POST', '/api/bookings/board', { from: '2026-03-02', to: '2026-03-29', limit: 60 }],
    ['GET', '/api/users/users_all?per_page=50'],
    ['GET', `/api/clients/${other.client}`],
    ['POST', '/api/time_entries', { day, task_type_id: other.task, seconds: 60 }],
    ['POST', '/api/projects/create', { name: `${own.mark} stolen`, client_id: other.client }],
    ['POST', '/api/time_entries', { day: '2026-02-31', task_type_id: own.task, seconds: -1 }],
    ['POST', '/api/clients/create', '{"name":'],
  ];
  return ways[Math.floor(dice * 997) % ways.length] as [string, string, unknown?];
}

const states = async (): Promise<{ busy: number; open: number }> => {
  const client = new pg.Client({ connectionString: app.adminUrl });
  await client.connect();
  const { rows } = await client.query<{ busy: number; open: number }>(`
    select count(*) filter (where state like 'idle in transaction%')::int as busy, count(*)::int as open
    from pg_stat_activity where application_name = 'cadre' and datname = current_database()`);
  await client.end();
  return rows[0] ?? { busy: -1, open: -1 };
};

test('R27: nobody is ever answered with what belongs to another firm, and no connection stays in a transaction', {
  timeout: 120_000,
}, async () => {
  const residents = await Promise.all(Array.from({ length: 5 }, (_, number) => resident(number)));
  const [wanted, clients] = [times(1500, 20_000), times(40, 200)];
  const before = { idle: app.host.db.requests.idleCount, waiting: app.host.db.requests.waitingCount };
  let [answered, foreign, broken, refused] = [0, 0, 0, 0];
  const client = async (number: number): Promise<void> => {
    const own = residents[number % residents.length] as Resident;
    while (answered < wanted) {
      const other = residents[(number + 1 + Math.floor(Math.random() * (residents.length - 1))) % residents.length] as Resident;
      const thief = other === own ? (residents[(number + 1) % residents.length] as Resident) : other;
      const breaks = Math.random() < 0.15 ? Math.random() * 20 : undefined;
      const answer = await call(own.user, ...next(own, thief, Math.random()), breaks);
      if (!answer) {
        broken += 1;
        continue;
      }
      answered += 1;
      const [status, text] = answer;
      if (status >= 400) refused += 1;
      expect([200, 400, 404, 409, 422, 503], text).toContain(status);
      const marks = new Set(text.match(/Mark\dQ/g) ?? []);
      const isForeign =
        [...marks].some((mark) => mark !== own.mark) ||
        (status === 200 && residents.some((each) => each !== own && text.includes(each.client)));
      if (isForeign) foreign += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  // What was broken off is still worked on for a moment.
  for (let round = 0; round < 50 && app.host.db.requests.idleCount < app.host.db.requests.totalCount; round++)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const after = await states();
  agent.destroy();
  expect([broken > 0, refused > 0]).toEqual([true, true]);
  expect(foreign).toBe(0);
  expect(after.busy).toBe(0);
  expect(app.host.db.requests.waitingCount).toBe(before.waiting);
  expect(app.host.db.requests.idleCount).toBe(app.host.db.requests.totalCount);
  const beside = `${answered} answers for ${clients} clients of ${residents.length} firms, ${refused} refused, ${broken} broken off`;
  figure('R27 answers with what is another firm’s', foreign, 0, '', { beside });
  figure('R27 connections left in a transaction', after.busy, 0, '');
});
