import { settle } from '../src/leave/server/accounts.ts';
import { withTenant } from '../src/server/tx.ts';
import { victim } from './victim.ts';

/**
 * A process that brings the ledger of some people up to a day, a lot in a transaction of its own, and is killed over it by the
 * test that started it. It says when it is ready and begins when it is told for whom.
 */
const LOT = 10;
const [adminUrl = '', tenant = '', day = ''] = process.argv.slice(2);
const host = await victim(adminUrl, 2);
await withTenant(host, { tenant: Number(tenant) }, (tx) => settle(tx, [], day));
process.stdout.write('ready\n');
process.stdin.once('data', (text) => {
  const users = text.toString().trim().split(' ');
  void (async () => {
    for (let start = 0; start < users.length; start += LOT)
      await withTenant(host, { tenant: Number(tenant) }, (tx) => settle(tx, users.slice(start, start + LOT), day));
    process.stdout.write('done\n');
  })();
});
