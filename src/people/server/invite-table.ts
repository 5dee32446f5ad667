import { CATEGORIES, GRADES, LANGUAGES } from '../../kit/grades.ts';
import { said } from '../../kit/said.ts';
import type { CustomColumn } from '../../settings/server/public.ts';
import { type Cells, type Fault as FaultOf, type Offer, TableImport } from '../../server/table-import.ts';
import { INVITE_FIELDS, type InviteField } from '../rules.ts';

/** A column of ours, or one that holds a data field. */
export type InviteColumn = InviteField | CustomColumn;

export type Fault = FaultOf<InviteColumn>;

/** One line of a list of people to invite. */
export type InviteRow = Cells<InviteColumn>;

export const inviteTable = new TableImport<InviteField>({
  name: 'invitations',
  fields: INVITE_FIELDS,
  headings: {
    first_name: said`First name`,
    last_name: said`Last name`,
    email: said`E-mail`,
    grade: said`Grade`,
    category: said`Category`,
    role: said`Role`,
    team: said`Team`,
    manager: said`Manager`,
    country: said`Country`,
    region: said`Region`,
    employed_from: said`First day`,
    language: said`Language`,
    hours_a_week: said`Hours a week`,
  },
  needed: ['email', 'grade', ['first_name', 'last_name']],
});

/** The firm's own lists, as the template offers them and as a list is judged by them. */
export interface Lists {
  teams: readonly { id: string; name: string }[];
  roles: readonly string[];
  countries: readonly { code: string; name: string }[];
}

/** What the template offers in each column: the firm's lists as drop-downs, else an example. */
export const offersOf = ({ teams, roles, countries }: Lists): Partial<Record<InviteField, Offer>> => ({
  email: { example: 'ana.silva@example.org' },
  grade: { options: GRADES },
  category: { options: CATEGORIES },
  role: { options: roles },
  team: { options: teams.map(({ name }) => name) },
  manager: { example: 'ben.okafor@example.org' },
  country: { options: countries.map(({ name }) => name) },
  region: { example: 'BY' },
  employed_from: { example: '2026-01-15' },
  language: { options: LANGUAGES },
  hours_a_week: { example: '40' },
});
