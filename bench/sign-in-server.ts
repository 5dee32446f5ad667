import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Actors, isKnownAccess, mayCall } from '../src/access/server/public.ts';
import { buildApp } from '../src/server/app.ts';
import { readConfig } from '../src/server/config.ts';
import { type HttpOptions, admit } from '../src/server/http.ts';
import { open } from '../src/server/start.ts';

/** What the server has used up since the last time it was asked. */
export interface Used {
  /** Milliseconds of its processor time. */
  cpu: number;
  /** Delay of its event loop, in milliseconds. */
  p99: number;
  max: number;
}

/**
 * The product in a process of its own, with one handler that stands there twice: as it is, and behind the check of a session.
 * Its parent asks over the channel between them what it has used.
 */
const config = { ...readConfig({ ...process.env, LOG_LEVEL: 'silent' }), port: 0 };
const running = await open(config);
const { host, live } = running;
const app = await buildApp({ config, host, live, ready: async () => true });
const actors = new Actors();
live.watch(actors);
const gatekeeper = { actorOf: actors.of.bind(actors), knows: isKnownAccess, mayCall };
const options: HttpOptions = { config, host, gatekeeper, routes: [] };
const handler = async (): Promise<{ ok: boolean }> => ({ ok: true });
app.get('/bench/open', handler);
app.get(
  '/bench/closed',
  { onRequest: async (request) => void (await admit(request, { endpoint: { access: 'signed_in', summary: '' } }, options)) },
  handler,
);
await app.listen({ port: 0, host: '127.0.0.1' });

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
let before = process.cpuUsage();
process.on('message', (message) => {
  if (message === 'stop') {
    void app
      .close()
      .then(() => running.close())
      .then(() => process.exit(0));
    return;
  }
  const { user, system } = process.cpuUsage(before);
  const used: Used = { cpu: (user + system) / 1000, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 };
  before = process.cpuUsage();
  delay.reset();
  process.send?.(used);
});
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
