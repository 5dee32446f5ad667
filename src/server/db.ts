import net from 'node:net';
import pg from 'pg';
import { RUNTIME_ROLE } from './migrate.ts';

const { builtins } = pg.types;
// A day is a day and not an instant; sums of integers fit a double up to 2^53; instants travel as ISO text.
pg.types.setTypeParser(builtins.DATE, (text) => text);
pg.types.setTypeParser(builtins.INT8, Number);
pg.types.setTypeParser(builtins.TIMESTAMPTZ, (text) => (text.includes('infinity') ? text : new Date(text).toISOString()));

/** Sends what waits as one piece of memory: handing the kernel a list of small ones costs it several times as much. */
class GatheringSocket extends net.Socket {
  override _writev(chunks: { chunk: Buffer; encoding: BufferEncoding }[], done: (error?: Error | null) => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'buffer' as BufferEncoding, done);
  }
}

/** How long a call may wait for a connection. */
export const PATIENCE_MS = 5_000;

/** The pools of one process: pipelined for requests, plain for cursors of streamed exports. */
export interface Db {
  requests: pg.Pool;
  streams: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens the pools as the run-time role, which cannot pass row security. An address that signs in as another role takes
 * the run-time role on for the whole connection.
 */
export function openDb(url: string, size: number, onError: (error: Error) => void, patienceMs = PATIENCE_MS): Db {
  const user = decodeURIComponent(new URL(url).username);
  const timeouts = '-c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000 -c lock_timeout=5000';
  // Disks without moving parts and pages in memory: reports read an index alone where the defaults would read the table.
  // Sums of many rows need more memory than the default, or they go by the disk: the planner reckons eight kilobytes for each
  // person whose days are packed together, so that 16 MB were too little for 5,000 people.
  // One call has one core: two reports that take a second one each leave those beside them none (R19, R20).
  const planning = '-c random_page_cost=1.1 -c jit=off -c work_mem=32MB -c max_parallel_workers_per_gather=0';
  const settings = `${timeouts} ${planning}`;
  const options = user === RUNTIME_ROLE ? settings : `${settings} -c role=${RUNTIME_ROLE}`;
  const open = (max: number, pipeline: boolean): pg.Pool => {
    const config = {
      connectionString: url,
      max,
      options,
      application_name: 'cadre',
      pipeline,
      idleTimeoutMillis: 60_000,
      // Who finds no connection in time is told to come again: behind a database that stands still a queue would only grow.
      connectionTimeoutMillis: patienceMs,
      stream: () => new GatheringSocket(),
    };
    const pool = new pg.Pool(config as pg.PoolConfig);
    // Without a listener a restart of the database would end the process.
    pool.on('error', onError);
    // The same for a connection that breaks while it is used: whoever uses it is refused, and that is all.
    pool.on('connect', (client) => void client.on('error', () => undefined));
    return pool;
  };
  const requests = open(size, true);
  const streams = open(Math.max(2, Math.ceil(size / 4)), false);
  return {
    requests,
    streams,
    close: async () => {
      await Promise.all([requests.end(), streams.end()]);
    },
  };
}
