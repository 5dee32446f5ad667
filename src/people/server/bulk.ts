import type { Day } from '../../kit/day.ts';
import type { Category, Grade } from '../../kit/grades.ts';
import { type Custom, defaultCountry, firmOf } from '../../settings/server/public.ts';
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
  /** Default: operational. */
  category?: Category;
  /** Default: Junior. */
  grade?: Grade;
  /** Default: user. */
  role?: string;
  /** Default: the firm's. */
  language?: string;
  /** Default: the firm's default country. */
  country?: string;
  region?: string | null;
  manager_id?: string | null;
  team_id?: string | null;
  /** Minutes by weekday, Monday first; default: the usual week. */
  pattern?: readonly number[];
  /** Values of data fields, checked. */
  custom?: Custom;
}

const insertMembers = (tx: Tx, people: readonly NewPerson[], firmLanguage: string): Promise<unknown> =>
  tx.write.insert(
    'access.memberships',
    people.map(({ id, account_id, category, grade, role, language }) => ({
      id,
      account_id: account_id ?? null,
      category: category ?? 'operational',
      grade: grade ?? 'Junior',
      role: role ?? 'user',
      language: language ?? firmLanguage,
    })),
  );

/**
 * Adds many people in a constant number of statements, with everything that reports need from the first day. Who names no more
 * than a name becomes a Junior of category operational with the usual week in the firm's default country, for hr to complete.
 * Their managers may be among them.
 */
export async function addPeople(tx: Tx, people: readonly NewPerson[]): Promise<void> {
  if (people.length === 0) return;
  const country = people.every((each) => each.country) ? '' : await defaultCountry(tx);
  await insertMembers(tx, people, (await firmOf(tx)).language);
  await tx.write.insert(
    'people.users',
    people.map((each) => ({
      id: each.id,
      email: each.email,
      first_name: each.first_name,
      last_name: each.last_name,
      country: each.country ?? country,
      region: each.region ?? null,
      manager_id: each.manager_id ?? null,
      custom: each.custom ?? {},
    })),
  );
  const from = (row: NewPerson) => ({ user_id: row.id, valid_from: row.employed_from });
  await tx.write.insert('people.employments', people.map(from));
  await tx.write.insert(
    'people.grades',
    people.map((row) => ({ ...from(row), grade: row.grade ?? 'Junior' })),
  );
  await tx.write.insert(
    'people.patterns',
    people.map((row) => ({ ...from(row), minutes: row.pattern ?? USUAL_WEEK })),
  );
  await tx.write.insert(
    'people.team_members',
    people.flatMap((row) => (row.team_id ? [{ ...from(row), team_id: row.team_id }] : [])),
  );
}
