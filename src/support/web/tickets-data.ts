import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type AddressValues, choice, whole, word } from '../../web/address.ts';
import { type ReplyTo, caller } from '../../web/api.ts';
import { useLive } from '../../web/live.ts';
import { newStore } from '../../web/store.ts';
import type { supportContract } from '../contract.ts';

export const call = caller<typeof supportContract>();

type Support = typeof supportContract;
export type TicketRow = ReplyTo<Support['GET /api/support/tickets']>['rows'][number];
export type Ticket = ReplyTo<Support['GET /api/support/tickets/:id']>;
export type TicketStatus = TicketRow['status'];

export const STATUSES = ['open', 'answered', 'closed'] as const;

/** The page of support as it stands in the address: which tab, from which page it was opened, which ticket is open. */
export const supportCodecs = {
  tab: choice(['guide', 'mine', 'all'], 'guide'),
  from: word(),
  id: word(),
  status: choice(['', ...STATUSES], ''),
  page: whole(1),
};
export type SupportValues = AddressValues<typeof supportCodecs>;

const KEY = 'tickets';

export function useTickets(all: boolean, { status, page }: Pick<SupportValues, 'status' | 'page'>) {
  const query = { page, ...(status === '' ? {} : { status }) };
  const client = useQueryClient();
  useLive('tickets', () => void client.invalidateQueries({ queryKey: [KEY] }));
  return useQuery({
    queryKey: [KEY, all ? 'all' : 'mine', query],
    queryFn: ({ signal }) => call(all ? 'GET /api/support/all_tickets' : 'GET /api/support/tickets', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export const useTicket = (id: string) =>
  useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) => call('GET /api/support/tickets/:id', { params: { id } }, { signal }),
    enabled: id !== '',
  });

/** Takes over a ticket as the server answered it, and has the lists fetched anew. */
export function useTicketChanged(): (ticket: Ticket) => void {
  const client = useQueryClient();
  return (ticket) => {
    client.setQueryData([KEY, 'one', ticket.id], ticket);
    void client.invalidateQueries({ queryKey: [KEY] });
  };
}

/** A picture that was uploaded for the ticket that is being written. */
export interface Attached {
  id: string;
  name: string;
}

export interface TicketDraft {
  text: string;
  expected: string;
  subject: string;
  images: readonly Attached[];
}

export const EMPTY_DRAFT: TicketDraft = { text: '', expected: '', subject: '', images: [] };

/** What is being written stays while the page lives, also when the dialog is closed. */
export const ticketDraft = newStore<TicketDraft>(EMPTY_DRAFT);

export const MOST_IMAGES = 5;

/** Stores a picture for a ticket. @throws CallError with the server's words */
export async function attach(file: File): Promise<Attached> {
  const form = new FormData();
  form.append('file', file);
  const { id } = await call('POST /api/support/upload', {}, { upload: form });
  return { id, name: file.name };
}

/** Name of a page in words; what has none is a page that failed. */
export const pageName = (t: TFunction, page: string): string => t(`web.page_${page}`, { defaultValue: t('support.page_failed') });
