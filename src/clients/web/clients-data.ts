import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReplyTo, caller } from '../../web/api.ts';
import { useMayCall } from '../../web/session.ts';
import type { Option } from '../../web/ui/index.ts';
import type { settingsContract } from '../../settings/contract.ts';
import type { clientsContract } from '../contract.ts';

export const call = caller<typeof clientsContract>();

type Clients = typeof clientsContract;
export type Client = ReplyTo<Clients['POST /api/clients/all']>['rows'][number];
export type ClientDetails = ReplyTo<Clients['GET /api/clients/:id']>;
export type Project = ReplyTo<Clients['POST /api/projects/all']>['rows'][number];
export type ProjectDetails = ReplyTo<Clients['GET /api/projects/:id']>;
export type ProjectCard = ReplyTo<Clients['GET /api/project_cards/:id']>;
export type FeeKind = Project['fee_kind'];
/** What may be set for several projects at once. */
export type ProjectChange = Partial<
  Pick<Project, 'status' | 'billing_status' | 'team_id' | 'client_id' | 'chargeable' | 'fee_kind'>
> & {
  manager_ids?: string[];
};
export type Status = Project['status'];
export type BillingStatus = Project['billing_status'];

/** Under these keys lists are kept; a write makes them stale. */
export const PROJECTS = ['projects'];
export const CLIENTS = ['clients'];

const callSettings = caller<typeof settingsContract>();

const LISTS_STALE_MS = 300_000;
const FOUND = 50;

/** Active clients to choose from. */
export function useClientOptions(): Option[] {
  const may = useMayCall();
  const { data } = useQuery({
    queryKey: [...CLIENTS, 'names'],
    queryFn: ({ signal }) => call('GET /api/clients/all_only', {}, { signal }),
    enabled: may('clients.all_only'),
  });
  return data?.rows ?? [];
}

/** Everybody who manages a project. */
export function useManagerOptions(): Option[] {
  const may = useMayCall();
  const { data } = useQuery({
    queryKey: [...PROJECTS, 'managers'],
    queryFn: ({ signal }) => call('GET /api/projects/all_managers', {}, { signal }),
    enabled: may('projects.all_managers'),
    staleTime: LISTS_STALE_MS,
  });
  return data?.rows ?? [];
}

/** Sectors that clients have already. */
export function useSectors(): readonly string[] {
  const may = useMayCall();
  const { data } = useQuery({
    queryKey: [...CLIENTS, 'sectors'],
    queryFn: ({ signal }) => call('GET /api/clients/sectors', {}, { signal }),
    enabled: may('clients.sectors'),
  });
  return data ?? [];
}

/** Projects that hold what is typed, and those that stand chosen. */
export function useProjectOptions(typed: string, chosen: readonly string[]): Option[] {
  const search = typed.trim();
  const found = useQuery({
    queryKey: [...PROJECTS, 'found', search],
    queryFn: ({ signal }) =>
      call('POST /api/projects/all', { body: { per_page: FOUND, ...(search ? { search } : {}) } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const known = useQuery({
    queryKey: [...PROJECTS, 'known', chosen],
    queryFn: ({ signal }) => call('POST /api/projects/all', { body: { per_page: 200, projects: [...chosen] } }, { signal }),
    enabled: chosen.length > 0,
    placeholderData: keepPreviousData,
  });
  const rows = new Map([...(known.data?.rows ?? []), ...(found.data?.rows ?? [])].map((row) => [row.id, row]));
  return [...rows.values()].map(({ id, name, code, client }) => ({ id, name, hint: [code, client].filter(Boolean).join(' · ') }));
}

/** Task types in use, to choose from. */
export function useTaskOptions(): Option[] {
  const may = useMayCall();
  const { data } = useQuery({
    queryKey: ['settings', 'tasks'],
    queryFn: ({ signal }) => callSettings('GET /api/settings/get_tasks', { query: {} }, { signal }),
    enabled: may('settings.get_tasks'),
    staleTime: LISTS_STALE_MS,
  });
  return (data?.rows ?? []).filter(({ is_active }) => is_active).map(({ id, name }) => ({ id, name }));
}

/** One project whole. */
export const useProject = (id: string, enabled: boolean) =>
  useQuery({
    queryKey: [...PROJECTS, 'one', id],
    queryFn: ({ signal }) => call('GET /api/projects/:id', { params: { id } }, { signal }),
    enabled,
  });
