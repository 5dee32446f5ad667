import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReplyTo, caller } from '../../web/api.ts';
import { useSession } from '../../web/session.ts';
import { type Option, useLive } from '../../web/ui/index.ts';
import type { invoicingContract } from '../contract.ts';

export const call = caller<typeof invoicingContract>();

type Contract = typeof invoicingContract;
export type Details = ReplyTo<Contract['GET /api/invoices/:id']>;
export type Line = Details['lines'][number];
export type Row = ReplyTo<Contract['POST /api/invoices/list']>['rows'][number];
export type Unbilled = ReplyTo<Contract['POST /api/invoices/unbilled']>['rows'][number];
export type Preview = ReplyTo<Contract['GET /api/invoices/unbilled_time']>;
export type Billing = ReplyTo<Contract['GET /api/projects/:id/billing']>;
export type SellerRow = ReplyTo<Contract['GET /api/invoice_sellers']>['sellers'][number];
export type Connector = ReplyTo<Contract['GET /api/invoice_connector']>;

export type Cost = ReplyTo<Contract['GET /api/projects/:id/costs']>['rows'][number];
export type WriteOff = ReplyTo<Contract['GET /api/write_offs/:id']>;
export type WriteOffRow = ReplyTo<Contract['POST /api/write_offs/list']>['rows'][number];
export type LastUsed = ReplyTo<Contract['GET /api/invoices/last_used']>;

/** Whether what the address says may be an id. */
export const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export const PAGE = 'invoices';
export const PATH = '/management/invoices';
/** Under this key everything of the room is kept; a write makes it stale. */
export const INVOICES = ['invoicing'];

/** Fetches anew what somebody changed. */
export function useLiveInvoices(): void {
  const client = useQueryClient();
  useLive('invoices', () => void client.invalidateQueries({ queryKey: INVOICES }));
}

export const useInvoice = (id: string) =>
  useQuery({
    queryKey: [...INVOICES, 'one', id],
    queryFn: ({ signal }) => call('GET /api/invoices/:id', { params: { id } }, { signal }),
    enabled: id !== '',
  });

/** Puts what a write answered in the place of what was read, and makes the rest stale. */
export function useTaken(): (details: Details) => void {
  const client = useQueryClient();
  return (details) => {
    client.setQueryData([...INVOICES, 'one', details.id], details);
    void client.invalidateQueries({ queryKey: INVOICES, predicate: ({ queryKey }) => queryKey[2] !== details.id });
  };
}

/** What the last invoice of a project, or else of a client, said; undefined while neither is chosen. */
export const useLastUsed = (projectId: string | null, clientId: string | null) =>
  useQuery({
    queryKey: [...INVOICES, 'last_used', projectId, clientId],
    queryFn: ({ signal }) => {
      const query = projectId ? { project_id: projectId } : { client_id: clientId ?? '' };
      return call('GET /api/invoices/last_used', { query }, { signal });
    },
    enabled: projectId !== null || clientId !== null,
  });

/** Currencies to choose from, the firm's own first. */
export function useCurrencies(): Option[] {
  const firm = useSession((state) => state.firm);
  const all = new Set([firm?.currency ?? 'EUR', ...(firm?.currencies ?? [])]);
  return [...all].map((code) => ({ id: code, name: code }));
}

/** What time of a project is unbilled up to a day, put together. */
export const usePreview = (projectId: string | null, until: string, group: Preview['group_by'] | undefined) =>
  useQuery({
    queryKey: [...INVOICES, 'preview', projectId, until, group],
    queryFn: ({ signal }) =>
      call(
        'GET /api/invoices/unbilled_time',
        { query: { project_id: projectId ?? '', until, ...(group ? { group_by: group } : {}) } },
        { signal },
      ),
    enabled: projectId !== null,
  });

export const useBilling = (projectId: string) =>
  useQuery({
    queryKey: [...INVOICES, 'billing', projectId],
    queryFn: ({ signal }) => call('GET /api/projects/:id/billing', { params: { id: projectId } }, { signal }),
  });

export const useSellers = (enabled = true) =>
  useQuery({
    queryKey: [...INVOICES, 'sellers'],
    queryFn: ({ signal }) => call('GET /api/invoice_sellers', {}, { signal }),
    enabled,
  });

/** Countries of the firm. */
export function useCountries(): Option[] {
  const countries = useSession(({ firm }) => firm?.countries);
  return (countries ?? []).map(({ code, name }) => ({ id: code, name }));
}
