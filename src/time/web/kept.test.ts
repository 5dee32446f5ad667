import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { history } from '../../web/ui/history.ts';
import type { Sent } from './saver.ts';
import { type Unsaved, together } from './kept.ts';
import { type SavedCell, type WeekModel, newWeekModel } from './week-model.ts';
import { DAYS, type Edit, type Timesheet, cellKey, lineOf } from './week.ts';

const H = 3600;
const DAY_HOURS = 24;
const LINES = ['p/', 'q/'];
const days = Array.from({ length: DAYS }, (_, index) => `2026-11-${16 + index}`);
const nobody = { project: null, project_code: null, client: null, task_type: null };

/** What people and chance do: type, wait, lose the line and get it back, lock a day, close a page and open it again. */
type Step =
  | { does: 'type'; page: number; line: string; day: number; hours: number }
  | { does: 'wait'; ms: number }
  | { does: 'line'; up: boolean }
  | { does: 'lock'; day: number }
  | { does: 'close'; page: number }
  | { does: 'open'; page: number };

const page = fc.nat(1);
const day = fc.nat(2);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('type' as const),
      page,
      line: fc.constantFrom(...LINES),
      day,
      hours: fc.integer({ min: 0, max: 14 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('wait' as const), ms: fc.constantFrom(1, 30, 200, 450, 3000, 40_000) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('line' as const), up: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('lock' as const), day }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('close' as const), page }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('open' as const), page }) },
);

/** A server with its rules, a browser with two pages and what they keep, and a line between that fails in the middle of calls. */
class World {
  readonly cells = new Map<string, number>();
  readonly locked = new Set<number>();
  readonly writes: { key: string; seconds: number; at: number; wasLocked: boolean }[] = [];
  readonly kept = new Map<number, Unsaved>();
  readonly pages: ({ id: number; model: WeekModel } | undefined)[] = [undefined, undefined];
  /** The last thing that was typed into each cell, and when. */
  readonly typed = new Map<string, { seconds: number; at: number }>();
  up = true;
  #ids = 0;
  #order = 0;

  sheet(): Timesheet {
    return {
      week: '2026-W47',
      user: { id: 'u', name: 'Ana Ruiz' },
      may_edit: true,
      approval: { state: 'open' } as unknown as Timesheet['approval'],
      days: days.map((each, index) => ({
        day: each,
        expected: { pattern: 480, holiday: 0, leave: 0 },
        holiday: null,
        locked: this.locked.has(index),
        seconds: 0,
      })),
      entries: [...this.cells].flatMap(([key, seconds]) => {
        const [line = '', at = ''] = key.split('#');
        return seconds > 0 ? [{ ...entryOf(line, Number(at), seconds), ...nobody }] : [];
      }),
      planned: [],
    };
  }

  /** One call: all cells or none. The line may be gone when it starts, or when the answer should come back. */
  async send(edits: readonly Edit[]): Promise<Sent<SavedCell>> {
    if (!this.up) return { kind: 'unreachable' };
    const answer = this.#write(edits);
    await new Promise((resolve) => setTimeout(resolve, 40));
    return this.up ? answer : { kind: 'unreachable' };
  }

  #write(edits: readonly Edit[]): Sent<SavedCell> {
    const next = new Map(this.cells);
    for (const edit of edits) {
      if (this.locked.has(edit.day)) return { kind: 'refused', reason: 'locked' };
      next.set(cellKey(edit.line, edit.day), edit.seconds);
    }
    const full = days.some(
      (_, index) => LINES.reduce((sum, line) => sum + (next.get(cellKey(line, index)) ?? 0), 0) > DAY_HOURS * H,
    );
    if (full) return { kind: 'refused', reason: 'full' };
    for (const { line, day: on, seconds } of edits) {
      const key = cellKey(line, on);
      this.cells.set(key, seconds);
      this.#note(key, seconds, this.locked.has(on));
    }
    return {
      kind: 'saved',
      cells: edits.map((edit) => ({ entries: edit.seconds > 0 ? [entryOf(edit.line, edit.day, edit.seconds)] : [] })),
    };
  }

  #note(key: string, seconds: number, wasLocked: boolean): void {
    this.writes.push({ key, seconds, at: this.#order, wasLocked });
  }

  /** Opens a page anew: it reads the week, is offered what was left, and takes it up. */
  open(place: number): void {
    if (this.pages[place]) return;
    const id = (this.#ids += 1);
    const model = newWeekModel<SavedCell>({
      send: (edits) => this.send(edits),
      onStored: () => {},
      keep: (unsaved) => {
        if (unsaved.edits.length + unsaved.lines.length > 0) this.kept.set(id, unsaved);
        else this.kept.delete(id);
      },
    });
    this.pages[place] = { id, model };
    const extra = LINES.map((line) => lineOf({ project_id: line.slice(0, -1), task_type_id: null, ...nobody }));
    model.load({ sheet: this.sheet(), extra, plan: new Map(), order: [] }, true);
    const left = together([...this.kept.values()]);
    this.kept.clear();
    if (left) this.kept.set(id, left);
    // What the server holds already by then need not be sent.
    for (const edit of left?.edits ?? []) {
      const key = cellKey(edit.line, edit.day);
      if ((this.cells.get(key) ?? 0) === edit.seconds) this.#note(key, edit.seconds, false);
    }
    model.offer(left);
    model.decide(true, 'taken up');
  }

  close(place: number): void {
    this.pages[place]?.model.saver.stop();
    this.pages[place] = undefined;
  }

  async take(each: Step): Promise<void> {
    if (each.does === 'wait') await vi.advanceTimersByTimeAsync(each.ms);
    else if (each.does === 'line') this.up = each.up;
    else if (each.does === 'lock') this.locked.add(each.day);
    else if (each.does === 'open') this.open(each.page);
    else if (each.does === 'close') this.close(each.page);
    else await this.#type(each);
  }

  async #type({ page: place, line, day: on, hours }: Extract<Step, { does: 'type' }>): Promise<void> {
    const model = this.pages[place]?.model;
    if (!model) return;
    const seconds = hours * H;
    // What stands there already is no change.
    if (model.secondsOf(line, on) === seconds) return;
    this.typed.set(cellKey(line, on), { seconds, at: (this.#order += 1) });
    model.put([{ line, day: on, seconds, comment: '' }]);
    await vi.advanceTimersByTimeAsync(1);
  }

  /** The line comes back for good, and whatever can be sent is. */
  async rest(): Promise<void> {
    this.up = true;
    for (const place of [0, 1]) this.open(place);
    for (let round = 0; round < 3; round++) {
      for (const each of this.pages) each?.model.saver.retry();
      await vi.advanceTimersByTimeAsync(60_000);
    }
  }

  /** Cells that a page still shows as not saved. */
  unsaved(): Edit[] {
    return this.pages.flatMap((each) => each?.model.saver.unsaved() ?? []);
  }
}

const entryOf = (line: string, on: number, seconds: number) => ({
  id: cellKey(line, on),
  user_id: 'u',
  day: days[on] ?? '',
  project_id: line.slice(0, -1),
  task_type_id: null,
  seconds,
  chargeable: true,
  comment: '',
  started_at: null,
  created_by: null,
  custom: {},
  version: 1,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  history.clear();
});

test('two pages, a line that fails in the middle, locks in between: nothing that was typed is lost, and no lock is passed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const world = new World();
      for (const place of [0, 1]) world.open(place);
      for (const each of steps) await world.take(each);
      await world.rest();

      expect(world.writes.filter(({ wasLocked }) => wasLocked)).toEqual([]);
      const open = world.unsaved();
      for (const [key, { seconds, at }] of world.typed) {
        const stored =
          (world.cells.get(key) ?? 0) === seconds ||
          world.writes.some((write) => write.key === key && write.seconds === seconds && write.at >= at);
        const shown = open.some((edit) => cellKey(edit.line, edit.day) === key && edit.seconds === seconds);
        expect(stored || shown, `${key}: ${seconds / H} h typed`).toBe(true);
      }
      // What stays unsaved stays for a reason that the page shows: the day is locked, or full.
      for (const edit of open) {
        const others = LINES.filter((line) => line !== edit.line).reduce(
          (sum, line) => sum + (world.cells.get(cellKey(line, edit.day)) ?? 0),
          0,
        );
        expect(world.locked.has(edit.day) || others + edit.seconds > DAY_HOURS * H).toBe(true);
      }
      for (const each of world.pages) each?.model.saver.stop();
    }),
  );
});

test('of each cell the value that was typed last counts, whichever page kept it', () => {
  const edit = (hours: number): Edit => ({ line: 'p/', day: 1, seconds: hours * H, comment: '' });
  const earlier = { edits: [edit(3)], lines: [], at: 90, typed: { 'p/#1': 10 } };
  const later = { edits: [edit(5)], lines: [], at: 50, typed: { 'p/#1': 20 } };
  expect(together([later, earlier])?.edits).toEqual([edit(5)]);
  // A record of an earlier version does not say when a cell was typed.
  expect(together([{ edits: [edit(7)], lines: [], at: 60 }, later])?.edits).toEqual([edit(7)]);
  expect(together([])).toBeUndefined();
});
