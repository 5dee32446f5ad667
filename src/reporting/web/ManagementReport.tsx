import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { ProjectCards } from '../../clients/web/public.tsx';
import { choice, useAddress, word, writeAddress } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import {
  type ExportFormat,
  Figure,
  FigureRow,
  type Filter,
  FilterBar,
  Loaded,
  PageTitle,
  Tabs,
  Waiting,
} from '../../web/ui/index.ts';
import { Choice } from './Choice.tsx';
import { ClosedReport } from './ClosedReport.tsx';
import { filtersOf, filtersSay } from './filters-of.ts';
import { chargeableShare } from './hours-rows.ts';
import { HoursChart } from './HoursChart.tsx';
import { BudgetTable } from './BudgetTable.tsx';
import { EntriesTable } from './EntriesTable.tsx';
import { type Drill, HoursTable } from './HoursTable.tsx';
import { MONEY_GROUPS } from './money-data.ts';
import { moneyDrill } from './money-drill.ts';
import { PICTURES } from './money-pictures.ts';
import { hoursText } from './names.ts';
import { HOURS_REPORT } from './open-screens.ts';
import { LeftOut } from './LeftOut.tsx';
import { Paper } from './Paper.tsx';
import { COMPARISONS, besideOf } from './period.ts';
import { type HoursBy, type HoursTotals, callReporting, useHours, useHoursTotals, useReportOptions } from './report-data.ts';
import { NONE, chargeableCodec, sharedCodecs, unbilledCodec } from './report-filters.ts';
import styles from './Report.module.css';
import { ReportEmpty } from './ReportEmpty.tsx';
import { ReportViews } from './ReportViews.tsx';
import { ReportPeriod } from './ReportPeriod.tsx';
import { useReport } from './use-report.ts';
import { MONEY_ROWS, downloadWip, wipGroup } from './wip-data.ts';

const codecs = {
  ...sharedCodecs,
  by: choice(['project', 'person', 'money', 'entry', 'budget'], 'project'),
  money: choice(MONEY_GROUPS, 'project'),
  picture: choice(PICTURES, 'bridge'),
  compare: choice(COMPARISONS, 'none'),
  chargeable: chargeableCodec,
  unbilled: unbilledCodec,
  rows: choice(MONEY_ROWS, 'earned'),
  sort: word('-seconds'),
};

/** What a file of each side is called. */
const FILES = { project: 'hours', person: 'hours', money: 'money', entry: 'entries', budget: 'budgets' } as const;

type By = keyof typeof FILES;

/** Pictures of money come when they are looked at. */
const MoneySide = lazy(() => import('./MoneySide.tsx'));
const PastReport = lazy(() => import('./PastReport.tsx'));

/** Entries are read from the latest on, budgets from the one most used up, everything else from the largest. */
const firstSort = (by: By): string => (by === 'entry' ? '-day' : by === 'budget' ? '-used' : by === 'money' ? '' : '-seconds');

/** Logged hours by project or by person, month by month, and the entries behind them. */
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
  const mayDrill = may('utilization.table_data');
  const mayExport = usePageFlag('can_export') && may('utilization.export_projects');
  // What is to be billed is asked of hours and entries alone.
  const ofHours = by !== 'money' && by !== 'budget';
  const report = useReport({ ...values, unbilled: ofHours ? values.unbilled : '' }, set);
  const wip = by === 'money' && values.rows === 'wip' && !report.asOf;
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
    ...(ofHours
      ? [
          {
            kind: 'one' as const,
            id: 'unbilled',
            label: t('reporting.billing'),
            options: [{ id: 'yes', name: t('reporting.only_unbilled') }],
          },
        ]
      : []),
  ];
  const { sort, page, per } = values;
  const rowsBy = by === 'person' ? 'person' : 'project';
  const view = { sort, page, per };
  const query = useHours(body, rowsBy, view, !report.tooLong && (by === 'project' || by === 'person'));
  const totals = useHoursTotals(body, !report.tooLong);

  const search = (change: Record<string, unknown>): Record<string, string> =>
    writeAddress(codecs, {}, { ...values, page: 1, ...change } as typeof values);
  const drill = (change: Drill): Record<string, string> =>
    writeAddress(codecs, {}, { ...values, page: 1, sort: firstSort(change.by ?? by), ...change });

  const turn = (next: typeof by): void => set({ by: next, page: 1, sort: firstSort(next) });

  const kpis = {
    ...body,
    ...besideOf(period, values.compare),
    by: 'money',
    group: values.money,
    ...(sort ? { sort } : {}),
  };
  const download = (format: ExportFormat): Promise<void> =>
    wip
      ? downloadWip(body, wipGroup(values.money), sort, format)
      : by === 'money'
        ? callReporting.download('POST /api/utilization/export_kpis', `money_${period.from}_${period.to}.${format}`, {
            query: { format },
            body: kpis,
          })
        : callReporting.download('POST /api/utilization/export_projects', `${FILES[by]}_${period.from}_${period.to}.${format}`, {
            query: { format },
            body: { ...body, by, sort },
          });

  return (
    <>
      <PageTitle title={t('reporting.management')} summary={report.name} />
      <ProjectCards />
      {by !== 'money' && (
        <Paper period={report.name} at={totals.dataUpdatedAt} asOf={report.asOf} filters={filtersSay(filters, values)} />
      )}
      <Tabs value={by} onChange={(next) => turn(codecs.by.read(next ?? '') ?? 'project')} keepMounted={false}>
        <div className={styles.top}>
          <Tabs.List aria-label={t('reporting.hours_by')}>
            <Tabs.Tab value="project">{t('reporting.by_project')}</Tabs.Tab>
            <Tabs.Tab value="person">{t('reporting.by_person')}</Tabs.Tab>
            {may('utilization.rate') && <Tabs.Tab value="money">{t('reporting.by_money')}</Tabs.Tab>}
            {mayDrill && <Tabs.Tab value="entry">{t('reporting.by_entry')}</Tabs.Tab>}
            {may('utilization.budget') && <Tabs.Tab value="budget">{t('reporting.budgets')}</Tabs.Tab>}
          </Tabs.List>
          {by !== 'budget' && (
            <ReportPeriod
              period={period}
              today={report.today}
              onChange={report.setPeriod}
              asOf={report.asOf}
              onAsOf={report.setAsOf}
            />
          )}
          {by === 'money' && !wip && (
            <Choice
              label={t('reporting.compare')}
              options={COMPARISONS}
              name="compare"
              value={values.compare}
              onChange={(next) => set({ compare: next })}
            />
          )}
        </div>
        <FilterBar
          screen="management_reporting"
          filters={by === 'budget' ? budgetFilters(filters) : filters}
          codecs={codecs}
          values={values}
          onChange={set}
          page="page"
          count={by === rowsBy ? query.data?.pagination.total : undefined}
          views={
            <ReportViews
              screen="management_reporting"
              file={by === 'money' ? { kpis } : { projects: { ...body, by, sort } }}
              teams={options.teams}
              mayExport={mayExport && by !== 'entry' && !wip}
            />
          }
          download={mayExport && !report.tooLong ? download : undefined}
        />
        {by !== 'budget' && <LeftOut />}
        {report.asOf && by !== 'budget' && (
          <Suspense fallback={null}>
            <PastReport report={report} mayLook={may('utilization.table_data')} />
          </Suspense>
        )}
        <Tabs.Panel value={by}>
          {by === 'budget' ? (
            <BudgetTable
              body={body}
              view={view}
              onPick={(project) => set({ by: 'person', projects: [project], page: 1, sort: firstSort('person') })}
              onSort={(next) => set({ sort: next, page: 1 })}
              onPage={(next, perPage) => set({ page: next, per: perPage })}
            />
          ) : by === 'money' ? (
            <Suspense fallback={<Waiting rows={10} />}>
              <MoneySide
                report={report}
                values={values}
                set={set}
                drill={moneyDrill({ path: HOURS_REPORT, search, values, period, mayDrill, set })}
                filters={filtersSay(filters, values)}
              />
            </Suspense>
          ) : report.tooLong ? (
            <ReportEmpty report={report} title="" />
          ) : (
            <Loaded
              query={totals}
              skeleton={<Waiting rows={10} />}
              isEmpty={(sums) => sums.people === 0}
              empty={<ReportEmpty report={report} title={t('reporting.hours_none')} />}
            >
              {(sums) => (
                <>
                  <HoursFigures totals={sums} by={rowsBy} />
                  <HoursChart totals={sums} period={period} body={body} by={rowsBy} />
                  {by === 'entry' ? (
                    <EntriesTable
                      body={body}
                      view={view}
                      enabled={!report.tooLong}
                      drill={drill}
                      onSort={(next) => set({ sort: next, page: 1 })}
                      onPage={(next, perPage) => set({ page: next, per: perPage })}
                    />
                  ) : (
                    <Loaded query={query} skeleton={<Waiting rows={10} />}>
                      {(hours) => (
                        <HoursTable
                          hours={hours}
                          totals={sums}
                          period={period}
                          sort={sort}
                          drill={drill}
                          mayDrill={mayDrill}
                          onSort={(next) => set({ sort: next, page: 1 })}
                          onPage={(next, perPage) => set({ page: next, per: perPage })}
                        />
                      )}
                    </Loaded>
                  )}
                </>
              )}
            </Loaded>
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

/** A budget is that of a project of a client: there is none of what has neither. */
const budgetFilters = (filters: readonly Filter[]): Filter[] =>
  filters
    .filter(({ id }) => id === 'clients' || id === 'projects')
    .map((filter) => ('options' in filter ? { ...filter, options: filter.options.filter(({ id }) => id !== NONE) } : filter));

/** The sums over all rows, each with its share. */
function HoursFigures({ totals, by }: { totals: HoursTotals; by: HoursBy }) {
  const { t } = useTranslation();
  const internal = totals.seconds - totals.chargeable_seconds;
  const share = chargeableShare(totals);
  return (
    <FigureRow short>
      <Figure name={t('reporting.logged')} value={t('reporting.h', { hours: hoursText(totals.seconds) })} main />
      <Figure name={t('reporting.chargeable')} value={t('reporting.h', { hours: hoursText(totals.chargeable_seconds) })}>
        {share !== null && t('reporting.share_of_logged', { share: format.percent(share) })}
      </Figure>
      <Figure name={t('reporting.internal')} value={t('reporting.h', { hours: hoursText(internal) })}>
        {share !== null && t('reporting.share_of_logged', { share: format.percent(1 - share) })}
      </Figure>
      <Figure
        name={by === 'project' ? t('reporting.projects') : t('reporting.people')}
        value={format.number(by === 'project' ? totals.projects : totals.people)}
      />
    </FigureRow>
  );
}
