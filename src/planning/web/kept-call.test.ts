import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { CallError } from '../../web/api.ts';
import { keeping, unsent } from './kept-call.ts';

/** Whether the browser would ask before the page is left. */
let isHeld = false;
beforeAll(() => {
  vi.stubGlobal('addEventListener', () => void (isHeld = true));
  vi.stubGlobal('removeEventListener', () => void (isHeld = false));
});
afterAll(() => vi.unstubAllGlobals());

interface Sent {
  key: string;
  options: { idempotencyKey?: string };
}

/** A far end that answers by a script: an error is thrown, anything else is the answer. */
function farEnd(script: unknown[]) {
  const sent: Sent[] = [];
  const counts: [count: number, held: boolean][] = [];
  const pauses: number[] = [];
  const far = async (key: string, _input: unknown, options: Sent['options']): Promise<unknown> => {
    sent.push({ key, options });
    const next = script.shift();
    if (next instanceof Error) throw next;
    return next;
  };
  const pause = async (ms: number): Promise<void> => {
    counts.push([unsent.get().count, isHeld]);
    pauses.push(ms);
  };
  return { call: keeping(far as never, pause), sent, counts, pauses };
}

const body = { id: 'a', first_day: '2026-11-16' } as never;

test('a write to which nothing came back is sent again under the same key until it is answered, and counted meanwhile', async () => {
  const lost = new CallError(0, undefined);
  const { call, sent, counts, pauses } = farEnd([lost, new CallError(503, undefined, 2), lost, { booking: 1 }]);
  expect(await call('POST /api/bookings', { body })).toEqual({ booking: 1 });
  expect(sent).toHaveLength(4);
  expect(new Set(sent.map(({ options }) => options.idempotencyKey)).size).toBe(1);
  expect(counts).toEqual(Array.from({ length: 3 }, () => [1, true]));
  expect([unsent.get().count, isHeld]).toEqual([0, false]);
  expect(pauses).toEqual([1000, 2000, 4000]);
});

test('a refusal is an answer: it is told at once, and another write has another key', async () => {
  const { call, sent } = farEnd([new CallError(409, { detail: 'stale' }), { booking: 2 }]);
  await expect(call('POST /api/bookings', { body })).rejects.toMatchObject({ status: 409 });
  await call('POST /api/bookings', { body });
  expect(new Set(sent.map(({ options }) => options.idempotencyKey)).size).toBe(2);
  expect(unsent.get().count).toBe(0);
});
