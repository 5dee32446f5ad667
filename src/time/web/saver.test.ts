import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SaveState, type Sent, newSaver } from './saver.ts';
import type { Edit } from './week.ts';

const edit = (day: number, seconds: number, line = 'p/'): Edit => ({ line, day, seconds, comment: '' });

function setUp(answer: (edits: readonly Edit[]) => Sent<Edit> | Promise<Sent<Edit>>) {
  const sent: (readonly Edit[])[] = [];
  const states: [number, SaveState | undefined, string][] = [];
  const saved: Edit[] = [];
  const saver = newSaver<Edit>({
    send: async (edits) => {
      sent.push(edits);
      return answer(edits);
    },
    onState: (each, state, reason) => states.push([each.day, state, reason]),
    onSaved: (each) => saved.push(each),
  });
  const stateOf = (day: number) =>
    states
      .filter(([each]) => each === day)
      .at(-1)
      ?.slice(1);
  return { saver, sent, saved, stateOf };
}

const ok = (cells: readonly Edit[]): Sent<Edit> => ({ kind: 'saved', cells });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('saving cells', () => {
  it('sends what was left within 400 ms as one batch, the latest value of each cell', async () => {
    const { saver, sent, saved } = setUp(ok);
    saver.add([edit(0, 1)]);
    await vi.advanceTimersByTimeAsync(200);
    saver.add([edit(0, 2), edit(1, 3)]);
    await vi.advanceTimersByTimeAsync(399);
    expect(sent).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([[edit(0, 2), edit(1, 3)]]);
    expect(saved).toHaveLength(2);
    expect(saver.unsaved()).toEqual([]);
  });

  it('holds up no cell for a wrong neighbour', async () => {
    const { saver, saved, stateOf } = setUp((edits) =>
      edits.some((each) => each.seconds > 24) ? { kind: 'refused', reason: 'Over 24 hours.' } : ok(edits),
    );
    saver.add([edit(0, 8), edit(1, 25), edit(1, 4, 'q/'), edit(2, 8)]);
    await vi.advanceTimersByTimeAsync(400);
    expect(saved.map(({ day, seconds }) => [day, seconds])).toEqual([
      [0, 8],
      [1, 4],
      [2, 8],
    ]);
    expect(saver.unsaved()).toEqual([edit(1, 25)]);
    expect(stateOf(2)).toEqual([undefined, '']);
  });

  it('sends a refused cell again when asked or when it is changed', async () => {
    let refuse = true;
    const { saver, stateOf } = setUp((edits) => (refuse ? { kind: 'refused', reason: 'Locked.' } : ok(edits)));
    saver.add([edit(0, 8)]);
    await vi.advanceTimersByTimeAsync(400);
    expect(stateOf(0)).toEqual(['failed', 'Locked.']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(saver.isUnsaved('p/#0')).toBe(true);
    refuse = false;
    saver.retry('p/#0');
    await vi.advanceTimersByTimeAsync(0);
    expect(stateOf(0)).toEqual([undefined, '']);
  });

  it('keeps what cannot be reached and sends it again with growing pauses', async () => {
    let reachable = false;
    const { saver, sent, saved, stateOf } = setUp((edits) => (reachable ? ok(edits) : { kind: 'unreachable' }));
    saver.add([edit(0, 8)]);
    await vi.advanceTimersByTimeAsync(400);
    expect(stateOf(0)).toEqual(['offline', '']);
    await vi.advanceTimersByTimeAsync(2000 + 4000);
    expect(sent).toHaveLength(3);
    reachable = true;
    await vi.advanceTimersByTimeAsync(8000);
    expect(saved).toEqual([edit(0, 8)]);
  });

  it('does not lose a change that was typed while the cell was on its way', async () => {
    let release: (() => void) | undefined;
    const { saver, sent, saved, stateOf } = setUp((edits) =>
      sent.length === 1 ? new Promise<Sent<Edit>>((resolve) => (release = () => resolve(ok(edits)))) : ok(edits),
    );
    saver.add([edit(0, 1)]);
    await vi.advanceTimersByTimeAsync(400);
    saver.add([edit(0, 2)]);
    release?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(saved).toEqual([]);
    expect(stateOf(0)).toEqual(['waiting', '']);
    await vi.advanceTimersByTimeAsync(400);
    expect(saved).toEqual([edit(0, 2)]);
  });
});
