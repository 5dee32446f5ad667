import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from '../../../test/app.ts';
import { addDays, dayIn, startOfDay } from '../../kit/day.ts';
import { sql } from '../../server/sql.ts';
import { clockParts } from '../rules.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const ZONES = [
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'UTC',
];

describe('the first instant of a day', () => {
  test('is the midnight where there is one, over years of changing clocks', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), fc.nat({ max: 365 * 14 }), (zone, number) => {
        const day = addDays('2015-01-01', number);
        const start = startOfDay(zone, day);
        // Samoa had no 30 December 2011; every day here exists.
        expect(dayIn(zone, start)).toBe(day);
        expect(dayIn(zone, new Date(start.getTime() - 1))).toBe(addDays(day, -1));
      }),
    );
  });

  test('Sao Paulo on 4 November 2018 began at one o’clock', () => {
    expect(startOfDay('America/Sao_Paulo', '2018-11-04').toISOString()).toBe('2018-11-04T03:00:00.000Z');
  });
});

describe('what a clock counted', () => {
  test('loses and gains no minute, over midnight and changing clocks', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.date({ min: new Date('2024-01-01'), max: new Date('2027-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 86_400_000 }),
        (zone, from, ms) => {
          const parts = clockParts(zone, from, new Date(from.getTime() + ms));
          expect(parts.reduce((sum, part) => sum + part.seconds, 0)).toBe(Math.max(1, Math.round(ms / 60_000)) * 60);
          expect(parts.every(({ seconds }) => seconds > 0 && seconds % 60 === 0)).toBe(true);
          expect(parts.map(({ day }) => day)).toEqual([...new Set(parts.map(({ day }) => day))].sort());
        },
      ),
    );
  });

  test('half a second at the start is no minute at midnight', () => {
    const from = new Date('2025-05-28T06:24:03.500Z');
    const parts = clockParts('Europe/Berlin', from, new Date(from.getTime() + 56_130_000));
    expect(parts.map(({ seconds }) => seconds)).toEqual([56_160]);
  });

  test('22:30 to 01:15 is an hour and a half on the one day and an hour and a quarter on the next', () => {
    expect(clockParts('Europe/Berlin', new Date('2026-03-02T21:30:00Z'), new Date('2026-03-03T00:15:00Z'))).toEqual([
      { day: '2026-03-02', seconds: 5400, started_at: '22:30:00' },
      { day: '2026-03-03', seconds: 4500, started_at: '00:00:00' },
    ]);
  });

  test('the night in which clocks go back has an hour more', () => {
    const parts = clockParts('Europe/Berlin', new Date('2026-10-24T22:00:00Z'), new Date('2026-10-25T02:00:00Z'));
    expect(parts).toEqual([{ day: '2026-10-25', seconds: 4 * 3600, started_at: '00:00:00' }]);
  });
});

describe('the timer', () => {
  const world = async (): Promise<{ firm: TestFirm; user: TestUser; task: string }> => {
    const firm = await makeFirm(app);
    const user = await firm.user();
    const task = await firm.within((tx) =>
      tx.one<{ id: string }>(sql`select id from settings.task_types where tenant_id = ${tx.tenant} limit 1`),
    );
    return { firm, user, task: task?.id ?? '' };
  };
  const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

  test('runs once a person, says what it is for, and logs what it counted once', async () => {
    const { firm, user, task } = await world();
    expect((await firm.call(user, 'GET', '/api/timer')).body).toMatchObject({ timer: null });
    const twice = await Promise.all([
      firm.call(user, 'POST', '/api/timer', { started_at: ago(45) }),
      firm.call(user, 'POST', '/api/timer', { started_at: ago(45) }),
    ]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await firm.call(user, 'POST', '/api/timer/stop', {})).status).toBe(422);
    const changed = await firm.call(user, 'PATCH', '/api/timer', { task_type_id: task, comment: 'Call' });
    expect(changed.body).toMatchObject({ task_type_id: task, comment: 'Call', version: 2 });
    const stops = await Promise.all([
      firm.call(user, 'POST', '/api/timer/stop', {}),
      firm.call(user, 'POST', '/api/timer/stop', {}),
    ]);
    expect(stops.map(({ status }) => status).sort()).toEqual([200, 404]);
    const entries = stops.find(({ status }) => status === 200)?.body as { seconds: number; comment: string }[];
    expect(entries.reduce((sum, entry) => sum + entry.seconds, 0)).toBe(45 * 60);
    expect(entries[0]).toMatchObject({ comment: 'Call', task_type_id: task });
    expect((await firm.call(user, 'GET', '/api/timer')).body).toMatchObject({ timer: null });
  });

  test('refuses beginnings that cannot be and a run of more than a day, and is thrown away', async () => {
    const { firm, user, task } = await world();
    const start = (started_at: string) => firm.call(user, 'POST', '/api/timer', { task_type_id: task, started_at });
    expect((await start(ago(-5))).status).toBe(422);
    expect((await start(ago(60 * 25))).status).toBe(422);
    expect((await start(ago(10))).status).toBe(200);
    await firm.within((tx) =>
      tx.all(sql`update time.timers set started_at = now() - interval '30 hours' where tenant_id = ${tx.tenant} returning 1`),
    );
    const late = await firm.call(user, 'POST', '/api/timer/stop', {});
    expect(late).toMatchObject({ status: 422, body: { errors: [{ path: 'ended_at' }] } });
    expect((await firm.call(user, 'POST', '/api/timer/stop', { ended_at: ago(60 * 27) })).status).toBe(200);
    expect((await start(ago(1))).status).toBe(200);
    expect((await firm.call(user, 'DELETE', '/api/timer')).body).toEqual({ success: true });
    expect((await firm.call(user, 'DELETE', '/api/timer')).status).toBe(404);
  });

  test('is nobody else’s', async () => {
    const { firm, user, task } = await world();
    await firm.call(user, 'POST', '/api/timer', { task_type_id: task });
    const boss = await firm.user({ category: 'hr', grade: 'Partner' });
    expect((await firm.call(boss, 'GET', '/api/timer')).body).toMatchObject({ timer: null });
    expect((await firm.call(boss, 'POST', '/api/timer/stop', {})).status).toBe(404);
  });
});
