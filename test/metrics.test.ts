import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../src/server/config.ts';
import { collectMetrics, serveMetrics } from '../src/server/metrics.ts';
import { newId } from '../src/kit/ids.ts';
import { type TestApp, makeFirm, startTestApp } from './app.ts';

/** The figures of a process, on a port of their own. */
let app: TestApp;
let server: http.Server;
let address = '';
let registry: ReturnType<typeof collectMetrics>;

beforeAll(async () => {
  app = await startTestApp(undefined, (fastify, host) => {
    registry = collectMetrics(fastify, host, () => 3);
  });
  server = await serveMetrics(registry, '127.0.0.1', 0);
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await app.close();
});

const figures = async (): Promise<string> => (await fetch(`${address}/metrics`)).text();

test('calls are told by operation, status and firm, and nothing of whose they were', async () => {
  const firm = await makeFirm(app);
  const user = await firm.user();
  const id = newId();
  expect((await firm.call(user, 'GET', `/api/project_cards/${id}`)).status).toBe(404);
  expect((await firm.call(undefined, 'GET', '/api/users/me')).status).toBe(401);
  expect((await firm.call(user, 'GET', '/api/nothing/at/all')).status).toBe(404);
  const text = await figures();
  expect(text).toMatch(/cadre_call_seconds_count\{method="GET",route="\/api\/project_cards\/:id",status="404"\} 1/);
  expect(text).toMatch(/cadre_call_seconds_count\{method="GET",route="\/api\/users\/me",status="401"\} 1/);
  expect(text).toMatch(new RegExp(`cadre_firm_calls_total\\{tenant="${firm.tenant}"\\} \\d`));
  for (const secret of [id, user.id, user.email, user.token, 'nothing/at/all']) expect(text).not.toContain(secret);
});

test('connections, the queue, live streams and the process are among them', async () => {
  const text = await figures();
  expect(text).toMatch(/cadre_database_connections\{pool="requests",state="open"\} [1-9]/);
  expect(text).toMatch(/cadre_jobs\{state="failed"\} \d/);
  expect(text).toContain('cadre_live_streams 3');
  expect(text).toMatch(/process_resident_memory_bytes \d/);
});

test('they stand on their own port alone, and on loopback unless one says otherwise', async () => {
  expect((await fetch(`${address}/other`)).status).toBe(404);
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
  expect((await app.app.inject({ method: 'GET', url: '/metrics' })).headers['content-type']).not.toMatch(/text\/plain/);
  expect(readConfig({}).metrics).toBeUndefined();
  expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ host: '127.0.0.1', port: 9464 });
  const { port } = server.address() as AddressInfo;
  await expect(serveMetrics(registry, '127.0.0.1', port)).rejects.toThrow(
    `Port ${port} is taken. Set METRICS_PORT to another one.`,
  );
});
