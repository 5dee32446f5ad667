import { notAllowed } from '../../kit/problem.ts';
import { atLeast } from '../../kit/grades.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { WorkloadInput } from '../contract.ts';
import { percentOf } from '../rules.ts';
import { mayExport } from './policy.ts';
import { everybody, prepare } from './workload.ts';

type Body = Omit<WorkloadInput, 'page' | 'per_page'>;

/** From here on all count together: twice what one has. */
const MOST = 200;

/** How many people of the filters are booked for how many per cent of the whole range. */
export async function readHistogram(
  tx: Tx,
  actor: Actor,
  { body }: { body: Body },
): Promise<{ people: number[]; without: number }> {
  const prepared = await prepare(tx, body);
  const people = new Array<number>(MOST + 1).fill(0);
  let without = 0;
  const sum = (list: readonly number[]): number => list.reduce((total, minutes) => total + minutes, 0);
  for (const { capacity, hard, soft } of await everybody(tx, actor, prepared, 'name')) {
    const percent = percentOf(sum(hard) + (prepared.withSoft ? sum(soft) : 0), sum(capacity));
    if (percent === null) without += 1;
    else people[Math.min(MOST, percent)] = (people[Math.min(MOST, percent)] ?? 0) + 1;
  }
  return { people, without };
}

/**
 * Mail addresses of the people of the filters, in the order of the matrix: colleagues see each other's names alone, whoever leads
 * or keeps people writes to them. @throws Problem 403
 */
export async function readAddresses(
  tx: Tx,
  actor: Actor,
  { body }: { body: Body },
): Promise<{ addresses: string[]; without: number }> {
  if (!mayExport(actor, 'workload') || !(actor.category === 'hr' || atLeast(actor.grade, 'Manager'))) throw notAllowed();
  const rows = await everybody(tx, actor, await prepare(tx, body), body.sort ?? 'name');
  const found = await tx.all<{ id: string; email: string }>(sql`
    select u.id, u.email from people.users u
    where u.tenant_id = ${tx.tenant} and u.id = any(${rows.map(({ user_id }) => user_id)}) and u.email is not null`);
  const known = new Map(found.map(({ id, email }) => [id, email]));
  const addresses = rows.flatMap(({ user_id }) => known.get(user_id) ?? []);
  return { addresses, without: rows.length - addresses.length };
}
