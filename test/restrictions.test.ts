import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Day, addDays, mondayOf } from '../src/kit/day.ts';
import { sql } from '../src/server/sql.ts';
import { importTime } from '../src/time/server/public.ts';
import { type TestApp, type TestFirm, type TestUser, makeFirm, startTestApp } from './app.ts';
import { firmDay } from './today.ts';

/** Who may not work for a client works for it on no way in: the same days are refused by every path, and no others. */

/** Ahead: who manages a project or belongs to it is judged for the days that are to come. */
const MONDAY = mondayOf(addDays(firmDay(), 14));
/** Each run is some dozen requests. */
const RUNS = process.env['CADRE_RUNS'] ? 200 : 20;
const LAST = 41;

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

interface World {
  firm: TestFirm;
  boss: TestUser;
  staff: TestUser[];
  /** The group, and a client below it. */
  group: string;
  client: string;
  project: string;
  /** Of another client, for whom anybody may work. */
  other: string;
  team: string;
  below: string;
}

async function world(): Promise<World> {
  const firm = await makeFirm(app);
  const boss = await firm.user({ category: 'hr', grade: 'Partner', isSuperuser: true });
  const staff: TestUser[] = [];
  for (let n = 0; n < 3; n++)
    staff.push(await firm.user({ grade: 'Senior', firstName: 'Staff', lastName: `Number ${n}`, managerId: boss.id }));
  const post = async (path: string, body: unknown) => (await firm.call(boss, 'POST', path, body)).body;
  const [team] = await post('/api/teams/create_empty_teams', { teams: ['Assurance'] });
  const [below] = await post('/api/teams/create_empty_teams', { teams: [{ name: 'Audit', parent_id: team.id }] });
  await firm.within((tx) =>
    tx.write.insert('people.team_members', [
      { user_id: staff[1]?.id, team_id: below.id, is_primary: false, valid_from: MONDAY, valid_to: addDays(MONDAY, 14) },
    ]),
  );
  const group = (await post('/api/clients/create', { name: 'Zeta Group' })).id;
  const client = (await post('/api/clients/create', { name: 'Zeta', parent_id: group })).id;
  const free = (await post('/api/clients/create', { name: 'Eta' })).id;
  const project = (await post('/api/projects/create', { name: 'Audit', code: 'Z-1', client_id: client })).id;
  const other = (await post('/api/projects/create', { name: 'Tax', code: 'E-1', client_id: free })).id;
  return { firm, boss, staff, group, client, project, other, team: team.id, below: below.id };
}

interface Ban {
  /** Index of a person; undefined: the team. */
  who: number | undefined;
  onGroup: boolean;
  from: number;
  days: number | undefined;
}

const PATHS = [
  'book',
  'book several',
  'move',
  'hand over',
  'split',
  'move the project',
  'entry',
  'entries',
  'change',
  'cells',
  'import',
  'import by the operator',
  'member',
  'manager',
] as const;
type Path = (typeof PATHS)[number];

interface Act {
  path: Path;
  who: number;
  day: number;
  days: number;
}

const at = (offset: number): Day => addDays(MONDAY, offset);

/** What the restrictions say of one person's day, told again in a few lines. */
function banned(bans: readonly Ban[], who: number, offset: number): boolean {
  return bans.some((ban) => {
    const holds = offset >= ban.from && (ban.days === undefined || offset < ban.from + ban.days);
    // The team has the second person, in its first two weeks.
    return holds && (ban.who === undefined ? who === 1 && offset < 14 : ban.who === who);
  });
}

async function restrict({ firm, boss, group, client, team, staff }: World, bans: readonly Ban[]): Promise<Ban[]> {
  const kept: Ban[] = [];
  for (const id of [group, client]) {
    const own = bans.filter((ban) => ban.onGroup === (id === group));
    const seen = new Set<number | undefined>();
    const rows = own.filter(({ who }) => !seen.has(who) && seen.add(who));
    kept.push(...rows);
    const answer = await firm.call(boss, 'POST', '/api/clients/update', {
      id,
      restrictions: rows.map(({ who, from, days }) => ({
        ...(who === undefined ? { team_id: team } : { user_id: staff[who]?.id }),
        first_day: at(from),
        last_day: days === undefined ? null : at(from + days - 1),
      })),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }
  return kept;
}

let line = 0;
/** A file of one line: a minute of somebody's time for the client. */
const timeOf = (day: Day, email: string | undefined): Buffer =>
  Buffer.from(`Date,Client,Project,Email,Hours,Notes\r\n${day},Zeta,Audit,${email ?? ''},0.02,line ${++line}`);

/** Tries one way in. @returns whether it was let through */
async function attempt(w: World, { path, who, day, days }: Act): Promise<boolean> {
  const { firm, boss, staff, project, other, client } = w;
  const user_id = staff[who]?.id ?? '';
  const span = { first_day: at(day), last_day: at(day + days - 1) };
  const booking = { user_id, ...span, minutes_per_day: 60, level: 'hard' };
  const made = async (body: object): Promise<{ id: string; version: number }> => {
    const answer = await firm.call(boss, 'POST', '/api/bookings', body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.booking;
  };
  const passed = (status: number): boolean => {
    expect([200, 422]).toContain(status);
    return status === 200;
  };
  switch (path) {
    case 'book':
      return passed((await firm.call(boss, 'POST', '/api/bookings', { ...booking, project_id: project })).status);
    case 'book several':
      return passed(
        (
          await firm.call(boss, 'POST', '/api/bookings/several', {
            ...booking,
            user_id: undefined,
            user_ids: [user_id, boss.id],
            project_id: project,
          })
        ).status,
      );
    case 'move the project': {
      // Booked while it is nobody's work yet, then given to the client.
      const fresh = (await firm.call(boss, 'POST', '/api/projects/create', { name: `Fresh ${++line}` })).body.id;
      await made({ ...booking, project_id: fresh });
      return passed(
        (await firm.call(boss, 'POST', '/api/projects/update_many', { projects: [{ id: fresh, client_id: client }] })).status,
      );
    }
    case 'move': {
      const { id } = await made({ ...booking, project_id: other });
      return passed((await firm.call(boss, 'PATCH', `/api/bookings/${id}`, { project_id: project })).status);
    }
    case 'hand over': {
      const { id } = await made({ ...booking, user_id: boss.id, project_id: project });
      return passed((await firm.call(boss, 'PATCH', `/api/bookings/${id}`, { user_id })).status);
    }
    case 'split': {
      // What was allowed before may be cut in two; the half that moves is judged anew.
      const { id } = await made({ ...booking, user_id: boss.id, project_id: project, last_day: at(day + days) });
      const cut = await firm.call(boss, 'POST', '/api/bookings/split', { id, day: at(day + 1) });
      if (cut.status !== 200) return passed(cut.status);
      return passed((await firm.call(boss, 'PATCH', `/api/bookings/${cut.body.second.id}`, { user_id, ...span })).status);
    }
    case 'entry': {
      const entry = { user_id, day: at(day), project_id: project, seconds: 60 };
      return passed((await firm.call(boss, 'POST', '/api/time_entries', entry)).status);
    }
    case 'entries': {
      const entries = Array.from({ length: days }, (_, n) => ({ user_id, day: at(day + n), project_id: project, seconds: 60 }));
      return passed((await firm.call(boss, 'POST', '/api/time_entries', { entries })).status);
    }
    case 'change': {
      const entry = { user_id, day: at(day), project_id: other, seconds: 60 };
      const [row] = (await firm.call(boss, 'POST', '/api/time_entries', { entries: [entry] })).body;
      return passed((await firm.call(boss, 'PATCH', `/api/time_entries/${row.id}`, { project_id: project })).status);
    }
    case 'cells': {
      const cells = Array.from({ length: days }, (_, n) => ({ day: at(day + n), project_id: project, seconds: 60 }));
      return passed((await firm.call(boss, 'PUT', '/api/timesheets/cells', { user_id, cells })).status);
    }
    case 'import': {
      const { filename } = (await firm.upload(boss, '/api/files', 'time.csv', timeOf(at(day), staff[who]?.email))).body;
      const answer = await firm.call(boss, 'POST', '/api/time_imports', { filename });
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300);
      return answer.body.rejected.length === 0;
    }
    case 'import by the operator': {
      const file = { name: 'time.csv', bytes: timeOf(at(day), staff[who]?.email) };
      const options = { createMissing: false, skipRejected: false, dryRun: false };
      return (await firm.within((tx) => importTime(tx, undefined, file, options))).rejected.length === 0;
    }
    case 'manager': {
      const managed = [{ user_id, first_day: at(day), last_day: at(day + days - 1) }];
      return passed((await firm.call(boss, 'POST', '/api/projects/update', { id: project, managed })).status);
    }
    case 'member': {
      const members = [{ user_id, first_day: at(day), last_day: at(day + days - 1) }];
      return passed((await firm.call(boss, 'POST', '/api/projects/update', { id: project, members })).status);
    }
  }
}

const ban = fc.record({
  who: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
  onGroup: fc.boolean(),
  from: fc.integer({ min: 0, max: LAST }),
  days: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
});
const act = fc.record({
  path: fc.constantFrom(...PATHS),
  who: fc.integer({ min: 0, max: 2 }),
  day: fc.integer({ min: 0, max: LAST }),
  days: fc.integer({ min: 1, max: 6 }),
});

const ONE_DAY: readonly Path[] = ['entry', 'change', 'import', 'import by the operator'];

describe('restrictions of clients', () => {
  test('hold on every way in, for a group, a person and a team, on their days and no others', async () => {
    const w = await world();
    await fc.assert(
      fc.asyncProperty(fc.array(ban, { maxLength: 4 }), fc.array(act, { minLength: 4, maxLength: 8 }), async (bans, acts) => {
        await w.firm.within((tx) => tx.all(sql`delete from clients.project_members where tenant_id = ${tx.tenant} returning 1`));
        await w.firm.within((tx) => tx.all(sql`delete from clients.project_managers where tenant_id = ${tx.tenant} returning 1`));
        const kept = await restrict(w, bans);
        for (const each of acts) {
          const days = ONE_DAY.includes(each.path) ? 1 : each.days;
          const offsets = Array.from({ length: days }, (_, n) => each.day + n);
          const wanted = !offsets.some((offset) => banned(kept, each.who, offset));
          expect(await attempt(w, each), `${JSON.stringify(each)} of ${JSON.stringify(kept)}`).toBe(wanted);
        }
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: 240_000 },
    );
  }, 300_000);
});
