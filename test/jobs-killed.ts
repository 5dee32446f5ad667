import { jobKind, onJob } from '../src/server/jobs.ts';
import { withTenant } from '../src/server/tx.ts';
import { victim, worksOff } from './victim.ts';

/** A process that begins a job, says so, and is killed over it by the test that started it. */
const [adminUrl = '', tenant = ''] = process.argv.slice(2);
const kind = jobKind<{ to: string }>('test.killed');
const begun = onJob(kind, async () => {
  process.stdout.write('begun\n');
  await new Promise((resolve) => setTimeout(resolve, 600_000));
});
const host = await victim(adminUrl, 4, [begun], { heartbeat: 10, retry: 1 });
await worksOff(host);
await withTenant(host, { tenant: Number(tenant) }, (tx) => tx.send(kind, { to: 'survivor' }));
