import type { Day } from '../../kit/day.ts';
import { conflict } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import type { Derivation, Row, RowChange } from '../../server/gateway.ts';
import { countryOn } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { tellTime } from './live.ts';

export const NIL = '00000000-0000-0000-0000-000000000000';

interface Delta {
  user_id: string;
  day: Day;
  project_id: string;
  task_type_id: string;
  chargeable: boolean;
  seconds: number;
  entries: number;
}

function addTo(sums: Map<string, Delta>, row: Row, sign: 1 | -1): void {
  const delta: Delta = {
    user_id: String(row['user_id']),
    day: String(row['day']),
    project_id: String(row['project_id'] ?? NIL),
    task_type_id: String(row['task_type_id'] ?? NIL),
    chargeable: row['chargeable'] === true,
    seconds: sign * Number(row['seconds']),
    entries: sign,
  };
  const key = `${delta.day} ${delta.user_id} ${delta.project_id} ${delta.task_type_id} ${delta.chargeable}`;
  const sum = sums.get(key);
  if (sum) {
    sum.seconds += delta.seconds;
    sum.entries += delta.entries;
  } else sums.set(key, delta);
}

/** What changed by day and key; keys in order, so that two writers never wait for each other crosswise. */
function deltasOf(changes: readonly RowChange[]): Delta[] {
  const sums = new Map<string, Delta>();
  for (const { before, after } of changes) {
    if (before) addTo(sums, before, -1);
    if (after) addTo(sums, after, 1);
  }
  const keys = [...sums.keys()].sort();
  return keys.map((key) => sums.get(key) as Delta).filter((delta) => delta.seconds !== 0 || delta.entries !== 0);
}

/**
 * Keeps the person-days and the months in step with the entries, in the writing transaction and by deltas: two people
 * writing at once both count. A person-day over 24 hours fails its constraint; a locked one is refused here. Every write of
 * entries comes through here, so here the open screens are told.
 */
export const keepSums: Derivation = async (tx, changes) => {
  tellTime(tx, changes);
  const deltas = deltasOf(changes);
  if (deltas.length === 0) return;
  for (const table of ['time.person_days', 'time.months']) tx.write.grew(table, deltas.length);
  const holding = hold(tx, changes);
  const [locked] = await Promise.all([keep(tx, JSON.stringify(deltas)), holding]);
  if (locked) throw conflict(said`${{ day: locked }} is locked.`);
};

/**
 * Holds the people whose entries change or go, as a new entry does by its key: whoever corrects their grade, team or place meanwhile is
 * waited for, and what held is looked up afterwards.
 */
async function hold(tx: Tx, changes: readonly RowChange[]): Promise<void> {
  const users = [...new Set(changes.flatMap(({ before }) => (before ? String(before['user_id']) : [])))];
  if (users.length === 0) return;
  await tx.all(sql`
    select u.id from people.users u where u.tenant_id = ${tx.tenant} and u.id = any(${users}::uuid[]) order by u.id for key share`);
}

/**
 * Adds to the days, the months and the months of people in one statement, the days first, and says that the person's months changed.
 * The months carry the grade, team and country that held on the day; a person without a known grade has none.
 * @returns a locked day among those written, if there is one
 */
async function keep(tx: Tx, payload: string): Promise<Day | undefined> {
  const usual = sql`(select u.country from people.users u where u.tenant_id = ${tx.tenant} and u.id = p.user_id)`;
  const country = countryOn(tx, sql`p.user_id`, sql`p.day`, usual);
  // What held is looked up for one person's day after the other: a plan that joins would read all people for a single entry.
  const rows = await tx.all<{ day: Day; locked: boolean }>(sql`
    with x as materialized (
      select * from json_to_recordset(${payload}::json)
        as x(user_id uuid, day date, project_id uuid, task_type_id uuid, chargeable boolean, seconds int, entries int)
    ), days as (
      insert into time.person_days as d (tenant_id, user_id, day, seconds, chargeable_seconds, entry_count)
      select ${tx.tenant}::int, x.user_id, x.day, sum(x.seconds)::int,
        coalesce(sum(x.seconds) filter (where x.chargeable), 0)::int, sum(x.entries)::int
      from x group by x.user_id, x.day order by x.day, x.user_id
      on conflict (tenant_id, user_id, day) do update set
        seconds = d.seconds + excluded.seconds,
        chargeable_seconds = d.chargeable_seconds + excluded.chargeable_seconds,
        entry_count = d.entry_count + excluded.entry_count
      returning d.day, d.locked_at is not null as locked
    ), held as materialized (
      select p.user_id, p.day,
        coalesce((
          select g.grade from people.grades g where g.tenant_id = ${tx.tenant} and g.user_id = p.user_id
            and g.valid_from <= p.day and g.valid_to > p.day), '') as grade,
        coalesce((
          select t.team_id from people.team_members t where t.tenant_id = ${tx.tenant} and t.user_id = p.user_id and t.is_primary
            and t.valid_from <= p.day and t.valid_to > p.day), ${NIL}::uuid) as team_id,
        ${country} as country
      from (select distinct user_id, day from x) p
    ), months as (
      insert into time.months as m
        (tenant_id, month, user_id, project_id, task_type_id, chargeable, grade, team_id, country, seconds, entry_count)
      select ${tx.tenant}::int, date_trunc('month', x.day::timestamp)::date, x.user_id, x.project_id, x.task_type_id, x.chargeable,
        h.grade, h.team_id, h.country, sum(x.seconds), sum(x.entries)::int
      from x join held h on h.user_id = x.user_id and h.day = x.day
      group by 2, 3, 4, 5, 6, 7, 8, 9
      order by 2, 3, 4, 5, 6, 7, 8, 9
      on conflict (tenant_id, month, user_id, project_id, task_type_id, chargeable, grade, team_id, country) do update set
        seconds = m.seconds + excluded.seconds, entry_count = m.entry_count + excluded.entry_count
      returning 1
    ), raised as (
      insert into time.person_months as r (tenant_id, month, user_id, seconds, chargeable_seconds)
      select ${tx.tenant}::int, date_trunc('month', x.day::timestamp)::date, x.user_id, sum(x.seconds),
        coalesce(sum(x.seconds) filter (where x.chargeable), 0)
      from x group by 2, 3 order by 2, 3
      on conflict (tenant_id, month, user_id) do update set revision = r.revision + 1, seconds = r.seconds + excluded.seconds,
        chargeable_seconds = r.chargeable_seconds + excluded.chargeable_seconds
      returning 1
    )
    table days`);
  return rows.find((row) => row.locked)?.day;
}
