import { GRADES, type Grade } from '../../kit/grades.ts';
import { type Codec, choice, day, whole } from '../../web/address.ts';
import type { Period } from '../../web/ui/dates.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Some of a list, comma separated; what is not known is left out. */
const some = <T extends string>(known: (part: string) => part is T): Codec<readonly T[]> => ({
  read: (text) => text.split(',').filter(known),
  write: (values) => values.join(','),
  fallback: [],
});

const ids = (): Codec<readonly string[]> => some((part): part is string => uuid.test(part));
const grades = (): Codec<readonly Grade[]> => some((part): part is Grade => (GRADES as readonly string[]).includes(part));

/** What both reports keep in the address: the days, whose time, on what, and how the table stands. */
export const sharedCodecs = {
  from: day(),
  to: day(),
  teams: ids(),
  users: ids(),
  grades: grades(),
  clients: ids(),
  projects: ids(),
  page: whole(),
  per: whole(50),
};

/** Chargeable time only, internal time only, or both. */
export const chargeableCodec = choice(['', 'yes', 'no'], '');

/** The filters of an address; the one that a report does not have is missing. */
export interface ReportFilters {
  teams: readonly string[];
  users: readonly string[];
  grades: readonly Grade[];
  clients: readonly string[];
  projects: readonly string[];
  chargeable?: '' | 'yes' | 'no';
}

export interface ReportBody {
  from: string;
  to: string;
  teams?: string[];
  users?: string[];
  grades?: Grade[];
  clients?: string[];
  projects?: string[];
  chargeable?: boolean;
}

/** The body of a report's call: the days, and the filters that narrow. */
export function bodyOf({ from, to }: Period, filters: ReportFilters): ReportBody {
  const body: ReportBody = { from, to };
  if (filters.teams.length > 0) body.teams = [...filters.teams];
  if (filters.users.length > 0) body.users = [...filters.users];
  if (filters.grades.length > 0) body.grades = [...filters.grades];
  if (filters.clients.length > 0) body.clients = [...filters.clients];
  if (filters.projects.length > 0) body.projects = [...filters.projects];
  if (filters.chargeable) body.chargeable = filters.chargeable === 'yes';
  return body;
}

/** A filtered view of a report as the search part of a link: what is empty is left out. */
export function linkTo(values: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string> {
  const search: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const text = typeof value === 'string' ? value : (value ?? []).join(',');
    if (text) search[name] = text;
  }
  return search;
}

/** True where the filters look at projects: only the time above the line gets smaller, capacity stays whole. */
export const narrowsWork = ({ clients, projects }: Pick<ReportFilters, 'clients' | 'projects'>): boolean =>
  clients.length > 0 || projects.length > 0;
