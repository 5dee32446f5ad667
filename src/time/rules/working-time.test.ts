import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../kit/day.ts';
import { type WorkedDay, type WorkingTime, breachesOf, restBefore, worseThan } from './working-time.ts';

const at = (clock: string, hours: number) => {
  const [hour = 0, minute = 0] = clock.split(':').map(Number);
  return { start: (hour * 60 + minute) * 60, seconds: hours * 3600 };
};

describe('the rest before a day (directive 2003/88/EC, article 3: eleven hours)', () => {
  test.each([
    ['an evening and a morning', [at('14:00', 8)], [at('08:00', 8)], 600],
    ['the latest end and the first beginning count', [at('20:00', 2), at('08:00', 4)], [at('13:00', 2), at('09:00', 3)], 660],
    ['work over midnight ends on the next day', [at('18:00', 8)], [at('12:00', 4)], 600],
    ['a clock that was stopped at midnight goes on', [at('22:00', 2)], [at('00:00', 1), at('13:00', 3)], 720],
    ['a short call in the night does not take the long pause away', [at('09:00', 9)], [at('06:00', 1), at('21:00', 1)], 840],
    ['work that fills the night leaves none', [at('20:00', 10)], [at('05:00', 4)], 0],
  ])('%s', (_, previous, own, minutes) => expect(restBefore(previous, own)).toBe(minutes));

  test('is not known where a day does not say when it was worked on', () => {
    expect(restBefore([], [at('08:00', 8)])).toBeUndefined();
    expect(restBefore([at('08:00', 8)], [])).toBeUndefined();
  });

  const span = fc.record({ start: fc.integer({ min: 0, max: 86_399 }), seconds: fc.integer({ min: 60, max: 36_000 }) });
  const spans = fc.array(span, { minLength: 1, maxLength: 5 });
  test('more work never means more rest, as long as the day begins where it began', () =>
    fc.assert(
      fc.property(spans, spans, fc.nat(4), fc.integer({ min: 1, max: 36_000 }), (previous, own, place, more) => {
        const longer = previous.map((each, index) => (index === place ? { ...each, seconds: each.seconds + more } : each));
        expect(restBefore(longer, own)).toBeLessThanOrEqual(restBefore(previous, own) ?? 0);
      }),
    ));
});

describe('what is not as a country asks', () => {
  const rule: WorkingTime = { day_minutes: 600, week_minutes: 2880, rest_minutes: 660 };
  const week = (hours: readonly number[]): WorkedDay[] =>
    hours.map((each, index) => ({ day: addDays('2026-03-01', index), seconds: each * 3600, spans: [] }));

  test('a day over its most and a week over its most, each once; the day before the first is not judged', () => {
    expect(breachesOf(() => rule, week([12, 9, 10, 10.5, 10, 9, 0, 0]))).toEqual([
      { kind: 'day', day: '2026-03-04', minutes: 630, limit: 600 },
      { kind: 'week', day: '2026-03-02', minutes: 2910, limit: 2880 },
    ]);
    expect(breachesOf(() => rule, week([12, 10, 10, 10, 9, 9, 0, 0]))).toEqual([]);
  });

  test('nothing where a country asks nothing', () => {
    expect(breachesOf(() => undefined, week([0, 24, 24, 24, 24, 24, 24, 24]))).toEqual([]);
  });

  const hours = fc.array(fc.integer({ min: 0, max: 24 }), { minLength: 8, maxLength: 8 });
  test('taking time away is never refused, adding over the most always is', () =>
    fc.assert(
      fc.property(hours, fc.integer({ min: 1, max: 7 }), (worked, place) => {
        const [before, less] = [week(worked), week(worked.with(place, 0))];
        const judge = (days: WorkedDay[]) => breachesOf(() => rule, days);
        expect(worseThan(judge(before), judge(less))).toBeUndefined();
        const more = week(worked.with(place, 24));
        if ((worked[place] ?? 0) < 24) expect(worseThan(judge(before), judge(more))).toMatchObject({ kind: 'day' });
      }),
    ));
});
