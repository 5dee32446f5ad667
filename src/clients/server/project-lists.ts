import { type Day, addDays } from '../../kit/day.ts';
import { GRADES, type Grade } from '../../kit/grades.ts';
import { invalid } from '../../kit/problem.ts';
import { said } from '../../kit/said.ts';
import { today, usersAmong } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Tx } from '../../server/tx.ts';
import { usesInWords, usesOf } from '../../server/usage.ts';
import { EVER, OPEN, checkSpans, checkTwice, keepParts, stored } from './parts.ts';
import { workRules } from './work.ts';

interface Held {
  id?: string;
  user_id: string;
  first_day?: Day | null;
  last_day?: Day | null;
}

interface Budget {
  budget_minutes?: number | null;
  budget_fee?: number | null;
}

/** The parts of a project that come along with it; each list is the whole list. */
export interface ProjectLists {
  managed?: Held[];
  members?: Held[];
  phases?: ({ id?: string; name: string; starts_on?: Day | null; ends_on?: Day | null } & Budget)[];
  grade_budgets?: ({ id?: string; grade: Grade } & Budget)[];
  task_type_ids?: string[];
  rates?: {
    id?: string;
    grade?: Grade | null;
    user_id?: string | null;
    rate: number;
    first_day?: Day | null;
    last_day?: Day | null;
  }[];
}

/** Takes the lists out of what came with a write. */
export function listsOf<Body extends ProjectLists>(body: Body): { lists: ProjectLists; fields: Omit<Body, keyof ProjectLists> } {
  const { managed, members, phases, grade_budgets, task_type_ids, rates, ...fields } = body;
  return { lists: { managed, members, phases, grade_budgets, task_type_ids, rates }, fields };
}

function checkOwn({ managed = [], members = [], phases = [], grade_budgets = [], rates = [] }: ProjectLists): void {
  checkSpans('managed', managed, ({ user_id }) => user_id);
  checkSpans('members', members, ({ user_id }) => user_id);
  checkSpans('rates', rates, ({ grade, user_id }) => `${grade ?? ''} ${user_id ?? ''}`);
  checkTwice(
    'grade_budgets',
    grade_budgets,
    ({ grade }) => grade,
    ({ grade }) => grade,
  );
  phases.forEach(({ name, starts_on, ends_on }, index) => {
    if (name.trim() === '') throw invalid([{ path: `phases.${index}.name`, message: 'A phase needs a name.' }]);
    if (starts_on && ends_on && ends_on < starts_on)
      throw invalid([{ path: `phases.${index}.ends_on`, message: 'Must not lie before the first day.' }]);
  });
  rates.forEach(({ grade, user_id }, index) => {
    if (Boolean(grade) === Boolean(user_id))
      throw invalid([{ path: `rates.${index}.grade`, message: 'Name a grade or a person.' }]);
  });
}

/** What the lists name must be of this firm. @throws Problem 422 at the row that names something unknown, or stands against another */
export async function checkLists(tx: Tx, lists: ProjectLists): Promise<void> {
  checkOwn(lists);
  const { managed = [], members = [], rates = [], task_type_ids = [] } = lists;
  const users = [...new Set([...managed, ...members, ...rates].flatMap(({ user_id }) => user_id ?? []))];
  const tasks = [...new Set(task_type_ids)];
  if (users.length + tasks.length === 0) return;
  const [people, known] = await Promise.all([
    usersAmong(tx, users),
    tx.all<{ id: string }>(sql`select id from settings.task_types where tenant_id = ${tx.tenant} and id = any(${tasks}::uuid[])`),
  ]);
  const there = new Set([...people, ...known].map(({ id }) => id));
  for (const [path, rows] of Object.entries({ managed, members, rates })) {
    rows.forEach(({ user_id }, index) => {
      if (user_id && !there.has(user_id))
        throw invalid([{ path: `${path}.${index}.user_id`, message: 'There is no such person.' }]);
    });
  }
  task_type_ids.forEach((id, index) => {
    if (!there.has(id)) throw invalid([{ path: `task_type_ids.${index}`, message: 'There is no such task type.' }]);
  });
}

/** A phase on which somebody is booked or asked for stays. @throws Problem 422 that names it and what uses it */
async function refuseUsedPhases(tx: Tx, gone: readonly Record<string, unknown>[]): Promise<void> {
  for (const { id, name } of gone) {
    const uses = await usesOf(tx, 'clients.phases', String(id));
    if (uses.length > 0)
      throw invalid([{ path: 'phases', message: said`The phase "${String(name)}" is used by ${usesInWords(uses)}.` }]);
  }
}

/** Stores the lists that came along. @returns those that differed */
export async function keepLists(tx: Tx, projectId: string, lists: ProjectLists): Promise<string[]> {
  const owner = { column: 'project_id', id: projectId } as const;
  const dated = (rows: Held[]) =>
    rows.map(({ first_day, last_day, ...rest }) => ({ ...rest, ...stored({ first_day, last_day }) }));
  const work: [string, () => Promise<boolean>][] = [];
  const { managed, members, phases, grade_budgets, task_type_ids, rates } = lists;
  if (managed) work.push(['managers', () => keepParts(tx, 'clients.project_managers', owner, dated(managed))]);
  if (members) work.push(['members', () => keepParts(tx, 'clients.project_members', owner, dated(members))]);
  if (phases) {
    const rows = phases.map((phase, position) => ({
      ...phase,
      name: phase.name.trim(),
      position,
      starts_on: phase.starts_on ?? null,
      ends_on: phase.ends_on ?? null,
      ...amounts(phase),
    }));
    work.push(['phases', () => keepParts(tx, 'clients.phases', owner, rows, (gone) => refuseUsedPhases(tx, gone))]);
  }
  if (grade_budgets) {
    const rows = grade_budgets
      .toSorted((a, b) => GRADES.indexOf(a.grade) - GRADES.indexOf(b.grade))
      .map((row) => ({ ...row, ...amounts(row) }));
    work.push(['grade_budgets', () => keepParts(tx, 'clients.grade_budgets', owner, rows)]);
  }
  if (task_type_ids) {
    const rows = [...new Set(task_type_ids)].map((task_type_id) => ({ task_type_id }));
    work.push(['task_types', () => keepParts(tx, 'clients.project_tasks', owner, rows)]);
  }
  if (rates) {
    const rows = rates.map(({ first_day, last_day, grade, user_id, ...rest }) => ({
      ...rest,
      grade: grade ?? null,
      user_id: user_id ?? null,
      ...stored({ first_day, last_day }),
    }));
    work.push(['rates', () => keepParts(tx, 'clients.project_rates', owner, rows)]);
  }
  const changed: string[] = [];
  for (const [name, keep] of work) if (await keep()) changed.push(name);
  // The feed of the project says so; what exactly, the audit has row by row.
  for (const name of changed) tx.write.event({ action: `${name}_changed`, entity: 'clients.projects', entityId: projectId });
  return changed;
}

const amounts = ({ budget_minutes, budget_fee }: Budget) => ({
  budget_minutes: budget_minutes ?? null,
  budget_fee: budget_fee ?? null,
});

interface ManagerRow extends Record<string, unknown> {
  id: string;
  project_id: string;
  user_id: string;
  valid_from: Day;
  valid_to: Day;
  version: number;
}

/**
 * Who manages projects from today on: the others' days end, those who are new begin (with a new project: since ever). Three
 * statements for any number of projects. @returns the projects whose managers differ now
 */
export async function manageFromToday(
  tx: Tx,
  wanted: ReadonlyMap<string, readonly string[]>,
  options: { fresh?: boolean } = {},
): Promise<Set<string>> {
  const day = await today(tx);
  const rows = await tx.all<ManagerRow>(sql`
    select * from clients.project_managers
    where tenant_id = ${tx.tenant} and project_id = any(${[...wanted.keys()]}::uuid[]) and valid_to > ${day} order by id for update`);
  const leaving = rows.filter((row) => !wanted.get(row.project_id)?.includes(row.user_id));
  const present = new Set(rows.filter((row) => row.valid_from <= day).map((row) => `${row.project_id} ${row.user_id}`));
  // Whoever was to manage later manages now.
  const early = rows.filter(
    (row) =>
      row.valid_from > day &&
      wanted.get(row.project_id)?.includes(row.user_id) &&
      !present.has(`${row.project_id} ${row.user_id}`),
  );
  const soon = new Set(early.map((row) => `${row.project_id} ${row.user_id}`));
  const added = [...wanted].flatMap(([project_id, users]) =>
    [...new Set(users)]
      .filter((user_id) => !present.has(`${project_id} ${user_id}`) && !soon.has(`${project_id} ${user_id}`))
      .map((user_id) => ({ project_id, user_id, valid_from: options.fresh ? EVER : day, valid_to: OPEN })),
  );
  // Who managed since ever and stays on the books of the past ends today; who began today never did.
  await tx.write.remove(
    'clients.project_managers',
    leaving.filter((row) => row.valid_from >= day),
  );
  await tx.write.update(
    'clients.project_managers',
    leaving.filter((row) => row.valid_from < day).map((before) => ({ before, set: { valid_to: day } })),
  );
  await tx.write.update(
    'clients.project_managers',
    early.map((before) => ({ before, set: { valid_from: day } })),
  );
  await tx.write.insert('clients.project_managers', added);
  const changed = new Set([...leaving, ...early, ...added].map(({ project_id }) => project_id));
  for (const id of changed) tx.write.event({ action: 'managers_changed', entity: 'clients.projects', entityId: id });
  return changed;
}

/**
 * Who manages a project or is a member of it works for its client: a restricted person cannot be either, on the days that are to
 * come. @throws Problem 422
 */
export async function refuseRestricted(tx: Tx, projects: readonly string[]): Promise<void> {
  const day = await today(tx);
  const rows = await tx.all<{ user_id: string; project_id: string; valid_from: Day; valid_to: Day }>(sql`
    select m.user_id, m.project_id, m.valid_from, m.valid_to from (
      select tenant_id, user_id, project_id, valid_from, valid_to from clients.project_managers where tenant_id = ${tx.tenant}
      union all
      select tenant_id, user_id, project_id, valid_from, valid_to from clients.project_members where tenant_id = ${tx.tenant}) m
    join clients.projects p on p.tenant_id = m.tenant_id and p.id = m.project_id and not p.is_template
    where m.tenant_id = ${tx.tenant} and m.project_id = any(${projects}::uuid[]) and m.valid_to > ${day}`);
  const works = rows.map(({ user_id, project_id, valid_from, valid_to }) => ({
    user_id,
    project_id,
    first_day: valid_from < day ? day : valid_from,
    last_day: valid_to === OPEN ? '9999-12-31' : addDays(valid_to, -1),
  }));
  const rules = await workRules(tx, works);
  for (const work of works) {
    const refused = rules.refusal(work, 'book');
    if (refused) throw invalid([{ path: 'manager_ids', message: refused.message }]);
  }
}
