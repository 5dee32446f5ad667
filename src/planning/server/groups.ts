import { dayIn } from '../../kit/day.ts';
import { checkRange } from '../../leave/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { BoardGroup, GroupsInput, WorkloadGroupsInput } from '../contract.ts';
import { type UnitRange, sumUnits, unitOfDays, unitsBetween } from '../rules.ts';
import { wantedMinutes } from './demands.ts';
import { belongs, unitLoadsFor } from './load.ts';
import { type Asked, everyId } from './people.ts';

interface Groups {
  groups: BoardGroup[];
}

interface Prepared {
  asked: Asked;
  range: UnitRange;
}

async function prepare(tx: Tx, body: GroupsInput | WorkloadGroupsInput, page: string): Promise<Prepared> {
  const { from, to, unit, skip: _skip, data: _data, ...filters } = body;
  checkRange(from, to);
  const firm = await firmOf(tx);
  const range = unitsBetween(from, to, unit, firm.week_start);
  return { asked: { filters, from: range.from, to: range.to, day: dayIn(firm.time_zone, tx.now), pages: [page] }, range };
}

function addTo(sums: number[], minutes: readonly number[]): void {
  for (let index = 0; index < sums.length; index++) sums[index] = (sums[index] ?? 0) + (minutes[index] ?? 0);
}

/** The groups of everybody whom the filters show, in their order, with the load of each; without a grouping all are one. */
async function groupsOf(tx: Tx, actor: Actor, { asked, range }: Prepared): Promise<BoardGroup[]> {
  const everybody = await everyId(tx, actor, asked);
  const { only, least, include_soft: withSoft = false } = asked.filters;
  const ids = everybody.map(({ id }) => id);
  const loads = await unitLoadsFor(tx, ids, range, withSoft);
  const none = (): number[] => range.starts.map(() => 0);
  const groups = new Map<string, BoardGroup>();
  for (const { id, group_id, group_name } of everybody) {
    const load = loads.get(id);
    if (!load || (only && !belongs(load, only, withSoft, least))) continue;
    const group = groups.get(group_id ?? '') ?? {
      id: group_id ?? '',
      name: group_name ?? '',
      count: 0,
      load: { capacity: none(), hard: none(), soft: none(), over: none() },
    };
    group.count += 1;
    for (const key of ['capacity', 'hard', 'soft', 'over'] as const) addTo(group.load[key], load[key]);
    groups.set(group.id, group);
  }
  return [...groups.values()];
}

/** Groups of the board, and what open demands ask for beside them. */
export async function readGroups(tx: Tx, actor: Actor, { body }: { body: GroupsInput }): Promise<Groups & { demand: number[] }> {
  const prepared = await prepare(tx, body, 'planning');
  const { range } = prepared;
  const groups = await groupsOf(tx, actor, prepared);
  const { projects, clients, teams, grades } = body;
  const demands = { from: range.from, to: range.to, projects, clients, teams, grades };
  const minutes = await wantedMinutes(tx, actor, demands);
  return { groups, demand: sumUnits(minutes, unitOfDays(range), range.starts.length) };
}

/** Totals of the matrix; without a grouping all are one. */
export const workloadGroups = async (tx: Tx, actor: Actor, { body }: { body: WorkloadGroupsInput }): Promise<Groups> => ({
  groups: await groupsOf(tx, actor, await prepare(tx, body, 'workload')),
});
