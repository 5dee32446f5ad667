import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconChartBar } from '@tabler/icons-react';
import { Suspense, lazy, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../kit/day.ts';
import { atLeast } from '../../kit/grades.ts';
import { choice, day, flag, useAddress, word } from '../../web/address.ts';
import { dayRange, today as todayNow } from '../../web/format.ts';
import { onLive } from '../../web/live.ts';
import { usePageFlag, useSession } from '../../web/session.ts';
import { Choice, ErrorPanel, FilterBar, IconButton, NARROW, PHONE, PageTitle, useKeys, useMedia } from '../../web/ui/index.ts';
import type { WorkloadInput, WorkloadRow } from '../contract.ts';
import { addUnits, unitsBetween, unitStart } from '../rules.ts';
import { CopyAddresses } from './CopyAddresses.tsx';
import { call } from './draft.ts';
import { Legend } from './Legend.tsx';
import {
  GROUPINGS,
  NO_FILTERS,
  filtersOf,
  isNarrowed,
  peopleCodecs,
  useGroupFilter,
  usePeopleFilters,
  useThresholds,
  useWeekStart,
} from './people-filters.ts';
import { Nobody, RangeSteps } from './RangeSteps.tsx';
import { clamp } from './scale.ts';
import { useFill } from './use-fill.ts';
import styles from './Workload.module.css';
import { WorkloadDrawer } from './WorkloadDrawer.tsx';
import { WorkloadGrid } from './WorkloadGrid.tsx';
import { WorkloadList } from './WorkloadList.tsx';
import { type MatrixLine, type Spot, cornersOf, lineOf, spotAt, sumsOf, sumsText } from './workload-data.ts';

const LoadPicture = lazy(() => import('./LoadPicture.tsx'));
const Histogram = lazy(() => import('./Histogram.tsx'));

const codecs = {
  ...peopleCodecs,
  from: day(),
  unit: choice(['week', 'month'], 'week'),
  span: choice(['', '6', '12', '13', '24', '26', '52'], ''),
  measure: choice(['percent', 'hours', 'free'], 'percent'),
  sort: word('name'),
  group: choice(['', ...GROUPINGS], ''),
  id: word(),
  bands: flag(),
};

/** Units that the matrix can show, the usual number first. */
const SPANS = { week: ['26', '13', '52'], month: ['12', '6', '24'] } as const;
const PAGE = 100;
const GATHER_MS = 250;

const FIRST: readonly number[] = [1];

/** Workload: how full people are, by week or month. */
export default function Workload() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [values, setValues] = useAddress(codecs);
  const phone = useMedia(PHONE);
  const left = useMedia(NARROW) ? 200 : 320;
  const thresholds = useThresholds();
  const weekStart = useWeekStart();
  const mayExport = usePageFlag('can_export', 'workload');
  const writesToOthers = useSession(({ me }) => me !== undefined && (me.category === 'hr' || atLeast(me.grade, 'Manager')));
  const { unit, measure, soft: withSoft } = values;
  const spans: readonly string[] = SPANS[unit];
  const count = Number(spans.includes(values.span) ? values.span : spans[0]);
  const from = unitStart(values.from || todayNow(), unit, weekStart);
  const range = useMemo(
    () => unitsBetween(from, addDays(addUnits(from, count, unit), -1), unit, weekStart),
    [from, count, unit, weekStart],
  );
  const sort = /^-?(name|free|\d{1,3})$/.test(values.sort) ? values.sort : 'name';
  const filters = filtersOf(values);
  const body: WorkloadInput = { from: range.from, to: range.to, unit, sort, ...filters };
  const view = JSON.stringify(body);

  const [held, setSpot] = useState<Spot>(spotAt(0, 0));
  const [pages, onRange] = usePages(view);
  const frame = useFill<HTMLDivElement>(84);

  const queries = useQueries({
    queries: pages.map((page) => ({
      queryKey: ['bookings', 'workload', view, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call('POST /api/workload', { body: { ...body, page, per_page: PAGE } }, { signal }),
      staleTime: 30_000,
    })),
  });
  const grouped = useQuery({
    queryKey: ['bookings', 'workload', 'groups', view, values.group],
    queryFn: ({ signal }) => call('POST /api/workload/groups', { body: { ...body, group: values.group || 'team' } }, { signal }),
    enabled: values.group !== '',
    staleTime: 30_000,
  });
  useLive();
  const byPage = new Map(pages.map((page, index) => [page, queries[index]?.data?.rows]));
  const row = (index: number): WorkloadRow | undefined => byPage.get(Math.floor(index / PAGE) + 1)?.[index % PAGE];
  const lines = values.group === '' ? undefined : (grouped.data?.groups ?? []).map(lineOf);
  const line = (index: number): MatrixLine | undefined => (lines ? lines[index] : row(index));
  const everybody = queries.find((query) => query.data)?.data?.pagination.total;
  const total = lines ? grouped.data?.groups.length : everybody;
  const failed = lines ? (grouped.error ? grouped : undefined) : queries.find((query) => query.error);
  const spot = inside(held, total ?? 0, range.starts.length);

  const go = (steps: number): void => setValues({ from: addUnits(from, steps * Math.max(1, Math.floor(count / 2)), unit) });
  useKeys([{ keys: 'o', label: 'planning.only_over', run: () => setValues({ only: values.only === 'over' ? '' : 'over' }) }]);

  /** A person opens; of a group its people are shown, where a filter says them. */
  const openRow = ({ user_id: id }: MatrixLine): void => {
    const filter = ({ team: 'teams', grade: 'grades', client: 'clients', project: 'projects', country: 'countries' } as const)[
      values.group as 'team'
    ];
    if (!lines) setValues({ id });
    else if (filter && id !== '') setValues({ group: '', [filter]: [id] });
    else setValues({ group: '' });
  };
  const openIndex = values.id ? findIndex(byPage, values.id) : -1;
  const beside = (step: number): (() => void) | undefined => {
    const next = openIndex < 0 ? undefined : row(openIndex + step);
    if (!next) return undefined;
    return () => {
      setSpot({ ...spot, row: openIndex + step, anchorRow: openIndex + step });
      setValues({ id: next.user_id }, { replace: true });
    };
  };

  const known = values.users.map((id) => ({ id, name: row(findIndex(byPage, id))?.name ?? '…' }));
  const filterList = [useGroupFilter(), ...usePeopleFilters(known).filter((filter) => filter.id !== 'only')];
  const corners = cornersOf(spot);
  const marked = Array.from({ length: Math.min(1000, corners.bottom - corners.top + 1) }, (_, index) =>
    line(corners.top + index),
  );
  const empty = <Nobody narrowed={isNarrowed(filters)} onClear={() => setValues(NO_FILTERS)} />;
  const download = (format: 'xlsx' | 'csv'): Promise<void> =>
    call.download('POST /api/workload/export', `workload_${range.from}_${range.to}.${format}`, {
      body,
      query: { format, measure },
    });

  return (
    <>
      <PageTitle
        title={t('planning.workload')}
        summary={dayRange(range.from, range.to)}
        actions={
          <>
            <IconButton
              label={t('planning.histogram')}
              icon={<IconChartBar size={18} />}
              aria-pressed={values.bands}
              onClick={() => setValues({ bands: !values.bands })}
            />
            {mayExport && writesToOthers && <CopyAddresses body={body} />}
          </>
        }
      >
        <RangeSteps from={range.from} to={range.to} onStep={go} onToday={() => setValues({ from: '' })} />
        <Choice
          label={t('planning.zoom')}
          value={unit}
          options={[
            { id: 'week', name: t('planning.weeks') },
            { id: 'month', name: t('planning.months') },
          ]}
          onChange={(next) => setValues({ unit: next, span: '', sort: /\d/.test(sort) ? 'name' : sort })}
        />
        <Choice
          label={t('planning.range')}
          value={String(count)}
          options={spans.toSorted((a, b) => Number(a) - Number(b)).map((each) => ({ id: each, name: each }))}
          onChange={(next) => setValues({ span: next as '6' })}
        />
        <Choice
          label={t('planning.measure')}
          value={measure}
          options={[
            { id: 'percent', name: t('planning.percent') },
            { id: 'hours', name: t('planning.hours') },
            { id: 'free', name: t('planning.free_hours') },
          ]}
          onChange={(next) => setValues({ measure: next })}
        />
      </PageTitle>
      <FilterBar
        screen="workload"
        search="q"
        codecs={codecs}
        values={values}
        onChange={setValues}
        filters={filterList}
        count={everybody}
        {...(mayExport ? { download } : {})}
      >
        <Choice
          label={t('planning.show_whom')}
          value={values.only}
          options={[
            { id: '', name: t('planning.everybody') },
            { id: 'over', name: t('planning.only_over') },
            { id: 'free', name: t('planning.half_free') },
            { id: 'free100', name: t('planning.bench') },
          ]}
          onChange={(only) => setValues({ only })}
        />
      </FilterBar>
      {values.bands && (
        <Suspense fallback={null}>
          <div className={styles.pictures}>
            <LoadPicture body={body} range={range} />
            <Histogram body={body} thresholds={thresholds} />
          </div>
        </Suspense>
      )}
      {failed && (
        <div className={styles.notice}>
          <ErrorPanel error={failed.error} onRetry={() => void failed.refetch()} title={t('planning.not_loaded')} />
        </div>
      )}
      {phone ? (
        <WorkloadList
          {...{ range, row: line, measure, withSoft, thresholds, empty }}
          total={total}
          onMore={(last) => onRange(0, last)}
          onOpen={openRow}
        />
      ) : (
        <>
          <div ref={frame} className={styles.frame}>
            <WorkloadGrid
              {...{ range, row: line, measure, withSoft, thresholds, left, sort, spot, onRange, empty }}
              total={total ?? 0}
              onSort={(next) => setValues({ sort: next })}
              onSpot={setSpot}
              onOpen={openRow}
              onBoard={(target, at) =>
                void navigate({
                  to: '/planning/planning_page' as never,
                  search: { ...(lines ? { group: values.group } : { users: target.user_id }), from: range.starts[at] } as never,
                })
              }
              busy={queries.some((query) => query.isFetching)}
            />
          </div>
          <output className={styles.status}>
            {total ? sumsText(sumsOf(marked, corners.first, corners.last, withSoft)) : ''}
          </output>
        </>
      )}
      <Legend thresholds={thresholds} bars={false} soft />
      <WorkloadDrawer
        row={openIndex < 0 ? undefined : row(openIndex)}
        {...{ range, spot, withSoft }}
        onClose={() => setValues({ id: '' })}
        onNext={beside(1)}
        onPrevious={beside(-1)}
      />
    </>
  );
}

function findIndex(byPage: ReadonlyMap<number, readonly WorkloadRow[] | undefined>, userId: string): number {
  for (const [page, rows] of byPage) {
    const at = rows?.findIndex((row) => row.user_id === userId) ?? -1;
    if (at >= 0) return (page - 1) * PAGE + at;
  }
  return -1;
}

/** The spot where there are fewer people or units than before: one cell must always take the focus. */
function inside(spot: Spot, rows: number, units: number): Spot {
  const { bottom, last } = cornersOf(spot);
  if (bottom < Math.max(1, rows) && last < units) return spot;
  return spotAt(clamp(spot.row, 0, Math.max(0, rows - 1)), clamp(spot.unit, 0, units - 1));
}

/** The pages that were scrolled to in a view, and how to ask for more of them by rows. */
function usePages(view: string): [pages: readonly number[], onRange: (firstRow: number, lastRow: number) => void] {
  const [looked, setLooked] = useState({ view, pages: FIRST });
  const onRange = useCallback(
    (firstRow: number, lastRow: number) => {
      const wanted = [firstRow, lastRow].map((index) => Math.floor(index / PAGE) + 1);
      setLooked((before) => {
        const known = before.view === view ? before.pages : FIRST;
        if (before.view === view && wanted.every((page) => known.includes(page))) return before;
        return { view, pages: [...new Set([...known, ...wanted])] };
      });
    },
    [view],
  );
  return [looked.view === view ? looked.pages : FIRST, onRange];
}

/** Fetches what is shown anew when somebody changed bookings or leave. */
function useLive(): void {
  const client = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: ['bookings'] });
      }, GATHER_MS);
    };
    const stops = [onLive('bookings', changed), onLive('leave', changed)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [client]);
}
