import http from 'node:http';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { QUEUE_SCHEMA } from './migrate.ts';
import type { Actor, TxHost } from './tx.ts';

/** Upper bounds in seconds: from a read out of memory to a report of years. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const STATES = ['created', 'retry', 'active', 'failed'];

type Pools = Readonly<Record<string, pg.Pool>>;

function watchPools(registry: Registry, pools: Pools): void {
  const counted: Record<string, (pool: pg.Pool) => number> = {
    open: (pool) => pool.totalCount,
    idle: (pool) => pool.idleCount,
    waited_for: (pool) => pool.waitingCount,
  };
  new Gauge({
    name: 'cadre_database_connections',
    help: 'Connections to the database by pool: open, idle, and how many calls wait for one.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, each] of Object.entries(pools))
        for (const [state, count] of Object.entries(counted)) this.set({ pool, state }, count(each));
    },
  });
}

/** Work that waits, is under way, or was given up, as the queue tells when it is asked. */
function watchJobs(registry: Registry, host: TxHost): void {
  new Gauge({
    name: 'cadre_jobs',
    help: 'Work of its own time by state: created, retry, active, failed.',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const { rows } = await host.db.streams.query<{ state: string; jobs: number }>(
        `select state::text as state, count(*)::int as jobs from ${QUEUE_SCHEMA}.job group by 1`,
      );
      for (const state of STATES) this.set({ state }, rows.find((row) => row.state === state)?.jobs ?? 0);
    },
  });
}

/**
 * What an operator watches, as Prometheus reads it: calls by operation (the route as it is declared, never an address with ids in
 * it) and by firm, connections, the queue, open live streams, and the process itself.
 */
export function collectMetrics(app: FastifyInstance, host: TxHost, streams: () => number): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'cadre_call_seconds',
    help: 'How long calls took, by operation and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const calls = new Counter({
    name: 'cadre_firm_calls_total',
    help: 'Calls by firm.',
    labelNames: ['tenant'],
    registers: [registry],
  });
  new Gauge({
    name: 'cadre_live_streams',
    help: 'Open screens that follow changes.',
    registers: [registry],
    collect() {
      this.set(streams());
    },
  });
  watchPools(registry, { requests: host.db.requests, streams: host.db.streams });
  watchJobs(registry, host);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    duration.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    const { actor } = request as typeof request & { actor?: Actor };
    if (actor) calls.inc({ tenant: String(actor.tenantId) });
    done();
  });
  return registry;
}

/** Serves the figures on a port of their own, which the pages' port never does. @throws Error in one line when it is taken */
export function serveMetrics(registry: Registry, host: string, port: number): Promise<http.Server> {
  const server = http.createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new Error(`Port ${port} is taken. Set METRICS_PORT to another one.`) : error),
    );
    server.listen(port, host, () => resolve(server));
  });
}
