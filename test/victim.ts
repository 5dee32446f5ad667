import { readCatalogue } from '../src/server/catalogue.ts';
import { type Config, readConfig } from '../src/server/config.ts';
import { openDb } from '../src/server/db.ts';
import { type Job, Jobs, type Pace } from '../src/server/jobs.ts';
import type { Mailer } from '../src/server/mail.ts';
import type { TxHost } from '../src/server/tx.ts';

export interface Victim extends TxHost {
  jobs: Jobs;
}

/** What a process that a test starts and kills writes with: the database, and nobody who hears of it. */
export async function victim(
  adminUrl: string,
  connections = 4,
  mounted: readonly Job[] = [],
  pace: Partial<Pace> = {},
): Promise<Victim> {
  const db = openDb(adminUrl, connections, () => undefined);
  return {
    db,
    jobs: new Jobs(db.streams, mounted, () => undefined, pace),
    catalogue: await readCatalogue(db.requests),
    derivations: new Map(),
    announce: () => undefined,
    clock: () => new Date(),
  };
}

const nowhere = {
  place: '',
  put: async () => undefined,
  get: async () => new Uint8Array(),
  remove: async () => undefined,
  async *list() {},
};

/** Lets it work off the jobs that it was made with. */
export const worksOff = (
  host: Victim,
  mail: Mailer = { product: '', send: async () => undefined },
  config: Config = readConfig({}),
): Promise<void> =>
  host.jobs.work(host, { log: { info: () => undefined, error: () => undefined }, files: nowhere, mail, config });
