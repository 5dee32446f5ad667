import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconBell, IconChevronLeft, IconChevronRight, IconCopy } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../kit/day.ts';
import { useAddress } from '../../web/address.ts';
import { BarChart } from '../../web/charts/index.ts';
import * as format from '../../web/format.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import {
  Button,
  Choice,
  ClosedPage,
  EmptyState,
  type ExportFormat,
  Figure,
  FigureRow,
  FilterBar,
  IconButton,
  Loaded,
  PageTitle,
  Waiting,
  besideOf,
  confirm,
  notify,
  useReason,
} from '../../web/ui/index.ts';
import { BANDS } from '../rules.ts';
import styles from './Completion.module.css';
import {
  type CompletionReport,
  EVERYBODY,
  SPANS,
  bodyOf,
  call,
  completionCodecs,
  daysOf,
  shareText,
  useCompletion,
  useCompletionFilters,
} from './completion-data.ts';
import { CompletionDrawer } from './CompletionDrawer.tsx';
import { CompletionTable } from './CompletionTable.tsx';

/** Who has filled the timesheet, week by week, and who has not. */
export default function Completion() {
  const { t } = useTranslation();
  const may = useMayCall();
  return may('utilization.timesheet_completion') ? <Report /> : <ClosedPage title={t('time.completion_title')} />;
}

function Report() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [values, set] = useAddress(completionCodecs);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const filters = useCompletionFilters();
  const query = useCompletion(values);
  const mayExport = usePageFlag('can_export', 'timesheet_completion');
  const mayRemind = usePageFlag('can_edit', 'timesheet_completion');
  const mayOpenSheet = usePageFlag('view_page', 'timesheet');
  const days = daysOf(values);
  const remind = useReminding(days);
  // Who is no longer shown is not reminded unseen.
  const shown = JSON.stringify(bodyOf(values));
  useEffect(() => setSelection(new Set()), [shown]);
  const step = (by: number): void => set({ from: addDays(days.from, 7 * by * Number(values.span)), page: 1 });
  const download = (kind: ExportFormat): Promise<void> =>
    call.download('POST /api/utilization/export_completion', `timesheet_completion_${days.from}_${days.to}.${kind}`, {
      query: { format: kind },
      body: bodyOf(values),
    });
  const rows = query.data?.rows ?? [];
  const open = rows.find((row) => row.user_id === values.id);
  const beside = besideOf(
    rows,
    (row) => row.user_id === values.id,
    (row) => set({ id: row.user_id }, { replace: true }),
  );

  return (
    <>
      <PageTitle title={t('time.completion_title')} summary={format.dayRange(days.from, days.to)}>
        <IconButton level="default" label={t('time.earlier')} icon={<IconChevronLeft size={16} />} onClick={() => step(-1)} />
        <Button onClick={() => set({ from: '', page: 1 })}>{t('time.today')}</Button>
        <IconButton level="default" label={t('time.later')} icon={<IconChevronRight size={16} />} onClick={() => step(1)} />
        <Choice
          label={t('time.weeks')}
          value={values.span}
          options={SPANS.map((span) => ({ id: span, name: t('time.weeks_count', { count: Number(span) }) }))}
          onChange={(span) => set({ span, page: 1, sort: values.sort.includes('week:') ? 'completion' : values.sort })}
        />
      </PageTitle>
      <FilterBar
        screen="timesheet_completion"
        search="q"
        page="page"
        codecs={completionCodecs}
        values={values}
        onChange={set}
        filters={filters}
        count={query.data?.count}
        download={mayExport ? download : undefined}
      >
        <Choice
          label={t('time.show_whom')}
          value={values.band}
          options={[
            { id: '' as const, name: t('time.everybody') },
            ...BANDS.map((band) => ({ id: band, name: bandName(t, band, query.data) })),
          ]}
          onChange={(band) => set({ band, page: 1 })}
        />
      </FilterBar>
      <Loaded query={query} skeleton={<Waiting rows={12} />}>
        {(report) => (
          <>
            <Overview report={report} />
            <CompletionTable
              report={report}
              page={values.page}
              per={Math.min(values.per, 200)}
              sort={values.sort}
              onSort={(sort) => set({ sort, page: 1 })}
              onPage={(page, per) => set({ page, per })}
              onOpen={(row) => set({ id: row.user_id })}
              onSheet={
                mayOpenSheet
                  ? (row, week) =>
                      void navigate({ to: '/time_tracking/timesheet' as never, search: { user: row.user_id, w: week } as never })
                  : undefined
              }
              selection={selection}
              onSelection={mayRemind ? setSelection : undefined}
              actions={
                <>
                  <Button
                    icon={<IconBell size={16} aria-hidden="true" />}
                    onClick={() => void remind([...selection]).then((done) => done && setSelection(new Set()))}
                  >
                    {t('time.remind_dots')}
                  </Button>
                  <Button
                    icon={<IconCopy size={16} aria-hidden="true" />}
                    onClick={() => void copyAddresses(report, selection, t('time.addresses_copied'))}
                  >
                    {t('time.copy_addresses')}
                  </Button>
                </>
              }
              empty={
                <EmptyState
                  title={t('time.completion_none')}
                  action={{ label: t('time.show_everybody'), onClick: () => set({ ...EVERYBODY, from: '' }) }}
                />
              }
            />
          </>
        )}
      </Loaded>
      <CompletionDrawer
        row={open}
        from={days.from}
        to={days.to}
        onClose={() => set({ id: '' })}
        onRemind={mayRemind && open ? () => void remind([open.user_id]) : undefined}
        mayOpenSheet={mayOpenSheet}
        onNext={beside(1)}
        onPrevious={beside(-1)}
      />
    </>
  );
}

const bandName = (t: TFunction, band: (typeof BANDS)[number], report: CompletionReport | undefined): string =>
  report ? `${t(`time.band_${band}`)} (${format.number(report.bands[band])})` : t(`time.band_${band}`);

async function copyAddresses(report: CompletionReport, selection: ReadonlySet<string>, done: string): Promise<void> {
  const addresses = report.rows.flatMap((row) => (selection.has(row.user_id) && row.email ? row.email : []));
  await navigator.clipboard.writeText(addresses.join('; '));
  notify.success(done);
}

/** Asks, reminds and says what came of it. @returns whether it was done */
function useReminding({ from, to }: { from: string; to: string }): (ids: readonly string[]) => Promise<boolean> {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reason = useReason();
  return async (ids) => {
    const question = {
      title: t('time.remind_title', { count: ids.length }),
      text: t('time.remind_text'),
      action: t('time.remind'),
    };
    if (!(await confirm(question))) return false;
    try {
      const { reminded, already, complete } = await call('POST /api/utilization/remind', {
        body: { user_ids: [...ids], from, to },
      });
      const parts = [
        t('time.reminded_count', { count: reminded }),
        already > 0 && t('time.reminded_already', { count: already }),
        complete > 0 && t('time.reminded_complete', { count: complete }),
      ];
      notify.success(parts.filter(Boolean).join(' '));
      await client.invalidateQueries({ queryKey: ['completion'] });
      return true;
    } catch (error) {
      notify.error(reason(error));
      return false;
    }
  };
}

/** The figures of everybody the filters leave, and how they came about week by week. */
function Overview({ report }: { report: CompletionReport }) {
  const { t } = useTranslation();
  const { total, bands, by_week: byWeek, weeks } = report;
  const hours = (minutes: number): string => t('time.h', { hours: format.hoursOfMinutes(minutes) });
  return (
    <>
      <FigureRow>
        <Figure name={t('time.completion')} value={shareText(total)} main>
          <span>{t('time.completion_formula')}</span>
          <span className={styles.formula}>
            {t('time.completion_numbers', { filled: hours(total.filled), due: hours(total.due), share: shareText(total) })}
          </span>
        </Figure>
        <Figure name={t('time.missing_hours')} value={hours(total.due - total.filled)} />
        {BANDS.map((band) => (
          <Figure key={band} name={t(`time.band_${band}`)} value={format.number(bands[band])}>
            {t(`time.band_${band}_text`)}
          </Figure>
        ))}
      </FigureRow>
      {total.due > 0 && (
        <div className={styles.chart}>
          <BarChart
            caption={t('time.completion_weeks', { share: shareText(total) })}
            about={t('time.week_head')}
            names={weeks.map((week) => format.day(week, 'short'))}
            series={[
              {
                name: t('time.completion'),
                values: byWeek.map(({ due, filled }) => (due === 0 ? 0 : Math.floor((filled * 100) / due))),
              },
            ]}
            show={(value) => format.percent(value / 100)}
            target={100}
            max={100}
          />
        </div>
      )}
    </>
  );
}
