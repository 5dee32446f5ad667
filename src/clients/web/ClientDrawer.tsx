import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Custom, DataFieldInputs } from '../../settings/web/public.tsx';
import { At, CheckField, FormBody, NameField, RecordDrawer, RemoveRecord, formStyles, useForm } from '../../web/form/index.ts';
import { CLIENTS_PROJECTS } from '../../web/paths.ts';
import { useMayCall } from '../../web/session.ts';
import { Button, EXTRA, Link, TextInput, notify } from '../../web/ui/index.ts';
import styles from './ClientDrawer.module.css';
import { CLIENTS, type Client, PROJECTS, call, useSectors } from './clients-data.ts';

interface Draft {
  name: string;
  sector: string;
  is_active: boolean;
  custom: Custom;
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

const draftOf = (row: Client | undefined): Draft => ({
  name: row?.name ?? '',
  sector: row?.sector ?? '',
  is_active: row?.is_active ?? true,
  custom: row?.custom ?? {},
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
export function ClientDrawer({ id, listed, canEdit, onClose, ...rest }: ClientDrawerProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const isNew = id === 'new';
  const editable = canEdit && may(isNew ? 'clients.create' : 'clients.update');
  const query = useQuery({
    queryKey: [...CLIENTS, 'one', id],
    queryFn: ({ signal }) => findClient(id, signal),
    enabled: id !== '' && !isNew && listed === undefined && may('clients.all_only'),
  });
  return (
    <RecordDrawer
      {...rest}
      id={id}
      row={listed ?? query.data ?? undefined}
      nameOf={({ name }) => name}
      query={query}
      editable={editable}
      words={{
        add: t('clients.new_client'),
        one: t('clients.client'),
        gone: t('clients.client_gone'),
        goneText: t('clients.client_gone_text'),
      }}
      onClose={onClose}
    >
      {(client) => (
        <>
          <ClientForm client={client} editable={editable} onDone={onClose} />
          {client && (
            <p className={styles.projects}>
              <Link to={CLIENTS_PROJECTS} search={{ clients: client.id }}>
                {t('clients.projects_of', { count: client.projects })}
              </Link>
            </p>
          )}
          {client && editable && may('clients.remove') && <RemoveClient client={client} onDone={onClose} />}
        </>
      )}
    </RecordDrawer>
  );
}

interface ClientFormProps {
  client: Client | undefined;
  editable: boolean;
  onDone: () => void;
}

function ClientForm({ client, editable, onDone }: ClientFormProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const form = useForm<Client, Draft>({
    row: client,
    draftOf,
    check: ({ name }) => (name.trim() === '' ? { name: t('clients.client_name_missing') } : {}),
    save: ({ sector, is_active, ...changes }, version, draft) => {
      const body = { ...changes, ...(sector === undefined ? {} : { sector: sector.trim() || null }) };
      if (!client) return call('POST /api/clients/create', { body: { ...body, name: draft.name } });
      const active = is_active === undefined ? {} : { is_active };
      return call('POST /api/clients/update', {
        body: { id: client.id, ...(version ? { version } : {}), ...body, ...active },
      });
    },
    onSaved: (row) => {
      if (!client) notify.success(t('clients.client_added', { name: row.name }));
      onDone();
      for (const queryKey of [CLIENTS, PROJECTS]) void queries.invalidateQueries({ queryKey });
    },
  });
  const { draft, set, errors } = form;
  return (
    <FormBody
      form={form}
      name={t('clients.client')}
      labels={{
        name: t('clients.name'),
        sector: t('clients.sector'),
        is_active: t('clients.active'),
        custom: t('settings.fields'),
      }}
    >
      <div className={formStyles.fields}>
        <NameField
          label={t('clients.name')}
          value={draft.name}
          onChange={(name) => set({ name })}
          error={errors.name}
          disabled={!editable}
          autoFocus={!client}
        />
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
          <CheckField
            field="is_active"
            label={t('clients.active')}
            description={t('clients.active_text')}
            checked={draft.is_active}
            disabled={!editable}
            onChange={(is_active) => set({ is_active })}
          />
        )}
        <DataFieldInputs
          collection="clients"
          values={draft.custom}
          onChange={(custom) => set({ custom })}
          error={errors.custom}
          disabled={!editable}
        />
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

function RemoveClient({ client, onDone }: { client: Client; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const finish = async (told: string): Promise<void> => {
    notify.success(told);
    onDone();
    await queries.invalidateQueries({ queryKey: CLIENTS });
  };
  const remove = async (): Promise<void> => {
    await call('POST /api/clients/remove', { body: { id: client.id } });
    await finish(t('clients.deleted', { name: client.name }));
  };
  const deactivate = async (): Promise<void> => {
    await call('POST /api/clients/update', { body: { id: client.id, is_active: false } });
    await finish(t('clients.deactivated', { name: client.name }));
  };
  return (
    <RemoveRecord
      title={t('clients.delete_title', { name: client.name })}
      text={t('clients.delete_text')}
      refused={t('clients.not_deleted')}
      remove={remove}
      deactivate={client.is_active ? deactivate : undefined}
    />
  );
}
