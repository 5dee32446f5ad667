import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReplyTo, caller } from '../../web/api.ts';
import { useSession } from '../../web/session.ts';
import { type Option, useLive } from '../../web/ui/index.ts';
import type { pricingContract } from '../contract.ts';

export const call = caller<typeof pricingContract>();

type Contract = typeof pricingContract;
export type Details = ReplyTo<Contract['GET /api/pricings/:id']>;
export type Shown = Details['shown'];
export type Table = Shown['tables'][number];
export type Line = Table['lines'][number];
export type Approval = Shown['approvals'][number];
export type Row = ReplyTo<Contract['POST /api/pricing/pricings']>['rows'][number];
export type Worst = ReplyTo<Contract['POST /api/pricing/check_worst']>;
export type Budget = ReplyTo<Contract['GET /api/pricings/:id/budget']>;
export type Choices = ReplyTo<Contract['GET /api/pricing_choices']>;

export const PAGE = 'pricing';
export const PATH = '/management/pricing';
/** Under this key everything of the room is kept; a write makes it stale. */
export const PRICINGS = ['pricing'];

/** Fetches anew what somebody changed. */
export function useLivePricings(): void {
  const client = useQueryClient();
  useLive('pricings', () => void client.invalidateQueries({ queryKey: PRICINGS }));
}

export const usePricing = (id: string, number: number) =>
  useQuery({
    queryKey: [...PRICINGS, 'one', id, number],
    queryFn: ({ signal }) => call('GET /api/pricings/:id', { params: { id }, query: number > 0 ? { number } : {} }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Service lines with their roles, and how the firm begins. */
export const useChoices = () =>
  useQuery({
    queryKey: [...PRICINGS, 'choices'],
    queryFn: ({ signal }) => call('GET /api/pricing_choices', {}, { signal }),
  });

/** Puts what a write answered in the place of what was read, and makes the rest stale. */
export function useTaken(): (details: Details) => void {
  const client = useQueryClient();
  return (details) => {
    client.setQueryData([...PRICINGS, 'one', details.id, 0], details);
    void client.invalidateQueries({ queryKey: PRICINGS, predicate: ({ queryKey }) => queryKey[1] !== 'one' });
  };
}

/** Countries of the firm. */
export function useCountries(): Option[] {
  const countries = useSession(({ firm }) => firm?.countries);
  return (countries ?? []).map(({ code, name }) => ({ id: code, name }));
}

/** Currencies to choose from, the firm's own first. */
export function useCurrencies(): Option[] {
  const firm = useSession((state) => state.firm);
  const all = new Set([firm?.currency ?? 'EUR', ...(firm?.currencies ?? [])]);
  return [...all].map((code) => ({ id: code, name: code }));
}
