import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReplyTo, caller } from '../../web/api.ts';
import { useMayCall } from '../../web/session.ts';
import type { Option } from '../../web/ui/index.ts';
import type { clientsContract } from '../contract.ts';

export const call = caller<typeof clientsContract>();

type Clients = typeof clientsContract;
export type Client = ReplyTo<Clients['POST /api/clients/all']>['rows'][number];
export type Project = ReplyTo<Clients['POST /api/projects/all']>['rows'][number];
export type Status = Project['status'];
export type BillingStatus = Project['billing_status'];

export const STATUSES: readonly Status[] = ['planned', 'active', 'on_hold', 'completed', 'archived'];
export const BILLING: readonly BillingStatus[] = [
  'not_started',
  'in_progress',
  'ready_to_bill',
  'part_billed',
  'billed',
  'written_off',
  'internal',
];

/** Under these keys lists are kept; a write makes them stale. */
export const PROJECTS = ['projects'];
export const CLIENTS = ['clients'];

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
