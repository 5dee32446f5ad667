import type { Day } from '../../kit/day.ts';
import { type Text, said } from '../../kit/said.ts';
import { among, sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { OPEN, spanOf } from './parts.ts';

/** Somebody doing something on a project, on a day or over a range of days: a time entry, a booking. */
export interface Work {
  user_id: string;
  project_id: string;
  task_type_id?: string | null | undefined;
  first_day: Day;
  last_day: Day;
}

interface ProjectFacts {
  id: string;
  name: string;
  client_id: string | null;
  chargeable: boolean;
  status: 'planned' | 'active' | 'on_hold' | 'completed' | 'archived';
  logging: 'everybody' | 'members';
  is_template: boolean;
  /** Null: all of them. */
  tasks: string[] | null;
}

interface Held {
  project_id: string;
  user_id: string;
  valid_from: Day;
  valid_to: Day;
}

type Restriction = Held & { person: string; client: string };

/** Where a piece of work is refused, and why. */
export interface WorkRefusal {
  path: 'project_id' | 'task_type_id' | 'user_id';
  message: Text;
}

/** What a project asks of who works on it. */
export interface WorkRules {
  project: (id: string) => ProjectFacts | undefined;
  /**
   * Why a piece of work may not be: the person is restricted for the client or its group on one of the days, the project is a
   * template, does not take this task type, or takes time from its members alone. Whether it is open is asked by the rooms.
   * @param how bookings need no membership: whoever is to become a member is planned first
   */
  refusal: (work: Work, how: 'log' | 'book') => WorkRefusal | undefined;
}

const meets = (held: Held, { user_id, project_id, first_day, last_day }: Work): boolean =>
  held.user_id === user_id && held.project_id === project_id && held.valid_from <= last_day && held.valid_to > first_day;

/** True where spans of days together hold on every day of the work. */
function covered(spans: readonly Held[], work: Work): boolean {
  let day = work.first_day;
  for (const span of spans.filter((each) => meets(each, work)).toSorted((a, b) => (a.valid_from < b.valid_from ? -1 : 1))) {
    if (span.valid_from > day) return false;
    if (span.valid_to > day) day = span.valid_to;
  }
  return day > work.last_day;
}

function restricted({ person, client, valid_from, valid_to }: Restriction): Text {
  const { last_day } = spanOf({ valid_from, valid_to });
  if (valid_to === OPEN) return said`${person} may not work for ${client} from ${{ day: valid_from }} on.`;
  return said`${person} may not work for ${client} from ${{ day: valid_from }} to ${{ day: last_day ?? valid_from }}.`;
}

/**
 * What projects ask of those who work on them, for any number of projects and people: three statements at most. Planning
 * and time ask it within the transaction that writes. A restriction of a client holds for the clients below it, one of a team
 * for the teams below it, on the days on which a person was in them.
 */
export async function workRules(tx: Tx, works: readonly Work[]): Promise<WorkRules> {
  const projects = [...new Set(works.map(({ project_id }) => project_id))];
  if (projects.length === 0) return { project: () => undefined, refusal: () => undefined };
  const users = [...new Set(works.map(({ user_id }) => user_id))];
  const from = works.reduce((least, { first_day }) => (first_day < least ? first_day : least), works[0]?.first_day ?? '');
  const to = works.reduce((most, { last_day }) => (last_day > most ? last_day : most), from);
  const facts = await tx.all<ProjectFacts & { firm_restricts: boolean }>(sql`
    select p.id, p.name, p.client_id, p.chargeable, p.status, p.logging, p.is_template,
      (select json_agg(t.task_type_id) from clients.project_tasks t where t.tenant_id = p.tenant_id and t.project_id = p.id) as tasks,
      exists (select 1 from clients.restrictions r where r.tenant_id = ${tx.tenant}) as firm_restricts
    from clients.projects p where p.tenant_id = ${tx.tenant} and ${among('p.id', projects)}`);
  // Most projects of most firms ask no more than this: a cell of the timesheet is one statement.
  const [restrictions, members] = await Promise.all([
    facts.some((row) => row.firm_restricts && row.client_id !== null) ? restrictionsOn(tx, projects, users, from, to) : [],
    facts.some((row) => row.logging === 'members') ? membersOf(tx, projects, users) : [],
  ]);
  const byId = new Map(facts.map((row) => [row.id, row]));
  const held = Map.groupBy(restrictions, keyOf);
  const membership = Map.groupBy(members, keyOf);
  return {
    project: (id) => byId.get(id),
    refusal: (work, how) => {
      const project = byId.get(work.project_id);
      if (!project) return undefined;
      const found = held.get(keyOf(work))?.find((each) => meets(each, work));
      if (found) return { path: 'user_id', message: restricted(found) };
      if (project.is_template)
        return { path: 'project_id', message: said`"${project.name}" is a template: copy it for work that is to be done.` };
      if (work.task_type_id && project.tasks && !project.tasks.includes(work.task_type_id))
        return { path: 'task_type_id', message: said`"${project.name}" does not take this task type.` };
      if (how === 'book') return undefined;
      if (project.tasks && !work.task_type_id)
        return { path: 'task_type_id', message: said`"${project.name}" needs one of its task types.` };
      if (project.logging === 'everybody' || covered(membership.get(keyOf(work)) ?? [], work)) return undefined;
      return { path: 'project_id', message: said`"${project.name}" takes time from its members alone.` };
    },
  };
}

const keyOf = ({ project_id, user_id }: { project_id: string; user_id: string }): string => `${project_id} ${user_id}`;

/** Who is a member or a manager of projects that take time from these alone. */
const membersOf = (tx: Tx, projects: readonly string[], users: readonly string[]): Promise<Held[]> =>
  tx.all<Held>(sql`
    select m.project_id, m.user_id, m.valid_from, m.valid_to
    from (select tenant_id, project_id, user_id, valid_from, valid_to from clients.project_members where tenant_id = ${tx.tenant}
      union all select tenant_id, project_id, user_id, valid_from, valid_to from clients.project_managers where tenant_id = ${tx.tenant}) m
    where m.tenant_id = ${tx.tenant} and ${among('m.project_id', projects)} and ${among('m.user_id', users)}`);

/** The restrictions of some people for the clients of some projects that touch a period, those of teams by their members. */
const restrictionsOn = (
  tx: Tx,
  projects: readonly string[],
  users: readonly string[],
  from: Day,
  to: Day,
): Promise<Restriction[]> =>
  tx.all<Restriction>(sql`
    with recursive above as (
      select p.id as project_id, p.client_id from clients.projects p
      where p.tenant_id = ${tx.tenant} and ${among('p.id', projects)} and p.client_id is not null
      union
      select a.project_id, c.parent_id from above a join clients.clients c on c.id = a.client_id
      where c.tenant_id = ${tx.tenant} and c.parent_id is not null
    ), held as (
      select a.project_id, r.user_id, r.team_id, r.valid_from, r.valid_to, c.name as client
      from above a join clients.restrictions r on r.client_id = a.client_id join clients.clients c on c.id = r.client_id
      where r.tenant_id = ${tx.tenant} and c.tenant_id = ${tx.tenant} and r.valid_from <= ${to} and r.valid_to > ${from}
    ), below as (
      select distinct h.team_id as root, h.team_id as id from held h where h.team_id is not null
      union
      select b.root, t.id from below b join people.teams t on t.parent_id = b.id where t.tenant_id = ${tx.tenant}
    )
    select x.project_id, x.user_id, x.valid_from, x.valid_to, x.client, u.name as person from (
      select h.project_id, h.user_id, h.valid_from, h.valid_to, h.client from held h where ${among('h.user_id', users)}
      union all
      select h.project_id, m.user_id, greatest(h.valid_from, m.valid_from), least(h.valid_to, m.valid_to), h.client
      from held h join below b on b.root = h.team_id join people.team_members m on m.team_id = b.id
      where m.tenant_id = ${tx.tenant} and ${among('m.user_id', users)} and m.valid_from < h.valid_to and m.valid_to > h.valid_from) x
    join people.users u on u.tenant_id = ${tx.tenant} and u.id = x.user_id`);
