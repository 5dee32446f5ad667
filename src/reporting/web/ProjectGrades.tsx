import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { clientsContract } from '../../clients/contract.ts';
import type { ProjectPartProps } from '../../clients/web/public.tsx';
import { GRADES } from '../../kit/grades.ts';
import { caller } from '../../web/api.ts';
import { hours, hoursOfMinutes, percent } from '../../web/format.ts';
import { type Column, DataTable, Loaded, Waiting } from '../../web/ui/index.ts';
import { useProjectFigures } from './project-data.ts';

const callClients = caller<typeof clientsContract>();

interface Row {
  grade: string;
  budget: number | null;
  logged: number;
}

/** Hours by grade, budgeted and logged: by the grade that each person held on the day. */
export default function ProjectGrades({ projectId }: ProjectPartProps) {
  const { t } = useTranslation();
  const figures = useProjectFigures(projectId);
  const project = useQuery({
    queryKey: ['projects', 'one', projectId],
    queryFn: ({ signal }) => callClients('GET /api/projects/:id', { params: { id: projectId } }, { signal }),
  });
  const columns: Column<Row>[] = [
    { id: 'grade', header: t('reporting.grade'), cell: (row) => row.grade || t('reporting.no_grade'), fixed: true },
    {
      id: 'budget',
      header: t('reporting.burn_budget'),
      align: 'right',
      cell: (row) => (row.budget === null ? '' : hoursOfMinutes(row.budget)),
    },
    { id: 'logged', header: t('reporting.project_logged'), align: 'right', cell: (row) => hours(row.logged) },
    {
      id: 'used',
      header: t('reporting.project_used'),
      align: 'right',
      cell: (row) => (row.budget ? percent(row.logged / (row.budget * 60)) : ''),
    },
  ];
  return (
    <Loaded query={figures} skeleton={<Waiting rows={3} />}>
      {({ grades }) => {
        const budgets = new Map((project.data?.grade_budgets ?? []).map((row) => [row.grade as string, row.budget_minutes]));
        const logged = new Map(grades.map((row) => [row.grade, row.logged_seconds]));
        const rows = [...GRADES, '']
          .filter((grade) => budgets.has(grade) || logged.has(grade))
          .map((grade) => ({ grade, budget: budgets.get(grade) ?? null, logged: logged.get(grade) ?? 0 }));
        return (
          <DataTable
            name="project_grades"
            caption={t('reporting.project_grades')}
            columns={columns}
            rows={rows}
            rowKey={(row) => row.grade}
            empty={<p>{t('reporting.project_no_time')}</p>}
          />
        );
      }}
    </Loaded>
  );
}
