import { useNavigate } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useAddress } from '../../web/address.ts';
import { useMayCall, usePageFlag, useSession } from '../../web/session.ts';
import {
  Badge,
  Button,
  Choice,
  ClosedPage,
  type Column,
  DataTable,
  EmptyState,
  type ExportFormat,
  ExportMenu,
  FilterBar,
  Loaded,
  PageTitle,
  Waiting,
  useKeys,
} from '../../web/ui/index.ts';
import { NewUser } from './NewUser.tsx';
import { type UserRow, call } from './people-data.ts';
import { type UserValues, isNarrowed, useCategoryOptions, useUserFilters, useUsers, userCodecs, userQuery } from './user-list.ts';

const nobody: Partial<UserValues> = { search: '', team: '', grade: '', category: '', role: '', country: '', page: 1 };

/** Everybody of the firm: found, filtered, sorted by the server. */
export default function Users() {
  const { t } = useTranslation();
  return useMayCall()('users.list') ? <UserList /> : <ClosedPage title={t('people.users')} />;
}

function UserList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [values, setValues] = useAddress(userCodecs);
  const may = useMayCall();
  const mayAdd = usePageFlag('can_edit', 'users') && may('users.add_user');
  const mayExport = usePageFlag('can_export', 'users') && may('users.export');
  const query = useUsers(values);
  const columns = useColumns(values.is_active === 'all');
  const filters = useUserFilters();
  const narrowed = isNarrowed(values);
  const add = (): void => setValues({ add: true });
  useKeys(mayAdd ? [{ keys: 'n', label: 'people.add_user', run: add }] : []);

  const download = (format: ExportFormat): Promise<void> => {
    const { page: _page, per_page: _size, ...shown } = userQuery(values);
    return call.download('POST /api/users/export_users', `users.${format}`, { query: { format, ...shown } });
  };
  const open = ({ id }: UserRow): void => void navigate({ to: '/admin/users/$id' as never, params: { id } as never });

  const empty = narrowed ? (
    <EmptyState
      title={t('people.nobody_matches')}
      action={{ label: t('web.clear_filters'), onClick: () => setValues({ ...nobody, is_active: 'all' }) }}
    />
  ) : (
    <EmptyState title={values.is_active === 'false' ? t('people.nobody_inactive') : t('people.nobody')} />
  );
  return (
    <>
      <PageTitle
        title={t('people.users')}
        summary={values.is_active === 'true' ? undefined : t(`people.show_${values.is_active}`)}
        actions={
          <>
            {mayExport && <ExportMenu download={download} count={query.data?.pagination.total} />}
            {mayAdd && (
              <Button level="primary" icon={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
                {t('people.add_user')}
              </Button>
            )}
          </>
        }
      />
      <FilterBar
        screen="users"
        search="search"
        page="page"
        codecs={userCodecs}
        values={values}
        onChange={setValues}
        filters={filters}
        count={query.data?.pagination.total}
      >
        <Choice
          label={t('people.state')}
          value={values.is_active}
          options={(['true', 'false', 'all'] as const).map((id) => ({ id, name: t(`people.show_${id}`) }))}
          onChange={(next) => setValues({ is_active: next, page: 1 })}
        />
      </FilterBar>
      <Loaded query={query} skeleton={<Waiting rows={12} />}>
        {({ rows, pagination }) => (
          <DataTable
            name="users"
            caption={t('people.users')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            pagination={pagination}
            onPage={(page, perPage) => setValues({ page, per_page: perPage })}
            sort={values.sort}
            onSort={(sort) => setValues({ sort, page: 1 })}
            onOpen={open}
            empty={pagination.total > 0 ? undefined : empty}
          />
        )}
      </Loaded>
      {mayAdd && <NewUser open={values.add} onClose={() => setValues({ add: false })} />}
    </>
  );
}

function useColumns(withState: boolean): Column<UserRow>[] {
  const { t } = useTranslation();
  const countries = useSession(({ firm }) => firm?.countries);
  const categories = useCategoryOptions();
  return [
    { id: 'name', header: t('people.name'), cell: (row) => row.name, sort: 'name', fixed: true, width: 160 },
    { id: 'email', header: t('people.email'), cell: (row) => row.email, sort: 'email' },
    { id: 'grade', header: t('people.grade'), cell: (row) => row.grade, sort: 'grade', width: 120 },
    {
      id: 'category',
      header: t('people.category'),
      cell: (row) => categories.find(({ id }) => id === row.category)?.name,
      sort: 'category',
    },
    {
      id: 'role',
      header: t('people.role'),
      cell: (row) => (
        <>
          {row.role}
          {row.is_superuser && ` · ${t('people.administrator')}`}
        </>
      ),
      sort: 'role',
    },
    { id: 'team', header: t('people.team'), cell: (row) => row.team, sort: 'team', width: 120 },
    { id: 'manager', header: t('people.manager'), cell: (row) => row.manager, width: 120 },
    {
      id: 'country',
      header: t('people.country'),
      cell: (row) => countries?.find(({ code }) => code === row.country)?.name ?? row.country,
      sort: 'country',
      width: 110,
    },
    ...(withState
      ? [
          {
            id: 'state',
            header: t('people.state'),
            cell: (row: UserRow) =>
              row.is_active ? (
                t('people.active')
              ) : (
                <Badge variant="default" tt="none">
                  {t('people.inactive')}
                </Badge>
              ),
          },
        ]
      : []),
  ];
}
