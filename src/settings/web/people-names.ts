import { useQuery } from '@tanstack/react-query';
import { must } from '../../web/request.ts';

interface Colleague {
  id: string;
  first_name: string;
  last_name: string;
}

const STALE_MS = 300_000;
const NONE: ReadonlyMap<string, string> = new Map();

/** Names of everybody active by their ids, for fields that hold a person; asked for only where there is one. */
export function usePeopleNames(wanted: boolean): ReadonlyMap<string, string> {
  const { data } = useQuery({
    queryKey: ['settings', 'people'],
    queryFn: async ({ signal }) => {
      const { data: rows } = await must({ method: 'GET', path: '/api/users/users_all', signal });
      return new Map((rows as Colleague[]).map(({ id, first_name, last_name }) => [id, `${first_name} ${last_name}`.trim()]));
    },
    staleTime: STALE_MS,
    enabled: wanted,
  });
  return data ?? NONE;
}
