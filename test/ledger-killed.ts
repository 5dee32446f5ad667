import { settle } from '../src/leave/server/accounts.ts';
import { readCatalogue } from '../src/server/catalogue.ts';
import { openDb } from '../src/server/db.ts';
import { type TxHost, withTenant } from '../src/server/tx.ts';

/**
 * A process that brings the ledger of some people up to a day, a lot in a transaction of its own, and is killed over it by the
 * test that started it. It says when it is ready and begins when it is told for whom.
 */
const LOT = 10;
const [adminUrl = '', tenant = '', day = ''] = process.argv.slice(2);
const db = openDb(adminUrl, 2, () => undefined);
const host = {
  db,
  catalogue: await readCatalogue(db.requests),
  derivations: new Map(),
  announce: () => undefined,
  clock: () => new Date(),
} as unknown as TxHost;
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
