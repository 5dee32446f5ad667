import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a process has used up since the last time it was asked. */
export interface Used {
  /** Milliseconds of its processor time. */
  cpu: number;
  /** By how much its event loop came late, in milliseconds: 99 of 100 times less, and at most. */
  p99: number;
  max: number;
}

const EVERY = 5;

/** Answers the parent over the channel between them whenever it asks what was used. @param stop what ends the process cleanly */
export function watch(stop: () => Promise<void>): void {
  const delay = monitorEventLoopDelay({ resolution: EVERY });
  delay.enable();
  let before = process.cpuUsage();
  process.on('message', (message) => {
    if (message === 'stop') return void stop().then(() => process.exit(0));
    const { user, system } = process.cpuUsage(before);
    // What is measured is the time from one look to the next: those that come in time are `EVERY` apart.
    const late = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - EVERY);
    const used: Used = { cpu: (user + system) / 1000, p99: late(delay.percentile(99)), max: late(delay.max) };
    before = process.cpuUsage();
    delay.reset();
    return void process.send?.(used);
  });
}

// Run by itself: a process that does nothing but answer. What its loop suffers is the machine's doing and nobody's code.
if (import.meta.main) {
  const server = http.createServer((_request, response) => response.end('{}'));
  server.listen(0, '127.0.0.1', () => {
    watch(async () => void server.close());
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
}
