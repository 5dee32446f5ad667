import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { onLive } from '../../web/live.ts';
import type { BoardGroup } from '../contract.ts';
import type { UnitLoad } from '../rules.ts';
import type { BoardFilters } from './board-store.ts';
import { call } from './draft.ts';
import type { Scale } from './scale.ts';

/** Height of the head of a group. */
export const GROUP_PX = 30;
const GROUPS = ['bookings', 'groups'];
/** The load of thousands is summed up: a group may be told of a change a moment later. */
const GATHER_MS = 10_000;

/** Heads of groups by the row that they stand over; those of folded groups stand over the next row, or after the last one. */
export interface Heads {
  over: ReadonlyMap<number, readonly BoardGroup[]>;
  last: readonly BoardGroup[];
}

export function headsOf(groups: readonly BoardGroup[], folded: ReadonlySet<string>): Heads {
  const over = new Map<number, readonly BoardGroup[]>();
  let waiting: BoardGroup[] = [];
  let row = 0;
  for (const group of groups) {
    waiting.push(group);
    if (folded.has(group.id) || group.count === 0) continue;
    over.set(row, waiting);
    waiting = [];
    row += group.count;
  }
  return { over, last: waiting };
}

/** The group that a row stands in. */
export function groupAt(groups: readonly BoardGroup[], folded: ReadonlySet<string>, row: number): BoardGroup | undefined {
  let end = 0;
  return groups.find((group) => {
    if (folded.has(group.id)) return false;
    end += group.count;
    return row < end;
  });
}

const NONE: readonly BoardGroup[] = [];

/** Groups of everybody whom the filters show, or all as one; nothing is asked while nobody looks. */
function useLoads(scale: Scale, { skip: _skip, ...filters }: BoardFilters, wanted: boolean) {
  const client = useQueryClient();
  const { range, zoom } = scale;
  // As text, so that equal filters are the same question.
  const asked = JSON.stringify(filters);
  const body = useMemo(
    () => ({ from: range.from, to: range.to, unit: zoom, ...(JSON.parse(asked) as typeof filters) }),
    [range, zoom, asked],
  );
  const { data } = useQuery({
    queryKey: [...GROUPS, body],
    queryFn: ({ signal }) => call('POST /api/bookings/board/groups', { body }, { signal }),
    enabled: wanted,
  });
  useEffect(() => {
    if (!wanted) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void client.invalidateQueries({ queryKey: GROUPS });
      }, GATHER_MS);
    };
    const stops = [onLive('bookings', changed), onLive('demands', changed)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [client, wanted]);
  return wanted ? data : undefined;
}

/** The groups of everybody whom the filters show, with how many they are and their load; none while nothing is grouped. */
export const useGroups = (scale: Scale, filters: BoardFilters): readonly BoardGroup[] =>
  useLoads(scale, filters, filters.group !== undefined)?.groups ?? NONE;

/** Minutes by unit of everybody together: what they have, what takes it, and what open demands ask for. */
export interface WholeLoad {
  load: UnitLoad;
  demand: readonly number[];
}

/** Capacity and demand of everybody whom the filters show; undefined while nobody looks, or until it is known. */
export function useWhole(scale: Scale, { group: _group, ...filters }: BoardFilters, wanted: boolean): WholeLoad | undefined {
  const data = useLoads(scale, filters, wanted);
  const load = data?.groups[0]?.load;
  return useMemo(() => (data && load ? { load, demand: data.demand } : undefined), [data, load]);
}
