import { useTranslation } from 'react-i18next';
import type { Grade } from '../../kit/grades.ts';
import * as format from '../../web/format.ts';
import { text } from '../../web/i18n/text.ts';
import { type Column, DataTable, Link, PHONE, useMedia } from '../../web/ui/index.ts';
import { type Figures, type Measure, attainmentOf, baseMinutes, changeOf, targetOf, utilizationOf } from '../rules.ts';
import { type Report, type ReportRow, scaleOf } from './figures.ts';
import { countryName, hoursText, pointsText, ratioText } from './names.ts';
import { HOURS_REPORT, UTILIZATION_REPORT, useOpenScreen } from './open-screens.ts';
import { RatioBar } from './RatioBar.tsx';
import type { Group, GroupedReport } from './report-data.ts';
import styles from './Report.module.css';

export interface Drill {
  /** The same report narrowed to what a row stands for. */
  narrowed: (change: { teams?: string[]; grades?: Grade[] }) => Record<string, string>;
  /** The hours of one person by project, over the same days. */
  hoursOf: (user: string) => Record<string, string>;
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
  const { report, measure, sort, onSort, onPage } = props;
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
    ...hoursColumns(report, measure),
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
      {showsTarget(report.total, measure) && (
        <p className={styles.legend}>
          <span className={styles.legendMark} aria-hidden="true" />
          {t('reporting.target_mark')}
        </p>
      )}
    </>
  );
}

/** What a row is called; a team or a country may be missing. */
function rowName(row: ReportRow, group: Group): string {
  if (group === 'country') return row.key ? countryName(row.key) : text('reporting.no_country');
  return row.name || text('reporting.no_team');
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
    if (group === 'person') return mayOpenHours ? { to: HOURS_REPORT, search: drill.hoursOf(row.key) } : undefined;
    if (group === 'team' && row.key) return { to: UTILIZATION_REPORT, search: drill.narrowed({ teams: [row.key] }) };
    return group === 'grade' ? { to: UTILIZATION_REPORT, search: drill.narrowed({ grades: [row.key as Grade] }) } : undefined;
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

function hoursColumns({ total }: Report, measure: Measure): Column<ReportRow>[] {
  const number = (id: string, header: string, of: (figures: Figures) => string): Column<ReportRow> => ({
    id,
    header,
    sort: id,
    align: 'right',
    cell: of,
    footer: of(total),
  });
  return [
    number('chargeable', text('reporting.chargeable_h'), (row) => hoursText(row.chargeable_seconds)),
    number('base', text(`reporting.measure_${measure}_h`), (row) => hoursText(baseMinutes(row, measure) * 60)),
    number('logged', text('reporting.logged_h'), (row) => hoursText(row.seconds)),
    number('target', text('reporting.target'), (row) => ratioText(targetOf(row))),
    number('attainment', text('reporting.attainment'), (row) => ratioText(attainmentOf(row))),
  ];
}

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
