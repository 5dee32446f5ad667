import { dayIn } from '../../kit/day.ts';
import { checkRange } from '../../leave/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { BoardGroup, GroupsInput, WorkloadGroupsInput } from '../contract.ts';
import { unitsBetween } from '../rules.ts';
import { belongs, unitLoadsFor } from './load.ts';
import { type Asked, allPeople } from './people.ts';

type Groups = { groups: BoardGroup[] };

/** The groups of everybody whom the filters show on a page, in their order, with the load of each. */
async function groupsOn(tx: Tx, actor: Actor, body: GroupsInput | WorkloadGroupsInput, page: string): Promise<Groups> {
  const { from, to, unit, skip: _skip, data: _data, ...filters } = body;
  if (filters.group === undefined) return { groups: [] };
  checkRange(from, to);
  const firm = await firmOf(tx);
  const range = unitsBetween(from, to, unit, firm.week_start);
  const asked: Asked = { filters, from: range.from, to: range.to, day: dayIn(firm.time_zone, tx.now), pages: [page] };
  const everybody = await allPeople(tx, actor, asked);
  const { only, least, include_soft: withSoft = false } = filters;
  const ids = everybody.map(({ id }) => id);
  const loads = await unitLoadsFor(tx, ids, range, withSoft);
  const none = (): number[] => range.starts.map(() => 0);
  const groups = new Map<string, BoardGroup>();
  for (const { id, group_id = '', group_name = '' } of everybody) {
    const load = loads.get(id);
    if (!load || (only && !belongs(load, only, withSoft, least))) continue;
    const group = groups.get(group_id) ?? {
      id: group_id,
      name: group_name,
      count: 0,
      load: { capacity: none(), hard: none(), soft: none(), over: none() },
    };
    group.count += 1;
    for (const key of ['capacity', 'hard', 'soft', 'over'] as const)
      for (const [index, minutes] of load[key].entries()) group.load[key][index] = (group.load[key][index] ?? 0) + minutes;
    groups.set(group_id, group);
  }
  return { groups: [...groups.values()] };
}

export const readGroups = (tx: Tx, actor: Actor, { body }: { body: GroupsInput }): Promise<Groups> =>
  groupsOn(tx, actor, body, 'planning');

export const workloadGroups = (tx: Tx, actor: Actor, { body }: { body: WorkloadGroupsInput }): Promise<Groups> =>
  groupsOn(tx, actor, body, 'workload');
