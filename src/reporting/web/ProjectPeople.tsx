import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProjectPartProps } from '../../clients/web/public.tsx';
import { hours, hoursOfMinutes } from '../../web/format.ts';
import { type Column, DataTable, EmptyState, Loaded, Waiting } from '../../web/ui/index.ts';
import type { ProjectPerson } from '../contract.ts';
import { useProjectPeople } from './project-data.ts';

/** Who works on a project: what each has logged and is booked for. */
export default function ProjectPeople({ projectId }: ProjectPartProps) {
  const { t } = useTranslation();
  const [view, setView] = useState({ page: 1, perPage: 25 });
  const query = useProjectPeople(projectId, view.page, view.perPage);
  const columns: Column<ProjectPerson>[] = [
    { id: 'name', header: t('reporting.person'), cell: (row) => row.name, fixed: true },
    { id: 'logged', header: t('reporting.project_logged'), align: 'right', cell: (row) => hours(row.logged_seconds) },
    { id: 'chargeable', header: t('reporting.chargeable'), align: 'right', cell: (row) => hours(row.chargeable_seconds) },
    { id: 'booked', header: t('reporting.project_booked'), align: 'right', cell: (row) => hoursOfMinutes(row.booked_minutes) },
    {
      id: 'tentative',
      header: t('reporting.project_tentative'),
      align: 'right',
      cell: (row) => hoursOfMinutes(row.tentative_minutes),
    },
  ];
  return (
    <Loaded query={query} skeleton={<Waiting rows={4} />}>
      {({ rows, pagination }) => (
        <DataTable
          name="project_people"
          caption={t('reporting.project_people')}
          columns={columns}
          rows={rows}
          rowKey={(row) => row.user_id}
          pagination={pagination.pages > 1 ? pagination : undefined}
          onPage={(page, perPage) => setView({ page, perPage })}
          empty={pagination.total > 0 ? undefined : <EmptyState title={t('reporting.project_nobody')} />}
        />
      )}
    </Loaded>
  );
}
