import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldColumns, useFieldFilters } from '../../settings/web/public.tsx';
import { useAddress } from '../../web/address.ts';
import { day, hoursOfMinutes, money } from '../../web/format.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  type ExportFormat,
  FilterBar,
  Loaded,
  Waiting,
  useLive,
  besideOf,
} from '../../web/ui/index.ts';
import { BillingMenu } from './BillingMenu.tsx';
import { PROJECTS, type Project, call } from './clients-data.ts';
import { ProjectDrawer } from './ProjectDrawer.tsx';
import { projectCodecs, projectFilters, projectQuery, useProjectFilters, useProjects } from './project-list.ts';

/** Projects: found by the project filters, sorted and paged by the server. */
export function ProjectsTab() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const fields = useFieldFilters('projects');
  const codecs = useMemo(() => ({ ...projectCodecs, ...fields.codecs }) as typeof projectCodecs, [fields.codecs]);
  const [values, setValues] = useAddress(codecs);
  const custom = fields.custom(values);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const may = useMayCall();
  const canEdit = usePageFlag('can_edit', 'clients_projects');
  const mayExport = usePageFlag('can_export', 'clients_projects') && may('projects.export');
  const mayAdd = canEdit && may('projects.create');
  const mayBill = canEdit && may('projects.status_billing');
  const query = useProjects(values, custom);
  const filters = [...useProjectFilters(values), ...fields.filters];
  const columns = [...useColumns(), ...useFieldColumns('projects')];
  useLive('projects', () => void client.invalidateQueries({ queryKey: PROJECTS }));

  const open = (id: string): void => setValues({ id });
  const close = (): void => setValues({ id: '' });
  const rows = query.data?.rows ?? [];
  const beside = besideOf(
    rows,
    (row) => row.id === values.id,
    (row) => setValues({ id: row.id }, { replace: true }),
  );
  const download = (format: ExportFormat): Promise<void> =>
    call.download('POST /api/projects/export', `projects.${format}`, {
      query: { format },
      body: { ...projectFilters(values), ...(custom ? { custom } : {}), sort: projectQuery(values).sort },
    });
  const clear = (): void =>
    setValues({
      ...fields.none,
      search: '',
      teams: [],
      users: [],
      clients: [],
      projects: [],
      years: [],
      statuses: [],
      billing_status: [],
      chargeable: '',
      page: 1,
    });
  const empty =
    custom || Object.keys(projectFilters(values)).length > 0 ? (
      <EmptyState title={t('clients.no_project_matches')} action={{ label: t('web.clear_filters'), onClick: clear }} />
    ) : (
      <EmptyState
        title={t('clients.no_projects')}
        text={t('clients.no_projects_text')}
        action={mayAdd ? { label: t('clients.new_project'), onClick: () => open('new') } : undefined}
      />
    );

  return (
    <>
      <FilterBar
        screen="clients_projects"
        search="search"
        page="page"
        codecs={codecs}
        values={values}
        onChange={setValues}
        filters={filters}
        count={query.data?.pagination.total}
        {...(mayExport ? { download } : {})}
      />
      <Loaded query={query} skeleton={<Waiting rows={12} />}>
        {(page) => (
          <DataTable
            name="projects"
            caption={t('clients.projects')}
            columns={columns}
            rows={page.rows}
            rowKey={(row) => row.id}
            rowName={(row) => row.name}
            pagination={page.pagination}
            onPage={(next, perPage) => setValues({ page: next, per_page: perPage })}
            sort={values.sort}
            onSort={(sort) => setValues({ sort, page: 1 })}
            onOpen={(row) => open(row.id)}
            {...(mayBill
              ? {
                  selection,
                  onSelection: setSelection,
                  actions: <BillingMenu ids={[...selection]} onDone={() => setSelection(new Set())} />,
                }
              : {})}
            empty={page.pagination.total > 0 ? undefined : empty}
          />
        )}
      </Loaded>
      <ProjectDrawer id={values.id} canEdit={canEdit} onClose={close} onNext={beside(1)} onPrevious={beside(-1)} />
    </>
  );
}

function useColumns(): Column<Project>[] {
  const { t } = useTranslation();
  const date = (value: string | null): string => (value ? day(value) : '');
  return [
    { id: 'name', header: t('clients.project'), cell: (row) => row.name, sort: 'name', fixed: true, width: 190 },
    { id: 'client', header: t('clients.client'), cell: (row) => row.client ?? t('clients.own_work'), sort: 'client', width: 120 },
    { id: 'code', header: t('clients.code'), cell: (row) => row.code, sort: 'code', width: 84 },
    { id: 'managers', header: t('clients.managers'), cell: (row) => row.managers.map(({ name }) => name).join(', '), width: 120 },
    { id: 'team', header: t('clients.team'), cell: (row) => row.team },
    { id: 'status', header: t('clients.status'), cell: (row) => t(`clients.status_${row.status}`), sort: 'status' },
    {
      id: 'billing_status',
      header: t('clients.billing_status'),
      cell: (row) => t(`clients.billing_${row.billing_status}`),
      sort: 'billing_status',
    },
    {
      id: 'chargeable',
      header: t('clients.chargeable'),
      cell: (row) => (row.chargeable ? t('clients.yes') : t('clients.no')),
      optional: true,
    },
    {
      id: 'starts_on',
      header: t('clients.starts_on'),
      cell: (row) => date(row.starts_on),
      sort: 'starts_on',
      optional: true,
      width: 100,
    },
    { id: 'ends_on', header: t('clients.ends_on'), cell: (row) => date(row.ends_on), sort: 'ends_on', width: 112 },
    {
      id: 'budget_minutes',
      header: t('clients.budget_hours'),
      align: 'right',
      cell: (row) => (row.budget_minutes === null ? '' : hoursOfMinutes(row.budget_minutes)),
    },
    {
      id: 'budget_fee',
      header: t('clients.budget_fee'),
      align: 'right',
      cell: (row) => (row.budget_fee === null ? '' : money(row.budget_fee, row.currency, true)),
    },
  ];
}
