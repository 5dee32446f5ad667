import { readConfig } from '../src/server/config.ts';
import { readCatalogue } from '../src/server/catalogue.ts';
import { openDb } from '../src/server/db.ts';
import { Jobs, jobKind, onJob } from '../src/server/jobs.ts';
import { type TxHost, withTenant } from '../src/server/tx.ts';

/** A process that begins a job, says so, and is killed over it by the test that started it. */
const [adminUrl = '', tenant = ''] = process.argv.slice(2);
const kind = jobKind<{ to: string }>('test.killed');
const db = openDb(adminUrl, 4, () => undefined);
const begun = onJob(kind, async () => {
  process.stdout.write('begun\n');
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});
const jobs = new Jobs(db.streams, [begun], () => undefined, { heartbeat: 10, retry: 1 });
const host: TxHost = {
  db,
  jobs,
  catalogue: await readCatalogue(db.requests),
  derivations: new Map(),
  announce: () => undefined,
  clock: () => new Date(),
};
await jobs.work(host, {
  log: { info: () => undefined, error: () => undefined },
  files: {
    place: '',
    put: async () => undefined,
    get: async () => new Uint8Array(),
    remove: async () => undefined,
    async *list() {},
  },
  mail: { product: '', send: async () => undefined },
  config: readConfig({}),
});
await withTenant(host, { tenant: Number(tenant) }, (tx) => tx.send(kind, { to: 'survivor' }));
