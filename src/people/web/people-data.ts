import { useQuery } from '@tanstack/react-query';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { type ReplyTo, caller } from '../../web/api.ts';
import { isPageOpen, mayCall, useSession } from '../../web/session.ts';
import type { Option } from '../../web/ui/index.ts';
import type { peopleContract } from '../contract.ts';

export const call = caller<typeof peopleContract>();

type People = typeof peopleContract;
export type UserRow = ReplyTo<People['POST /api/users']>['rows'][number];
export type User = ReplyTo<People['GET /api/users/:id']>;
export type Level = ReplyTo<People['GET /api/teams/firm_levels']>[number];
export type DetailedGrade = ReplyTo<People['GET /api/users/detailed_grades']>['rows'][number];
type TeamReply = ReplyTo<People['GET /api/teams/get_details']>['rows'][number];
type Everybody = ReplyTo<People['GET /api/users/users_all']>;

/** Under these keys lists are kept; a write makes them stale. */
export const USERS = ['users'];
export const TEAMS = ['teams'];
export const STEPS = ['detailed_grades'];
const EVERYBODY = ['users_all'];
const LISTS_STALE_MS = 300_000;

export interface Member {
  id: string;
  name: string;
  grade: Grade;
  /** False: the person is in this team beside another one. */
  is_primary: boolean;
}

/** A team with its people. Who may see no more than names gets a flat list: no parent, lead or country. */
export type Team = Omit<TeamReply, 'people'> & { people: Member[] };

const readEverybody = (signal: AbortSignal): Promise<Everybody> => call('GET /api/users/users_all', {}, { signal });

const memberOf = ({ id, first_name, last_name, grade }: Everybody['rows'][number]): Member => ({
  id,
  name: `${first_name} ${last_name}`.trim(),
  grade,
  is_primary: true,
});

function membersByTeam({ rows }: Everybody): Map<string, { name: string; people: Member[] }> {
  const teams = new Map<string, { name: string; people: Member[] }>();
  for (const row of rows) {
    for (const [index, { id, name }] of row.teams.entries()) {
      const team = teams.get(id) ?? { name, people: [] };
      // The first one named is the person's own.
      team.people.push({ ...memberOf(row), is_primary: index === 0 });
      teams.set(id, team);
    }
  }
  return teams;
}

/** How much of the teams a person may see: everything, all but the members, or what colleagues say of themselves. */
export type TeamSource = 'details' | 'levels' | 'colleagues';

const readers: Readonly<Record<TeamSource, (signal: AbortSignal) => Promise<Team[]>>> = {
  details: async (signal) => (await call('GET /api/teams/get_details', {}, { signal })).rows,
  levels: async (signal) => {
    const [teams, everybody] = await Promise.all([call('GET /api/teams/booking_levels', {}, { signal }), readEverybody(signal)]);
    const members = membersByTeam(everybody);
    return teams.rows.map(({ levels: _levels, own_levels: _own, ...team }) => ({
      ...team,
      people: members.get(team.id)?.people ?? [],
    }));
  },
  colleagues: async (signal) => {
    const members = membersByTeam(await readEverybody(signal));
    return [...members]
      .map(([id, { name, people }]) => ({
        id,
        name,
        people,
        members: people.length,
        parent_id: null,
        lead_id: null,
        lead: null,
        country: null,
        version: 1,
      }))
      .sort((a, b) => a.name.localeCompare(b.name));
  },
};

/** Teams, from the first of the calls that is open to this person. */
export function useTeams() {
  const source = useSession(({ me, userAccesses }): TeamSource => {
    const open = (...pages: string[]): boolean => pages.some((page) => isPageOpen(page, userAccesses));
    if (mayCall('teams.get_details', me) && open('business_units')) return 'details';
    return mayCall('teams.booking_levels', me) && open('business_units', 'planning') ? 'levels' : 'colleagues';
  });
  const query = useQuery({ queryKey: [...TEAMS, source], queryFn: ({ signal }) => readers[source](signal) });
  return { source, query };
}

/** Teams to choose from, those below others named with them. */
export function useTeamOptions(): Option[] {
  const { query } = useTeams();
  const names = new Map((query.data ?? []).map((team) => [team.id, team.name]));
  return (query.data ?? []).map(({ id, name, parent_id }) => ({ id, name, hint: parent_id ? names.get(parent_id) : undefined }));
}

/** Everybody active, to choose from: with grade and team beside the name. */
export function useColleagueOptions(): Option[] {
  const { data } = useQuery({ queryKey: EVERYBODY, queryFn: ({ signal }) => readEverybody(signal), staleTime: LISTS_STALE_MS });
  return (data?.rows ?? []).map((row) => ({
    ...memberOf(row),
    hint: [row.grade, row.teams[0]?.name].filter(Boolean).join(' · '),
  }));
}

/** The grades with the firm's own steps, lowest first. */
export const useDetailedGrades = () =>
  useQuery({
    queryKey: STEPS,
    queryFn: ({ signal }) => call('GET /api/users/detailed_grades', {}, { signal }),
    staleTime: LISTS_STALE_MS,
  });

export const GRADE_OPTIONS: readonly Option[] = GRADES.map((grade) => ({ id: grade, name: grade }));

/** Countries of the firm: the settings of the session have them. */
export function useCountryOptions(): Option[] {
  const countries = useSession(({ firm }) => firm?.countries);
  return (countries ?? []).map(({ code, name }) => ({ id: code, name }));
}

/** A list of options that holds what is chosen even where the list no longer does: a person who left, a country given up. */
export const withChosen = (options: readonly Option[], id: string | null | undefined, name?: string | null): readonly Option[] =>
  !id || options.some((option) => option.id === id) ? options : [{ id, name: name || id }, ...options];
