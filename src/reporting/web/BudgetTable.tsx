import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ProjectLink } from '../../clients/web/public.tsx';
import { type Column, DataTable, EmptyState, Loaded, PHONE, Waiting, useMedia } from '../../web/ui/index.ts';
import { BudgetBar } from './BudgetBar.tsx';
import { hoursText } from './names.ts';
import { type ProjectBudget, type View, useBudgets } from './report-data.ts';
import type { ReportBody } from './report-filters.ts';
import styles from './Report.module.css';

export interface BudgetTableProps {
  body: ReportBody;
  view: View;
  /** Where the bar of a project leads. */
  onPick: (projectId: string) => void;
  onSort: (sort: string) => void;
  onPage: (page: number, perPage: number) => void;
}

/** The picture comes when budgets are looked at. */
const BudgetPicture = lazy(() => import('./BudgetPicture.tsx'));

/** What is left when everything that is booked has been worked, in minutes; undefined without a budget. */
export const leftOf = ({ budget_minutes, logged_seconds, booked_minutes }: ProjectBudget): number | undefined =>
  budget_minutes === null ? undefined : budget_minutes - Math.round(logged_seconds / 60) - booked_minutes;

/** Open client projects by how much of their budget is used: logged and booked beside it. */
export function BudgetTable({ body, view, onPick, onSort, onPage }: BudgetTableProps) {
  const { t } = useTranslation();
  const phone = useMedia(PHONE);
  const query = useBudgets(body, view);
  const rows = query.data?.rows ?? [];
  const columns: Column<ProjectBudget>[] = [
    {
      id: 'project',
      header: t('reporting.project'),
      sort: 'project',
      fixed: true,
      width: phone ? 150 : 220,
      cell: (row) => (
        <span className={styles.name}>
          <ProjectLink id={row.project_id}>{row.project}</ProjectLink>
          <span className={styles.under}>
            <span>{row.code}</span>
            {row.client && <span>{row.client}</span>}
          </span>
        </span>
      ),
    },
    {
      id: 'used',
      header: t('reporting.budget_used'),
      sort: 'used',
      width: phone ? 160 : 280,
      cell: (row) => <BudgetBar row={row} />,
    },
    hoursColumn('budget', t('reporting.project_budget'), (row) => row.budget_minutes, 'budget'),
    hoursColumn('logged', t('reporting.logged'), (row) => row.logged_seconds / 60, 'logged'),
    hoursColumn('booked', t('reporting.booked'), (row) => row.booked_minutes),
    {
      id: 'left',
      header: t('reporting.left'),
      align: 'right',
      width: 110,
      cell: (row) => {
        const left = leftOf(row);
        if (left === undefined) return <span className={styles.muted}>–</span>;
        return left < 0 ? (
          <b className={styles.over}>{t('reporting.over_by', { hours: hoursText(-left * 60) })}</b>
        ) : (
          hoursText(left * 60)
        );
      },
    },
  ];
  return (
    <Loaded
      query={query}
      skeleton={<Waiting rows={10} />}
      isEmpty={(data) => data.pagination.total === 0}
      empty={<EmptyState title={t('reporting.no_budgets')} text={t('reporting.no_budgets_text')} />}
    >
      {({ pagination }) => (
        <>
          <p className={styles.muted}>{t('reporting.budgets_about')}</p>
          <Suspense fallback={<Waiting rows={6} />}>
            <BudgetPicture rows={rows} onPick={onPick} />
          </Suspense>
          <DataTable<ProjectBudget>
            name="project_budgets"
            caption={t('reporting.budgets')}
            rows={rows}
            columns={columns}
            rowKey={(row) => row.project_id}
            pagination={pagination}
            sort={view.sort}
            onSort={onSort}
            onPage={onPage}
          />
        </>
      )}
    </Loaded>
  );
}

function hoursColumn(
  id: string,
  header: string,
  minutes: (row: ProjectBudget) => number | null,
  sort?: string,
): Column<ProjectBudget> {
  return {
    id,
    header,
    ...(sort ? { sort } : {}),
    align: 'right',
    width: 100,
    cell: (row) => {
      const value = minutes(row);
      return value === null || value === 0 ? <span className={styles.muted}>–</span> : hoursText(value * 60);
    },
  };
}
