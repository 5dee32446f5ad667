import { useNavigate } from '@tanstack/react-router';
import { IconArrowLeft, IconMailPlus, IconTable, IconUserPlus } from '@tabler/icons-react';
import { Suspense, lazy, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldColumns, useFieldFilters } from '../../settings/web/public.tsx';
import { useAddress } from '../../web/address.ts';
import { number } from '../../web/format.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import { useUserSetting } from '../../web/user-settings.ts';
import {
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
import { useUserColumns } from './user-cells.tsx';
import { type UserValues, isNarrowed, matchingIds, useUserFilters, useUsers, userCodecs, userQuery } from './user-list.ts';

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
  const columns = [...useUserColumns(mayChange), ...useRoomColumns(ids), ...useFieldColumns('users')];
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
