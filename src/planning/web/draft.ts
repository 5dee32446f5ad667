import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Caller, caller } from '../../web/api.ts';
import type { Option } from '../../web/ui/index.ts';
import type { BookingChoices, planningContract } from '../contract.ts';
import type { Booking, Names } from './board-data.ts';

export const call: Caller<typeof planningContract> = caller<typeof planningContract>();

/** A project or a task type as one value: `p:id` or `t:id`. */
export const workId = ({ project_id, task_type_id }: Pick<Booking, 'project_id' | 'task_type_id'>): string | undefined =>
  project_id ? `p:${project_id}` : task_type_id ? `t:${task_type_id}` : undefined;

/** The fields behind a value of the picker. */
export const workFields = (id: string): Pick<Booking, 'project_id' | 'task_type_id'> =>
  id.startsWith('p:') ? { project_id: id.slice(2), task_type_id: null } : { project_id: null, task_type_id: id.slice(2) };

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

/** What filters offer: teams, clients, projects. */
export const useChoices = (): BookingChoices | undefined => useQuery(choicesQuery(undefined, '')).data;

interface WorkOptions {
  options: Option[];
  /** What the person was booked on last. */
  recent: string | undefined;
  onSearch: ((typed: string) => void) | undefined;
  ready: boolean;
}

/** Options of the picker for a person: booked last, projects, internal work. Found on the server where there are many. */
export function useWork(userId: string, names: Names, chosen: string | undefined): WorkOptions {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed);
  const first = useQuery(choicesQuery(userId, ''));
  const many = first.data?.more ?? false;
  const found = useQuery({
    ...choicesQuery(userId, search),
    enabled: many && search !== '',
    placeholderData: (before: BookingChoices | undefined) => before,
  });
  const options = useMemo(() => {
    const base = first.data;
    if (!base) return chosenOption(names, chosen);
    const list = many && search !== '' ? (found.data?.projects ?? []) : base.projects;
    const project = (row: (typeof list)[number]): Option => ({
      id: `p:${row.id}`,
      name: row.name,
      hint: [row.code, row.client].filter(Boolean).join(' · '),
    });
    const recent = search === '' ? base.recent.map((each) => workId(each)) : [];
    const all = [
      ...list.map((row) => ({ ...project(row), group: t('planning.projects') })),
      ...base.task_types.map((task) => ({
        id: `t:${task.id}`,
        name: task.name,
        group: task.chargeable ? t('planning.task_types') : t('planning.internal_work'),
      })),
    ];
    const top = recent
      .flatMap((id) => all.filter((option) => option.id === id))
      .map((option) => ({ ...option, group: t('planning.recent') }));
    const rest = all.filter((option) => !top.some((each) => each.id === option.id));
    const known = [...top, ...rest];
    return known.some((option) => option.id === chosen) ? known : [...chosenOption(names, chosen), ...known];
  }, [first.data, found.data, many, search, names, chosen, t]);
  const recent = first.data?.recent[0];
  return { options, recent: recent && workId(recent), onSearch: many ? setTyped : undefined, ready: first.data !== undefined };
}

/** What is booked although it is no longer offered, or not listed yet. */
function chosenOption(names: Names, chosen: string | undefined): Option[] {
  if (!chosen) return [];
  const id = chosen.slice(2);
  const project = names.projects.get(id);
  const name = project?.name ?? names.tasks.get(id);
  return name ? [{ id: chosen, name, hint: project && [project.code, project.client].filter(Boolean).join(' · ') }] : [];
}
