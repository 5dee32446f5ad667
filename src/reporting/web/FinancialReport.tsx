import { useTranslation } from 'react-i18next';
import { choice, useAddress, word, writeAddress } from '../../web/address.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import { type ExportFormat, FilterBar, Loaded, PageTitle, Waiting } from '../../web/ui/index.ts';
import { MEASURES } from '../rules.ts';
import { Choice } from './Choice.tsx';
import { ClosedReport } from './ClosedReport.tsx';
import { filtersOf } from './filters-of.ts';
import { Paper } from './Paper.tsx';
import { COMPARISONS, comparedPeriod, daysAhead, tooLong } from './period.ts';
import { GROUPS, callReporting, useReportOptions, useUtilization } from './report-data.ts';
import { linkTo, narrowsWork, sharedCodecs } from './report-filters.ts';
import styles from './Report.module.css';
import { ReportEmpty } from './ReportEmpty.tsx';
import { ReportPeriod } from './ReportPeriod.tsx';
import { useReport } from './use-report.ts';
import { UtilizationFigures } from './UtilizationFigures.tsx';
import { UtilizationTable } from './UtilizationTable.tsx';

const codecs = {
  ...sharedCodecs,
  group: choice(GROUPS, 'team'),
  measure: choice(MEASURES, 'capacity'),
  compare: choice(COMPARISONS, 'none'),
  sort: word(),
};

/** Chargeable time against capacity: the figure with its formula, and who stands behind it. */
export default function FinancialReport() {
  const { t } = useTranslation();
  const may = useMayCall();
  return may('utilization.actual_utilization') ? <Report /> : <ClosedReport title={t('reporting.financial')} />;
}

function Report() {
  const { t } = useTranslation();
  const [values, set] = useAddress(codecs);
  const { group, measure, compare } = values;
  const may = useMayCall();
  const mayExport = usePageFlag('can_export') && may('utilization.export_kpis');
  const report = useReport(values, set);
  const { period, body, today, name } = report;
  const options = useReportOptions(values, body);
  const before = comparedPeriod(period, compare);
  const { sort, page, per } = values;
  // Rows carry both denominators: another one is asked for only where the order depends on it.
  const by = /utilization|base|change/.test(sort) ? measure : 'capacity';
  const asked = { group, measure: by, compare: before && !tooLong(before) ? before : undefined, sort, page, per };
  const query = useUtilization(body, asked, !report.tooLong);
  const view = (change: Partial<typeof values>): Record<string, string> =>
    writeAddress(codecs, {}, { ...values, page: 1, sort: '', ...change });

  const download = (format: ExportFormat): Promise<void> =>
    callReporting.download('POST /api/utilization/export_kpis', `utilization_${period.from}_${period.to}.${format}`, {
      query: { format },
      body: { ...body, group, measure, ...(sort ? { sort } : {}) },
    });

  return (
    <>
      <PageTitle title={t('reporting.financial')} summary={name} />
      <Paper period={name} at={query.dataUpdatedAt} />
      <div className={styles.top}>
        <ReportPeriod period={period} today={today} onChange={report.setPeriod} />
        <Choice
          label={t('reporting.compare')}
          options={COMPARISONS}
          name="compare"
          value={compare}
          onChange={(next) => set({ compare: next })}
        />
      </div>
      <FilterBar
        screen="kpi_reporting"
        filters={filtersOf(options)}
        codecs={codecs}
        values={values}
        onChange={set}
        page="page"
        count={query.data?.count}
        download={mayExport && !report.tooLong ? download : undefined}
      />
      {report.tooLong ? (
        <ReportEmpty report={report} title="" />
      ) : (
        <Loaded
          query={query}
          skeleton={<Waiting rows={10} />}
          isEmpty={(data) => data.count === 0}
          empty={<ReportEmpty report={report} title={t('reporting.people_none')} />}
        >
          {(data) => (
            <>
              <Choice
                label={t('reporting.divide_by')}
                options={MEASURES}
                name="measure"
                value={measure}
                onChange={(next) => set({ measure: next })}
              />
              <UtilizationFigures
                total={data.total}
                measure={measure}
                before={data.compared && data.before && { period: data.compared, total: data.before }}
                ahead={daysAhead(period, today)}
                narrowed={narrowsWork(values)}
              />
              <Choice
                label={t('reporting.group_by')}
                options={GROUPS}
                name="group"
                value={group}
                onChange={(next) => set({ group: next, page: 1, sort: '' })}
              />
              <UtilizationTable
                report={data}
                measure={measure}
                sort={sort}
                drill={{
                  narrowed: (change) => view({ ...change, group: 'person' }),
                  hoursOf: (user) =>
                    linkTo({ users: user, from: values.from, to: values.to, clients: values.clients, projects: values.projects }),
                }}
                onSort={(next) => set({ sort: next, page: 1 })}
                onPage={(next, perPage) => set({ page: next, per: perPage })}
              />
            </>
          )}
        </Loaded>
      )}
    </>
  );
}
