import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { history } from '../../web/ui/history.ts';
import { LONGEST_RANGE, entriesFor, nextWorkingDay, rangeDays, withIdsOf } from './entry-draft.ts';
import type { Sent } from './saver.ts';
import type { Unsaved } from './kept.ts';
import { type SavedCell, newWeekModel } from './week-model.ts';
import { type Edit, type Timesheet, lineOf } from './week.ts';

const H = 3600;
const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'];

const sheetOf = (hours: Record<number, number> = {}): Timesheet => ({
  week: '2026-W47',
  user: { id: 'u', name: 'Ana Ruiz' },
  may_edit: true,
  days: days.map((day, index) => ({
    day,
    expected: { pattern: index < 5 ? 480 : 0, holiday: index === 3 ? 480 : 0, leave: 0 },
    holiday: index === 3 ? 'Thanksgiving' : null,
    locked: index === 0,
    seconds: 0,
  })),
  entries: Object.entries(hours).map(([day, value]) => ({
    id: `e${day}`,
    user_id: 'u',
    day: days[Number(day)] ?? '',
    project_id: 'p',
    task_type_id: null,
    seconds: value * H,
    chargeable: true,
    comment: '',
    started_at: null,
    created_by: null,
    version: 1,
    project: 'Audit',
    project_code: 'A',
    client: 'Acme',
    task_type: null,
  })),
  planned: [],
});

const edit = (day: number, hours: number, comment = ''): Edit => ({ line: 'p/', day, seconds: hours * H, comment });

function setUp(answer: (edits: readonly Edit[]) => Sent<SavedCell>) {
  const kept: Unsaved[] = [];
  const sent: (readonly Edit[])[] = [];
  const model = newWeekModel<SavedCell>({
    send: async (edits) => {
      sent.push(edits);
      return answer(edits);
    },
    onStored: () => {},
    keep: (unsaved) => kept.push(unsaved),
  });
  const source = { sheet: sheetOf({ 1: 4 }), extra: [], plan: new Map(), order: [] };
  model.load(source, true);
  return { model, kept, sent, source };
}

const ok = (edits: readonly Edit[]): Sent<SavedCell> => ({
  kind: 'saved',
  cells: edits.map(({ seconds, comment }) => ({ entries: seconds > 0 ? [{ id: 'n', seconds, comment, started_at: null }] : [] })),
});

beforeEach(() => {
  vi.useFakeTimers();
  history.clear();
});
afterEach(() => void vi.useRealTimers());

describe('the week outside of React', () => {
  it('shows an edit at once, saves it, and takes several cells back as one step', async () => {
    const { model, sent } = setUp(ok);
    model.apply([edit(1, 8), edit(2, 8)], 'two cells');
    expect([model.secondsOf('p/', 1), model.secondsOf('p/', 2)]).toEqual([8 * H, 8 * H]);
    await vi.advanceTimersByTimeAsync(400);
    expect(sent).toHaveLength(1);
    expect(model.saving.get()).toMatchObject({ moving: 0, offline: 0, failed: [] });
    await history.undo();
    expect([model.secondsOf('p/', 1), model.secondsOf('p/', 2)]).toEqual([4 * H, 0]);
    await history.redo();
    expect(model.secondsOf('p/', 2)).toBe(8 * H);
    await vi.advanceTimersByTimeAsync(400);
    expect(model.at('p/', 2).state).toBeUndefined();
    expect(model.at('p/', 2).entries).toMatchObject([{ seconds: 8 * H }]);
  });

  it('remembers nothing when nothing changed', async () => {
    const { model, sent } = setUp(ok);
    model.apply([edit(1, 4)], 'the same');
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toHaveLength(0);
    await history.undo((step) => expect(step).toBeUndefined());
  });

  it('keeps what was typed when the week comes anew, and what stands there stays the same object', async () => {
    const { model, source } = setUp(() => ({ kind: 'unreachable' }));
    model.apply([edit(2, 6)], 'offline');
    await vi.advanceTimersByTimeAsync(400);
    const before = model.state.get();
    model.load({ ...source, sheet: sheetOf({ 1: 5, 2: 1 }), plan: new Map() }, false);
    expect([model.secondsOf('p/', 1), model.secondsOf('p/', 2)]).toEqual([5 * H, 6 * H]);
    expect(model.saving.get().offline).toBe(1);
    const after = model.state.get();
    expect([after.lines === before.lines, after.days === before.days, after.plan === before.plan]).toEqual([true, true, true]);
  });

  it('keeps unsaved cells in the browser until they are saved', async () => {
    let reachable = false;
    const { model, kept } = setUp((edits) => (reachable ? ok(edits) : { kind: 'unreachable' }));
    model.apply([edit(2, 6)], 'offline');
    expect(kept.at(-1)).toMatchObject({ edits: [edit(2, 6)], lines: [{ key: 'p/' }] });
    reachable = true;
    await vi.advanceTimersByTimeAsync(3000);
    expect(kept.at(-1)).toMatchObject({ edits: [], lines: [] });
  });

  it('offers what an earlier visit left, without what the server holds by now', async () => {
    const { model, sent } = setUp(ok);
    const row = lineOf({
      project_id: 'q',
      task_type_id: null,
      project: 'Tax',
      project_code: 'T',
      client: 'Acme',
      task_type: null,
    });
    model.offer({ edits: [edit(1, 4), edit(2, 7), { ...edit(4, 2), line: 'q/' }], lines: [row], at: 0 });
    expect(model.state.get().offer?.edits).toEqual([edit(2, 7), { ...edit(4, 2), line: 'q/' }]);
    model.decide(true, 'taken up');
    await vi.advanceTimersByTimeAsync(400);
    expect(sent[0]).toHaveLength(2);
    expect(model.state.get().lines.map(({ key }) => key)).toEqual(['p/', 'q/']);
    expect(model.state.get().offer).toBeUndefined();
  });

  it('puts back what the server holds', async () => {
    const { model } = setUp(() => ({ kind: 'refused', reason: 'A day cannot hold more than 24 hours.' }));
    model.apply([edit(1, 24)], 'too much');
    await vi.advanceTimersByTimeAsync(400);
    expect(model.saving.get().failed).toMatchObject([{ line: 'p/', day: 1, reason: 'A day cannot hold more than 24 hours.' }]);
    expect(model.secondsOf('p/', 1)).toBe(24 * H);
    model.revert('p/', 1);
    expect(model.secondsOf('p/', 1)).toBe(4 * H);
  });

  it('takes rows that were brought along back with their hours', async () => {
    const { model } = setUp(ok);
    const row = lineOf({
      project_id: 'q',
      task_type_id: null,
      project: 'Tax',
      project_code: 'T',
      client: 'Acme',
      task_type: null,
    });
    const undo = model.apply([{ ...edit(2, 3), line: 'q/' }], 'copied', [row]);
    expect(model.state.get().lines).toHaveLength(2);
    undo();
    undo();
    expect(model.state.get().lines.map(({ key }) => key)).toEqual(['p/']);
    await history.undo();
    expect(model.state.get().lines).toHaveLength(1);
  });

  it('does not bring rows back that were taken away, while the server does not know it yet', async () => {
    const { model, source } = setUp(ok);
    const row = lineOf({
      project_id: 'q',
      task_type_id: null,
      project: 'Tax',
      project_code: 'T',
      client: 'Acme',
      task_type: null,
    });
    const undo = model.apply([{ ...edit(2, 3), line: 'q/' }], 'copied', [row]);
    await vi.advanceTimersByTimeAsync(400);
    const sheet = sheetOf({ 1: 4 });
    const named = { project_id: 'q', project: 'Tax', project_code: 'T' };
    const copied = { ...sheet, entries: [...sheet.entries, ...sheetOf({ 2: 3 }).entries.map((each) => ({ ...each, ...named }))] };
    undo();
    // The answer to what was asked before the undoing was saved.
    model.load({ ...source, sheet: copied }, false);
    expect(model.state.get().lines.map(({ key }) => key)).toEqual(['p/']);
    await vi.advanceTimersByTimeAsync(400);
    model.load({ ...source, sheet }, false);
    expect(model.state.get().lines.map(({ key }) => key)).toEqual(['p/']);
    // Logged elsewhere: such a row comes.
    model.load({ ...source, sheet: copied }, false);
    expect(model.state.get().lines.map(({ key }) => key)).toEqual(['p/', 'q/']);
  });

  it('says when it was touched last: an answer asked for earlier is out of date', async () => {
    const { model } = setUp(ok);
    expect(model.touchedAt()).toBe(0);
    await vi.advanceTimersByTimeAsync(10);
    model.apply([edit(2, 3)], 'typed');
    const typed = model.touchedAt();
    expect(typed).toBeGreaterThan(0);
    await vi.advanceTimersByTimeAsync(400);
    expect(model.touchedAt()).toBeGreaterThan(typed);
  });
});

describe('a range of days', () => {
  it('leaves out what is locked, holiday or no working day, with the reason', () => {
    const range = rangeDays('2026-11-16', '2026-11-21', sheetOf().days);
    expect(range.map(({ skipped }) => skipped)).toEqual(['locked', undefined, undefined, 'holiday', undefined, 'off']);
    expect(nextWorkingDay('2026-11-18', sheetOf().days)).toBe('2026-11-20');
    expect(nextWorkingDay('2026-11-22', sheetOf().days)).toBe('2026-11-23');
    expect(LONGEST_RANGE * 5).toBeLessThanOrEqual(500);
  });

  it('makes an entry for each day and part, and the same again under the same ids', () => {
    const make = () =>
      entriesFor(
        { project_id: 'p', task_type_id: null },
        ['2026-11-17', '2026-11-18'],
        [
          { seconds: 4 * H, started_at: '09:00' },
          { seconds: H, started_at: null },
        ],
        ' note ',
      );
    const first = make();
    expect(first.map(({ day, seconds, started_at, comment }) => [day, seconds, started_at, comment])).toEqual([
      ['2026-11-17', 4 * H, '09:00', 'note'],
      ['2026-11-17', H, undefined, 'note'],
      ['2026-11-18', 4 * H, '09:00', 'note'],
      ['2026-11-18', H, undefined, 'note'],
    ]);
    expect(withIdsOf(make(), first)).toEqual(first);
    expect(withIdsOf(make().slice(1), first)).not.toContainEqual(first[1]);
  });
});
