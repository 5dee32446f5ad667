import { useTranslation } from 'react-i18next';
import { isoWeek } from '../../kit/day.ts';
import * as format from '../../web/format.ts';
import { text } from '../../web/i18n/text.ts';
import { type Column, DataTable, Link, PHONE, useMedia } from '../../web/ui/index.ts';
import {
  type Figures,
  type Measure,
  attainmentOf,
  baseMinutes,
  changeOf,
  forecastOf,
  targetOf,
  utilizationOf,
} from '../rules.ts';
import { type Report, type ReportRow, scaleOf } from './figures.ts';
import { narrowed } from './money-drill.ts';
import { countryName, hoursText, monthName, pointsText, ratioText, weekName } from './names.ts';
import { HOURS_REPORT, UTILIZATION_REPORT, useOpenScreen } from './open-screens.ts';
import { RatioBar } from './RatioBar.tsx';
import { type Group, type GroupedReport, WORK_GROUPS } from './report-data.ts';
import styles from './Report.module.css';

export interface Drill {
  /** The same report narrowed to what a row stands for, told apart by something else. */
  narrowed: (change: Record<string, unknown>) => Record<string, string>;
  /** The hours of one person by project, over the same days. */
  hoursOf: (user: string) => Record<string, string>;
  /** The entries behind a row. */
  entriesOf: ((change: Record<string, string | string[]>) => Record<string, string>) | undefined;
}

export interface UtilizationTableProps {
  report: GroupedReport;
  measure: Measure;
  sort: string;
  drill: Drill;
  onSort: (sort: string) => void;
  onPage: (page: number, perPage: number) => void;
}

/** Who stands behind the figure: one row a team, grade, person or country, each with its own division. */
export function UtilizationTable(props: UtilizationTableProps) {
  const { report, measure, sort, drill, onSort, onPage } = props;
  const { group, page, per, count } = report;
  const { t } = useTranslation();
  const phone = useMedia(PHONE);
  const mayOpenHours = useOpenScreen()(HOURS_REPORT) !== undefined;
  const pages = Math.ceil(count / per);
  const pagination = { page, pages, per_page: per, total: count, has_next: page < pages, has_prev: page > 1 };
  const columns = [
    nameColumn(props, mayOpenHours, phone),
    ...(phone ? [] : whoColumns(group, report)),
    barColumn(report, measure),
    ...(report.compared ? [changeColumn(report, measure)] : []),
    ...hoursColumns(report, measure, mayOpenHours ? drill.entriesOf : undefined),
    ...(report.ahead ? toComeColumns(report) : []),
  ];
  return (
    <>
      <DataTable<ReportRow>
        name={`utilization_by_${group}`}
        caption={t(`reporting.utilization_table_${group}`)}
        columns={columns}
        rows={report.rows}
        rowKey={(row) => row.key}
        pagination={pagination}
        onPage={onPage}
        sort={sort}
        onSort={onSort}
      />
      {(WORK_GROUPS as readonly string[]).includes(group) && <p className={styles.legend}>{t('reporting.work_share')}</p>}
      {showsTarget(report.total, measure) && (
        <p className={styles.legend}>
          <span className={styles.legendMark} aria-hidden="true" />
          {t('reporting.target_mark')}
        </p>
      )}
    </>
  );
}

/** The key of all rows that are too small to be told on their own. */
export const FEW = '~';

/** What a row is called; a team or a country may be missing. */
export function rowName(row: ReportRow, group: Group): string {
  if (row.key === FEW) return row.name;
  if (group === 'month') return monthName(row.key);
  if (group === 'week') return `${weekName(isoWeek(row.key))} ${row.key.slice(0, 4)}`;
  if (group === 'country') return row.key ? countryName(row.key) : text('reporting.no_country');
  return (
    row.name || text(group === 'team' ? 'reporting.no_team' : group === 'project' ? 'reporting.no_project' : 'reporting.no_group')
  );
}

/** Who a row is, in the one line that a phone has for it. */
const whoText = (row: ReportRow, group: Group): string =>
  group === 'person' ? [row.grade, row.team].filter(Boolean).join(' · ') : text('reporting.people_count', { count: row.people });

function nameColumn(
  { report: { group }, drill }: UtilizationTableProps,
  mayOpenHours: boolean,
  phone: boolean,
): Column<ReportRow> {
  const linkOf = (row: ReportRow): { to: string; search: Record<string, string> } | undefined => {
    if (group === 'person' && row.key !== FEW)
      return mayOpenHours ? { to: HOURS_REPORT, search: drill.hoursOf(row.key) } : undefined;
    const to = narrowed(group, row.key);
    return to && { to: UTILIZATION_REPORT, search: drill.narrowed({ ...to.change, group: to.next }) };
  };
  return {
    id: 'name',
    header: text(`reporting.group_${group}`),
    sort: 'name',
    fixed: true,
    width: 160,
    cell: (row) => {
      const link = linkOf(row);
      return (
        <span className={styles.name}>
          {link ? <Link {...link}>{rowName(row, group)}</Link> : rowName(row, group)}
          {row.detail && <span className={styles.muted}>{row.detail}</span>}
          {phone && <span className={styles.muted}>{whoText(row, group)}</span>}
        </span>
      );
    },
    footer: text('reporting.everybody'),
  };
}

/** Grade and team of a person; how many people a group is. */
function whoColumns(group: Group, report: Report): Column<ReportRow>[] {
  if (group === 'person') {
    return [
      { id: 'grade', header: text('reporting.grade'), sort: 'grade', cell: (row) => row.grade ?? '' },
      { id: 'team', header: text('reporting.team'), sort: 'team', cell: (row) => row.team ?? '' },
    ];
  }
  return [
    {
      id: 'people',
      header: text('reporting.people'),
      sort: 'people',
      align: 'right',
      cell: (row) => format.number(row.people),
      footer: format.number(report.people),
    },
  ];
}

/** Bars have one scale on all pages. */
function barColumn({ total, largest }: Report, measure: Measure): Column<ReportRow> {
  const scale = scaleOf([largest[measure]]);
  const bar = (figures: Figures) => (
    <RatioBar
      ratio={utilizationOf(figures, measure)}
      target={showsTarget(figures, measure) ? targetOf(figures) : null}
      scale={scale}
    />
  );
  return {
    id: 'utilization',
    header: text('reporting.utilization'),
    sort: 'utilization',
    width: 200,
    cell: bar,
    footer: bar(total),
  };
}

/** Targets are shares of capacity: against standard hours the mark would stand in the wrong place. */
const showsTarget = ({ target_minutes }: Figures, measure: Measure): boolean => measure === 'capacity' && target_minutes > 0;

function hoursColumns(
  { total, group, compared, before }: GroupedReport,
  measure: Measure,
  entriesOf: Drill['entriesOf'],
): Column<ReportRow>[] {
  const number = (id: string, header: string, of: (figures: Figures) => string): Column<ReportRow> => ({
    id,
    header,
    sort: id,
    align: 'right',
    cell: of,
    footer: of(total),
  });
  const logged: Column<ReportRow> = {
    ...number('logged', text('reporting.logged_h'), (row) => hoursText(row.seconds)),
    cell: (row) => {
      const shown = hoursText(row.seconds);
      const to = narrowed(group, row.key);
      if (!entriesOf || !to) return shown;
      const label = text('reporting.entries_of', { hours: shown, month: rowName(row, group) });
      return (
        <Link to={HOURS_REPORT} search={entriesOf(to.change)} aria-label={label}>
          {shown}
        </Link>
      );
    },
  };
  const planned: Column<ReportRow> = {
    id: 'planned',
    header: text('reporting.planned_h'),
    align: 'right',
    cell: (row) => hoursText(row.before?.chargeable_seconds ?? 0),
    footer: hoursText(before?.chargeable_seconds ?? 0),
  };
  return [
    ...(compared === text('reporting.beside_plan') ? [planned] : []),
    number('chargeable', text('reporting.chargeable_h'), (row) => hoursText(row.chargeable_seconds)),
    number('base', text(`reporting.measure_${measure}_h`), (row) => hoursText(baseMinutes(row, measure) * 60)),
    logged,
    number('target', text('reporting.target'), (row) => ratioText(targetOf(row))),
    number('attainment', text('reporting.attainment'), (row) => ratioText(attainmentOf(row))),
  ];
}

/** What the period is forecast to be, the tentative hours beside it that do not count, and who is free of the days to come. */
const toComeColumns = (report: Report): Column<ReportRow>[] => [
  {
    id: 'forecast',
    header: text('reporting.forecast_short'),
    sort: 'forecast',
    align: 'right',
    cell: (row) => (row.ahead ? ratioText(forecastOf(row, row.ahead)) : ''),
    footer: report.ahead && ratioText(forecastOf(report.total, report.ahead)),
  },
  {
    id: 'tentative',
    header: text('reporting.tentative_h'),
    sort: 'tentative',
    align: 'right',
    cell: (row) => (row.ahead ? hoursText(row.ahead.tentative_minutes * 60) : ''),
    footer: hoursText((report.ahead?.tentative_minutes ?? 0) * 60),
  },
  freeColumn(report),
];

/** Who is free of the days to come. */
const freeColumn = ({ ahead }: Report): Column<ReportRow> => ({
  id: 'bench',
  header: text('reporting.free_h'),
  sort: 'bench',
  align: 'right',
  cell: (row) => (row.ahead ? hoursText(row.ahead.bench_minutes * 60) : ''),
  footer: hoursText((ahead?.bench_minutes ?? 0) * 60),
});

function changeColumn({ total, before }: Report, measure: Measure): Column<ReportRow> {
  const shown = (points: number | null): string =>
    points === null ? text('reporting.not_available') : text('reporting.points', { points: pointsText(points) });
  return {
    id: 'change',
    header: text('reporting.change_short'),
    sort: 'change',
    align: 'right',
    cell: (row) => shown(changeOf(row, measure)),
    footer: shown(changeOf({ ...total, before }, measure)),
  };
}
