import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyTo } from '../../web/api.ts';
import { useLive } from '../../web/live.ts';
import type { supportContract } from '../contract.ts';
import { call } from './tickets-data.ts';

type Support = typeof supportContract;
export type Webhook = ReplyTo<Support['GET /api/webhooks']>['rows'][number];
export type Delivery = ReplyTo<Support['GET /api/webhooks/:id/deliveries']>['rows'][number];

export const WEBHOOKS = ['support', 'webhooks'];

/** The firm's webhooks; how deliveries go is followed while it is looked at. */
export function useWebhooks() {
  const client = useQueryClient();
  useLive('webhooks', () => void client.invalidateQueries({ queryKey: WEBHOOKS }));
  return useQuery({ queryKey: WEBHOOKS, queryFn: ({ signal }) => call('GET /api/webhooks', {}, { signal }) });
}

export const useDeliveries = (id: string, page: number) =>
  useQuery({
    queryKey: [...WEBHOOKS, id, page],
    queryFn: ({ signal }) => call('GET /api/webhooks/:id/deliveries', { params: { id }, query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });
