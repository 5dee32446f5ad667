import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { choice, useAddress, word, writeAddress } from '../../web/address.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import { endOfMonth } from '../../web/ui/dates.ts';
import { type ExportFormat, FilterBar, Loaded, PageTitle, Tabs, Waiting } from '../../web/ui/index.ts';
import { MEASURES } from '../rules.ts';
import { Choice } from './Choice.tsx';
import { ClosedReport } from './ClosedReport.tsx';
import { filtersOf, filtersSay } from './filters-of.ts';
import { MONEY_GROUPS } from './money-data.ts';
import { GroupSelect } from './GroupSelect.tsx';
import { chosenOf, moneyDrill, narrowed } from './money-drill.ts';
import { PICTURES } from './money-pictures.ts';
import { UTILIZATION_REPORT } from './open-screens.ts';
import { LeftOut } from './LeftOut.tsx';
import { Paper } from './Paper.tsx';
import { COMPARISONS, besideOf, daysAhead } from './period.ts';
import { GROUPS, callReporting, useReportOptions, useUtilization } from './report-data.ts';
import { linkTo, narrowsWork, sharedCodecs } from './report-filters.ts';
import styles from './Report.module.css';
import { ReportEmpty } from './ReportEmpty.tsx';
import { ReportViews } from './ReportViews.tsx';
import { ReportPeriod } from './ReportPeriod.tsx';
import { useReport } from './use-report.ts';
import { MONEY_ROWS, downloadWip, wipGroup } from './wip-data.ts';
import { UtilizationFigures } from './UtilizationFigures.tsx';
import { UTILIZATION_PICTURES, picturesOf } from './utilization-pictures.ts';
import { UtilizationTable } from './UtilizationTable.tsx';

const codecs = {
  ...sharedCodecs,
  group: choice(GROUPS, 'team'),
  measure: choice(MEASURES, 'capacity'),
  compare: choice(COMPARISONS, 'none'),
  side: choice(['utilization', 'money'], 'utilization'),
  money: choice(MONEY_GROUPS, 'team'),
  picture: choice(PICTURES, 'months'),
  rows: choice(MONEY_ROWS, 'earned'),
  shown: choice(UTILIZATION_PICTURES, 'stack'),
  sort: word(),
};

/** Pictures of money come when they are looked at. */
const MoneySide = lazy(() => import('./MoneySide.tsx'));
const PastReport = lazy(() => import('./PastReport.tsx'));
const UtilizationPicture = lazy(() => import('./UtilizationPicture.tsx'));

/** Chargeable time against capacity: the figure with its formula, and who stands behind it. */
export default function FinancialReport() {
  const { t } = useTranslation();
  const may = useMayCall();
  return may('utilization.actual_utilization') ? <Report /> : <ClosedReport title={t('reporting.financial')} />;
}

function Report() {
  const { t } = useTranslation();
  const [values, set] = useAddress(codecs);
  const { group, measure, compare, side } = values;
  const may = useMayCall();
  const mayExport = usePageFlag('can_export') && may('utilization.export_kpis');
  const report = useReport(values, set);
  const { period, body, today, name } = report;
  const options = useReportOptions(values, body);
  const { sort, page, per } = values;
  // Rows carry both denominators: another one is asked for only where the order depends on it.
  const by = /utilization|base|change/.test(sort) ? measure : 'capacity';
  const asked = { group, measure: by, beside: besideOf(period, compare), sort, page, per };
  const query = useUtilization(body, asked, !report.tooLong && side === 'utilization');
  const shown = values.shown === 'forecast' && !query.data?.ahead ? 'stack' : values.shown;
  const filters = filtersOf(options);
  const wip = side === 'money' && values.rows === 'wip' && !report.asOf;
  const view = (change: Partial<typeof values>): Record<string, string> =>
    writeAddress(codecs, {}, { ...values, page: 1, sort: '', ...change });

  const file = {
    ...body,
    ...besideOf(period, compare),
    by: side,
    measure,
    group: side === 'money' ? values.money : group,
    ...(sort ? { sort } : {}),
  };
  const download = (format: ExportFormat): Promise<void> =>
    wip
      ? downloadWip(body, wipGroup(values.money), sort, format)
      : callReporting.download('POST /api/utilization/export_kpis', `${side}_${period.from}_${period.to}.${format}`, {
          query: { format },
          body: file,
        });

  return (
    <>
      <PageTitle title={t('reporting.financial')} summary={name} />
      {side === 'utilization' && (
        <Paper period={name} at={query.dataUpdatedAt} asOf={report.asOf} filters={filtersSay(filters, values)} />
      )}
      {may('utilization.rate') && (
        <Tabs value={side} onChange={(next) => set({ side: next === 'money' ? 'money' : 'utilization', page: 1, sort: '' })}>
          <Tabs.List aria-label={t('reporting.figures_of')} className={styles.sides}>
            <Tabs.Tab value="utilization">{t('reporting.utilization')}</Tabs.Tab>
            <Tabs.Tab value="money">{t('reporting.by_money')}</Tabs.Tab>
          </Tabs.List>
        </Tabs>
      )}
      <div className={styles.top}>
        <ReportPeriod period={period} today={today} onChange={report.setPeriod} asOf={report.asOf} onAsOf={report.setAsOf} />
        {!wip && (
          <Choice
            label={t('reporting.compare')}
            options={side === 'money' ? COMPARISONS : COMPARISONS.filter((each) => each !== 'budget')}
            name="compare"
            value={side === 'utilization' && compare === 'budget' ? 'none' : compare}
            onChange={(next) => set({ compare: next })}
          />
        )}
      </div>
      <FilterBar
        screen="kpi_reporting"
        filters={filters}
        codecs={codecs}
        values={values}
        onChange={set}
        page="page"
        count={side === 'utilization' ? query.data?.count : undefined}
        views={<ReportViews screen="kpi_reporting" file={{ kpis: file }} teams={options.teams} mayExport={mayExport && !wip} />}
        download={mayExport && !report.tooLong ? download : undefined}
      />
      <LeftOut />
      {report.asOf && (
        <Suspense fallback={null}>
          <PastReport report={report} mayLook={may('utilization.table_data')} />
        </Suspense>
      )}
      {side === 'money' ? (
        <Suspense fallback={<Waiting rows={10} />}>
          <MoneySide
            report={report}
            values={values}
            set={set}
            drill={moneyDrill({
              path: UTILIZATION_REPORT,
              search: (change) => view(change as Partial<typeof values>),
              values,
              period,
              mayDrill: may('utilization.table_data'),
              set,
            })}
            filters={filtersSay(filters, values)}
          />
        </Suspense>
      ) : report.tooLong ? (
        <ReportEmpty report={report} title="" />
      ) : (
        <Loaded
          query={query}
          skeleton={<Waiting rows={10} />}
          isEmpty={(data) => data.count === 0}
          empty={<ReportEmpty report={report} title={t('reporting.people_none')} withheld={query.data?.withheld} />}
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
                before={data.compared && data.before ? { period: data.compared, total: data.before } : undefined}
                ahead={daysAhead(period, today)}
                planned={data.ahead}
                narrowed={narrowsWork(values)}
              />
              {(data.months?.length ?? 0) > 1 && (
                <>
                  <Choice
                    label={t('reporting.picture')}
                    options={picturesOf(data.ahead !== undefined)}
                    name="shown"
                    value={shown}
                    onChange={(next) => set({ shown: next })}
                  />
                  <Suspense fallback={<Waiting rows={6} />}>
                    <UtilizationPicture
                      report={data}
                      measure={measure}
                      picture={shown}
                      today={today}
                      onMonth={(month) => set({ from: month, to: endOfMonth(month), page: 1 })}
                      onMark={(row, month) => {
                        const to = narrowed(group, row.key);
                        const days = { from: month, to: endOfMonth(month), page: 1, sort: '' };
                        set({ ...(to ? { ...to.change, group: to.next } : {}), ...days } as Partial<typeof values>);
                      }}
                    />
                  </Suspense>
                </>
              )}
              <GroupSelect options={GROUPS} value={group} onChange={(next) => set({ group: next, page: 1, sort: '' })} />
              <UtilizationTable
                report={data}
                measure={measure}
                sort={sort}
                drill={{
                  narrowed: (change) => view(change as Partial<typeof values>),
                  hoursOf: (user) => linkTo({ ...chosenOf(values), users: user, from: values.from, to: values.to }),
                  entriesOf: may('utilization.table_data')
                    ? (change) => linkTo({ by: 'entry', ...chosenOf(values), ...period, ...change })
                    : undefined,
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
