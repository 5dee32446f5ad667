import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, startTestApp } from '../../../test/app.ts';
import { type PricingWorld, pricingWorld } from '../../../test/pricing.ts';
import { addMonths, eachDay, mondayOf, weekday } from '../../kit/day.ts';
import { teamPlaces } from '../rules/team.ts';

let app: TestApp;
beforeAll(async () => void (app = await startTestApp()));
afterAll(() => app.close());

const monday = mondayOf(`${new Date().getUTCFullYear() + 1}-02-10`);
const period = { from: monday, to: eachDay(monday, `${monday.slice(0, 4)}-12-31`)[13] ?? '' };

async function approved(w: PricingWorld, more: object = {}): Promise<string> {
  const { id } = (await w.priced({ project_id: w.project, ...more })).body;
  await w.submitted(id);
  expect((await w.decide(id, {})).body.shown.status).toBe('approved');
  return id;
}
const ask = (w: PricingWorld, id: string, more: object = {}) => w.post(`pricings/${id}/team`, { number: 1, ...period, ...more });
const demandsOf = async (w: PricingWorld) =>
  (await w.post('demands/all', { from: monday, to: addMonths(monday, 12), projects: [w.project], filled: true })).body as {
    id: string;
    grade: string;
    skill: string;
    minutes_per_day: number;
  }[];

describe('an agreed pricing asks for its team', () => {
  test('after a look at whom, once, and it is taken back as long as nobody is booked', async () => {
    const w = await pricingWorld(app);
    const id = await approved(w, { tables: [w.table({ lines: [w.line(), w.line({ user_id: w.lead.id, minutes: [0, 300] })] })] });
    const blind = await w.get(`pricings/${id}/team`);
    expect(blind.body).toMatchObject({ needs_period: true, from: null, places: [], asked: null });
    expect((await w.post(`pricings/${id}/team`, { number: 1 })).body.errors[0].path).toBe('from');
    const seen = await w.get(`pricings/${id}/team?from=${period.from}&to=${period.to}`);
    expect(seen.body.places).toEqual([
      expect.objectContaining({ role: 'Reviewer', grade: 'Senior', user: null, minutes_per_day: 60, people: 1 }),
      expect.objectContaining({ user: expect.any(String), minutes_per_day: 30, people: 1 }),
    ]);
    const both = await Promise.all([ask(w, id), ask(w, id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(both[0].body.asked).toMatchObject({ demands: 1, bookings: 1 });
    expect(await demandsOf(w)).toMatchObject([{ grade: 'Senior', skill: 'Reviewer', minutes_per_day: 60 }]);
    const own = await w.get(`bookings?from=${monday}&to=${period.to}&user_id=${w.lead.id}`);
    expect(own.body).toMatchObject([{ level: 'soft', minutes_per_day: 30, project_id: w.project }]);
    expect((await w.get(`pricings/${id}`)).body.history[0].action).toBe('team_asked');

    const back = await w.post(`pricings/${id}/team/undo`, {});
    expect(back.body, JSON.stringify(back.body)).toMatchObject({ asked: null });
    expect(await demandsOf(w)).toEqual([]);
    expect((await w.get(`bookings?from=${monday}&to=${period.to}&user_id=${w.lead.id}`)).body).toEqual([]);
    expect((await w.post(`pricings/${id}/team/undo`, {})).status).toBe(200);

    expect((await ask(w, id)).body.asked).toMatchObject({ demands: 1 });
    const [demand] = await demandsOf(w);
    const filled = await w.post('bookings', {
      ...{ user_id: w.manager.id, project_id: w.project, first_day: period.from, last_day: period.to, minutes_per_day: 60 },
      ...{ level: 'hard', demand_id: demand?.id },
    });
    expect(filled.status).toBe(200);
    expect((await w.post(`pricings/${id}/team/undo`, {})).status).toBe(422);
    expect(await demandsOf(w)).toHaveLength(1);
  });

  test('by its months, which need no period; a secondment books whom it names', async () => {
    const w = await pricingWorld(app);
    const months = [0, 1].map((month) => addMonths(monday, month).slice(0, 8) + '01');
    const id = await approved(w, {
      ...{ kind: 'secondment', unit: 'month', columns: months },
      tables: [w.table({ kind: 'secondment', lines: [w.line({ user_id: w.lead.id, minutes: [9600, 9600], rate: 80_000 })] })],
    });
    const done = await w.post(`pricings/${id}/team`, { number: 1 });
    expect(done.body).toMatchObject({ needs_period: false, asked: { demands: 0 } });
    const own = await w.get(`bookings?from=${months[0]}&to=${addMonths(monday, 3)}&user_id=${w.lead.id}`);
    expect(own.body.length).toBeGreaterThan(0);
    expect(own.body.every(({ level }: { level: string }) => level === 'soft')).toBe(true);
  });

  test('not before it is agreed, not without a project, and only by those who may', async () => {
    const w = await pricingWorld(app);
    const draft = (await w.priced({ project_id: w.project })).body.id;
    expect((await ask(w, draft)).status).toBe(409);
    const { id } = (await w.priced({})).body;
    await w.submitted(id);
    await w.decide(id, {});
    expect((await ask(w, id)).body.errors[0].path).toBe('project_id');
    const mine = await approved(w);
    expect((await ask(w, mine, { number: 2 })).status).toBe(409);
    expect((await ask(w, mine, { to: '2000-01-01' })).status).toBe(422);
    const senior = await w.firm.user({ grade: 'Senior' });
    expect((await w.post(`pricings/${mine}/team`, { number: 1, ...period }, senior)).status).toBe(403);
    expect(await demandsOf(w)).toEqual([]);
  });
});

test('what a line works comes to its hours, within half a minute a day and person, on working days alone', () => {
  const month = (index: number): string => `${addMonths('2027-01-01', index)}`;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 12 }), (minutes) => {
      const places = teamPlaces(
        'month',
        minutes.map((_, index) => month(index)),
        minutes,
        undefined,
      );
      let [worked, slack] = [0, 0];
      for (const { first_day, last_day, minutes_per_day, people } of places) {
        expect([weekday(first_day) <= 5, weekday(last_day) <= 5, minutes_per_day >= 1]).toEqual([true, true, true]);
        const days = eachDay(first_day, last_day).filter((day) => weekday(day) <= 5).length;
        worked += days * minutes_per_day * people;
        slack += (days * people) / 2 + 1;
      }
      const wanted = minutes.reduce((sum, each) => sum + each, 0);
      // What is less than half a minute a day is a minute.
      expect(Math.abs(worked - wanted)).toBeLessThanOrEqual(slack + 23 * minutes.length);
    }),
  );
});
