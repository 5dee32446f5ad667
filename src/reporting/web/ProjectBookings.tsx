import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProjectPartProps } from '../../clients/web/public.tsx';
import { dayRange, hoursOfMinutes } from '../../web/format.ts';
import { isPageOpen } from '../../web/session.ts';
import { type Column, DataTable, EmptyState, LinkButton, Loaded, Waiting } from '../../web/ui/index.ts';
import { useProjectBookings } from './project-data.ts';

type Row = NonNullable<ReturnType<typeof useProjectBookings>['data']>['rows'][number];

/** The bookings of a project from today on, and the way to the board. */
export default function ProjectBookings({ projectId }: ProjectPartProps) {
  const { t } = useTranslation();
  const [view, setView] = useState({ page: 1, perPage: 25 });
  const query = useProjectBookings(projectId, view.page, view.perPage);
  const columns: Column<Row>[] = [
    { id: 'name', header: t('reporting.person'), cell: (row) => row.name, fixed: true },
    { id: 'days', header: t('reporting.days'), cell: (row) => dayRange(row.first_day, row.last_day), width: 170 },
    { id: 'minutes', header: t('reporting.hours_a_day'), align: 'right', cell: (row) => hoursOfMinutes(row.minutes_per_day) },
    { id: 'level', header: t('reporting.level'), cell: (row) => t(`reporting.level_${row.level}`) },
  ];
  return (
    <Loaded query={query} skeleton={<Waiting rows={4} />}>
      {({ rows, pagination }) => (
        <>
          <DataTable
            name="project_bookings"
            caption={t('reporting.project_bookings')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.id}
            pagination={pagination.pages > 1 ? pagination : undefined}
            onPage={(page, perPage) => setView({ page, perPage })}
            empty={pagination.total > 0 ? undefined : <EmptyState title={t('reporting.project_no_bookings')} />}
          />
          {isPageOpen('planning') && (
            <LinkButton to="/planning/planning_page" search={{ projects: projectId }}>
              {t('reporting.project_board')}
            </LinkButton>
          )}
        </>
      )}
    </Loaded>
  );
}
