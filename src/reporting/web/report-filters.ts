import { GRADES, type Grade } from '../../kit/grades.ts';
import { type Codec, choice, day, whole } from '../../web/address.ts';
import type { Period } from '../../web/ui/dates.ts';

/** Names that may hold any sign: each is written so that a comma stands between them alone. */
const names = (): Codec<readonly string[]> => ({
  read: (text) => text.split(',').filter(Boolean).map(decoded),
  write: (values) => values.map(encodeURIComponent).join(','),
  fallback: [],
});
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** In an address and in filters: what has none, be it a client, a team, a sector or any other. */
export const NONE = '00000000-0000-0000-0000-000000000000';

/** Some of a list, comma separated; what is not known is left out. */
const some = <T extends string>(known: (part: string) => part is T): Codec<readonly T[]> => ({
  read: (text) => text.split(',').filter(known),
  write: (values) => values.join(','),
  fallback: [],
});

const ids = (): Codec<readonly string[]> => some((part): part is string => uuid.test(part));
const grades = (): Codec<readonly (Grade | typeof NONE)[]> =>
  some((part): part is Grade | typeof NONE => part === NONE || (GRADES as readonly string[]).includes(part));

/** What both reports keep in the address: the days, whose time, on what, and how the table stands. */
export const sharedCodecs = {
  from: day(),
  to: day(),
  /** The day at whose end the report is opened; '' is now. */
  asof: day(),
  teams: ids(),
  users: ids(),
  grades: grades(),
  clients: ids(),
  projects: ids(),
  sectors: names(),
  lines: ids(),
  tasks: ids(),
  countries: some((part): part is string => part === NONE || /^[A-Z]{2}$/.test(part)),
  page: whole(),
  per: whole(50),
};

/** Chargeable time only, internal time only, or both. */
export const chargeableCodec = choice(['', 'yes', 'no'], '');

/** Only time that is to be billed, or all. */
export const unbilledCodec = choice(['', 'yes'], '');

/** The filters of an address; the one that a report does not have is missing. */
export interface ReportFilters {
  teams: readonly string[];
  users: readonly string[];
  grades: readonly (Grade | typeof NONE)[];
  clients: readonly string[];
  projects: readonly string[];
  sectors: readonly string[];
  lines: readonly string[];
  tasks: readonly string[];
  countries: readonly string[];
  asof?: string;
  chargeable?: '' | 'yes' | 'no';
  unbilled?: '' | 'yes';
}

export interface ReportBody {
  from: string;
  to: string;
  teams?: string[];
  users?: string[];
  grades?: (Grade | '')[];
  clients?: string[];
  projects?: string[];
  sectors?: string[];
  service_lines?: string[];
  task_types?: string[];
  countries?: string[];
  as_of?: string;
  chargeable?: boolean;
  unbilled?: boolean;
}

/** What has none, as calls name it where names and no ids stand. */
const orNothing = <T extends string>(values: readonly T[]): (Exclude<T, typeof NONE> | '')[] =>
  values.map((value) => (value === NONE ? '' : (value as Exclude<T, typeof NONE>)));

/** The body of a report's call: the days, and the filters that narrow. */
export function bodyOf({ from, to }: Period, filters: ReportFilters): ReportBody {
  const body: ReportBody = { from, to };
  if (filters.teams.length > 0) body.teams = [...filters.teams];
  if (filters.users.length > 0) body.users = [...filters.users];
  if (filters.grades.length > 0) body.grades = orNothing(filters.grades);
  if (filters.clients.length > 0) body.clients = [...filters.clients];
  if (filters.projects.length > 0) body.projects = [...filters.projects];
  if (filters.sectors.length > 0) body.sectors = orNothing(filters.sectors);
  if (filters.lines.length > 0) body.service_lines = [...filters.lines];
  if (filters.tasks.length > 0) body.task_types = [...filters.tasks];
  if (filters.countries.length > 0) body.countries = orNothing(filters.countries);
  if (filters.asof) body.as_of = filters.asof;
  if (filters.chargeable) body.chargeable = filters.chargeable === 'yes';
  if (filters.unbilled) body.unbilled = true;
  return body;
}

/** A filtered view of a report as the search part of a link: what is empty is left out. */
export function linkTo(values: Readonly<Record<string, string | readonly string[] | undefined>>): Record<string, string> {
  const search: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const parts = typeof value === 'string' ? [value] : (value ?? []);
    const text = (name === 'sectors' ? parts.map(encodeURIComponent) : parts).join(',');
    if (text) search[name] = text;
  }
  return search;
}

/** True where the filters look at projects: only the time above the line gets smaller, capacity stays whole. */
export const narrowsWork = ({ clients, projects, sectors, lines, tasks }: ReportFilters): boolean =>
  [clients, projects, sectors, lines, tasks].some((chosen) => chosen.length > 0);
