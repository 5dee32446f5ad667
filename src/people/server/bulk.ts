import type { Day } from '../../kit/day.ts';
import { defaultCountry } from '../../settings/server/public.ts';
import type { Tx } from '../../server/tx.ts';
import { USUAL_WEEK } from './records.ts';

export interface NewPerson {
  id: string;
  /** Left out: nobody can sign in as this person yet. */
  account_id?: string;
  email: string | null;
  first_name: string;
  last_name: string;
  employed_from: Day;
}

/**
 * Adds many people in a constant number of statements: Juniors of category operational with the usual
 * week in the firm's default country, for hr to complete.
 */
export async function addPeople(tx: Tx, people: readonly NewPerson[]): Promise<void> {
  if (people.length === 0) return;
  const country = await defaultCountry(tx);
  await tx.write.insert(
    'access.memberships',
    people.map(({ id, account_id }) => ({ id, account_id: account_id ?? null, category: 'operational', grade: 'Junior' })),
  );
  await tx.write.insert(
    'people.users',
    people.map(({ id, email, first_name, last_name }) => ({ id, email, first_name, last_name, country })),
  );
  const from = (row: NewPerson) => ({ user_id: row.id, valid_from: row.employed_from });
  await tx.write.insert('people.employments', people.map(from));
  await tx.write.insert(
    'people.grades',
    people.map((row) => ({ ...from(row), grade: 'Junior' })),
  );
  await tx.write.insert(
    'people.patterns',
    people.map((row) => ({ ...from(row), minutes: USUAL_WEEK })),
  );
}
