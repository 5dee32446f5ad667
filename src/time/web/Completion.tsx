import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconBell, IconChevronLeft, IconChevronRight, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../kit/day.ts';
import { useAddress } from '../../web/address.ts';
import { Sparkline } from '../../web/charts/index.ts';
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
  type CompletionValues,
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
          options={SPANS.map((span) => ({ id: span, name: t('time.weeks_short', { count: span }) }))}
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
      />
      <Loaded query={query} skeleton={<Waiting rows={12} />}>
        {(report) => (
          <>
            <Overview report={report} band={values.band} onBand={(band) => set({ band, page: 1 })} />
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

/** A share in whole per cent; a dash where nothing is divided by. */
const ratioText = (part: number, whole: number): string =>
  whole === 0 ? '–' : format.percent(Math.floor((part * 100) / whole) / 100);

interface OverviewProps {
  report: CompletionReport;
  band: CompletionValues['band'];
  onBand: (band: CompletionValues['band']) => void;
}

/** The figures of everybody the filters leave, with the way they took, and how many people stand where. */
function Overview({ report, band, onBand }: OverviewProps) {
  const { t } = useTranslation();
  const { total, bands, by_week: byWeek, people, submitted } = report;
  const hours = (minutes: number): string => t('time.h', { hours: format.hoursOfMinutes(minutes) });
  const shares = byWeek.map(({ due, filled }) => (due === 0 ? undefined : filled / due));
  const said = shares.filter((share) => share !== undefined).map((share) => format.percent(share));
  const chips = [{ id: '' as const, name: t('time.everybody'), count: people }].concat(
    BANDS.map((each) => ({ id: each, name: t(`time.band_${each}`), count: bands[each] })) as never[],
  );
  return (
    <>
      <FigureRow>
        <Figure name={t('time.completion')} value={shareText(total)} main>
          <span>{t('time.completion_formula')}</span>
          <span className={styles.formula}>
            {t('time.completion_numbers', { filled: hours(total.filled), due: hours(total.due), share: shareText(total) })}
          </span>
        </Figure>
        <Figure name={t('time.missing_hours')} value={hours(total.due - total.filled)}>
          {t('time.missing_text')}
        </Figure>
        {submitted && (
          <Figure name={t('time.submitted_share')} value={ratioText(submitted.submitted, submitted.weeks)}>
            <span>
              {t('time.submitted_of', { done: format.number(submitted.submitted), count: format.number(submitted.weeks) })}
            </span>
            <span>{t('time.submitted_on_time', { share: ratioText(submitted.on_time, submitted.weeks) })}</span>
            <span>{t('time.submitted_first', { share: ratioText(submitted.first_time, submitted.decided) })}</span>
          </Figure>
        )}
        <Figure name={t('time.week_by_week')} value={said.at(-1) ?? '–'}>
          <Sparkline values={shares} max={1} width={200} label={t('time.completion_line', { shares: format.listed(said) })} />
        </Figure>
      </FigureRow>
      <div role="group" aria-label={t('time.show_whom')} className={styles.bands}>
        {chips.map(({ id, name, count }) => (
          <button
            key={id}
            type="button"
            className={styles.chip}
            data-band={id}
            aria-pressed={band === id}
            onClick={() => onBand(id)}
          >
            {name} <strong>{format.number(count)}</strong>
          </button>
        ))}
      </div>
    </>
  );
}
