import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import { ProjectLink } from '../../clients/web/public.tsx';
import { text } from '../../web/i18n/text.ts';
import { endOfMonth } from '../../web/ui/dates.ts';
import { type Column, DataTable, Link, PHONE, type Period, useMedia } from '../../web/ui/index.ts';
import { type PersonTime, type ProjectTime, type TimeRow, chargeableShare, everyMonth, secondsIn } from './hours-rows.ts';
import { hoursText, monthName } from './names.ts';
import { HOURS_REPORT } from './open-screens.ts';
import { monthsOf } from './period.ts';
import type { Hours, HoursTotals } from './report-data.ts';
import { NONE } from './report-filters.ts';
import styles from './Report.module.css';

/** The same view, turned to the other side of a row: who worked on the project, what the person worked on, the entries behind. */
export interface Drill {
  by?: 'project' | 'person' | 'entry';
  projects?: string[];
  users?: string[];
  from?: Day;
  to?: Day;
}
type AddressOf = (change: Drill) => Record<string, string>;

export interface HoursTableProps {
  hours: Hours;
  totals: HoursTotals;
  period: Period;
  sort: string;
  drill: AddressOf;
  /** Figures lead to the entries behind them. */
  mayDrill: boolean;
  onSort: (sort: string) => void;
  onPage: (page: number, perPage: number) => void;
}

/** Hours with months as columns. The sums stand under all rows, not under one page of them. */
export function HoursTable({ hours, totals, period, sort, drill, mayDrill, onSort, onPage }: HoursTableProps) {
  const { t } = useTranslation();
  const phone = useMedia(PHONE);
  const { pagination } = hours;
  const caption = t(`reporting.hours_table_${hours.by}`);
  const shared = { name: `hours_by_${hours.by}`, caption, pagination, sort, onSort, onPage };
  const tail = timeColumns(totals, monthsOf(period), (row, month) => {
    if (!mayDrill) return undefined;
    const whose = 'user_id' in row ? { users: [String(row.user_id)] } : { projects: [(row as ProjectTime).project_id ?? NONE] };
    return drill({ by: 'entry', ...whose, ...(month ? within(period, month) : period) });
  });
  if (hours.by === 'project') {
    const columns = [...projectColumns(drill, phone), ...tail];
    return <DataTable<ProjectTime> {...shared} rows={hours.rows} columns={columns} rowKey={projectKey} />;
  }
  const columns = [...personColumns(drill, phone), ...tail];
  return <DataTable<PersonTime> {...shared} rows={hours.rows} columns={columns} rowKey={personKey} />;
}

const projectKey = (row: ProjectTime): string => row.project_id ?? '';
const personKey = (row: PersonTime): string => row.user_id;

/** A name over what tells it from others of that name. */
function Named({ children, under, more }: { children: ReactNode; under: readonly (string | null)[]; more?: ReactNode }) {
  return (
    <span className={styles.name}>
      {children}
      <span className={styles.under}>
        {under.filter(Boolean).map((part) => (
          <span key={part}>{part}</span>
        ))}
        {more}
      </span>
    </span>
  );
}

/** On a phone the client stands under the project, so that the hours are in view. */
function projectColumns(drill: AddressOf, phone: boolean): Column<ProjectTime>[] {
  const client: Column<ProjectTime> = {
    id: 'client',
    header: text('reporting.client'),
    sort: 'client',
    width: 140,
    cell: (row) => row.client ?? '',
  };
  return [
    {
      id: 'project',
      header: text('reporting.project'),
      sort: 'project',
      fixed: true,
      width: phone ? 150 : 220,
      cell: (row) =>
        row.project_id && row.project ? (
          <Named
            under={phone ? [row.client] : []}
            more={<ProjectLink id={row.project_id}>{row.code ?? text('reporting.project')}</ProjectLink>}
          >
            <Link to={HOURS_REPORT} search={drill({ by: 'person', projects: [row.project_id] })}>
              {row.project}
            </Link>
          </Named>
        ) : (
          <Link to={HOURS_REPORT} search={drill({ by: 'person', projects: [NONE] })}>
            {text('reporting.no_project')}
          </Link>
        ),
      footer: text('reporting.sum'),
    },
    ...(phone ? [] : [client]),
    {
      id: 'budget',
      header: text('reporting.project_budget'),
      sort: 'budget',
      align: 'right',
      optional: true,
      cell: (row) => (row.budget_minutes === null ? '' : hoursText(row.budget_minutes * 60)),
    },
  ];
}

function personColumns(drill: AddressOf, phone: boolean): Column<PersonTime>[] {
  const who: Column<PersonTime>[] = [
    { id: 'grade', header: text('reporting.grade'), sort: 'grade', cell: (row) => row.grade },
    { id: 'team', header: text('reporting.team'), sort: 'team', cell: (row) => row.team ?? '' },
  ];
  return [
    {
      id: 'name',
      header: text('reporting.person'),
      sort: 'name',
      fixed: true,
      width: phone ? 150 : 180,
      cell: (row) => {
        const link = (
          <Link to={HOURS_REPORT} search={drill({ by: 'project', users: [row.user_id] })}>
            {row.name}
          </Link>
        );
        return phone ? <Named under={[row.grade, row.team]}>{link}</Named> : link;
      },
      footer: text('reporting.sum'),
    },
    ...(phone ? [] : who),
  ];
}

/** A month within a period that may begin or end in the middle of it. */
const within = ({ from, to }: Period, month: Day): Period => ({
  from: month < from ? from : month,
  to: endOfMonth(month) > to ? to : endOfMonth(month),
});

/** Hours that lead to the entries behind them. */
function HoursLink({ seconds, of, search }: { seconds: number; of: string; search: Record<string, string> | undefined }) {
  if (seconds === 0) return <span className={styles.muted}>–</span>;
  const shown = hoursText(seconds);
  if (!search) return shown;
  return (
    <Link to={HOURS_REPORT} search={search} aria-label={text('reporting.entries_of', { month: of, hours: shown })}>
      {shown}
    </Link>
  );
}

/** Sum, chargeable share, and one column a month; a single month would only repeat the sum. */
function timeColumns(
  totals: HoursTotals,
  months: readonly Day[],
  behind: (row: TimeRow, month?: Day) => Record<string, string> | undefined,
): Column<TimeRow>[] {
  const share = (row: Pick<TimeRow, 'seconds' | 'chargeable_seconds'>): string => {
    const ratio = chargeableShare(row);
    return ratio === null ? '' : format.percent(ratio);
  };
  const monthly = months.length < 2 ? [] : everyMonth(totals.months, months);
  return [
    {
      id: 'seconds',
      header: text('reporting.hours'),
      sort: 'seconds',
      align: 'right',
      cell: (row) => (
        <b>
          <HoursLink seconds={row.seconds} of={text('reporting.whole_period')} search={behind(row)} />
        </b>
      ),
      footer: hoursText(totals.seconds),
    },
    {
      id: 'share',
      header: text('reporting.chargeable_share'),
      sort: 'share',
      align: 'right',
      cell: share,
      footer: share(totals),
    },
    ...monthly.map(
      ({ month, seconds }): Column<TimeRow> => ({
        id: `month:${month}`,
        header: monthName(month),
        sort: `month:${month}`,
        align: 'right',
        cell: (row) => <HoursLink seconds={secondsIn(row, month)} of={monthName(month)} search={behind(row, month)} />,
        footer: hoursText(seconds),
      }),
    ),
  ];
}
