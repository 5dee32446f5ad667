import { useNavigate } from '@tanstack/react-router';
import { IconArrowLeft, IconMailPlus, IconTable, IconUserPlus } from '@tabler/icons-react';
import { Suspense, lazy, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldColumns, useFieldFilters } from '../../settings/web/public.tsx';
import { useAddress } from '../../web/address.ts';
import { day, instant, number } from '../../web/format.ts';
import { useMayCall, usePageFlag, useSession } from '../../web/session.ts';
import { useUserSetting } from '../../web/user-settings.ts';
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
  Menu,
  PageTitle,
  Waiting,
  useKeys,
} from '../../web/ui/index.ts';
import { BulkActions } from './BulkActions.tsx';
import { InviteTable } from './InviteTable.tsx';
import styles from './Users.module.css';
import { NewUser } from './NewUser.tsx';
import { userColumns } from './user-columns.ts';
import { type UserRow, call } from './people-data.ts';
import {
  type UserValues,
  isNarrowed,
  matchingIds,
  useCategoryOptions,
  useUserFilters,
  useUsers,
  userCodecs,
  userQuery,
} from './user-list.ts';

const GradePyramid = lazy(() => import('./GradePyramid.tsx'));

const everybody: Partial<UserValues> = {
  search: '',
  team: '',
  grade: '',
  category: '',
  role: '',
  country: '',
  is_active: 'all',
  page: 1,
};

/** Everybody of the firm: found, filtered, sorted by the server; or the table with which many are invited. */
export default function Users() {
  const { t } = useTranslation();
  const [{ invite }, setValues] = useAddress(userCodecs);
  const may = useMayCall();
  const mayInvite = usePageFlag('can_edit', 'users') && may('users.invite');
  if (!may('users.list')) return <ClosedPage title={t('people.users')} />;
  if (!invite || !mayInvite) return <UserList />;
  const back = (
    <Button icon={<IconArrowLeft size={16} aria-hidden="true" />} onClick={() => setValues({ invite: false })}>
      {t('people.all_users')}
    </Button>
  );
  return (
    <>
      <PageTitle title={t('people.invite_title')} actions={back} />
      <InviteTable />
    </>
  );
}

function UserList() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const fields = useFieldFilters('users');
  const codecs = useMemo(() => ({ ...userCodecs, ...fields.codecs }) as typeof userCodecs, [fields.codecs]);
  const [values, setValues] = useAddress(codecs);
  const custom = fields.custom(values);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const may = useMayCall();
  const canEdit = usePageFlag('can_edit', 'users');
  const mayAdd = canEdit && may('users.add_user');
  const mayInvite = canEdit && may('users.invite');
  const mayChange = canEdit && may('users.update_by_admin');
  const mayExport = usePageFlag('can_export', 'users') && may('users.export');
  const query = useUsers(values, custom);
  const ids = (query.data?.rows ?? []).map(({ id }) => id);
  const columns = [...useColumns(), ...useRoomColumns(ids), ...useFieldColumns('users')];
  const filters = [...useUserFilters(), ...fields.filters];
  const add = (): void => setValues({ add: true });
  useKeys(mayAdd ? [{ keys: 'n', label: 'people.add_user', run: add }] : []);
  // Who is no longer shown is not changed unseen.
  const { page: _page, per_page: _size, ...filtered } = userQuery(values, custom);
  const shown = JSON.stringify(filtered);
  useEffect(() => setSelection(new Set()), [shown]);

  const download = (format: ExportFormat): Promise<void> =>
    call.download('POST /api/users/export_users', `users.${format}`, { query: { format, ...filtered } });
  const open = ({ id }: UserRow): void => void navigate({ to: '/admin/users/$id' as never, params: { id } as never });
  const total = query.data?.pagination.total ?? 0;

  return (
    <>
      <PageTitle
        title={t('people.users')}
        summary={values.is_active === 'true' ? undefined : t(`people.show_${values.is_active}`)}
        actions={
          <>
            {mayExport && <ExportMenu download={download} count={query.data?.pagination.total} />}
            {(mayAdd || mayInvite) && (
              <InviteMenu onTable={mayInvite ? () => setValues({ invite: true }) : undefined} onOne={mayAdd ? add : undefined} />
            )}
          </>
        }
      />
      <FilterBar
        screen="users"
        search="search"
        page="page"
        codecs={codecs}
        values={values}
        onChange={setValues}
        filters={filters}
        count={query.data?.pagination.total}
      >
        <Choice
          label={t('people.state')}
          value={values.is_active}
          options={(['true', 'invited', 'false', 'all'] as const).map((id) => ({ id, name: t(`people.show_${id}`) }))}
          onChange={(next) => setValues({ is_active: next, page: 1 })}
        />
      </FilterBar>
      <Pyramid filters={filtered} />
      <Loaded query={query} skeleton={<Waiting rows={12} />}>
        {({ rows, pagination }) => (
          <DataTable
            name="users"
            caption={t('people.users')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            rowName={(row) => row.name}
            pagination={pagination}
            onPage={(page, perPage) => setValues({ page, per_page: perPage })}
            sort={values.sort}
            onSort={(sort) => setValues({ sort, page: 1 })}
            onOpen={open}
            {...(mayChange
              ? {
                  selection,
                  onSelection: setSelection,
                  actions: (
                    <>
                      {selection.size >= rows.length && selection.size < total && (
                        <Button
                          level="subtle"
                          onClick={() => void matchingIds(values, custom).then((ids) => setSelection(new Set(ids)))}
                        >
                          {t('people.select_all', { shown: number(total) })}
                        </Button>
                      )}
                      <BulkActions
                        ids={[...selection]}
                        invited={values.is_active === 'invited'}
                        inactive={values.is_active === 'false'}
                        onDone={() => setSelection(new Set())}
                      />
                    </>
                  ),
                }
              : {})}
            empty={
              pagination.total > 0 ? undefined : (
                <Nobody
                  values={values}
                  custom={custom !== undefined}
                  onClear={() => setValues({ ...fields.none, ...everybody })}
                />
              )
            }
          />
        )}
      </Loaded>
      {mayAdd && <NewUser open={values.add} onClose={() => setValues({ add: false })} />}
    </>
  );
}

function InviteMenu({ onTable, onOne }: { onTable: (() => void) | undefined; onOne: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button level="primary" icon={<IconUserPlus size={16} aria-hidden="true" />}>
          {t('people.invite')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {onTable && (
          <Menu.Item leftSection={<IconTable size={16} />} onClick={onTable}>
            {t('people.invite_table')}
          </Menu.Item>
        )}
        {onOne && (
          <Menu.Item leftSection={<IconMailPlus size={16} />} onClick={onOne}>
            {t('people.invite_single')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Why the list is empty, and the way out where filters are the cause. */
function Nobody({ values, custom, onClear }: { values: UserValues; custom: boolean; onClear: () => void }) {
  const { t } = useTranslation();
  if (custom || isNarrowed(values))
    return <EmptyState title={t('people.nobody_matches')} action={{ label: t('web.clear_filters'), onClick: onClear }} />;
  const cause = { false: t('people.nobody_inactive'), invited: t('people.nobody_invited'), true: undefined, all: undefined };
  return <EmptyState title={cause[values.is_active] ?? t('people.nobody')} />;
}

function useColumns(): Column<UserRow>[] {
  const { t } = useTranslation();
  const countries = useSession(({ firm }) => firm?.countries);
  const categories = useCategoryOptions();
  return [
    { id: 'name', header: t('people.name'), cell: (row) => row.name, sort: 'name', fixed: true, width: 160 },
    { id: 'email', header: t('people.email'), cell: (row) => row.email, sort: 'email', card: 'line' },
    { id: 'grade', header: t('people.grade'), cell: (row) => row.grade, sort: 'grade', width: 120, card: true },
    { id: 'step', header: t('people.step'), cell: (row) => row.step, optional: true, width: 120 },
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
    { id: 'team', header: t('people.team'), cell: (row) => row.team, sort: 'team', width: 120, card: true },
    {
      id: 'other_teams',
      header: t('people.other_teams'),
      cell: (row) => row.other_teams,
      optional: true,
    },
    { id: 'manager', header: t('people.manager'), cell: (row) => row.manager, sort: 'manager', width: 120 },
    {
      id: 'country',
      header: t('people.country'),
      cell: (row) => countries?.find(({ code }) => code === row.country)?.name ?? row.country,
      sort: 'country',
      width: 110,
    },
    { id: 'site', header: t('people.site'), cell: (row) => row.site, sort: 'site', optional: true },
    {
      id: 'cost_category',
      header: t('people.cost_category'),
      cell: (row) => row.cost_category,
      sort: 'cost_category',
      optional: true,
    },
    {
      id: 'employed_from',
      header: t('people.employed_from'),
      cell: (row) => row.employed_from && day(row.employed_from),
      sort: 'employed_from',
      optional: true,
      width: 110,
    },
    {
      id: 'employed_to',
      header: t('people.employed_to'),
      cell: (row) => row.employed_to && day(row.employed_to),
      optional: true,
      width: 110,
    },
    {
      id: 'last_sign_in',
      header: t('people.last_sign_in'),
      cell: (row) => (row.last_sign_in ? instant(row.last_sign_in) : t('people.never')),
      optional: true,
      width: 140,
    },
    {
      id: 'state',
      header: t('people.state'),
      cell: (row) => <State row={row} />,
    },
  ];
}

/** Columns of later rooms, shown when they are chosen. */
function useRoomColumns(page: readonly string[]): Column<UserRow>[] {
  const { t } = useTranslation();
  return userColumns.parts().map(({ id, title, Content }) => ({
    id,
    header: t(title),
    cell: (row) => (
      <Suspense fallback={null}>
        <Content userId={row.id} page={page} />
      </Suspense>
    ),
    optional: true,
    width: 110,
  }));
}

/** The picture of the grades, folded until somebody asks for it. */
function Pyramid({ filters }: { filters: Omit<ReturnType<typeof userQuery>, 'page' | 'per_page'> }) {
  const { t } = useTranslation();
  const [open, setOpen] = useUserSetting<boolean>('users_pyramid', false);
  return (
    <details className={styles.pyramid} open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('people.pyramid')}</summary>
      {open && (
        <Suspense fallback={<Waiting rows={4} />}>
          <GradePyramid filters={filters} />
        </Suspense>
      )}
    </details>
  );
}

function State({ row }: { row: UserRow }) {
  const { t } = useTranslation();
  if (row.is_active && !row.is_invited) return t('people.active');
  return (
    <Badge variant="default" tt="none">
      {row.is_active ? t('people.show_invited') : t('people.inactive')}
    </Badge>
  );
}
