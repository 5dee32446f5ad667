import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import { GRADES } from '../../kit/grades.ts';
import * as format from '../../web/format.ts';
import { type Column, DataTable, Link, type Period } from '../../web/ui/index.ts';
import {
  type PersonTime,
  type ProjectTime,
  type SortValue,
  type TimeRow,
  chargeableShare,
  monthTotals,
  paged,
  secondsIn,
  sorted,
  timeTotal,
} from './hours-rows.ts';
import { hoursText, monthName } from './names.ts';
import { HOURS_REPORT } from './open-screens.ts';
import { monthsOf } from './period.ts';
import styles from './Report.module.css';
import { linkTo } from './report-filters.ts';

/** What a link out of a row keeps of the view: days and filters that say nothing of the row itself. */
type Kept = Readonly<Record<string, string | readonly string[]>>;

export interface HoursTableProps {
  by: 'project' | 'person';
  rows: readonly (ProjectTime | PersonTime)[];
  period: Period;
  sort: string;
  page: number;
  per: number;
  drill: Kept;
  onSort: (sort: string) => void;
  onPage: (page: number, perPage: number) => void;
}

/** Hours with months as columns. The sums stand under all rows, not under one page of them. */
export function HoursTable(props: HoursTableProps) {
  const { by, rows, period, drill } = props;
  const { t } = useTranslation();
  const months = monthsOf(period);
  const shared = {
    name: `hours_by_${by}`,
    caption: t(`reporting.hours_table_${by}`),
    sort: props.sort,
    onSort: props.onSort,
    onPage: props.onPage,
  };
  const tail = timeColumns(rows, months, t);
  if (by === 'project') {
    const { rows: shown, pagination } = page(rows as readonly ProjectTime[], props, projectValue);
    const columns = [...projectColumns(t, drill), ...tail];
    return <DataTable<ProjectTime> {...shared} columns={columns} rows={shown} rowKey={projectKey} pagination={pagination} />;
  }
  const { rows: shown, pagination } = page(rows as readonly PersonTime[], props, personValue);
  const columns = [...personColumns(t, drill), ...tail];
  return <DataTable<PersonTime> {...shared} columns={columns} rows={shown} rowKey={personKey} pagination={pagination} />;
}

const projectKey = (row: ProjectTime): string => row.project_id ?? '';
const personKey = (row: PersonTime): string => row.user_id;

type Translate = (key: string, values?: Record<string, unknown>) => string;

function page<Row>(
  rows: readonly Row[],
  { sort, page: at, per }: HoursTableProps,
  valueOf: (row: Row, column: string) => SortValue,
) {
  return paged(sorted(rows, sort, valueOf), at, per);
}

function timeValue(row: TimeRow, column: string): SortValue {
  if (column === 'seconds') return row.seconds;
  if (column === 'share') return chargeableShare(row);
  return column.startsWith('month:') ? secondsIn(row, column.slice(6)) : null;
}

function projectValue(row: ProjectTime, column: string): SortValue {
  if (column === 'project') return row.project;
  if (column === 'client') return row.client;
  return column === 'budget' ? row.budget_minutes : timeValue(row, column);
}

function personValue(row: PersonTime, column: string): SortValue {
  if (column === 'name') return row.name;
  if (column === 'grade') return GRADES.indexOf(row.grade);
  return column === 'team' ? row.team : timeValue(row, column);
}

function projectColumns(t: Translate, drill: Kept): Column<ProjectTime>[] {
  return [
    {
      id: 'project',
      header: t('reporting.project'),
      sort: 'project',
      fixed: true,
      width: 220,
      cell: (row) =>
        row.project_id && row.project ? (
          <span className={styles.name}>
            <Link to={HOURS_REPORT} search={linkTo({ ...drill, by: 'person', projects: [row.project_id] })}>
              {row.project}
            </Link>
            {row.code && <span className={styles.muted}>{row.code}</span>}
          </span>
        ) : (
          <span className={styles.muted}>{t('reporting.no_project')}</span>
        ),
      footer: t('reporting.sum'),
    },
    { id: 'client', header: t('reporting.client'), sort: 'client', width: 140, cell: (row) => row.client ?? '' },
    {
      id: 'budget',
      header: t('reporting.project_budget'),
      sort: 'budget',
      align: 'right',
      optional: true,
      cell: (row) => (row.budget_minutes === null ? '' : hoursText(row.budget_minutes * 60)),
    },
  ];
}

function personColumns(t: Translate, drill: Kept): Column<PersonTime>[] {
  return [
    {
      id: 'name',
      header: t('reporting.person'),
      sort: 'name',
      fixed: true,
      width: 180,
      cell: (row) => (
        <Link to={HOURS_REPORT} search={linkTo({ ...drill, by: 'project', users: [row.user_id] })}>
          {row.name}
        </Link>
      ),
      footer: t('reporting.sum'),
    },
    { id: 'grade', header: t('reporting.grade'), sort: 'grade', cell: (row) => row.grade },
    { id: 'team', header: t('reporting.team'), sort: 'team', cell: (row) => row.team ?? '' },
  ];
}

/** Sum, chargeable share, and one column a month; a single month would only repeat the sum. */
function timeColumns(rows: readonly TimeRow[], months: readonly Day[], t: Translate): Column<TimeRow>[] {
  const total = timeTotal(rows);
  const share = (row: Pick<TimeRow, 'seconds' | 'chargeable_seconds'>): string => {
    const ratio = chargeableShare(row);
    return ratio === null ? '' : format.percent(ratio);
  };
  const sums = monthTotals(rows, months);
  const monthly = months.length < 2 ? [] : sums;
  return [
    {
      id: 'seconds',
      header: t('reporting.hours'),
      sort: 'seconds',
      align: 'right',
      cell: (row) => <b>{hoursText(row.seconds)}</b>,
      footer: hoursText(total.seconds),
    },
    { id: 'share', header: t('reporting.chargeable_share'), sort: 'share', align: 'right', cell: share, footer: share(total) },
    ...monthly.map(
      ({ month, seconds }): Column<TimeRow> => ({
        id: `month:${month}`,
        header: monthName(month),
        sort: `month:${month}`,
        align: 'right',
        cell: (row) => {
          const here = secondsIn(row, month);
          return here === 0 ? <span className={styles.muted}>–</span> : hoursText(here);
        },
        footer: hoursText(seconds),
      }),
    ),
  ];
}
