import { type Job, forTheHouse } from '../../server/jobs.ts';
import { sql } from '../../server/sql.ts';
import { linkJobs } from './links.ts';

/** Every hour: sessions that ended by time, and failures of sign-in that count no more. */
const clearEnded = forTheHouse('access.clear_ended', { cron: '35 * * * *' }, async ({ global, log }) => {
  const [row] = await global<{ sessions: number; failures: number }>(sql`select * from access.clear_ended()`);
  if (row?.sessions || row?.failures) log.info(row, 'ended sessions are gone');
});

export const accessJobs: readonly Job[] = [clearEnded, ...linkJobs];
