import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReplyTo } from '../../web/api.ts';
import type { supportContract } from '../contract.ts';
import { call } from './tickets-data.ts';

type Support = typeof supportContract;
export type Privacy = ReplyTo<Support['GET /api/privacy']>;
export type Leaver = ReplyTo<Support['GET /api/privacy/leavers']>['rows'][number];
export type LeaverState = Exclude<Leaver['state'], 'here'>;
export type Notice = ReplyTo<Support['GET /api/privacy/notice']>;

export const PRIVACY = ['support', 'privacy'];
const NOTICE = [...PRIVACY, 'notice'];

/** Key of what is known of one person. */
export const leaverKey = (userId: string): string[] => [...PRIVACY, 'leaver', userId];
export const NOTICE_KEY = NOTICE;

export const usePrivacy = () =>
  useQuery({ queryKey: PRIVACY, queryFn: ({ signal }) => call('GET /api/privacy', {}, { signal }) });

export function useLeavers(state: LeaverState | '', page: number) {
  const query = { page, ...(state === '' ? {} : { state }) };
  return useQuery({
    queryKey: [...PRIVACY, 'leavers', query],
    queryFn: ({ signal }) => call('GET /api/privacy/leavers', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const useLeaver = (userId: string) =>
  useQuery({
    queryKey: leaverKey(userId),
    queryFn: ({ signal }) => call('GET /api/privacy/leavers/:id', { params: { id: userId } }, { signal }),
  });

export const useNotice = () =>
  useQuery({ queryKey: NOTICE, queryFn: ({ signal }) => call('GET /api/privacy/notice', {}, { signal }) });
