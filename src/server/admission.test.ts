import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { Problem } from '../kit/problem.ts';
import { Admission } from './admission.ts';

const enter = (admission: Admission): (() => void) => {
  admission.refuseWhenFull();
  return admission.enter();
};

const refusal = (work: () => unknown): Problem | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return undefined;
};

describe('calls in flight', () => {
  test('are as many as come at once, up to the burst; the next is told when to come again', () => {
    const admission = new Admission({ burst: 3, least: 1 }, () => 0);
    const leave = [1, 2, 3].map(() => enter(admission));
    expect(refusal(() => enter(admission))).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
    leave[0]?.();
    // Who leaves twice leaves once.
    leave[0]?.();
    enter(admission);
    expect(refusal(() => enter(admission))?.status).toBe(503);
  });

  test('are as many as are answered in half a second, once it is known how fast that goes', () => {
    let now = 0;
    const admission = new Admission({ burst: 1000, least: 4, waitMs: 500 }, () => now);
    const open: (() => void)[] = [];
    // A hundred answers a second, and four times as many calls.
    for (; now < 5000; now += 10) {
      open.shift()?.();
      for (let each = 0; each < 4; each++) refusal(() => open.push(enter(admission)));
    }
    expect(open.length).toBeGreaterThan(40);
    expect(open.length).toBeLessThanOrEqual(52);
    while (open.length > 0) open.shift()?.();
    // Quiet again, many may come at once.
    for (let each = 0; each < 200; each++) enter(admission);
  });
});

describe('heavy calls of a firm', () => {
  test('run so many at a time, wait their turn in order, and hold up no other firm', async () => {
    const admission = new Admission({ heavy: 2, heavyWaiting: 2 });
    const [first] = [await admission.heavy(1), await admission.heavy(1)];
    const order: string[] = [];
    const third = admission.heavy(1).then((leave) => (order.push('third'), leave));
    const fourth = admission.heavy(1).then((leave) => (order.push('fourth'), leave));
    await expect(admission.heavy(1)).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '2' } });
    (await admission.heavy(2))();
    expect(order).toEqual([]);
    first?.();
    (await third)();
    (await fourth)();
    expect(order).toEqual(['third', 'fourth']);
  });

  test('whose turn does not come are told, and take nobody’s place', async () => {
    const admission = new Admission({ heavy: 1, heavyWaiting: 5, heavyWaitMs: 30 });
    const leave = await admission.heavy(1);
    await expect(admission.heavy(1)).rejects.toMatchObject({ status: 429 });
    const next = admission.heavy(1);
    leave();
    (await next)();
    await wait(40);
    (await admission.heavy(1))();
  });
});
