import { createHash } from 'node:crypto';
import { type Day, daysBetween, eachDay, weekday } from '../../kit/day.ts';
import { newId } from '../../kit/ids.ts';
import { type Text, said } from '../../kit/said.ts';
import { expectedFor } from '../../leave/server/public.ts';
import { type Work, workRules } from '../../clients/server/public.ts';
import type { NewPerson } from '../../people/server/public.ts';
import { sql } from '../../server/sql.ts';
import type { Actor, Tx } from '../../server/tx.ts';
import { spread } from '../rules.ts';
import type { TimeLine } from './export-rows.ts';
import { resolvePeople } from './import-people.ts';
import { type Projects, resolveProjects } from './import-projects.ts';

export interface Rejection {
  row: number;
  column: string;
  message: Text;
}

export interface ImportOptions {
  createMissing: boolean;
  /** E-mail of the user for lines that name none. */
  user?: string | undefined;
  /** Code of the project for lines that name none. */
  project?: string | undefined;
}

/** A line of the file that becomes entries: one a day of the period that it covers. */
interface PlannedLine {
  user_id: string;
  project_id: string | null;
  task_type_id: string | null;
  chargeable: boolean;
  comment: string;
  started_at: string | null;
  fingerprint: string;
  /** As the file names them, for the sums that are shown before anything is written. */
  names: { person: string; project: string };
  parts: { day: Day; seconds: number }[];
}

export interface ImportPlan {
  lines: PlannedLine[];
  unchanged: number;
  rejected: Rejection[];
  people: NewPerson[];
  clients: Projects['clients'];
  projects: Projects['projects'];
}

const DAY_SECONDS = 86_400;
const FULL_DAY = 480;

/** A line's identity: its content and which occurrence of it in the file this is, so that true duplicates stay. */
function fingerprints(format: string, lines: readonly TimeLine[]): string[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const occurrence = (seen.get(line.content) ?? 0) + 1;
    seen.set(line.content, occurrence);
    return createHash('sha256').update(`${format}\n${occurrence}\n${line.content}`).digest('base64url');
  });
}

const withDefaults = (line: TimeLine, options: ImportOptions): TimeLine => ({
  ...line,
  ...(line.user || !options.user ? {} : { user: { email: options.user } }),
  ...(line.project || !options.project ? {} : { project: { code: options.project, name: options.project } }),
});

/**
 * What importing these lines would do, without writing: entries by day, what has to be made first, and every line that
 * is refused with the reason. Lines that came before are counted as unchanged.
 */
export async function planImport(
  tx: Tx,
  actor: Actor | undefined,
  format: string,
  given: readonly TimeLine[],
  options: ImportOptions,
): Promise<ImportPlan> {
  const lines = given.map((line) => withDefaults(line, options));
  const prints = fingerprints(format, given);
  const from = lines.reduce((least, line) => (line.first_day < least ? line.first_day : least), lines[0]?.first_day ?? '');
  const to = lines.reduce((most, line) => (line.last_day > most ? line.last_day : most), from);
  const users = lines.flatMap((line) => line.user ?? []);
  const [people, projects, tasks, known] = await Promise.all([
    resolvePeople(tx, actor, users, { createMissing: options.createMissing, employedFrom: from }),
    resolveProjects(tx, actor, lines, options.createMissing),
    tasksOf(tx, lines),
    knownPrints(tx, prints),
  ]);
  const made = new Set(people.missing.map((person) => person.id));
  const plan: ImportPlan = {
    lines: [],
    unchanged: 0,
    rejected: [],
    people: people.missing,
    clients: projects.clients,
    projects: projects.projects,
  };
  const share = await sharer(tx, users, people.find, made, from, to);
  const [totals, refusal] = await Promise.all([
    dayTotals(tx, from, to),
    refusalsOf(tx, lines, { person: people.find, project: projects.find, made }),
  ]);
  lines.forEach((line, index) => {
    const print = prints[index] as string;
    if (known.has(print)) {
      plan.unchanged++;
      return;
    }
    const refuse = (column: string, message: Text): void => void plan.rejected.push({ row: line.row, column, message });
    const person = line.user ? people.find(line.user) : { reason: 'No user is named. Give one for such rows.' };
    if ('reason' in person) return refuse('user', person.reason);
    const task = line.task ? tasks.get(line.task.trim().toLowerCase()) : undefined;
    const project = line.project ? projects.find(line) : undefined;
    if (project && 'reason' in project) return refuse('project', project.reason);
    if (!project && !task) return refuse('project', 'No project is named. Give one for such rows.');
    const parts = share(person.id, line);
    const refused = project && refusal(person.id, project.id, task?.id, parts);
    if (refused)
      return refuse(refused.path === 'user_id' ? 'user' : refused.path === 'project_id' ? 'project' : 'task', refused.message);
    const over = parts.find((part) => (totals.get(`${person.id} ${part.day}`) ?? 0) + part.seconds > DAY_SECONDS);
    if (over) return refuse('hours', said`This brings ${over.day} over 24 hours.`);
    const comment = [task ? undefined : line.task, line.comment].filter(Boolean).join(': ').slice(0, 2000);
    const chargeable = (project?.chargeable ?? task?.chargeable ?? false) && (line.chargeable ?? true);
    for (const part of parts) {
      const key = `${person.id} ${part.day}`;
      totals.set(key, (totals.get(key) ?? 0) + part.seconds);
    }
    plan.lines.push({
      user_id: person.id,
      project_id: project?.id ?? null,
      task_type_id: task?.id ?? null,
      chargeable,
      comment,
      started_at: parts.length === 1 ? (line.start ?? null) : null,
      fingerprint: print,
      names: { person: line.user?.name ?? line.user?.email ?? '', project: line.project?.name ?? line.task ?? '' },
      parts,
    });
  });
  keepOnlyUsed(plan);
  return plan;
}

/** The entries of a planned line; the first carries the line's own fingerprint, by which the whole line is known again. */
export const entriesOf = ({
  parts,
  fingerprint,
  names: _,
  ...line
}: PlannedLine): (Record<string, unknown> & { day: Day; seconds: number })[] =>
  parts.map(({ day, seconds }, number) => ({
    ...line,
    id: newId(),
    day,
    seconds,
    fingerprint: number === 0 ? fingerprint : null,
  }));

interface Finders {
  person: (user: NonNullable<TimeLine['user']>) => { id: string } | { reason: Text };
  project: Projects['find'];
  /** People who are made with the import: nothing is said of them yet. */
  made: ReadonlySet<string>;
}

/** What the projects of a file ask of its people, judged line by line: the same rules as for time that is typed. */
async function refusalsOf(tx: Tx, lines: readonly TimeLine[], { person, project, made }: Finders) {
  const works = lines.flatMap((line): Work[] => {
    const [who, what] = [line.user && person(line.user), line.project && project(line)];
    if (!who || !what || 'reason' in who || 'reason' in what || made.has(who.id)) return [];
    return [{ user_id: who.id, project_id: what.id, first_day: line.first_day, last_day: line.last_day }];
  });
  const rules = await workRules(tx, works);
  return (user_id: string, project_id: string, task_type_id: string | undefined, parts: readonly { day: Day }[]) => {
    for (const { day } of parts) {
      const refused = rules.refusal({ user_id, project_id, task_type_id, first_day: day, last_day: day }, 'log');
      if (refused) return refused;
    }
    return undefined;
  };
}

/** People, projects and clients are made only for lines that are taken. */
function keepOnlyUsed(plan: ImportPlan): void {
  const users = new Set(plan.lines.map((line) => line.user_id));
  const projects = new Set(plan.lines.map((line) => line.project_id));
  plan.people = plan.people.filter((person) => users.has(person.id));
  plan.projects = plan.projects.filter((project) => projects.has(project.id));
  const clients = new Set(plan.projects.map((project) => project.client_id));
  plan.clients = plan.clients.filter((client) => clients.has(client.id));
}

async function tasksOf(tx: Tx, lines: readonly TimeLine[]): Promise<Map<string, { id: string; chargeable: boolean }>> {
  const names = [...new Set(lines.flatMap((line) => line.task?.trim().toLowerCase() ?? []))];
  const rows = await tx.all<{ id: string; name_lc: string; chargeable: boolean }>(sql`
    select id, name_lc, chargeable from settings.task_types where tenant_id = ${tx.tenant} and is_active and name_lc = any(${names})`);
  return new Map(rows.map((row) => [row.name_lc, row]));
}

async function knownPrints(tx: Tx, prints: readonly string[]): Promise<Set<string>> {
  const rows = await tx.all<{ fingerprint: string }>(sql`
    select fingerprint from time.entries where tenant_id = ${tx.tenant} and fingerprint = any(${prints})`);
  return new Set(rows.map((row) => row.fingerprint));
}

/** Seconds logged already by `user day`. */
async function dayTotals(tx: Tx, from: Day, to: Day): Promise<Map<string, number>> {
  if (from === '') return new Map();
  const rows = await tx.all<{ user_id: string; day: Day; seconds: number }>(sql`
    select user_id, day, seconds from time.person_days where tenant_id = ${tx.tenant} and day between ${from} and ${to}`);
  return new Map(rows.map((row) => [`${row.user_id} ${row.day}`, row.seconds]));
}

type Share = (userId: string, line: TimeLine) => { day: Day; seconds: number }[];

/** Splits a line that covers a period over its working days, in proportion to what the person is expected to work. */
async function sharer(
  tx: Tx,
  users: readonly NonNullable<TimeLine['user']>[],
  find: (user: NonNullable<TimeLine['user']>) => { id: string } | { reason: Text },
  made: ReadonlySet<string>,
  from: Day,
  to: Day,
): Promise<Share> {
  const ids = [...new Set(users.map(find).flatMap((person) => ('id' in person && !made.has(person.id) ? person.id : [])))];
  const expected = from === '' ? new Map<string, never>() : await expectedFor(tx, ids, from, to);
  return (userId, line) => {
    if (line.first_day === line.last_day) return [{ day: line.first_day, seconds: line.seconds }];
    const columns = expected.get(userId);
    const offset = daysBetween(from, line.first_day);
    const days = eachDay(line.first_day, line.last_day).map((day, index) => {
      const usual = weekday(day) <= 5 ? FULL_DAY : 0;
      const at = offset + index;
      return { day, minutes: columns ? (columns.pattern[at] ?? 0) - (columns.holiday[at] ?? 0) : usual };
    });
    const parts = spread(line.seconds, days).filter((part) => part.seconds > 0);
    return parts.length > 0 ? parts : [{ day: line.first_day, seconds: 0 }];
  };
}
