import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../src/kit/day.ts';
import { newId } from '../src/kit/ids.ts';
import { sql } from '../src/server/sql.ts';
import { differencesOf } from '../src/time/server/proof.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { figure, times } from './fault.ts';
import { wantedProcesses } from './processes.ts';

/** Faults that need no second process: writes that come twice or at once (R3 to R6), clocks and zones (R23). */
let app: TestApp;
let owner: pg.Client;
beforeAll(async () => {
  app = await startTestApp();
  owner = new pg.Client({ connectionString: app.adminUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await app.close();
});

const DAY = '2026-03-03';

interface World {
  firm: TestFirm;
  hr: TestUser;
  user: TestUser;
  task: string;
}

async function world(): Promise<World> {
  const firm = await makeFirm(app);
  const hr = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const user = await firm.user({ managerId: hr.id });
  const choices = (await firm.call(user, 'GET', '/api/time_entries/choices')).body;
  return { firm, hr, user, task: choices.task_types[0].id };
}

const post = (w: World, seconds: number, key?: string) =>
  w.firm.call(
    w.user,
    'POST',
    '/api/time_entries',
    { day: DAY, task_type_id: w.task, seconds },
    key ? { 'idempotency-key': key } : {},
  );
const stored = (w: World) =>
  w.firm.within((tx) =>
    tx.all<{ id: string; seconds: number }>(
      sql`select id, seconds from time.entries where tenant_id = ${tx.tenant} and user_id = ${w.user.id}`,
    ),
  );
const count = <T>(list: readonly T[], test_: (each: T) => boolean): number => list.filter(test_).length;

describe('R3: the same call twice', () => {
  test('fifty at once with one key are one entry; another body is refused; when the key is forgotten it is a new one', async () => {
    const w = await world();
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(w, 60, 'once')));
    const same = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body)));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(same.size).toBe(1);
    expect(await stored(w)).toHaveLength(1);
    expect((await post(w, 120, 'once')).status).toBe(422);
    // What the nightly job does two days later.
    await owner.query('delete from app.idempotency where tenant_id = $1', [w.firm.tenant]);
    expect((await post(w, 60, 'once')).status).toBe(200);
    expect(await stored(w)).toHaveLength(2);
    figure('R3 entries of fifty equal calls with one key', 1, 1, '', {
      beside: `${count(answers, (each) => each.status === 200)} of 50 got the one answer`,
    });
  });
});

describe('R4: a double click without a key', () => {
  test('twenty equal invitations are one person', async () => {
    const w = await world();
    const data = [{ email: `double-${w.firm.slug}@example.org`, last_name: 'Double', grade: 'Senior' }];
    const answers = await Promise.all(Array.from({ length: 20 }, () => w.firm.call(w.hr, 'POST', '/api/users/invite', { data })));
    expect(
      answers.every(({ status }) => status === 200 || status === 409),
      JSON.stringify(answers.map((each) => each.status)),
    ).toBe(true);
    const people = await w.firm.within((tx) =>
      tx.all(sql`select id from people.users where tenant_id = ${tx.tenant} and email = ${data[0]?.email ?? ''}`),
    );
    expect(people).toHaveLength(1);
    figure('R4 people of twenty equal invitations at once', people.length, 1, '');
  });

  test('twenty equal entries of five hours stay within the day, and its sums hold', async () => {
    const w = await world();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(w, 5 * 3600)));
    const rows = await stored(w);
    expect(rows).toHaveLength(count(answers, ({ status }) => status === 200));
    const hours = rows.reduce((sum, row) => sum + row.seconds, 0) / 3600;
    expect(hours).toBeLessThanOrEqual(24);
    expect(answers.every(({ status }) => [200, 409, 422].includes(status))).toBe(true);
    expect(await w.firm.within(differencesOf)).toEqual([]);
    figure('R4 hours of twenty equal entries at once on one day', hours, 24, 'h');
  });

  test('twenty equal bookings with the id that a screen gives each are one', async () => {
    const w = await world();
    const body = {
      id: newId(),
      user_id: w.user.id,
      task_type_id: w.task,
      first_day: DAY,
      last_day: DAY,
      minutes_per_day: 480,
      level: 'hard',
    };
    const answers = await Promise.all(Array.from({ length: 20 }, () => w.firm.call(w.hr, 'POST', '/api/bookings', body)));
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
    const bookings = await w.firm.within((tx) =>
      tx.all(sql`select id from planning.bookings where tenant_id = ${tx.tenant} and user_id = ${w.user.id}`),
    );
    expect(bookings).toHaveLength(1);
    figure('R4 bookings of twenty equal ones at once', bookings.length, 1, '');
  });
});

describe('R5: two editors', () => {
  test('of two who write with the same version one does and the other is told; what is stored is the winner’s', async () => {
    const w = await world();
    const [entry] = (await post(w, 60)).body;
    const rounds = times(40, 200);
    let version = Number(entry.version);
    let odd = 0;
    for (let round = 1; round <= rounds; round++) {
      const write = (seconds: number) => w.firm.call(w.user, 'PATCH', `/api/time_entries/${entry.id}`, { seconds, version });
      // Neither writes what is there already: that would change nothing, and take nobody anything.
      const answers = await Promise.all([write(60 + round * 60), write(90 + round * 60)]);
      const winner = answers.find(({ status }) => status === 200);
      const [row] = await stored(w);
      const isRight =
        answers
          .map(({ status }) => status)
          .sort()
          .join() === '200,409' && row?.seconds === winner?.body.seconds;
      if (!isRight) odd++;
      version = Number(winner?.body.version ?? version);
    }
    expect(odd).toBe(0);
    figure(`R5 of ${rounds} rounds: not one winner and one told`, odd, 0, '');
  }, 120_000);
});

describe('R6: everybody wants the same day', () => {
  /** A hundred calls at once. @returns how they were answered, and how long the slowest took in milliseconds */
  async function hundred(call: () => Promise<{ status: number }>): Promise<{ statuses: number[]; slowest: number }> {
    const started = performance.now();
    let slowest = 0;
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const { status } = await call();
        slowest = Math.max(slowest, performance.now() - started);
        return status;
      }),
    );
    return { statuses: answers, slowest };
  }

  /** Deadlocks that the database has had to end. */
  const deadlocks = async (): Promise<number> =>
    Number(
      (await owner.query<{ deadlocks: string }>('select deadlocks from pg_stat_database where datname = current_database()'))
        .rows[0]?.deadlocks,
    );

  test('a hundred bookings of one day of one person, where the level refuses what is over it, are one', async () => {
    const w = await world();
    await w.firm.within(async (tx) => {
      const levels = await tx.all<Record<string, unknown>>(
        sql`select * from people.booking_levels where tenant_id = ${tx.tenant} and counts = 'hard'`,
      );
      const set = { over_capacity: 'refuse' };
      await tx.write.update(
        'people.booking_levels',
        levels.map((before) => ({ before, set })),
      );
    });
    const before = await deadlocks();
    const body = { user_id: w.user.id, task_type_id: w.task, first_day: DAY, last_day: DAY, minutes_per_day: 480, level: 'hard' };
    const { statuses, slowest } = await hundred(() => w.firm.call(w.hr, 'POST', '/api/bookings', body));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(
      statuses.every((status) => [200, 409, 422, 503].includes(status)),
      String(new Set(statuses)),
    ).toBe(true);
    expect((await deadlocks()) - before).toBe(0);
    figure('R6 bookings of a hundred at once on one day', statuses.filter((status) => status === 200).length, 1, '', {
      beside: `the last was answered after ${Math.round(slowest)} ms`,
    });
  });

  test('a hundred entries of an hour on one day fill it and no more', async () => {
    const w = await world();
    const before = await deadlocks();
    const { statuses, slowest } = await hundred(() => post(w, 3600));
    const hours = (await stored(w)).reduce((sum, { seconds }) => sum + seconds, 0) / 3600;
    expect(hours).toBe(24);
    expect(statuses.filter((status) => status === 200)).toHaveLength(24);
    expect(await w.firm.within(differencesOf)).toEqual([]);
    expect((await deadlocks()) - before).toBe(0);
    figure('R6 hours of a hundred entries at once on one day', hours, 24, 'h', {
      beside: `the last was answered after ${Math.round(slowest)} ms`,
    });
  });
});

// The clock is that of the test's own process.
describe.skipIf(wantedProcesses > 0)('R23: clocks and zones', () => {
  const ZONES = ['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'];
  const FIRMS = ['Europe/Berlin', 'Pacific/Apia', 'Asia/Kathmandu'];
  const before = process.env['TZ'];
  /** Days on which Berlin's clocks change, the leap of a year in week 53, and a plain one. */
  const days = (): string[] => ['2026-03-29', '2026-10-25', '2027-03-28', '2026-12-28', '2027-01-01', '2027-01-03', DAY];

  afterAll(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });

  /** What one firm sees of the days that were typed: as stored, as listed, as the sheet shows them, with what is due. */
  async function seen(firmZone: string): Promise<unknown> {
    const w = await world();
    const settings = await w.firm.call(w.hr, 'PUT', '/api/settings/general', { time_zone: firmZone });
    expect(settings.status, JSON.stringify(settings.body)).toBe(200);
    const result: unknown[] = [];
    for (const day of days()) {
      const made = await w.firm.call(w.user, 'POST', '/api/time_entries', {
        day,
        task_type_id: w.task,
        seconds: 3600,
        started_at: '02:30',
      });
      const listed = await w.firm.call(w.user, 'GET', `/api/time_entries?from=${day}&to=${day}`);
      const sheet = await w.firm.call(w.user, 'GET', `/api/timesheets/${day}`);
      const own = sheet.body.days.find((each: { day: string }) => each.day === day);
      const [kept] = await w.firm.within((tx) =>
        tx.all<{ day: string }>(
          sql`select day::text as day from time.entries where tenant_id = ${tx.tenant} and id = ${made.body[0].id}`,
        ),
      );
      expect([made.body[0].day, kept?.day, listed.body[0].day, own.day]).toEqual([day, day, day, day]);
      result.push([day, sheet.body.week, own.seconds, own.expected, sheet.body.entries.length]);
    }
    return result;
  }

  test('a day is what was typed, in every zone of server and firm; days of 23 and 25 hours are days like others', async () => {
    const shapes = new Set<string>();
    for (const zone of ZONES) {
      process.env['TZ'] = zone;
      for (const firmZone of FIRMS) shapes.add(JSON.stringify(await seen(firmZone)));
    }
    expect([...shapes]).toHaveLength(1);
    const rows = JSON.parse([...shapes][0] ?? '[]') as [string, string, number, { pattern: number }, number][];
    expect(rows.find(([day]) => day === '2027-01-01')?.[1]).toBe('2026-W53');
    // A Sunday on which the clocks change is due what Sundays are due.
    expect(rows.find(([day]) => day === '2026-03-29')?.[3]).toMatchObject({ pattern: 0 });
    figure('R23 different answers in nine zones of server and firm', shapes.size, 1, '', {
      beside: `${days().length} days, among them 2026-W53`,
    });
  }, 60_000);

  test('a session lives by the database’s clock: a server whose own is an hour off lets in and keeps in', async () => {
    const w = await world();
    const { clock } = app.host;
    let refused = 0;
    for (const hours of [1, -1]) {
      app.host.clock = () => new Date(Date.now() + hours * 3_600_000);
      const late = await w.firm.user();
      for (const person of [late, w.user]) if ((await w.firm.call(person, 'GET', '/api/timer')).status !== 200) refused++;
    }
    app.host.clock = clock;
    expect(refused).toBe(0);
    figure('R23 sessions refused with the clock an hour off', refused, 0, '');
  });

  test('a clock that runs over a change of clocks counts what passed', async () => {
    const w = await world();
    const { clock } = app.host;
    // From 22:00 UTC to 06:00 UTC: nine hours by the clock on the wall in March, and eight that passed.
    app.host.clock = () => new Date('2026-03-28T22:00:00Z');
    expect((await w.firm.call(w.user, 'POST', '/api/timer', { task_type_id: w.task })).status).toBe(200);
    app.host.clock = () => new Date('2026-03-29T06:00:00Z');
    const logged = await w.firm.call(w.user, 'POST', '/api/timer/stop', {});
    app.host.clock = clock;
    expect(logged.body).toMatchObject([
      { day: '2026-03-28', seconds: 3600, started_at: '23:00:00' },
      { day: '2026-03-29', seconds: 7 * 3600, started_at: '00:00:00' },
    ]);
    expect(addDays('2026-03-28', 1)).toBe('2026-03-29');
  });
});
