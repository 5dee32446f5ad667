import { setTimeout as wait } from 'node:timers/promises';
import { Problem } from '../kit/problem.ts';
import { keepWorth, mendWorth, rateAnew } from '../reporting/server/worth-keep.ts';
import { worthDifferences } from '../reporting/server/worth-proof.ts';
import { mendMonth, monthFrom } from '../time/server/public.ts';
import { addMonths } from '../kit/day.ts';
import { type Command, flag, tenantOf, text, using } from './commands-kit.ts';
import type { Running } from './start.ts';
import { sql } from './sql.ts';
import { type Tx, type TxHost, withTenant } from './tx.ts';

interface Rebuilt {
  tenant: string;
  /** Days and months whose sums were mended. */
  sums: number;
  /** Months of people whose worth was not what their entries are worth. */
  worth: number;
}

const TRIES = 100;

/**
 * Work beside people who write. Where the two wait for each other, this one gives up well before the database would choose one of them,
 * and tries again: nobody at work is ever told to.
 */
async function yielding<T>(host: TxHost, tenant: number, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await withTenant(host, { tenant }, async (tx) => {
        await tx.all(sql`set local lock_timeout = '300ms'`);
        return work(tx);
      });
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 409 || tries === TRIES) throw error;
      await wait(20 + Math.random() * 200);
    }
  }
}

/** Months at a time, each in a transaction of its own: who writes waits for a month at most. */
async function rebuild({ host }: Running, id: number, slug: string, all: boolean): Promise<Rebuilt> {
  const options = { tenant: id };
  let sums = 0;
  for (let from = '0001-01-01'; ; ) {
    const day = from;
    const month = await withTenant(host, options, (tx) => monthFrom(tx, day));
    if (month === undefined) break;
    sums += await yielding(host, id, (tx) => mendMonth(tx, month));
    from = addMonths(month, 1);
  }
  if (all) await yielding(host, id, rateAnew);
  const differences = all ? [] : await withTenant(host, { ...options, readOnly: true }, worthDifferences);
  await yielding(host, id, (tx) => mendWorth(tx, differences));
  // The job of a running server may be at it: then it does this.
  for (let more = true; more; ) more = await yielding(host, id, keepWorth);
  return { tenant: slug, sums, worth: differences.length };
}

/** `cadre rebuild`: sums and worth as the entries say, while people work. */
export const rebuildCommand: Command = {
  usage: 'rebuild [--tenant SLUG] [--all]',
  summary:
    'Brings the sums that reports read, and what hours are worth, to what the entries say, while people work; with --all everything is rated anew. Of one firm, or of all.',
  options: { tenant: text, all: flag },
  run: ({ values }) =>
    using(async (running) => {
      const { tenant } = values;
      const { rows } = await running.host.db.requests.query<{ id: number; slug: string }>(
        'select id, slug from settings.tenants where is_active order by id',
      );
      const firms = typeof tenant === 'string' ? [{ id: await tenantOf(running, tenant), slug: tenant }] : rows;
      const json: Rebuilt[] = [];
      for (const { id, slug } of firms) json.push(await rebuild(running, id, slug, values['all'] === true));
      const lines = json.map(
        ({ tenant: slug, sums, worth }) => `${slug}: ${sums} sums mended, ${worth} months of worth rated anew`,
      );
      return { json, text: lines.join('\n') };
    }),
};
