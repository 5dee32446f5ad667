import { IconChartAreaLine, IconPlus, IconUserQuestion, IconUserSearch } from '@tabler/icons-react';
import { Suspense, lazy, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { type Day, addDays } from '../../kit/day.ts';
import { choice, day, flag, list, useAddress, word } from '../../web/address.ts';
import { dayRange, today as todayNow } from '../../web/format.ts';
import { usePageFlag } from '../../web/session.ts';
import {
  Button,
  Choice,
  ErrorPanel,
  FilterBar,
  IconButton,
  NARROW,
  PHONE,
  PageTitle,
  useKeys,
  useMedia,
} from '../../web/ui/index.ts';
import { ProjectCards } from '../../clients/web/public.tsx';
import styles from './Board.module.css';
import { BoardGrid } from './BoardGrid.tsx';
import { BoardList, FIRST_SHOWN } from './BoardList.tsx';
import { bulkActsOn } from './bulk-acts.ts';
import { BoardMenu, type MenuAt } from './BoardMenu.tsx';
import { BookingDrawer } from './BookingDrawer.tsx';
import { type Booking, preferredLevel } from './board-data.ts';
import type { Draft } from './board-writes.ts';
import { ClashDialog } from './ClashDialog.tsx';
import { type Place, atCell, newGhostStore } from './cursor.ts';
import { type DemandDraft, useDemands } from './demand-data.ts';
import { NO_WORK, call } from './draft.ts';
import { Unsent } from './Unsent.tsx';
import { headsOf, useGroups, useWhole } from './groups.ts';
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
import { type Zoom, scaleOf, startOf } from './scale.ts';
import { newSelection } from './selection.ts';
import { useBoard } from './use-board.ts';
import { useFill } from './use-fill.ts';
import { SPANS, shownDays, spanOf, stepped, zoomedAround, zoomedTo } from './view-range.ts';

const DemandDrawer = lazy(() => import('./DemandDrawer.tsx'));
const FindDrawer = lazy(() => import('./FindDrawer.tsx'));
const HandDialog = lazy(() => import('./HandDialog.tsx'));
const SelectionBar = lazy(() => import('./SelectionBar.tsx'));

const codecs = {
  ...peopleCodecs,
  from: day(),
  zoom: choice(['week', 'day', 'month'], 'week'),
  span: choice(['', '2', '4', '6', '12', '13', '18', '24', '26', '52'], ''),
  id: word(),
  demand: word(),
  group: choice(['', ...GROUPINGS], ''),
  fold: list(),
  strip: flag(),
};

const inOrder = (spans: readonly string[]): string[] => spans.toSorted((x, y) => Number(x) - Number(y));

/** Planning board: people by days or weeks, and their bookings. */
export default function Planning() {
  const { t } = useTranslation();
  const [values, setValues] = useAddress(codecs);
  const left = useMedia(NARROW) ? 168 : 240;
  const thresholds = useThresholds();
  const weekStart = useWeekStart();
  const today = todayNow();
  const { zoom } = values;
  const span = spanOf(zoom, values.span);
  const { from, to } = shownDays(zoom, values.from || today, span, weekStart);
  const scale = useMemo(() => scaleOf(from, to, zoom, weekStart), [from, to, zoom, weekStart]);
  const phone = useMedia(PHONE);
  const grouping = phone ? '' : values.group;
  const folded = useMemo(() => new Set(grouping ? values.fold : []), [grouping, values.fold]);
  const filters = {
    ...filtersOf(values),
    ...(grouping ? { group: grouping, ...(folded.size > 0 ? { skip: [...folded] } : {}) } : {}),
  };
  const { store, writes, orders, acts, asked } = useBoard(scale, filters);
  const total = useSyncExternalStore(store.subscribe, () => store.total);
  const failure = useSyncExternalStore(store.subscribe, () => store.failure);

  const [ghosts] = useState(newGhostStore);
  const [selection] = useState(newSelection);
  const bulk = useMemo(() => bulkActsOn(store, writes, acts, selection), [store, writes, acts, selection]);
  const selecting = useSyncExternalStore(selection.subscribe, () => selection.ids().size > 0);
  const [menu, setMenu] = useState<MenuAt>();
  const [making, setMaking] = useState<Draft>();
  const [asking, setAsking] = useState<DemandDraft>();
  const [finding, setFinding] = useState(false);
  const [handing, setHanding] = useState<Booking>();
  const demands = useDemands(scale, filters);
  const groups = useGroups(scale, filters);
  const strip = values.strip && !phone;
  const whole = useWhole(scale, filters, strip);
  const fold = useCallback(
    (id: string | undefined) =>
      setValues({
        fold: id === undefined ? [] : folded.has(id) ? values.fold.filter((each) => each !== id) : [...values.fold, id],
      }),
    [setValues, folded, values.fold],
  );
  const openDemand = useCallback((demand: string) => setValues({ demand }), [setValues]);
  const closeDemand = useCallback(() => {
    setAsking(undefined);
    setValues({ demand: '' });
  }, [setValues]);
  const [bookNow, setBookNow] = useState(0);
  const [shown, setShown] = useState(FIRST_SHOWN);
  const place = useRef<Place>({ cursor: atCell(0, 0), looking: 0 });
  const frame = useFill<HTMLDivElement>(52);

  const open = useCallback((id: string) => setValues({ id }), [setValues]);
  const close = useCallback(() => {
    setMaking(undefined);
    setValues({ id: '' });
  }, [setValues]);
  const go = (steps: number): void => setValues({ from: stepped(zoom, from, span, steps) });

  const book = (): void => {
    if (phone || total === 0) setMaking(newDraft());
    else setBookNow((count) => count + 1);
  };
  const newDraft = (): Draft => {
    const person = store.person(0);
    const first_day = startOf(scale, 0) < today ? today : startOf(scale, 0);
    const level = preferredLevel(person?.may ?? []) ?? 'requested';
    return {
      user_id: '',
      ...NO_WORK,
      first_day,
      last_day: first_day,
      minutes_per_day: 480,
      level,
      note: '',
    };
  };

  const newDemand = (): DemandDraft => {
    const first_day = startOf(scale, 0) < today ? today : startOf(scale, 0);
    return { ...NO_WORK, first_day, last_day: addDays(first_day, 4), minutes_per_day: 480 };
  };

  /** Keeps the day on which the cursor stands, if it is in view, else the first one that is. */
  const zoomTo = (next: Zoom): void => {
    if (next === zoom) return;
    const { cursor, looking } = place.current;
    const at = startOf(scale, Math.max(cursor.unit, looking));
    const { from: start, unit } = zoomedTo(next, zoom, at, from, weekStart);
    place.current.cursor = atCell(cursor.row, unit);
    showFrom(next, start);
  };
  const showFrom = (next: Zoom, start: Day): void =>
    setValues({ zoom: next, span: '', from: start === shownDays(next, today, 1, weekStart).from ? '' : start });
  const zoomAround = (direction: 1 | -1, at: Day, x: number): void => {
    const next = zoomedAround(zoom, direction, at, x, weekStart);
    if (!next) return;
    place.current.anchor = { day: at, x };
    showFrom(next.zoom, next.from);
  };

  const mayEdit = usePageFlag('can_edit', 'planning');
  const mayExport = usePageFlag('can_export', 'planning');
  const download = (format: 'xlsx' | 'csv'): Promise<void> =>
    call.download('POST /api/bookings/board/export', `planning_${scale.range.from}_${scale.range.to}.${format}`, {
      query: { format },
      body: { from: scale.range.from, to: scale.range.to, ...filtersOf(values) },
    });

  const picture = async (): Promise<void> => {
    const { saveBoardPicture } = await import('./board-picture.ts');
    const title = `${t('planning.planning')} · ${dayRange(scale.range.from, scale.range.to)}`;
    const heads = headsOf(groups, folded).over;
    const name = `planning_${scale.range.from}_${scale.range.to}.png`;
    await saveBoardPicture(store, name, { title, heads, thresholds, withSoft: values.soft });
  };

  useKeys([
    { keys: 'n', label: 'planning.new_booking', run: book },
    { keys: 'p', label: 'planning.find_people', run: () => setFinding(true) },
    { keys: '1', label: 'planning.zoom_day', run: () => zoomTo('day') },
    { keys: '2', label: 'planning.zoom_week', run: () => zoomTo('week') },
    { keys: '3', label: 'planning.zoom_month', run: () => zoomTo('month') },
  ]);

  const known = values.users.map((id) => ({ id, name: store.rowOf(id)?.person.name ?? '…' }));
  // Grouping is what one changes most: it stands where a press and a choice are all that it takes.
  const filterList = [useGroupFilter(), ...usePeopleFilters(known)];
  const empty = <Nobody narrowed={isNarrowed(filtersOf(values))} onClear={() => setValues(NO_FILTERS)} />;

  return (
    <>
      <PageTitle
        title={t('planning.planning')}
        summary={dayRange(scale.range.from, scale.range.to)}
        actions={
          <>
            {!phone && (
              <IconButton
                label={t('planning.capacity_demand')}
                icon={<IconChartAreaLine size={18} />}
                aria-pressed={strip}
                onClick={() => setValues({ strip: !strip })}
              />
            )}
            <IconButton label={t('planning.find_people')} icon={<IconUserSearch size={18} />} onClick={() => setFinding(true)} />
            {mayEdit && (
              <IconButton
                label={t('planning.ask_for_people')}
                icon={<IconUserQuestion size={18} />}
                onClick={() => setAsking(newDemand())}
              />
            )}
            <Button level="primary" icon={<IconPlus size={16} aria-hidden="true" />} onClick={book}>
              {t('planning.book')}
            </Button>
          </>
        }
      >
        <RangeSteps from={scale.range.from} to={scale.range.to} onStep={go} onToday={() => setValues({ from: '' })} />
        <Choice
          label={t('planning.zoom')}
          value={zoom}
          options={[
            { id: 'day', name: t('planning.days') },
            { id: 'week', name: t('planning.weeks') },
            { id: 'month', name: t('planning.months') },
          ]}
          onChange={zoomTo}
        />
        <Choice
          label={t('planning.range')}
          value={String(span)}
          options={inOrder(SPANS[zoom]).map((each) => ({
            id: each,
            name: t(zoom === 'month' ? 'planning.months_short' : 'planning.weeks_short', { count: Number(each) }),
          }))}
          onChange={(next) => setValues({ span: next === SPANS[zoom][0] ? '' : (next as '2') })}
        />
      </PageTitle>
      <FilterBar
        screen="planning"
        search="q"
        codecs={codecs}
        values={values}
        onChange={setValues}
        filters={filterList}
        count={total}
        {...(mayExport ? { download, ...(phone ? {} : { picture }) } : {})}
      />
      <Unsent />
      {failure !== undefined && (
        <div className={styles.notice}>
          <ErrorPanel error={failure} onRetry={() => store.retry()} title={t('planning.not_loaded')} />
        </div>
      )}
      {phone ? (
        <BoardList
          {...{ store, thresholds, shown, empty }}
          withSoft={values.soft}
          onMore={setShown}
          onOpen={open}
          onBook={setMaking}
        />
      ) : (
        <div ref={frame} className={styles.frame}>
          <BoardGrid
            {...{
              store,
              acts,
              ghosts,
              left,
              today,
              thresholds,
              place,
              empty,
              selection,
              bulk,
              demands,
              groups,
              folded,
              strip,
              whole,
            }}
            onFold={fold}
            onDemand={openDemand}
            withSoft={values.soft}
            onZoom={zoomAround}
            onOpen={open}
            onHand={setHanding}
            onMenu={(id, at, on) => {
              const target = store.find(id);
              if (target) setMenu({ booking: target, ...at, day: on });
            }}
            onCreate={(draft, repeat) => acts.book(draft, store.rowOf(draft.user_id)?.person.name ?? '', repeat)}
            asked={bookNow}
          />
        </div>
      )}
      {selecting && (
        <Suspense fallback={null}>
          <SelectionBar {...{ store, selection, bulk }} />
        </Suspense>
      )}
      <Legend thresholds={thresholds} bars />
      <BoardMenu at={menu} acts={acts} onOpen={open} onHand={setHanding} onClose={() => setMenu(undefined)} />
      <BookingDrawer
        {...{ store, writes, orders, acts }}
        open={making ?? (values.id || undefined)}
        onClose={close}
        onGo={(id) => setValues({ id }, { replace: true })}
      />
      <Suspense fallback={null}>
        {(asking || values.demand) && (
          <DemandDrawer open={asking ?? values.demand} names={store.names} acts={acts} onClose={closeDemand} />
        )}
        {handing && <HandDialog booking={handing} acts={acts} onClose={() => setHanding(undefined)} />}
        {finding && (
          <FindDrawer
            {...{ store, acts }}
            from={startOf(scale, 0) < today ? today : startOf(scale, 0)}
            to={addDays(startOf(scale, 0) < today ? today : startOf(scale, 0), 20)}
            onClose={() => setFinding(false)}
          />
        )}
      </Suspense>
      <ClashDialog asked={asked} />
      <ProjectCards />
    </>
  );
}
