import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { newId } from '../../kit/ids.ts';
import { text } from '../../web/i18n/text.ts';
import { onLive } from '../../web/live.ts';
import { type Step, history, notify } from '../../web/ui/index.ts';
import type { DemandRow, NewDemand } from '../contract.ts';
import type { BoardFilters } from './board-store.ts';
import { call } from './draft.ts';
import type { Scale } from './scale.ts';

/** Under this key demands are kept; a write makes them stale. */
const DEMANDS = ['demands'];
const SHOWN = 200;
const GATHER_MS = 250;

export type DemandDraft = Omit<NewDemand, 'ids'>;

/** Open demands of the days in view, by the filters that they have; fetched anew when somebody fills or changes one. */
export function useDemands(scale: Scale, { projects, clients, teams, grades }: BoardFilters): readonly DemandRow[] {
  const client = useQueryClient();
  const { from, to } = scale.range;
  const body = { from, to, projects, clients, teams, grades, per_page: SHOWN };
  const { data } = useQuery({
    queryKey: [...DEMANDS, body],
    queryFn: ({ signal }) => call('POST /api/demands/all', { body }, { signal }),
    placeholderData: (before) => before,
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: DEMANDS });
      }, GATHER_MS);
    };
    const stop = onLive('demands', changed);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client]);
  return data?.rows ?? [];
}

/** One demand, as far as it is not in view. */
export const useDemand = (id: string | undefined) =>
  useQuery({
    queryKey: [...DEMANDS, 'one', id],
    queryFn: ({ signal }) => call('GET /api/demands/:id', { params: { id: id ?? '' } }, { signal }),
    enabled: id !== undefined,
    retry: false,
  });

/** What is edited of a demand, and sent for a new one. */
export const draftOf = (row: DemandRow): DemandDraft => ({
  project_id: row.project_id,
  phase_id: row.phase_id,
  task_type_id: row.task_type_id,
  grade: row.grade,
  team_id: row.team_id,
  country: row.country,
  skill: row.skill,
  first_day: row.first_day,
  last_day: row.last_day,
  minutes_per_day: row.minutes_per_day,
  note: row.note,
});

const fresh = (client: QueryClient): Promise<void> => client.invalidateQueries({ queryKey: DEMANDS });

/** Remembers a step whose halves refetch the lane, and offers to take it back. */
function offer(client: QueryClient, { label, undo, redo }: Step): void {
  const then = (work: Step['undo']) => async () => {
    await work();
    await fresh(client);
  };
  history.offer({ label, undo: then(undo), redo: then(redo) });
}

/** Asks for so many people alike, as one step. @throws CallError */
export async function askFor(client: QueryClient, draft: DemandDraft, count: number): Promise<DemandRow[]> {
  const ids = Array.from({ length: count }, () => newId());
  const send = () => call('POST /api/demands', { body: { ...draft, ids } });
  const { demands } = await send();
  await fresh(client);
  offer(client, {
    label: text('planning.did_ask', { count }),
    undo: async () => void (await call('POST /api/demands/remove', { body: { ids } })),
    redo: async () => void (await send()),
  });
  return demands;
}

/** @throws CallError */
export async function changeDemand(
  client: QueryClient,
  row: DemandRow,
  change: Partial<DemandDraft>,
  version: number | undefined,
): Promise<DemandRow> {
  const send = (body: Partial<DemandDraft> & { version?: number }) =>
    call('PATCH /api/demands/:id', { params: { id: row.id }, body });
  const stored = await send({ ...change, ...(version === undefined ? {} : { version }) });
  await fresh(client);
  const before = draftOf(row);
  const back = Object.fromEntries(Object.keys(change).map((key) => [key, before[key as keyof DemandDraft]]));
  offer(client, {
    label: text('planning.did_change_demand'),
    undo: async () => void (await send(back)),
    redo: async () => void (await send(change)),
  });
  return stored;
}

/** Takes a demand away, as one step. */
export async function removeDemand(client: QueryClient, row: DemandRow): Promise<void> {
  const remove = () => call('POST /api/demands/remove', { body: { ids: [row.id] } });
  try {
    await remove();
  } catch (error) {
    notify.error(error instanceof Error ? error.message : text('planning.failed'));
    return;
  }
  await fresh(client);
  offer(client, {
    label: text('planning.did_remove_demand'),
    undo: async () => void (await call('POST /api/demands', { body: { ...draftOf(row), ids: [row.id] } })),
    redo: async () => void (await remove()),
  });
}

/** What a demand asks for, in words: grade, team, country, skill; nothing asks for anybody. */
export const wantedText = ({ grade, team, country, skill }: DemandRow): string =>
  [grade, team, country, skill].filter(Boolean).join(' · ') || text('planning.anybody');

/** What a demand is for: code, client and phase, or the task. */
export const demandWork = ({ project, project_code, client, phase, task_type }: DemandRow): string =>
  project ? [project_code, client ?? project, phase].filter(Boolean).join(' · ') : (task_type ?? '');
