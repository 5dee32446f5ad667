import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RecordDrawer, RemoveRecord } from '../../web/form/index.ts';
import { CLIENTS_PROJECTS } from '../../web/paths.ts';
import { useMayCall } from '../../web/session.ts';
import { Link, notify } from '../../web/ui/index.ts';
import { ClientForm } from './ClientForm.tsx';
import styles from './ClientDrawer.module.css';
import { CLIENTS, type ClientDetails, call } from './clients-data.ts';
import { Feed } from './Feed.tsx';

export interface ClientDrawerProps {
  /** Id of a client, `new`, or empty: closed. */
  id: string;
  canEdit: boolean;
  onClose: () => void;
  onNext: (() => void) | undefined;
  onPrevious: (() => void) | undefined;
}

/** One client with contacts, billing details and restrictions, or a new one. */
export function ClientDrawer({ id, canEdit, onClose, ...rest }: ClientDrawerProps) {
  const { t } = useTranslation();
  const may = useMayCall();
  const isNew = id === 'new';
  const editable = canEdit && may(isNew ? 'clients.create' : 'clients.update');
  const query = useQuery({
    queryKey: [...CLIENTS, 'one', id],
    queryFn: ({ signal }) => call('GET /api/clients/:id', { params: { id } }, { signal }),
    enabled: id !== '' && !isNew,
  });
  return (
    <RecordDrawer
      {...rest}
      id={id}
      size="wide"
      row={query.data?.id === id ? query.data : undefined}
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
          {client && <Beside client={client} />}
          {client && editable && may('clients.remove') && <RemoveClient client={client} onDone={onClose} />}
        </>
      )}
    </RecordDrawer>
  );
}

/** What belongs to the client beside its own fields: projects, the clients of its group, its feed. */
function Beside({ client }: { client: ClientDetails }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  return (
    <>
      <p className={styles.projects}>
        <Link to={CLIENTS_PROJECTS} search={{ clients: client.id }}>
          {t('clients.projects_of', { count: client.projects })}
        </Link>
      </p>
      {client.members.length > 0 && (
        <p className={styles.projects}>
          {t('clients.group_members')}{' '}
          {client.members.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={CLIENTS_PROJECTS} search={{ tab: 'clients', id }}>
                {name}
              </Link>
            </span>
          ))}
        </p>
      )}
      <details className={styles.history} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t('clients.history')}</summary>
        {open && <Feed kind="clients" id={client.id} />}
      </details>
    </>
  );
}

function RemoveClient({ client, onDone }: { client: ClientDetails; onDone: () => void }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const finish = async (told: string): Promise<void> => {
    notify.success(told);
    onDone();
    await queries.invalidateQueries({ queryKey: CLIENTS });
  };
  const remove = async (): Promise<void> => {
    const { archived } = await call('POST /api/clients/remove', { body: { id: client.id } });
    await finish(t(archived ? 'clients.deactivated' : 'clients.deleted', { name: client.name }));
  };
  const deactivate = async (): Promise<void> => {
    await call('POST /api/clients/update', { body: { id: client.id, status: 'archived' } });
    await finish(t('clients.deactivated', { name: client.name }));
  };
  return (
    <RemoveRecord
      title={t('clients.delete_title', { name: client.name })}
      text={t(client.is_active ? 'clients.delete_text' : 'clients.delete_archived_text')}
      refused={t('clients.not_deleted')}
      remove={remove}
      deactivate={client.is_active ? deactivate : undefined}
    />
  );
}
