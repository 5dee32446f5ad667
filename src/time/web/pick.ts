import { type Choices, type Line, type Timesheet, type Work, lineKey, lineName, lineOf, workOf } from './week.ts';

/** Where a choice comes from; the picker shows them under these headings, in this order. */
export type PickGroup = 'planned' | 'recent' | 'projects' | 'internal';

export interface Pick extends Line {
  group: PickGroup;
}

/** Names of everything one may log on, ready to be searched on every key. */
export interface Book {
  projects: readonly (Line & { words: string })[];
  tasks: readonly { id: string; name: string; words: string; chargeable: boolean }[];
  recent: readonly Line[];
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Prepares the choices for searching. Lines of work that is no longer open are left out of the recent ones. */
export function bookOf(choices: Choices): Book {
  const projects = choices.projects.map(({ id, code, name, client }) => {
    const line = { project_id: id, task_type_id: null, client, project: name, code, task: null };
    return { ...line, key: lineKey(line), words: plain(`${client ?? ''} ${name} ${code}`) };
  });
  const tasks = choices.task_types.map((task) => ({ ...task, words: plain(task.name) }));
  const byProject = new Map(projects.map((project) => [project.project_id, project]));
  const byTask = new Map(tasks.map((task) => [task.id, task]));
  const recent = choices.recent.flatMap((row) => named(row, byProject, byTask) ?? []);
  return { projects, tasks, recent };
}

function named(
  work: Work,
  projects: ReadonlyMap<string | null, Book['projects'][number]>,
  tasks: ReadonlyMap<string, Book['tasks'][number]>,
): Line | undefined {
  const project = work.project_id ? projects.get(work.project_id) : undefined;
  const task = work.task_type_id ? tasks.get(work.task_type_id) : undefined;
  if ((work.project_id && !project) || (work.task_type_id && !task) || (!project && !task)) return undefined;
  return withTask(project, task);
}

function withTask(project: Line | undefined, task: { id: string; name: string } | undefined): Line {
  const work = { project_id: project?.project_id ?? null, task_type_id: task?.id ?? null };
  return {
    ...work,
    key: lineKey(work),
    client: project?.client ?? null,
    project: project?.project ?? null,
    code: project?.code ?? null,
    task: task?.name ?? null,
  };
}

/** Lines by their keys; what is no longer open is left out. */
export function linesOf(book: Book, keys: readonly string[]): Line[] {
  if (keys.length === 0) return [];
  const projects = new Map(book.projects.map((project) => [project.project_id, project]));
  const tasks = new Map(book.tasks.map((task) => [task.id, task]));
  return keys.flatMap((key) => named(workOf(key), projects, tasks) ?? []);
}

/** The confirmed bookings of a day (or of all days of the sheet) as lines. */
export function plannedLines(sheet: Timesheet | undefined, day?: string): Line[] {
  const rows = (sheet?.planned ?? []).filter((row) => row.level === 'hard' && (day === undefined || row.day === day));
  return [...new Map(rows.map((row) => [lineKey(row), lineOf(row)])).values()];
}

/** Projects whose task types are offered one by one while one searches. */
const WITH_TASKS = 4;

/**
 * What one box finds: every word must begin a word (or stand inside one) of client, project, code or task type. Planned
 * and recent work comes first, then projects (also with a task type that was typed), then internal work.
 */
export function findWork(book: Book, query: string, planned: readonly Line[] = [], most = 60): Pick[] {
  const words = plain(query)
    .split(/[\s·/,]+/)
    .filter(Boolean);
  const found = new Map<string, Pick>();
  const add = (group: PickGroup, line: Line): void => {
    if (found.size < most && !found.has(line.key)) found.set(line.key, { ...line, group });
  };
  const fits = (text: string): boolean => words.every((word) => text.includes(word));
  const textOf = (line: Line): string => plain(`${lineName(line)} ${line.code ?? ''}`);
  for (const line of planned) if (fits(textOf(line))) add('planned', line);
  for (const line of book.recent) if (fits(textOf(line))) add('recent', line);
  for (const [project, tasks] of matches(book, words)) {
    for (const task of tasks) add('projects', withTask(project, task));
  }
  for (const task of book.tasks) if (!task.chargeable && fits(task.words)) add('internal', withTask(undefined, task));
  return [...found.values()];
}

type Task = Book['tasks'][number];

/** Projects that the words name, each with the task types that the rest of the words names; undefined is none. */
function matches(book: Book, words: readonly string[]): [Line, (Task | undefined)[]][] {
  const whole: [Line, number][] = [];
  const withTask: [Line, Task[]][] = [];
  for (const project of book.projects) {
    const rest = words.filter((word) => !project.words.includes(word));
    if (rest.length === 0) whole.push([project, startsOf(project.words, words)]);
    else if (rest.length < words.length) {
      const tasks = book.tasks.filter((task) => rest.every((word) => task.words.includes(word)));
      if (tasks.length > 0) withTask.push([project, tasks]);
    }
  }
  whole.sort((a, b) => b[1] - a[1]);
  const chargeable = book.tasks.filter((task) => task.chargeable);
  const few = words.length > 0 && whole.length <= WITH_TASKS;
  return [
    ...withTask,
    ...whole.map(([line]): [Line, (Task | undefined)[]] => [line, few ? [undefined, ...chargeable] : [undefined]]),
  ];
}

/** How many of the words begin a word of the text: `aud` finds `Audit` before `Saudi`. */
const startsOf = (text: string, words: readonly string[]): number =>
  words.filter((word) => ` ${text}`.includes(` ${word}`)).length;
