import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** The far end of deliveries: a server of its own that may be down, and that keeps what it took by its key. */
export async function receiver() {
  const state = { status: 200, mode: '', calls: 0, taken: new Map<string, { body: string; signature: string; at: string }>() };
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      state.calls += 1;
      if (state.mode === 'never') return;
      if (state.mode === '500') return void response.writeHead(500).end();
      if (state.mode === 'flood') return void response.writeHead(200).end(Buffer.alloc(10 * 1024 * 1024));
      const of = (name: string): string => String(request.headers[name] ?? '');
      if (state.status === 200)
        state.taken.set(of('idempotency-key'), {
          body: Buffer.concat(parts).toString(),
          signature: of('cadre-signature'),
          at: of('cadre-timestamp'),
        });
      response.writeHead(state.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): Promise<unknown> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { state, address, close };
}
