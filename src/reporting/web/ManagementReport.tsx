import { useTranslation } from 'react-i18next';
import { choice, useAddress, word, writeAddress } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import { type ExportFormat, type Filter, FilterBar, Loaded, PageTitle, Tabs, Waiting } from '../../web/ui/index.ts';
import { ClosedReport } from './ClosedReport.tsx';
import { Figure } from './Figure.tsx';
import { filtersOf } from './filters-of.ts';
import { chargeableShare, timeTotal } from './hours-rows.ts';
import { HoursChart } from './HoursChart.tsx';
import { HoursTable, type HoursTableProps } from './HoursTable.tsx';
import { hoursText } from './names.ts';
import { Paper } from './Paper.tsx';
import { type Hours, MOST_ROWS, callReporting, useHours, useReportOptions } from './report-data.ts';
import { chargeableCodec, sharedCodecs } from './report-filters.ts';
import styles from './Report.module.css';
import { ReportEmpty } from './ReportEmpty.tsx';
import { ReportPeriod } from './ReportPeriod.tsx';
import { useReport } from './use-report.ts';

const codecs = {
  ...sharedCodecs,
  by: choice(['project', 'person'], 'project'),
  chargeable: chargeableCodec,
  sort: word('-seconds'),
};

/** Logged hours by project or by person, month by month. */
export default function ManagementReport() {
  const { t } = useTranslation();
  const may = useMayCall();
  return may('utilization.timespent_by_projects') ? <Report /> : <ClosedReport title={t('reporting.management')} />;
}

function Report() {
  const { t } = useTranslation();
  const [values, set] = useAddress(codecs);
  const { by } = values;
  const may = useMayCall();
  const mayExport = usePageFlag('can_export') && may('utilization.export_projects');
  const report = useReport(values, set);
  const { body, period } = report;
  const options = useReportOptions(values, body);
  const filters: Filter[] = [
    ...filtersOf(options),
    {
      kind: 'one',
      id: 'chargeable',
      label: t('reporting.kind_of_time'),
      options: [
        { id: 'yes', name: t('reporting.only_chargeable') },
        { id: 'no', name: t('reporting.only_internal') },
      ],
    },
  ];
  const query = useHours(body, by, !report.tooLong);

  const download = (format: ExportFormat): Promise<void> =>
    callReporting.download('POST /api/utilization/export_projects', `hours_${period.from}_${period.to}.${format}`, {
      query: { format },
      body: { ...body, by },
    });

  return (
    <>
      <PageTitle title={t('reporting.management')} summary={report.name} />
      <Paper period={report.name} at={query.dataUpdatedAt} />
      <Tabs
        value={by}
        onChange={(next) => set({ by: next === 'person' ? 'person' : 'project', page: 1, sort: '-seconds' })}
        keepMounted={false}
      >
        <div className={styles.top}>
          <Tabs.List aria-label={t('reporting.hours_by')}>
            <Tabs.Tab value="project">{t('reporting.by_project')}</Tabs.Tab>
            <Tabs.Tab value="person">{t('reporting.by_person')}</Tabs.Tab>
          </Tabs.List>
          <ReportPeriod period={period} today={report.today} onChange={report.setPeriod} />
        </div>
        <FilterBar
          screen="management_reporting"
          filters={filters}
          codecs={codecs}
          values={values}
          onChange={set}
          page="page"
          count={query.data?.total}
          download={mayExport && !report.tooLong ? download : undefined}
        />
        <Tabs.Panel value={by}>
          {report.tooLong ? (
            <ReportEmpty report={report} title="" />
          ) : (
            <Loaded
              query={query}
              skeleton={<Waiting rows={10} />}
              isEmpty={(data) => data.rows.length === 0}
              empty={<ReportEmpty report={report} title={t('reporting.hours_none')} />}
            >
              {(data) => (
                <HoursOf
                  hours={data}
                  period={period}
                  sort={values.sort}
                  page={values.page}
                  per={values.per}
                  drill={(change) => writeAddress(codecs, {}, { ...values, page: 1, sort: '-seconds', ...change })}
                  onSort={(sort) => set({ sort, page: 1 })}
                  onPage={(page, per) => set({ page, per })}
                />
              )}
            </Loaded>
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** Internal work without a project is a row, but no project. */
const withoutProject = (hours: Hours): number =>
  hours.by === 'project' ? hours.rows.filter((row) => row.project_id === null).length : 0;

function HoursOf(props: HoursTableProps) {
  const { hours, period } = props;
  const { by, rows, total: count }: Hours = hours;
  const { t } = useTranslation();
  const total = timeTotal(rows);
  const internal = total.seconds - total.chargeable_seconds;
  const share = chargeableShare(total);
  return (
    <>
      <dl className={styles.figures} data-short>
        <Figure name={t('reporting.logged')} value={t('reporting.h', { hours: hoursText(total.seconds) })} main />
        <Figure name={t('reporting.chargeable')} value={t('reporting.h', { hours: hoursText(total.chargeable_seconds) })}>
          {share !== null && t('reporting.share_of_logged', { share: format.percent(share) })}
        </Figure>
        <Figure name={t('reporting.internal')} value={t('reporting.h', { hours: hoursText(internal) })}>
          {share !== null && t('reporting.share_of_logged', { share: format.percent(1 - share) })}
        </Figure>
        <Figure
          name={by === 'project' ? t('reporting.projects') : t('reporting.people')}
          value={format.number(count - withoutProject(hours))}
        />
      </dl>
      {count > rows.length && <p className={styles.note}>{t('reporting.only_largest', { shown: format.number(MOST_ROWS) })}</p>}
      <HoursChart hours={hours} period={period} />
      <HoursTable {...props} />
    </>
  );
}
