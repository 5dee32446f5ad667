import { useTranslation } from 'react-i18next';
import { ColumnChart, HeatMatrix } from '../../web/charts/index.ts';
import { number } from '../../web/format.ts';
import { type Figures, type Measure, forecastOf, utilizationOf } from '../rules.ts';
import type { ReportRow } from './figures.ts';
import { hoursText, monthName, ratioText } from './names.ts';
import type { GroupedReport } from './report-data.ts';
import styles from './Report.module.css';
import { rowName } from './UtilizationTable.tsx';
import type { UtilizationPictureName } from './utilization-pictures.ts';

export interface UtilizationPictureProps {
  report: GroupedReport;
  measure: Measure;
  picture: UtilizationPictureName;
  today: string;
  onMonth: (month: string) => void;
  /** A mark of a row in a month. */
  onMark: (row: ReportRow, month: string) => void;
}

/** Where the capacity of months went, what it is forecast to be used for, or how full the rows of the table were in each of them. */
export default function UtilizationPicture(props: UtilizationPictureProps) {
  const { report, picture } = props;
  if (!report.months?.length) return null;
  const Picture = picture === 'matrix' ? Matrix : picture === 'forecast' && report.ahead ? Forecast : Stack;
  return (
    <div className={styles.chart}>
      <Picture {...props} />
    </div>
  );
}

/** Hours that nobody logged of capacity; overtime leaves none. */
const idleOf = ({ capacity_minutes, seconds }: Figures): number => Math.max(0, capacity_minutes / 60 - seconds / HOUR);
const HOUR = 3600;

function Stack({ report, measure, today, onMonth }: UtilizationPictureProps) {
  const { t } = useTranslation();
  const months = report.months ?? [];
  const series = [
    { name: t('reporting.chargeable'), values: months.map((month) => month.chargeable_seconds / HOUR) },
    { name: t('reporting.internal'), values: months.map((month) => (month.seconds - month.chargeable_seconds) / HOUR) },
    { name: t('reporting.leave'), values: months.map((month) => (month.standard_minutes - month.capacity_minutes) / 60) },
    { name: t('reporting.idle'), values: months.map(idleOf) },
  ];
  const targets = months.map(({ target_minutes }) => (target_minutes > 0 ? target_minutes / 60 : undefined));
  return (
    <ColumnChart
      caption={t('reporting.stack_says', { ratio: ratioText(utilizationOf(report.total, measure)) })}
      about={t('reporting.month')}
      names={months.map(({ month }) => monthName(month))}
      series={series}
      {...(targets.some((value) => value !== undefined) ? { target: { name: t('reporting.target'), values: targets } } : {})}
      provisional={(column) => (months[column]?.month ?? '').slice(0, 7) >= today.slice(0, 7)}
      show={(hours) => t('reporting.h', { hours: hoursText(hours * HOUR) })}
      onPick={(column) => onMonth(months[column]?.month ?? '')}
    />
  );
}

/** Minutes as per cent of the capacity of a month. */
const shareOf = (minutes: number, { capacity_minutes }: Figures): number =>
  capacity_minutes > 0 ? (minutes * 100) / capacity_minutes : 0;

/** Forecast utilization of months: chargeable so far, confirmed, and on top what is tentative, which never counts as taken. */
function Forecast({ report, onMonth }: UtilizationPictureProps) {
  const { t } = useTranslation();
  const months = report.months ?? [];
  const series = [
    { name: t('reporting.chargeable'), values: months.map((month) => shareOf(month.chargeable_seconds / 60, month)) },
    { name: t('reporting.level_hard'), values: months.map((month) => shareOf(month.ahead?.booked_minutes ?? 0, month)) },
    {
      name: t('reporting.level_soft'),
      values: months.map((month) => shareOf(month.ahead?.tentative_minutes ?? 0, month)),
      tentative: true,
    },
  ];
  const targets = months.map((month) => (month.target_minutes > 0 ? shareOf(month.target_minutes, month) : undefined));
  const [firm, all] = report.ahead
    ? [forecastOf(report.total, report.ahead), forecastOf(report.total, report.ahead, true)]
    : [null, null];
  return (
    <ColumnChart
      caption={t('reporting.forecast_says', { ratio: ratioText(firm), tentative: ratioText(all) })}
      about={t('reporting.month')}
      names={months.map(({ month }) => monthName(month))}
      series={series}
      {...(targets.some((value) => value !== undefined) ? { target: { name: t('reporting.target'), values: targets } } : {})}
      show={(percent) => ratioText(percent / 100)}
      onPick={(column) => onMonth(months[column]?.month ?? '')}
    />
  );
}

function Matrix({ report, measure, onMark }: UtilizationPictureProps) {
  const { t } = useTranslation();
  const months = report.months ?? [];
  const percentOf = (figures: Figures | undefined): number | undefined => {
    const ratio = figures ? utilizationOf(figures, measure) : null;
    return ratio === null ? undefined : ratio * 100;
  };
  return (
    <HeatMatrix
      caption={t('reporting.matrix_says', { count: report.rows.length, shown: number(report.rows.length) })}
      about={t(`reporting.group_${report.group}`)}
      columns={months.map(({ month }) => monthName(month))}
      rows={report.rows.map((row) => ({
        name: rowName(row, report.group),
        values: months.map((_, index) => percentOf(row.months?.[index])),
      }))}
      show={(percent) => number(percent)}
      onPick={(row, column) => {
        const picked = report.rows[row];
        if (picked) onMark(picked, months[column]?.month ?? '');
      }}
    />
  );
}
