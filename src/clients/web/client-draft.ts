import type { ClientDetails } from './clients-data.ts';

export interface Contact {
  id?: string;
  name: string;
  position: string;
  email: string | null;
  phone: string;
  is_billing: boolean;
}

export interface Restriction {
  id?: string;
  user_id: string | null;
  team_id: string | null;
  /** Of the person or the team. */
  name: string;
  reason: string;
  first_day: string;
  last_day: string | null;
}

/** What is edited of a client; its keys are the fields of the API. */
export interface ClientDraft
  extends Pick<
    ClientDetails,
    'status' | 'responsible_id' | 'parent_id' | 'country' | 'language' | 'currency' | 'payment_days' | 'custom'
  > {
  name: string;
  sector: string;
  legal_name: string;
  street: string;
  postal_code: string;
  city: string;
  vat_id: string;
  billing_email: string;
  contacts: readonly Contact[];
  restrictions: readonly Restriction[];
}

export const draftOf = (row: ClientDetails | undefined): ClientDraft => ({
  name: row?.name ?? '',
  sector: row?.sector ?? '',
  status: row?.status ?? 'active',
  responsible_id: row?.responsible_id ?? null,
  parent_id: row?.parent_id ?? null,
  legal_name: row?.legal_name ?? '',
  street: row?.street ?? '',
  postal_code: row?.postal_code ?? '',
  city: row?.city ?? '',
  country: row?.country ?? null,
  vat_id: row?.vat_id ?? '',
  billing_email: row?.billing_email ?? '',
  language: row?.language ?? null,
  currency: row?.currency ?? null,
  payment_days: row?.payment_days ?? null,
  contacts: row?.contacts ?? [],
  restrictions: row?.restrictions ?? [],
  custom: row?.custom ?? {},
});

/** What is sent of a draft: nothing is null where the field may be empty. */
export function bodyOf({ sector, vat_id, billing_email, contacts, restrictions, ...rest }: Partial<ClientDraft>) {
  const orNull = (text: string): string | null => text.trim() || null;
  return {
    ...rest,
    ...(sector === undefined ? {} : { sector: orNull(sector) }),
    ...(vat_id === undefined ? {} : { vat_id: orNull(vat_id) }),
    ...(billing_email === undefined ? {} : { billing_email: orNull(billing_email) }),
    ...(contacts ? { contacts: contacts.map((contact) => ({ ...contact, email: contact.email?.trim() || null })) } : {}),
    ...(restrictions ? { restrictions: restrictions.map(({ name: _name, ...row }) => row) } : {}),
  };
}
