import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useProjectFilters } from '../../clients/web/public.tsx';
import { addDays } from '../../kit/day.ts';
import { ListSelection, Unsent, useListWrites } from '../../planning/web/public.tsx';
import { useAddress, word } from '../../web/address.ts';
import * as format from '../../web/format.ts';
import { useMayCall, usePageFlag } from '../../web/session.ts';
import {
  Button,
  Choice,
  ClosedPage,
  EmptyState,
  type ExportFormat,
  FilterBar,
  IconButton,
  Loaded,
  PageTitle,
  Pager,
  Waiting,
} from '../../web/ui/index.ts';
import { BookingForm, type FormTarget } from './BookingForm.tsx';
import { ClientTree } from './ClientTree.tsx';
import {
  SPANS,
  bodyOf,
  clientBookingsCodecs,
  rangeOf,
  shownRows,
  treeOf,
  useClientBookings,
  useLastTeams,
  writtenOf,
} from './client-bookings-data.ts';
import { type TeamAct, TeamDrawer } from './TeamDrawer.tsx';
import { callReporting } from './report-data.ts';
import type { ClientBookings as ClientBookingsRow } from '../contract.ts';

const NONE: readonly ClientBookingsRow[] = [];
const codecs = { ...clientBookingsCodecs, id: word() };

/** The same bookings from the clients' side: who works for whom, when, and how that stands to time and budget. */
export default function ClientBookings() {
  const { t } = useTranslation();
  const may = useMayCall();
  return may('projects.all') ? <Bookings /> : <ClosedPage title={t('reporting.client_bookings')} />;
}

function Bookings() {
  const { t } = useTranslation();
  const [values, set] = useAddress(codecs);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [adding, setAdding] = useState<string>();
  const filters = useProjectFilters(values);
  const query = useClientBookings(values);
  const canEdit = usePageFlag('can_edit', 'clients_bookings');
  const mayExport = usePageFlag('can_export', 'clients_bookings');
  const range = rangeOf(values);
  const answered = query.data?.rows ?? NONE;
  const given = useMemo(() => writtenOf(answered), [answered]);
  const projects = useMemo(() => answered.map(({ project_id: id, project: name, ...row }) => ({ ...row, id, name })), [answered]);
  const list = useListWrites(given, projects);
  const turn = useSyncExternalStore(list.store.subscribeAny, () => list.store.turn);
  // Before the first effect the store knows of none.
  const rows = turn === 0 ? answered : shownRows(answered, (id) => list.store.find(id));
  const selecting = useSyncExternalStore(list.selection.subscribe, () => list.selection.ids().size > 0);
  const lastTeams = useLastTeams(rows, range, canEdit);
  const takeOver = (projectId: string): void => {
    const last = lastTeams.get(projectId);
    if (!last) return;
    const { from_project_id: project_id, from, to, days } = last;
    void list.orders.rollForward({ project_id, to_project_id: projectId, from, to, days });
  };
  const [team, setTeam] = useState<{ of: string; act: TeamAct | undefined }>();
  const tree = treeOf(rows, folded, t('reporting.no_client'));
  const step = (by: number): void => set({ from: addDays(range.from, 7 * by * Math.ceil(Number(values.span) / 2)), page: 1 });
  const fold = (key: string, away: boolean): void =>
    setFolded((before) => {
      const next = new Set(before);
      if (away) next.add(key);
      else next.delete(key);
      return next;
    });
  const target = targetOf(rows, values.id, adding);
  const close = (): void => {
    setAdding(undefined);
    set({ id: '' });
  };
  const download = (kind: ExportFormat): Promise<void> =>
    callReporting.download('POST /api/bookings/export_by_client', `client_bookings_${range.from}_${range.to}.${kind}`, {
      query: { format: kind },
      body: bodyOf(values),
    });

  return (
    <>
      <PageTitle title={t('reporting.client_bookings')} summary={format.dayRange(range.from, range.to)}>
        <IconButton
          level="default"
          label={t('reporting.period_before')}
          icon={<IconChevronLeft size={16} />}
          onClick={() => step(-1)}
        />
        <Button onClick={() => set({ from: '', page: 1 })}>{t('reporting.to_today')}</Button>
        <IconButton
          level="default"
          label={t('reporting.period_after')}
          icon={<IconChevronRight size={16} />}
          onClick={() => step(1)}
        />
        <Choice
          label={t('reporting.range')}
          value={values.span}
          options={SPANS.map((span) => ({ id: span, name: t('reporting.weeks_short', { count: span }) }))}
          onChange={(span) => set({ span, page: 1 })}
        />
      </PageTitle>
      <FilterBar
        screen="clients_bookings"
        search="search"
        page="page"
        codecs={codecs}
        values={values}
        onChange={set}
        filters={[...filters, { kind: 'flag', id: 'booked', label: t('reporting.only_booked') }]}
        count={query.data?.pagination.total}
        {...(mayExport ? { download } : {})}
      />
      <Unsent />
      <Loaded
        query={query}
        skeleton={<Waiting rows={12} />}
        isEmpty={(data) => data.rows.length === 0}
        empty={<EmptyState title={t('reporting.client_bookings_none')} text={t('reporting.client_bookings_none_text')} />}
      >
        {({ pagination }) => (
          <>
            <ClientTree
              tree={tree}
              range={range}
              onFold={fold}
              onOpen={(id) => set({ id })}
              onAdd={canEdit ? setAdding : undefined}
              onTeam={(of, act) => setTeam({ of, act })}
              lastTeams={lastTeams}
              onTakeOver={takeOver}
              list={canEdit ? list : undefined}
            />
            <Pager pagination={pagination} onPage={(page, perPage) => set({ page, per_page: perPage })} />
          </>
        )}
      </Loaded>
      {selecting && <ListSelection {...list} />}
      <TeamDrawer
        project={rows.find((row) => row.project_id === team?.of)}
        act={team?.act}
        list={list}
        range={range}
        onClose={() => setTeam(undefined)}
      />
      {list.clash}
      <BookingForm target={target} canEdit={canEdit} range={range} onClose={close} />
    </>
  );
}

type Rows = readonly ClientBookingsRow[];

/** What the drawer is about: a booking by its id, or a new one on a project. */
function targetOf(rows: Rows, id: string, adding: string | undefined): FormTarget | undefined {
  const onto = rows.find((row) => row.project_id === adding);
  if (onto) return { project: onto, booking: undefined };
  for (const project of rows) {
    const booking = project.people.find((each) => each.id === id);
    if (booking) return { project, booking };
  }
  return undefined;
}
