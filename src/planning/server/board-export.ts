import { type Day, dayIn } from '../../kit/day.ts';
import { notAllowed } from '../../kit/problem.ts';
import { checkRange } from '../../leave/server/public.ts';
import { firmOf } from '../../settings/server/public.ts';
import { tableFile } from '../../server/export.ts';
import type { FileReply } from '../../server/route.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import type { BoardExport } from '../contract.ts';
import { type Level, unitsBetween } from '../rules.ts';
import { belongs, unitLoadsFor } from './load.ts';
import { type Asked, allPeople } from './people.ts';
import { mayExport } from './policy.ts';

interface Line extends Record<string, unknown> {
  user_id: string;
  client: string | null;
  code: string | null;
  project: string | null;
  phase: string | null;
  task: string | null;
  first_day: Day;
  last_day: Day;
  minutes_per_day: number;
  level: Level;
  note: string;
  asked_by: string;
  confirmed_by: string | null;
}

const linesOf = (tx: Tx, users: readonly string[], { from, to }: Asked): Promise<Line[]> =>
  tx.all<Line>(sql`
    select b.user_id, c.name as client, p.code, p.name as project, h.name as phase, k.name as task, b.first_day, b.last_day,
      b.minutes_per_day, b.level, b.note, m.name as asked_by, f.name as confirmed_by
    from planning.bookings b
    left join planning.demands d on d.tenant_id = b.tenant_id and d.id = b.demand_id
    join people.users m on m.tenant_id = b.tenant_id and m.id = coalesce(d.created_by, b.created_by)
    left join people.users f on f.tenant_id = b.tenant_id and f.id = b.confirmed_by
    left join clients.projects p on p.tenant_id = b.tenant_id and p.id = b.project_id
    left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
    left join clients.phases h on h.tenant_id = b.tenant_id and h.project_id = b.project_id and h.id = b.phase_id
    left join settings.task_types k on k.tenant_id = b.tenant_id and k.id = b.task_type_id
    where b.tenant_id = ${tx.tenant} and b.user_id = any(${users}) and b.first_day <= ${to} and b.last_day >= ${from}
    order by b.first_day, b.id`);

/** Bookings of everybody whom the filters show, in the order of the board, as a file: a row a booking. */
export async function exportBoard(
  tx: Tx,
  actor: Actor,
  { body, query }: { body: BoardExport; query: { format?: string } },
): Promise<FileReply> {
  if (!mayExport(actor, 'planning')) throw notAllowed();
  const { from, to, data: _data, ...filters } = body;
  checkRange(from, to);
  const firm = await firmOf(tx);
  const asked: Asked = { filters, from, to, day: dayIn(firm.time_zone, tx.now), pages: ['planning'] };
  const everybody = await allPeople(tx, actor, asked);
  const { only, least, include_soft: withSoft = false } = filters;
  const ids = everybody.map(({ id }) => id);
  const loads = only && (await unitLoadsFor(tx, ids, unitsBetween(from, to, 'week', firm.week_start), withSoft));
  const people = everybody.filter(({ id }) => {
    const load = loads?.get(id);
    return !only || (load !== undefined && belongs(load, only, withSoft, least));
  });
  const shown = people.map(({ id }) => id);
  const lines = Map.groupBy(await linesOf(tx, shown, asked), ({ user_id }) => user_id);
  return tableFile(
    `planning_${from}_${to}`,
    query.format,
    [
      { key: 'name', title: 'Person', kind: 'text' },
      { key: 'grade', title: 'Grade', kind: 'text' },
      { key: 'team', title: 'Team', kind: 'text' },
      { key: 'country', title: 'Country', kind: 'text' },
      { key: 'client', title: 'Client', kind: 'text' },
      { key: 'code', title: 'Code', kind: 'text' },
      { key: 'project', title: 'Project', kind: 'text' },
      { key: 'phase', title: 'Phase', kind: 'text' },
      { key: 'task', title: 'Task', kind: 'text' },
      { key: 'first_day', title: 'First day', kind: 'date' },
      { key: 'last_day', title: 'Last day', kind: 'date' },
      { key: 'per_day', title: 'Hours a day', kind: 'hours' },
      { key: 'level', title: 'Level', kind: 'text' },
      { key: 'note', title: 'Note', kind: 'text' },
      { key: 'asked_by', title: 'Asked by', kind: 'text' },
      { key: 'confirmed_by', title: 'Confirmed by', kind: 'text' },
    ],
    people.flatMap(({ id, name, grade, team, country }) =>
      // Columns of hours take seconds.
      (lines.get(id) ?? []).map((line) => ({ ...line, name, grade, team, country, per_day: line.minutes_per_day * 60 })),
    ),
  );
}
