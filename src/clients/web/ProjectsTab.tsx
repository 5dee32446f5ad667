import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFieldColumns, useFieldFilters } from '../../settings/web/public.tsx';
import { useAddress } from '../../web/address.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import {
  DataTable,
  EmptyState,
  type ExportFormat,
  type Filter,
  FilterBar,
  Loaded,
  Waiting,
  useLive,
  besideOf,
} from '../../web/ui/index.ts';
import { BulkMenu } from './BulkMenu.tsx';
import { PROJECTS, call } from './clients-data.ts';
import { useProjectColumns } from './project-columns.tsx';
import { PANELS, projectCodecs, projectFilters, projectQuery, useProjectFilters, useProjects } from './project-list.ts';
import { ProjectDrawer } from './ProjectDrawer.tsx';

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
  const mayUpdate = canEdit && may('projects.update');
  const mayBill = canEdit && may('projects.status_billing');
  const query = useProjects(values, custom);
  const templates: Filter = {
    kind: 'one',
    id: 'show',
    label: t('clients.show'),
    options: [{ id: 'templates', name: t('clients.templates') }],
  };
  const filters = [...useProjectFilters(values), templates, ...fields.filters];
  useLive('projects', () => void client.invalidateQueries({ queryKey: PROJECTS }));

  const open = (id: string, panel?: string): void =>
    setValues({ id, panel: PANELS.find((each) => each === panel) ?? 'overview' });
  const close = (): void => setValues({ id: '', panel: 'overview' });
  const rows = query.data?.rows ?? [];
  const own = useFieldColumns('projects');
  const columns = useProjectColumns({ rows, onOpen: open, editable: canEdit && may('projects.update'), own });
  const beside = besideOf(
    rows,
    (row) => row.id === values.id,
    (row) => setValues({ id: row.id }, { replace: true }),
  );
  const download = (format: ExportFormat): Promise<void> =>
    call.download('POST /api/projects/export', `projects.${format}`, {
      query: { format },
      body: {
        ...projectFilters(values),
        ...(values.show === 'templates' ? { templates: true } : {}),
        ...(custom ? { custom } : {}),
        sort: projectQuery(values).sort,
      },
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
      show: '',
      page: 1,
    });
  const empty =
    custom || Object.keys(projectFilters(values)).length > 0 ? (
      <EmptyState title={t('clients.no_project_matches')} action={{ label: t('web.clear_filters'), onClick: clear }} />
    ) : (
      <EmptyState
        title={t(values.show === 'templates' ? 'clients.no_templates' : 'clients.no_projects')}
        text={t(values.show === 'templates' ? 'clients.no_templates_text' : 'clients.no_projects_text')}
        action={mayAdd && values.show === '' ? { label: t('clients.new_project'), onClick: () => open('new') } : undefined}
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
            {...(mayBill || mayUpdate
              ? {
                  selection,
                  onSelection: setSelection,
                  actions: (
                    <BulkMenu
                      ids={[...selection]}
                      mayBill={mayBill}
                      mayUpdate={mayUpdate}
                      onDone={() => setSelection(new Set())}
                    />
                  ),
                }
              : {})}
            empty={page.pagination.total > 0 ? undefined : empty}
          />
        )}
      </Loaded>
      <ProjectDrawer
        id={values.id}
        panel={values.panel}
        canEdit={canEdit}
        onPanel={(panel) => setValues({ panel })}
        onOpen={open}
        onClose={close}
        onNext={beside(1)}
        onPrevious={beside(-1)}
      />
    </>
  );
}
