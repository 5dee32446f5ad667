import { Problem } from '../../kit/problem.ts';
import type { Visit } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';

/** What is counted together, how many tries are free, and for how long a count is kept on. */
interface Count {
  key: string;
  free: number;
  span: string;
}

/** Two counts for a try: of whom it is about from this address, and of this address. Nobody elsewhere is slowed down by it. */
export interface Tries {
  own: Count;
  address: Count;
}

type Kind = 'login' | 'forgot' | 'password';

const free: Readonly<Record<Kind, [own: number, address: number]>> = { login: [10, 100], forgot: [5, 50], password: [10, 100] };

export const triesOf = (kind: Kind, whom: string, { ip }: Visit): Tries => ({
  own: { key: `${kind}:${whom.toLowerCase()}:${ip}`, free: free[kind][0], span: '1 day' },
  // Many people may share an address: what it did counts for a quarter of an hour.
  address: { key: `${kind}-from:${ip}`, free: free[kind][1], span: '15 minutes' },
});

/** @throws Problem 429 that says after how many seconds to come back, longer with every further try */
export async function refuseHaste(visit: Visit, { own, address }: Tries): Promise<void> {
  const counts = [own, address];
  const [row] = await visit.global<{ seconds: number }>(sql`
    select access.seconds_to_wait(${counts.map(({ key }) => key)}, ${counts.map((count) => count.free)}::int[]) as seconds`);
  if (row && row.seconds > 0) throw new Problem(429, { detail: 'TOO_MANY_ATTEMPTS' }, { 'retry-after': String(row.seconds) });
}

export async function countTry(visit: Visit, { own, address }: Tries): Promise<void> {
  const counts = [own, address];
  await visit.global(sql`
    select access.count_failure(${counts.map(({ key }) => key)}, ${counts.map(({ span }) => span)}::interval[])`);
}

/** A success clears what was counted of the person, not of the address: one's own success must not cover attacks on others. */
export async function forgetTries(visit: Visit, { own }: Tries): Promise<void> {
  await visit.global(sql`select access.clear_failures(${[own.key]})`);
}
