import pg from 'pg';
import { defaultAccesses } from '../../access/rules.ts';
import { ensureAccount } from '../../access/server/public.ts';
import { publicHolidays } from '../../leave/server/holidays.ts';
import type { Day } from '../../kit/day.ts';
import type { Category, Grade } from '../../kit/grades.ts';
import { newId } from '../../kit/ids.ts';
import { type Tx, type TxHost, withTenant } from '../tx.ts';

export interface FirmSpec {
  slug: string;
  name: string;
  currency: string;
  timeZone: string;
  /** The first is the default. */
  countries: readonly string[];
  /** Years whose public holidays are laid in. */
  years: readonly number[];
}

const TASK_TYPES: [name: string, chargeable: boolean][] = [
  ['Fieldwork', true],
  ['Review', true],
  ['Planning', true],
  ['Reporting', true],
  ['Client meeting', true],
  ['Training', false],
  ['Business development', false],
  ['Administration', false],
  ['Recruiting', false],
];

/** What reveals somebody's health is told to who decides on it alone: colleagues read "absent". */
const LEAVE_TYPES: [name: string, isPaid: boolean, isPrivate: boolean][] = [
  ['Vacation', true, false],
  ['Sick leave', true, true],
  ['Parental leave', false, false],
];

const LEVELS = [
  { position: 1, name: 'Soft', counts: 'soft', lowest_grade: 'Senior' },
  { position: 2, name: 'Requested', counts: 'requested', lowest_grade: 'Intern' },
  { position: 3, name: 'Hard', counts: 'hard', lowest_grade: 'Manager' },
];

/**
 * Makes a firm with what every firm has from its first moment: settings, countries and their holidays, the role `user`
 * that opens every page, task types, leave types, booking levels. @returns the tenant's id
 */
export async function createFirm(host: TxHost, adminUrl: string, spec: FirmSpec): Promise<number> {
  const tenant = await insertTenant(adminUrl, spec);
  await withTenant(host, { tenant }, (tx) => layFirm(tx, spec));
  return tenant;
}

/** Lays in what every firm has from its first moment; the firm itself is on the list already. */
export async function layFirm(tx: Tx, spec: Omit<FirmSpec, 'slug' | 'name'>): Promise<void> {
  const holidays = (await Promise.all(spec.countries.map((country) => publicHolidays(country, spec.years)))).flat();
  await tx.write.insert('settings.firm', [{ currency: spec.currency, time_zone: spec.timeZone }]);
  await tx.write.insert(
    'settings.countries',
    spec.countries.map((code, index) => ({ code, is_default: index === 0 })),
  );
  await tx.write.insert('access.roles', [{ role: 'user', accesses: defaultAccesses() }]);
  await tx.write.insert(
    'settings.task_types',
    TASK_TYPES.map(([name, chargeable]) => ({ name, chargeable })),
  );
  await tx.write.insert(
    'leave.types',
    LEAVE_TYPES.map(([name, is_paid, is_private]) => ({ name, is_paid, is_private })),
  );
  await tx.write.insert('people.booking_levels', LEVELS);
  await tx.write.insert(
    'leave.holidays',
    holidays.map((holiday) => ({ ...holiday })),
  );
}

/** The list of firms belongs to the owner: the run-time role reads it only. */
async function insertTenant(adminUrl: string, spec: FirmSpec): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>(
      'insert into settings.tenants (slug, name) values ($1, $2) returning id',
      [spec.slug, spec.name],
    );
    return rows[0]?.id ?? 0;
  } catch (error) {
    if ((error as { code?: string }).code === '23505')
      throw new Error(`There is a firm "${spec.slug}" already.`, { cause: error });
    if ((error as { code?: string }).code === '23514') {
      throw new Error(`"${spec.slug}" is no short name: use small letters, digits and hyphens.`, { cause: error });
    }
    throw error;
  } finally {
    await client.end();
  }
}

export interface PersonSpec {
  id?: string;
  firstName: string;
  lastName: string;
  email: string | null;
  /** Left out: the person cannot sign in by password. */
  password?: string | undefined;
  /** Instead of the password: its hash, as another system has it. */
  passwordHash?: string | undefined;
  category: Category;
  grade: Grade;
  role?: string;
  isSuperuser?: boolean;
  country: string;
  region?: string | null;
  managerId?: string | null;
  teamId?: string | null;
  employedFrom: Day;
  employedTo?: Day;
  /** Minutes by weekday, Monday first. */
  pattern?: readonly number[];
  /** Grades before today's, with the day from which each held. */
  gradeHistory?: readonly { grade: Grade; from: Day; to: Day }[];
  gradeFrom?: Day;
  /** Default: English. */
  language?: string;
}

const WEEK = [480, 480, 480, 480, 480, 0, 0];

/** Adds people with accounts and every dated fact, in a constant number of statements beside the accounts. */
export async function addStaff(tx: Tx, people: readonly PersonSpec[]): Promise<string[]> {
  const rows = people.map((person) => ({ ...person, id: person.id ?? newId() }));
  const accounts = await Promise.all(
    rows.map(({ email, password, passwordHash }) =>
      email ? ensureAccount(tx, newId(), email, password, passwordHash) : Promise.resolve(null),
    ),
  );
  await tx.write.insert(
    'access.memberships',
    rows.map((row, index) => ({
      id: row.id,
      account_id: accounts[index] ?? null,
      category: row.category,
      grade: row.grade,
      role: row.role ?? 'user',
      is_superuser: row.isSuperuser ?? false,
      language: row.language ?? 'en',
    })),
  );
  await tx.write.insert(
    'people.users',
    rows.map((row) => ({
      id: row.id,
      email: row.email,
      first_name: row.firstName,
      last_name: row.lastName,
      country: row.country,
      region: row.region ?? null,
      manager_id: row.managerId ?? null,
    })),
  );
  const span = (row: (typeof rows)[number]) => ({
    user_id: row.id,
    valid_from: row.employedFrom,
    valid_to: row.employedTo ?? 'infinity',
  });
  await tx.write.insert('people.employments', rows.map(span));
  await tx.write.insert(
    'people.patterns',
    rows.map((row) => ({ ...span(row), minutes: row.pattern ?? WEEK })),
  );
  const past = rows.flatMap((row) =>
    (row.gradeHistory ?? []).map(({ grade, from, to }) => ({ user_id: row.id, grade, valid_from: from, valid_to: to })),
  );
  const now = rows.map((row) => ({ ...span(row), grade: row.grade, valid_from: row.gradeFrom ?? row.employedFrom }));
  await tx.write.insert('people.grades', [...past, ...now]);
  const members = rows.filter((row) => row.teamId);
  await tx.write.insert(
    'people.team_members',
    members.map((row) => ({ ...span(row), team_id: row.teamId })),
  );
  return rows.map((row) => row.id);
}
