import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withChosen } from '../../people/web/public.tsx';
import { useMayCall } from '../../web/session.ts';
import { Select, notify, useReason } from '../../web/ui/index.ts';
import { matching, plain } from '../../web/ui/options.ts';
import { CLIENTS, call, useClientOptions } from './clients-data.ts';

export interface ClientFieldProps {
  value: string | null;
  /** Name of the chosen one, should the list not have it: a client that is no longer active. */
  name: string | null | undefined;
  onChange: (id: string | null) => void;
  error?: string | undefined;
  disabled?: boolean;
}

/** Stands among the options for the client that is not there yet. */
const NEW = 'new';

/** One client; a name that is not there yet is added on the spot, by Enter as by mouse. */
export function ClientField({ value, name, onChange, error, disabled }: ClientFieldProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  const may = useMayCall();
  const [typed, setTyped] = useState('');
  const options = withChosen(useClientOptions(), value, name);
  const wanted = typed.trim();
  const isNew = wanted !== '' && !options.some((option) => plain(option.name) === plain(wanted));
  const add = async (): Promise<void> => {
    try {
      const made = await call('POST /api/clients/create', { body: { name: wanted } });
      client.setQueryData([...CLIENTS, 'names'], (before: { rows: { id: string; name: string }[] } | undefined) =>
        before ? { ...before, rows: [...before.rows, { id: made.id, name: made.name }] } : before,
      );
      onChange(made.id);
      notify.success(t('clients.client_added', { name: made.name }));
      void client.invalidateQueries({ queryKey: CLIENTS });
    } catch (refusal) {
      notify.error(reason(refusal));
    }
  };
  return (
    <Select
      label={t('clients.client')}
      options={[
        ...matching(options, typed),
        ...(isNew && may('clients.create') ? [{ id: NEW, name: t('clients.create_named', { name: wanted }) }] : []),
      ]}
      value={value ?? undefined}
      onChange={(id) => (id === NEW ? void add() : onChange(id ?? null))}
      onSearch={setTyped}
      placeholder={t('clients.own_work')}
      error={error}
      disabled={disabled ?? false}
    />
  );
}
