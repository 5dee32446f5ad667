import { useQuery } from '@tanstack/react-query';
import type { peopleContract } from '../../people/contract.ts';
import { caller } from '../../web/api.ts';

const callPeople = caller<typeof peopleContract>();

const everybody = {
  queryKey: ['users_all'],
  queryFn: ({ signal }: { signal: AbortSignal }) => callPeople('GET /api/users/users_all', {}, { signal }),
  staleTime: 300_000,
};

export interface Colleague {
  id: string;
  name: string;
  grade: string;
  team: string | undefined;
}

/** Everybody of the firm, for pickers; asked for only where it is needed. */
export function useColleagues(enabled: boolean): Colleague[] {
  const { data } = useQuery({ ...everybody, enabled });
  return (data?.rows ?? []).map(({ id, first_name, last_name, grade, teams }) => ({
    id,
    name: `${first_name} ${last_name}`.trim(),
    grade,
    team: teams[0]?.name,
  }));
}

/** Finds a name by id, once the names are there. */
export function useNames(enabled: boolean): (id: string) => string | undefined {
  const colleagues = useColleagues(enabled);
  return (id) => colleagues.find((person) => person.id === id)?.name;
}
