import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReplyTo } from '../../web/api.ts';
import { useMayCall } from '../../web/session.ts';
import { useLive } from '../../web/ui/index.ts';
import type { pricingContract } from '../contract.ts';
import { PRICINGS, call } from './pricing-data.ts';

export type Message = ReplyTo<(typeof pricingContract)['GET /api/pricing_chats/messages']>['rows'][number];

const CHAT = [...PRICINGS, 'chat'];
const PAGE = 50;

/** How many messages one has not read, in all and by pricing; live. */
export function useUnread() {
  const client = useQueryClient();
  useLive('pricing_chat', () => void client.invalidateQueries({ queryKey: CHAT }));
  return useQuery({
    queryKey: [...CHAT, 'total'],
    queryFn: ({ signal }) => call('GET /api/pricing_chats/total_messages', {}, { signal }),
    enabled: useMayCall()('pricing_chats.total_messages'),
  });
}

/** The messages of a pricing, a page at a time from its end. */
export const useMessages = (id: string) =>
  useInfiniteQuery({
    queryKey: [...CHAT, 'messages', id],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/pricing_chats/messages', { query: { pricing_id: id, page: pageParam, per_page: PAGE } }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ pagination }) => (pagination.has_next ? pagination.page + 1 : undefined),
  });

/** Makes the chats stale. */
export function useChatChanged(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: CHAT });
}
