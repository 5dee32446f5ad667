import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldColumns, useFieldFilters } from '../../settings/web/public.tsx';
import { choice, useAddress, whole, word } from '../../web/address.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import {
  ActiveMark,
  Choice,
  type Column,
  DataTable,
  EmptyState,
  type ExportFormat,
  FilterBar,
  Loaded,
  Waiting,
  besideOf,
  useLive,
} from '../../web/ui/index.ts';
import { CLIENTS, type Client, call } from './clients-data.ts';
import { ClientDrawer } from './ClientDrawer.tsx';

const ownCodecs = {
  tab: choice(['projects', 'clients'], 'projects'),
  search: word(),
  is_active: choice(['true', 'false', 'all'], 'true'),
  sort: word('name'),
  page: whole(1),
  per_page: whole(25),
  id: word(),
};
const SIZES = [25, 50, 100, 200];
const SORTS = ['name', 'sector', 'projects', 'parent', 'responsible', 'status'];

/** Clients: found, sorted and paged by the server. */
export function ClientsTab() {
  const { t } = useTranslation();
  const fields = useFieldFilters('clients');
  const codecs = useMemo(() => ({ ...ownCodecs, ...fields.codecs }) as typeof ownCodecs, [fields.codecs]);
  const [values, setValues] = useAddress(codecs);
  const custom = fields.custom(values);
  const fieldColumns = useFieldColumns('clients');
  const client = useQueryClient();
  useLive('clients', () => void client.invalidateQueries({ queryKey: CLIENTS }));
  const { search, is_active, sort, page, per_page, id } = values;
  const may = useMayCall();
  const canEdit = usePageFlag('can_edit', 'clients_projects');
  const mayAdd = canEdit && may('clients.create');
  const mayExport = usePageFlag('can_export', 'clients_projects') && may('clients.all');
  const shown = {
    sort: SORTS.includes(sort.replace(/^-/, '')) ? sort : 'name',
    ...(search.trim() ? { search: search.trim() } : {}),
    ...(is_active === 'all' ? {} : { is_active: is_active === 'true' }),
    ...(custom ? { custom } : {}),
  };
  const body = { ...shown, page, per_page: SIZES.includes(per_page) ? per_page : 25 };
  const download = (format: ExportFormat): Promise<void> =>
    call.download('POST /api/clients/export', `clients.${format}`, { query: { format }, body: shown });
  const query = useQuery({
    queryKey: [...CLIENTS, 'list', body],
    queryFn: ({ signal }) => call('POST /api/clients/all', { body }, { signal }),
    placeholderData: keepPreviousData,
  });
  const open = (next: string): void => setValues({ id: next });
  const rows = query.data?.rows ?? [];
  const beside = besideOf(
    rows,
    (row) => row.id === id,
    (row) => setValues({ id: row.id }, { replace: true }),
  );

  const columns: Column<Client>[] = [
    { id: 'name', header: t('clients.client'), cell: (row) => row.name, sort: 'name', fixed: true, width: 240 },
    { id: 'sector', header: t('clients.sector'), cell: (row) => row.sector, sort: 'sector', card: true },
    { id: 'projects', header: t('clients.projects'), cell: (row) => row.projects, sort: 'projects', align: 'right', card: true },
    { id: 'parent', header: t('clients.group'), cell: (row) => row.parent, sort: 'parent' },
    { id: 'responsible', header: t('clients.responsible'), cell: (row) => row.responsible, sort: 'responsible', card: true },
    {
      id: 'restricted',
      header: t('clients.restrictions'),
      align: 'right',
      cell: (row) => (row.restricted > 0 ? row.restricted : ''),
    },
    {
      id: 'state',
      header: t('clients.state'),
      sort: 'status',
      cell: (row) => <ActiveMark active={row.is_active} on={t(`clients.client_${row.status}`)} off={t('clients.inactive')} />,
    },
    ...fieldColumns,
  ];
  const clear = (): void => {
    setValues({ ...fields.none, search: '', is_active: 'all', page: 1 });
  };
  const empty =
    search.trim() === '' && !custom ? (
      <EmptyState
        title={is_active === 'false' ? t('clients.none_inactive') : t('clients.no_clients')}
        text={is_active === 'false' ? undefined : t('clients.no_clients_text')}
        action={mayAdd && is_active !== 'false' ? { label: t('clients.new_client'), onClick: () => open('new') } : undefined}
      />
    ) : (
      <EmptyState title={t('clients.no_client_matches')} action={{ label: t('web.clear_filters'), onClick: clear }} />
    );

  return (
    <>
      <FilterBar
        screen="clients"
        search="search"
        page="page"
        codecs={codecs}
        values={values}
        onChange={setValues}
        filters={fields.filters}
        count={query.data?.pagination.total}
        {...(mayExport ? { download } : {})}
      >
        <Choice
          label={t('clients.state')}
          value={is_active}
          options={(['true', 'false', 'all'] as const).map((id) => ({ id, name: t(`clients.show_${id}`) }))}
          onChange={(next) => setValues({ is_active: next, page: 1 })}
        />
      </FilterBar>
      <Loaded query={query} skeleton={<Waiting rows={12} />}>
        {(answer) => (
          <DataTable
            name="clients"
            caption={t('clients.clients')}
            columns={columns}
            rows={answer.rows}
            rowKey={(row) => row.id}
            pagination={answer.pagination}
            onPage={(next, perPage) => setValues({ page: next, per_page: perPage })}
            sort={sort}
            onSort={(next) => setValues({ sort: next, page: 1 })}
            onOpen={(row) => open(row.id)}
            empty={answer.pagination.total > 0 ? undefined : empty}
          />
        )}
      </Loaded>
      <ClientDrawer id={id} canEdit={canEdit} onClose={() => setValues({ id: '' })} onNext={beside(1)} onPrevious={beside(-1)} />
    </>
  );
}
