import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import type { Board } from '../contract.ts';
import type { UnitRange } from '../rules.ts';
import { type BookingColumns, LEVEL_NUMBERS } from '../rules/columns.ts';

/** The bookings of a person in a range, packed by the database, the earliest first. */
export interface PackedBookings {
  user_id: string;
  count: number;
  /** Their ids, one after the other. */
  ids: string;
  /** For each its project, its phase and its task, `project phase task` with some of them left out perhaps, parted by commas. */
  works: string;
  /** For each first day (counted from the first of the range), days, minutes a day, number of the level, and version. */
  numbers: string;
  /** By the id of the booking, where there is one. */
  notes: Record<string, string> | null;
  fills: Record<string, string> | null;
}

/**
 * Bookings of people in a range, a row for each person: a window holds some seven hundred, and to hand over a row with eleven
 * columns for each costs more than everything else that is done with them.
 */
export const packedBookings = (tx: Tx, users: readonly string[], { from, to }: UnitRange): Promise<PackedBookings[]> =>
  tx.all<PackedBookings>(sql`
    select b.user_id, count(*)::int as count, string_agg(b.id::text, '') as ids,
      string_agg(concat(b.project_id, ' ', b.phase_id, ' ', b.task_type_id), ',') as works,
      string_agg(concat_ws(',', b.first_day - ${from}::date, b.last_day - b.first_day + 1, b.minutes_per_day,
        array_position(${LEVEL_NUMBERS}::text[], b.level) - 1, b.version), ',') as numbers,
      json_object_agg(b.id, b.note) filter (where b.note <> '') as notes,
      json_object_agg(b.id, b.demand_id) filter (where b.demand_id is not null) as fills
    from (select * from planning.bookings
      where tenant_id = ${tx.tenant} and user_id = any(${users}) and first_day <= ${to} and last_day >= ${from}
      order by user_id, first_day, id) b
    group by b.user_id`);

const ID_LENGTH = 36;
const FIGURES = 5;

/** What each of the bookings is on, person after person. */
const worksOf = (packed: readonly PackedBookings[]): string[] => packed.flatMap(({ works }) => works.split(','));

/** What the bookings of a window are on, as lists that travel with them. */
export type Works = Pick<Board, 'projects' | 'phases' | 'tasks'>;

/** What the bookings of a window are on; phases are asked for where somebody is booked on one. */
export async function workOf(tx: Tx, packed: readonly PackedBookings[]): Promise<Works> {
  const works = [...new Set(worksOf(packed))].map((work) => work.split(' '));
  const idsAt = (place: number): string[] => [...new Set(works.flatMap((work) => work[place] || []))];
  const onPhases = idsAt(1);
  const [projects, phases, tasks] = await Promise.all([
    tx.all<Board['projects'][number]>(sql`
      select p.id, p.code, p.name, c.name as client, p.starts_on, p.ends_on
      from clients.projects p left join clients.clients c on c.tenant_id = p.tenant_id and c.id = p.client_id
      where p.tenant_id = ${tx.tenant} and p.id = any(${idsAt(0)})`),
    onPhases.length === 0
      ? []
      : tx.all<Board['phases'][number]>(sql`
          select h.id, h.name, h.starts_on, h.ends_on from clients.phases h
          where h.tenant_id = ${tx.tenant} and h.id = any(${onPhases})`),
    tx.all<Board['tasks'][number]>(sql`
      select t.id, t.name from settings.task_types t
      where t.tenant_id = ${tx.tenant} and t.id = any(${idsAt(2)})`),
  ]);
  return { projects, phases, tasks };
}

/** The indexes of what each booking is on in the lists that travel with it, -1 for none; no phases where there are none. */
function indexesOf(packed: readonly PackedBookings[], works: Works): Pick<BookingColumns, 'project' | 'phase' | 'task'> {
  const lists = [works.projects, works.phases, works.tasks].map((rows) => new Map(rows.map(({ id }, index) => [id, index])));
  const known = new Map<string, number[]>();
  const read = (work: string): number[] => {
    const indexes = work.split(' ').map((id, place) => lists[place]?.get(id) ?? -1);
    known.set(work, indexes);
    return indexes;
  };
  const indexes = worksOf(packed).map((work) => known.get(work) ?? read(work));
  const column = (place: number): number[] => indexes.map((of) => of[place] ?? -1);
  return { project: column(0), phase: works.phases.length > 0 ? column(1) : [], task: column(2) };
}

/** What only some bookings have, with their indexes among all of the window. */
function someOf(packed: readonly PackedBookings[], key: 'notes' | 'fills'): [number, string][] {
  let before = 0;
  return packed.flatMap(({ [key]: some, ids, count }) => {
    const start = before;
    before += count;
    return Object.entries(some ?? {}).map(([id, value]): [number, string] => [start + ids.indexOf(id) / ID_LENGTH, value]);
  });
}

/** The bookings of a window in columns, those of each person together, in the order of the people. */
export function columnsOf(people: readonly { id: string }[], packed: readonly PackedBookings[], works: Works): BookingColumns {
  const own = new Map(packed.map((each) => [each.user_id, each]));
  const inOrder = people.flatMap(({ id }) => own.get(id) ?? []);
  const numbers = JSON.parse(`[${inOrder.map((each) => each.numbers).join()}]`) as number[];
  const column = (place: number): number[] =>
    Array.from({ length: numbers.length / FIGURES }, (_, index) => numbers[index * FIGURES + place] ?? 0);
  return {
    ids: inOrder.map(({ ids }) => ids.replaceAll('-', '')).join(''),
    counts: people.map(({ id }) => own.get(id)?.count ?? 0),
    ...indexesOf(inOrder, works),
    first: column(0),
    days: column(1),
    minutes: column(2),
    level: column(3),
    version: column(4),
    notes: someOf(inOrder, 'notes'),
    fills: someOf(inOrder, 'fills'),
  };
}
