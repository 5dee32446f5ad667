import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copyWeek, fillFromPlan, fillFromTemplate, templateRows } from './fill.ts';
import { sheetCsv } from './sheet-csv.ts';
import { columnsFrom, editsFrom, readTyped } from './typed.ts';
import {
  type Timesheet,
  cellKey,
  cellsOf,
  completion,
  dayKind,
  emptyCell,
  lineOf,
  orderLines,
  planOf,
  suggestionAt,
  totalState,
  weekAfter,
  weekIn,
} from './week.ts';

const H = 3600;
const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];

function sheet(change: Partial<Timesheet> = {}): Timesheet {
  return {
    week: '2026-W47',
    user: { id: 'u', name: 'Ana Ruiz' },
    may_edit: true,
    days: days.map((day, index) => ({
      day,
      expected: { pattern: index < 5 ? 480 : 0, holiday: 0, leave: 0 },
      holiday: null,
      locked: false,
      seconds: 0,
    })),
    entries: [],
    planned: [],
    ...change,
  };
}

const entry = (day: string, project_id: string | null, task_type_id: string | null, seconds: number, comment = '') =>
  ({
    id: `${day}${project_id}${task_type_id}${seconds}`,
    user_id: 'u',
    day,
    project_id,
    task_type_id,
    seconds,
    chargeable: true,
    comment,
    started_at: null,
    created_by: null,
    version: 1,
    project: project_id && `Project ${project_id}`,
    project_code: project_id,
    client: project_id && 'Acme',
    task_type: task_type_id && `Task ${task_type_id}`,
  }) satisfies Timesheet['entries'][number];

const planned = (day: string, project_id: string | null, task_type_id: string | null, minutes: number, level = 'hard') =>
  ({
    day,
    project_id,
    task_type_id,
    minutes,
    level,
    project: project_id && `Project ${project_id}`,
    project_code: project_id,
    client: project_id && 'Acme',
    task_type: task_type_id && `Task ${task_type_id}`,
  }) satisfies Timesheet['planned'][number];

const none = (): number => 0;

describe('typed text', () => {
  it.each([
    ['7.5', 7.5],
    ['7,5', 7.5],
    ['7:30', 7.5],
    ['07:30:00', 7.5],
    ['7h30', 7.5],
    ['450m', 7.5],
    ['4+3.5', 7.5],
    ['9-12', 3],
    ['+1', 5],
    ['-0.5', 3.5],
    ['- 6', 0],
    ['', 0],
    ['-', 0],
  ])('%s is %d hours where 4 stood', (text, hours) => {
    expect(readTyped(text, 4 * H)).toEqual({ seconds: hours * H, cells: 1 });
  });

  it('reads a value for several days', () => {
    expect(readTyped('8*5', 0)).toEqual({ seconds: 8 * H, cells: 5 });
    expect(readTyped('7:30 × 3', 0)).toEqual({ seconds: 7.5 * H, cells: 3 });
    expect(readTyped('+1*2', H)).toEqual({ seconds: 2 * H, cells: 2 });
  });

  it('refuses what is no duration and more than a day', () => {
    expect(readTyped('eight', 0)).toEqual({ refused: 'not_hours' });
    expect(readTyped('8*0', 0)).toEqual({ refused: 'not_hours' });
    expect(readTyped('25', 0)).toEqual({ refused: 'over_day' });
  });

  it('fills working days only and ends with the week', () => {
    const week = sheet().days;
    expect(columnsFrom(0, 5, week)).toEqual([0, 1, 2, 3, 4]);
    expect(columnsFrom(3, 5, week)).toEqual([3, 4]);
    const holiday = week.map((day, index) =>
      index === 1 ? { ...day, expected: { pattern: 480, holiday: 480, leave: 0 } } : day,
    );
    expect(columnsFrom(0, 4, holiday)).toEqual([0, 2, 3, 4]);
    expect(columnsFrom(5, 2, week)).toEqual([5]);
  });

  it('turns a paste into edits, keeps notes, tells what was not taken', () => {
    const week = sheet().days.map((day, index) => (index === 4 ? { ...day, locked: true } : day));
    const typed = ['4', 'x', '', '1', '2'].map((text, day) => ({ line: 'p/', day, text }));
    const { edits, refused } = editsFrom(typed, week, () => ({ seconds: H, comment: 'note' }));
    expect(edits).toEqual([
      { line: 'p/', day: 0, seconds: 4 * H, comment: 'note' },
      { line: 'p/', day: 2, seconds: 0, comment: '' },
      { line: 'p/', day: 3, seconds: H, comment: 'note' },
    ]);
    expect(refused.map(({ day, reason }) => [day, reason])).toEqual([
      [1, 'not_hours'],
      [4, 'locked'],
    ]);
  });
});

describe('the week', () => {
  it('sums entries of a cell and keeps the latest note', () => {
    const cells = cellsOf(
      sheet({ entries: [entry(days[1] ?? '', 'a', 't', H, 'first'), entry(days[1] ?? '', 'a', 't', 2 * H, 'second')] }),
    );
    expect(cells.get('a/t')?.[1]).toMatchObject({
      seconds: 3 * H,
      comment: 'second',
      entries: [{ comment: 'first' }, { comment: 'second' }],
    });
    expect(cells.get('a/t')?.[0]).toBe(emptyCell);
  });

  it('tells days and totals apart', () => {
    const [monday] = sheet().days;
    if (!monday) throw new Error('no day');
    expect(dayKind(monday)).toBe('work');
    expect(dayKind({ ...monday, holiday: 'All Saints', expected: { pattern: 480, holiday: 480, leave: 0 } })).toBe('holiday');
    expect(dayKind({ ...monday, expected: { pattern: 480, holiday: 0, leave: 240 } })).toBe('leave');
    expect(dayKind({ ...monday, expected: { pattern: 0, holiday: 0, leave: 0 } })).toBe('off');
    expect([totalState(0, 0), totalState(0, 1), totalState(1, 1), totalState(2, 1)]).toEqual(['none', 'missing', 'done', 'over']);
  });

  it('caps completion by day and counts leave', () => {
    const week = sheet().days.map((day, index) =>
      index === 0 ? { ...day, expected: { pattern: 480, holiday: 0, leave: 480 } } : day,
    );
    expect(completion(week, (day) => (day === 1 ? 16 * H : 0))).toBeCloseTo(2 / 5);
  });

  it('walks weeks over the turn of a year', () => {
    expect(weekAfter('2026-W53', 1)).toBe('2027-W01');
    expect(weekAfter('2027-W01', -1)).toBe('2026-W53');
    expect(weekIn('2026-W60', '2026-11-18')).toBe('2026-W47');
  });

  it('orders rows by hand, then client work by name, then internal work', () => {
    const rows = [entry(days[0] ?? '', null, 'z', H), entry(days[0] ?? '', 'b', null, H), entry(days[0] ?? '', 'a', null, H)].map(
      lineOf,
    );
    expect(orderLines([rows]).map(({ key }) => key)).toEqual(['a/', 'b/', '/z']);
    expect(orderLines([rows], ['/z']).map(({ key }) => key)).toEqual(['/z', 'a/', 'b/']);
  });
});

describe('the plan', () => {
  it('puts a project booking on the task that was used, and takes other lines of the project off', () => {
    const week = sheet({
      entries: [entry(days[0] ?? '', 'a', 't', 8 * H), entry(days[1] ?? '', 'a', 's', 3 * H)],
      planned: [
        planned(days[1] ?? '', 'a', null, 480),
        planned(days[2] ?? '', 'a', null, 240),
        planned(days[2] ?? '', 'b', null, 60, 'soft'),
      ],
    });
    const { plan, lines } = planOf(week);
    expect(lines.map(({ key, task }) => [key, task])).toEqual([['a/t', 'Task t']]);
    const all = orderLines([week.entries.map(lineOf), lines]);
    const line = all.find(({ key }) => key === 'a/t');
    if (!line) throw new Error('no line');
    const cells = cellsOf(week);
    const seconds = (key: string, day: number): number => cells.get(key)?.[day]?.seconds ?? 0;
    expect(suggestionAt({ plan, lines: all, days: week.days, secondsOf: seconds }, line, 1)).toBe(5 * H);
    expect(suggestionAt({ plan, lines: all, days: week.days, secondsOf: seconds }, line, 2)).toBe(4 * H);
    expect(fillFromPlan({ plan, lines: all, days: week.days, secondsOf: seconds })).toEqual([
      { line: 'a/t', day: 1, seconds: 5 * H, comment: '' },
      { line: 'a/t', day: 2, seconds: 4 * H, comment: '' },
    ]);
  });

  it('takes the task type that was used last when the week has none', () => {
    const { lines } = planOf(
      sheet({ planned: [planned(days[0] ?? '', 'a', null, 480)] }),
      [{ project_id: 'a', task_type_id: 'r', day: '2026-11-10' }],
      new Map([['r', 'Review']]),
    );
    expect(lines[0]).toMatchObject({ key: 'a/r', task: 'Review' });
  });

  it('leaves filled and locked cells alone', () => {
    const week = sheet({ planned: days.slice(0, 3).map((day) => planned(day, 'a', 't', 480)) });
    week.days = week.days.map((day, index) => (index === 2 ? { ...day, locked: true } : day));
    const { plan, lines } = planOf(week);
    const at = (line: string, day: number) => (line === 'a/t' && day === 0 ? H : 0);
    expect(fillFromPlan({ plan, lines, days: week.days, secondsOf: at }).map(({ day }) => day)).toEqual([1]);
    const full = orderLines([lines, [entry(days[1] ?? '', 'b', null, 8 * H)].map(lineOf)]);
    const other = (line: string, day: number) => (line === 'b/' && day === 1 ? 8 * H : 0);
    expect(fillFromPlan({ plan, lines: full, days: week.days, secondsOf: other }).map(({ day }) => day)).toEqual([0]);
    expect(plan.get(cellKey('a/t', 2))?.seconds).toBe(8 * H);
  });
});

describe('another week', () => {
  it('brings rows and hours, none on days without work, on full days or where time stands', () => {
    const last = sheet({ entries: [0, 1, 2, 5].map((day) => entry(days[day] ?? '', 'a', 't', 6 * H, 'old')) });
    const now = sheet().days.map((day, index) =>
      index === 1 ? { ...day, expected: { pattern: 480, holiday: 480, leave: 0 } } : day,
    );
    const at = (secondsOf: (line: string, day: number) => number) => ({
      plan: new Map(),
      days: now,
      lines: [entry(days[0] ?? '', 'a', 't', H), entry(days[0] ?? '', 'b', null, H)].map(lineOf),
      secondsOf,
    });
    const { lines, edits } = copyWeek(
      last,
      at((line, day) => (line === 'a/t' && day === 2 ? H : 0)),
    );
    expect(lines.map(({ key }) => key)).toEqual(['a/t']);
    expect(edits).toEqual([{ line: 'a/t', day: 0, seconds: 6 * H, comment: '' }]);
    expect(
      copyWeek(
        last,
        at((line, day) => (line === 'b/' && day === 0 ? 8 * H : 0)),
      ).edits.map(({ day }) => day),
    ).toEqual([2]);
    expect(copyWeek(sheet(), at(none))).toEqual({ lines: [], edits: [] });
  });
});

describe('a template', () => {
  const named = (keys: readonly string[]) =>
    keys.map((key) => lineOf(entry('', key.split('/')[0] ?? '', key.split('/')[1] || null, H)));
  const planning = (cells: ReadonlyMap<string, number>, lines: readonly string[]) => ({
    plan: new Map(),
    days: sheet().days,
    lines: named(lines),
    secondsOf: (line: string, day: number) => cells.get(cellKey(line, day)) ?? 0,
  });
  const week = fc.dictionary(
    fc.constantFrom('a/t', 'b/', 'c/t', 'd/u').chain((line) => fc.nat(6).map((day) => cellKey(line, day))),
    fc.integer({ min: 1, max: 10 }).map((hours) => hours * H),
  );
  const linesIn = (cells: ReadonlyMap<string, number>) => [...new Set([...cells.keys()].map((key) => key.split('#')[0] ?? ''))];

  it('fills an empty week with what it kept, and touches nothing that is typed, no full day and no day off', () => {
    fc.assert(
      fc.property(week, week, (kept, typed) => {
        const [from, to] = [new Map(Object.entries(kept)), new Map(Object.entries(typed))];
        const rows = templateRows(planning(from, linesIn(from)));
        const there = planning(to, linesIn(to));
        const { edits, lines } = fillFromTemplate({ rows }, named, there);
        expect(lines.map(({ key }) => key).sort()).toEqual(linesIn(from).sort());
        const isOpen = (day: number): boolean =>
          (there.days[day]?.expected.pattern ?? 0) > 0 &&
          there.lines.reduce((sum, { key }) => sum + there.secondsOf(key, day), 0) < 8 * H;
        const wanted = [...from].filter(([key]) => !to.has(key) && isOpen(Number(key.split('#')[1])));
        expect(new Map(edits.map((edit) => [cellKey(edit.line, edit.day), edit.seconds]))).toEqual(new Map(wanted));
      }),
      { numRuns: 100 },
    );
  });
});

describe('the week as CSV', () => {
  it('cannot run as a formula and adds up', () => {
    const week = sheet({ entries: [entry(days[0] ?? '', 'a', 't', 7.5 * H), entry(days[1] ?? '', 'a', 't', H)] });
    const lines = week.entries
      .map(lineOf)
      .slice(0, 1)
      .map((line) => ({ ...line, client: '=HYPERLINK("x")' }));
    const cells = cellsOf(week);
    const csv = sheetCsv(week, lines, (line) => cells.get(line) ?? [], {
      client: 'Client',
      project: 'Project',
      code: 'Code',
      task: 'Task',
      total: 'Total',
    });
    expect(csv.startsWith('\uFEFFClient,Project,Code,Task,2026-11-16,')).toBe(true);
    expect(csv).toContain('"\'=HYPERLINK(""x"")",Project a,a,Task t,7.5,1,,,,,,8.5');
    expect(csv).toContain('Total,,,,7.5,1,,,,,,8.5');
  });
});
