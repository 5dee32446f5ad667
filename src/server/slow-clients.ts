import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** Whoever has not sent the head of a call by then sends it no more. */
export const HEAD_WITHIN_MS = 10_000;
/** How often connections are looked at. */
export const LOOKED_AT_MS = 2000;
/** A body may come slowly, over a poor line; slower than this, and nobody works at the other end. */
const LEAST_BYTES_A_SECOND = 500;
/** Before anything is said about how fast it comes. */
const PATIENCE_MS = 8000;

interface Coming {
  socket: Socket;
  since: number;
  /** What the connection had read before the body. */
  before: number;
}

/**
 * Ends connections on which a body comes too slowly to be one: each holds a socket and what has come of the body for as long as its
 * sender likes. Heads that do not come are ended by the server itself.
 */
export function endSlowBodies(server: Server): void {
  const coming = new Map<IncomingMessage, Coming>();
  server.on('request', (request: IncomingMessage) => {
    const { socket } = request;
    // Calls that tests make without a connection have none of this.
    if (request.complete || socket.bytesRead === undefined) return;
    coming.set(request, { socket, since: performance.now(), before: socket.bytesRead });
    const done = (): void => void coming.delete(request);
    request.once('end', done);
    request.once('close', done);
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const { socket, since, before } of coming.values()) {
      const waited = now - since;
      if (waited > PATIENCE_MS && socket.bytesRead - before < (LEAST_BYTES_A_SECOND * waited) / 1000) socket.destroy();
    }
  }, LOOKED_AT_MS);
  timer.unref();
  server.once('close', () => clearInterval(timer));
}
