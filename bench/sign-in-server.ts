import { Actors, isKnownAccess, mayCall } from '../src/access/server/public.ts';
import { buildApp } from '../src/server/app.ts';
import { readConfig } from '../src/server/config.ts';
import { type HttpOptions, admit } from '../src/server/http.ts';
import { open } from '../src/server/start.ts';
import { watch } from './loop.ts';

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
watch(async () => {
  await app.close();
  await running.close();
});
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
