import { type QueryClient, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Caller, caller } from '../../web/api.ts';
import type { Option } from '../../web/ui/index.ts';
import { matching } from '../../web/ui/options.ts';
import type { BookingChoices, Phase, planningContract } from '../contract.ts';
import type { Booking, Names } from './board-data.ts';

export const call: Caller<typeof planningContract> = caller<typeof planningContract>();

/** A project or a task type as one value: `p:id` or `t:id`. */
export const workId = ({ project_id, task_type_id }: Pick<Booking, 'project_id' | 'task_type_id'>): string | undefined =>
  project_id ? `p:${project_id}` : task_type_id ? `t:${task_type_id}` : undefined;

/** What a booking is on. */
export type Work = Pick<Booking, 'project_id' | 'phase_id' | 'task_type_id'>;

/** Nothing yet. */
export const NO_WORK: Work = { project_id: null, phase_id: null, task_type_id: null };

/** The fields behind a value of the picker; a phase is of its project alone. */
export const workFields = (id: string): Work =>
  id.startsWith('p:') ? { ...NO_WORK, project_id: id.slice(2) } : { ...NO_WORK, task_type_id: id.slice(2) };

const choicesQuery = (userId: string | undefined, search: string) => ({
  queryKey: ['bookings', 'choices', userId ?? '', search],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    call(
      'GET /api/bookings/choices',
      { query: { ...(userId ? { user_id: userId } : {}), ...(search ? { search } : {}) } },
      { signal },
    ),
  staleTime: 60_000,
});

/** A form that was opened while a write was under way learns what its person was booked on last. */
export const askLastAgain = (client: QueryClient): Promise<void> =>
  client.refetchQueries({
    queryKey: ['bookings', 'choices'],
    type: 'active',
    predicate: ({ queryKey: [, , userId] }) => userId !== '',
  });

/** The phases of a project; undefined until they are known, none without a project. */
export function usePhases(projectId: string | null | undefined): readonly Phase[] | undefined {
  const { data } = useQuery({
    queryKey: ['bookings', 'phases', projectId ?? ''],
    queryFn: ({ signal }) => call('GET /api/bookings/phases', { query: { project_id: projectId ?? '' } }, { signal }),
    enabled: Boolean(projectId),
    staleTime: 60_000,
  });
  return projectId ? data?.phases : NONE;
}

const NONE: readonly Phase[] = [];

/** What filters offer: teams, clients, projects. */
export const useChoices = (): BookingChoices | undefined => useQuery(choicesQuery(undefined, '')).data;

interface WorkOptions {
  options: Option[];
  /** What the person was booked on last. */
  recent: string | undefined;
  onSearch: ((typed: string) => void) | undefined;
}

/**
 * Options of the picker for a person: booked last, projects, internal work. The list is there before the person's own; where
 * a firm has very many projects they are found on the server, and until it answers only what is known and matches is offered.
 */
export function useWork(userId: string, names: Names, chosen: string | undefined): WorkOptions {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());
  const base = useQuery(choicesQuery(undefined, '')).data;
  const own = useQuery({ ...choicesQuery(userId, ''), enabled: userId !== '' }).data;
  const many = base?.more ?? false;
  const found = useQuery({ ...choicesQuery(userId || undefined, search), enabled: many && search !== '' }).data;
  const options = useMemo(() => {
    if (!base) return chosenOption(names, chosen);
    const projects = new Map(
      [...base.projects, ...(own?.projects ?? []), ...(found?.projects ?? [])].map((row) => [row.id, row]),
    );
    const all: Option[] = [
      ...[...projects.values()].map(({ id, name, code, client }) => ({
        id: `p:${id}`,
        name,
        hint: [code, client].filter(Boolean).join(' · '),
        group: t('planning.projects'),
      })),
      ...base.task_types.map(({ id, name, chargeable }) => ({
        id: `t:${id}`,
        name,
        group: chargeable ? t('planning.task_types') : t('planning.internal_work'),
      })),
    ];
    const recent = (own?.recent ?? []).map((each) => workId(each));
    const top = recent
      .flatMap((id) => all.filter((option) => option.id === id))
      .map((option) => ({ ...option, group: t('planning.recent') }));
    const known = [...top, ...all.filter((option) => !recent.includes(option.id))];
    const listed = known.some((option) => option.id === chosen) ? known : [...chosenOption(names, chosen), ...known];
    return many ? matching(listed, typed) : listed;
  }, [base, own, found, many, typed, names, chosen, t]);
  const last = own?.recent[0];
  return { options, recent: last && workId(last), onSearch: many ? setTyped : undefined };
}

/** What is booked although it is no longer offered, or not listed yet. */
function chosenOption(names: Names, chosen: string | undefined): Option[] {
  if (!chosen) return [];
  const id = chosen.slice(2);
  const project = names.projects.get(id);
  const name = project?.name ?? names.tasks.get(id);
  return name ? [{ id: chosen, name, hint: project && [project.code, project.client].filter(Boolean).join(' · ') }] : [];
}
