import { useQuery } from '@tanstack/react-query';
import { type ReplyTo, caller } from '../../web/api.ts';
import type { accessContract } from '../contract.ts';

export const call = caller<typeof accessContract>();

type Access = typeof accessContract;
export type Provider = ReplyTo<Access['POST /api/sign_in_providers']>;
export type Rules = ReplyTo<Access['GET /api/sign_in_rules']>;

/** Under these keys they are kept; a write makes them stale. */
export const PROVIDERS = ['access', 'providers'];
export const RULES = ['access', 'rules'];

export const useProviders = () =>
  useQuery({
    queryKey: PROVIDERS,
    queryFn: async ({ signal }) => (await call('GET /api/sign_in_providers', {}, { signal })).rows,
  });

export const useRules = () =>
  useQuery({ queryKey: RULES, queryFn: ({ signal }) => call('GET /api/sign_in_rules', {}, { signal }) });

/** What is written down at a provider: it stays as long as the installation stays where it is. */
export const useAddresses = () =>
  useQuery({
    queryKey: ['access', 'provider_addresses'],
    queryFn: ({ signal }) => call('GET /api/sign_in_providers/addresses', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
