import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { At, FormBody, FormButtons, formStyles, useForm, useLeaveGuard } from '../../settings/web/public.tsx';
import { CLIENTS_PROJECTS } from '../../web/paths.ts';
import { useMayCall } from '../../web/session.ts';
import {
  Button,
  Checkbox,
  Drawer,
  EXTRA,
  EmptyState,
  ErrorPanel,
  Link,
  Loaded,
  TextInput,
  Waiting,
  confirm,
  notify,
} from '../../web/ui/index.ts';
import styles from './ClientDrawer.module.css';
import { CLIENTS, type Client, PROJECTS, call, useSectors } from './clients-data.ts';

interface Draft {
  name: string;
  sector: string;
  is_active: boolean;
}

export interface ClientDrawerProps {
  /** Id of a client, `new`, or empty: closed. */
  id: string;
  /** The client, where the list shows it. */
  listed: Client | undefined;
  canEdit: boolean;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

const FORM = 'client-form';
const draftOf = (row: Client | undefined): Draft => ({
  name: row?.name ?? '',
  sector: row?.sector ?? '',
  is_active: row?.is_active ?? true,
});

/** A client that the list does not show now, found by its name: the palette knows no more than its id. */
async function findClient(id: string, signal: AbortSignal): Promise<Client | null> {
  const { rows: names } = await call('GET /api/clients/all_only', {}, { signal });
  const name = names.find((row) => row.id === id)?.name;
  if (name === undefined) return null;
  const { rows } = await call('POST /api/clients/all', { body: { search: name, per_page: 200 } }, { signal });
  return rows.find((row) => row.id === id) ?? null;
}

/** One client, or a new one. */
export function ClientDrawer({ id, listed, canEdit, onClose, onNext, onPrevious }: ClientDrawerProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const [busy, setBusy] = useState(false);
  const isNew = id === 'new';
  const editable = canEdit && may(isNew ? 'clients.create' : 'clients.update');
  const query = useQuery({
    queryKey: [...CLIENTS, 'one', id],
    queryFn: ({ signal }) => findClient(id, signal),
    enabled: id !== '' && !isNew && listed === undefined && may('clients.all_only'),
  });
  const client = isNew ? undefined : (listed ?? query.data ?? undefined);
  return (
    <Drawer
      open={id !== ''}
      onClose={onClose}
      title={isNew ? t('clients.new_client') : (client?.name ?? t('clients.client'))}
      onNext={onNext}
      onPrevious={onPrevious}
      actions={
        editable && (isNew || client) ? (
          <FormButtons id={FORM} busy={busy} save={isNew ? t('clients.add') : t('clients.save')} onCancel={onClose} />
        ) : undefined
      }
    >
      {isNew && editable && <ClientForm key="new" client={undefined} editable onBusy={setBusy} onDone={onClose} />}
      {client && (
        <>
          <ClientForm key={id} client={client} editable={editable} onBusy={setBusy} onDone={onClose} />
          <p className={styles.projects}>
            <Link to={CLIENTS_PROJECTS} search={{ clients: client.id }}>
              {t('clients.projects_of', { count: client.projects })}
            </Link>
          </p>
          {editable && may('clients.remove') && <RemoveClient key={`remove ${id}`} client={client} onDone={onClose} />}
        </>
      )}
      {id !== '' && !isNew && !client && (
        <Loaded query={query} skeleton={<Waiting rows={4} />}>
          {() => <EmptyState title={t('clients.client_gone')} text={t('clients.client_gone_text')} />}
        </Loaded>
      )}
    </Drawer>
  );
}

interface ClientFormProps {
  client: Client | undefined;
  editable: boolean;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
}

function ClientForm({ client, editable, onBusy, onDone }: ClientFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm<Client, Draft>({
    row: client,
    draftOf,
    check: ({ name }) => (name.trim() === '' ? { name: t('clients.client_name_missing') } : {}),
    save: async ({ sector, is_active, ...changes }, version, draft) => {
      onBusy(true);
      const body = { ...changes, ...(sector === undefined ? {} : { sector: sector.trim() || null }) };
      try {
        if (!client) return await call('POST /api/clients/create', { body: { ...body, name: draft.name } });
        const active = is_active === undefined ? {} : { is_active };
        return await call('POST /api/clients/update', {
          body: { id: client.id, ...(version ? { version } : {}), ...body, ...active },
        });
      } finally {
        onBusy(false);
      }
    },
    onSaved: (row) => {
      if (!client) notify.success(t('clients.client_added', { name: row.name }));
      onDone();
      for (const queryKey of [CLIENTS, PROJECTS]) void queries.invalidateQueries({ queryKey });
    },
  });
  useLeaveGuard(form.isDirty);
  const { draft, set, errors } = form;
  return (
    <FormBody
      form={form}
      id={FORM}
      name={t('clients.client')}
      labels={{ name: t('clients.name'), sector: t('clients.sector'), is_active: t('clients.active') }}
    >
      <div className={formStyles.fields}>
        <At field="name" wide>
          <TextInput
            label={t('clients.name')}
            value={draft.name}
            onChange={(name) => set({ name })}
            extra={EXTRA.name}
            maxLength={200}
            error={errors.name}
            disabled={!editable}
            autoFocus={!client}
            required
          />
        </At>
        <At field="sector" wide>
          <TextInput
            label={t('clients.sector')}
            value={draft.sector}
            onChange={(sector) => set({ sector })}
            extra={EXTRA.name}
            maxLength={100}
            error={errors.sector}
            disabled={!editable}
          />
          {editable && <SectorHints typed={draft.sector} onPick={(sector) => set({ sector })} />}
        </At>
        {client && (
          <At field="is_active" wide>
            <Checkbox
              label={t('clients.active')}
              description={t('clients.active_text')}
              checked={draft.is_active}
              disabled={!editable}
              onChange={(event) => set({ is_active: event.currentTarget.checked })}
            />
          </At>
        )}
      </div>
    </FormBody>
  );
}

const MOST_HINTS = 6;

/** Sectors that others have: the same word is the same sector. */
function SectorHints({ typed, onPick }: { typed: string; onPick: (sector: string) => void }) {
  const { t } = useTranslation();
  const wanted = typed.trim().toLowerCase();
  const fitting = useSectors().filter((sector) => sector.toLowerCase().includes(wanted) && sector.toLowerCase() !== wanted);
  if (fitting.length === 0) return null;
  return (
    <div className={styles.hints} role="group" aria-label={t('clients.sectors')}>
      {fitting.slice(0, MOST_HINTS).map((sector) => (
        <Button key={sector} size="sm" onClick={() => onPick(sector)}>
          {sector}
        </Button>
      ))}
    </div>
  );
}

/** Deletes a client that nothing uses; else the refusal says what does, and offers to set it inactive. */
function RemoveClient({ client, onDone }: { client: Client; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [error, setError] = useState<unknown>();
  const finish = async (told: string): Promise<void> => {
    notify.success(told);
    onDone();
    await queries.invalidateQueries({ queryKey: CLIENTS });
  };
  const run = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (refusal) {
      setError(refusal);
    }
  };
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: t('clients.delete_title', { name: client.name }),
      text: t('clients.delete_text'),
      action: t('clients.delete'),
      danger: true,
    });
    if (!sure) return;
    await run(async () => {
      await call('POST /api/clients/remove', { body: { id: client.id } });
      await finish(t('clients.deleted', { name: client.name }));
    });
  };
  const deactivate = (): Promise<void> =>
    run(async () => {
      await call('POST /api/clients/update', { body: { id: client.id, is_active: false } });
      await finish(t('clients.deactivated', { name: client.name }));
    });
  return (
    <div className={formStyles.danger}>
      {error !== undefined && <ErrorPanel error={error} title={t('clients.not_deleted')} />}
      <p>{t('clients.delete_text')}</p>
      {error !== undefined && client.is_active ? (
        <Button onClick={() => void deactivate()}>{t('clients.deactivate')}</Button>
      ) : (
        <Button onClick={() => void remove()}>{t('clients.delete_dots')}</Button>
      )}
    </div>
  );
}
