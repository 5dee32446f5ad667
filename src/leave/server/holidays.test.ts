import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestApp, makeFirm, startTestApp } from '../../../test/app.ts';
import { fixturesNote, haveFixtures } from '../../../test/fixtures.ts';
import { publicHolidays } from './holidays.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('the library’s public holidays are those that the calendar has', async () => {
  const germany = await publicHolidays('DE', [2026]);
  expect(germany.filter((holiday) => holiday.region === null).map((holiday) => holiday.day)).toEqual([
    '2026-01-01',
    '2026-04-03',
    '2026-04-06',
    '2026-05-01',
    '2026-05-14',
    '2026-05-25',
    '2026-10-03',
    '2026-12-25',
    '2026-12-26',
  ]);
  expect(germany).toContainEqual({
    country: 'DE',
    region: 'BE',
    day: '2026-03-08',
    name: expect.any(String),
    half_day: false,
    is_active: true,
  });
});

interface Fixture {
  countries: Record<string, { subdivisions: string[]; days: { date: string; name: string; scope: 'national' | string[] }[] }>;
}

const folder = resolve(process.env['CADRE_FIXTURES'] ?? join(import.meta.dirname, '..', '..', '..', '..', 'shared', 'fixtures'));
const countries = haveFixtures ? (JSON.parse(readFileSync(join(folder, 'holidays.json'), 'utf8')) as Fixture).countries : {};
const years = [2025, 2026, 2027];

/** Where the library and the other source differ, a line each: `country region day`, with who has it and why. */
const explained: Record<string, string> = {
  // The library lists what holds in most of the country; the other source what all four nations share. Scotland has none.
  'GB * 2025-04-21 library': 'Easter Monday, not in Scotland',
  'GB * 2026-04-06 library': 'Easter Monday, not in Scotland',
  'GB * 2027-03-29 library': 'Easter Monday, not in Scotland',
  // Proclaimed once; a firm adds such days itself.
  'GB SCT 2026-06-15 other': 'a single day of 2026',
  // No days off by law in the Netherlands: employers decide.
  'NL * 2025-04-18 other': 'Good Friday',
  'NL * 2026-04-03 other': 'Good Friday',
  'NL * 2027-03-26 other': 'Good Friday',
  'NL * 2025-05-05 other': 'Liberation Day, usual every fifth year',
};

describe.skipIf(!haveFixtures)(`another source${fixturesNote}`, () => {
  test.each(Object.entries(countries))(
    'agrees on the holidays of %s in 2025 to 2027, or the difference is explained',
    async (country, { subdivisions, days }) => {
      const library = await publicHolidays(country, years);
      const regions = [null, ...subdivisions];
      const found: string[] = [];
      for (const region of regions) {
        const lacks = new Set(
          library.filter((holiday) => holiday.region === region && !holiday.is_active).map((holiday) => holiday.day),
        );
        const ours = new Set(
          library
            .filter(
              (holiday) => holiday.is_active && !lacks.has(holiday.day) && (holiday.region === null || holiday.region === region),
            )
            .map((holiday) => holiday.day),
        );
        const theirs = new Set(
          days.filter(({ scope }) => scope === 'national' || (region !== null && scope.includes(region))).map(({ date }) => date),
        );
        for (const day of ours) if (!theirs.has(day)) found.push(`${country} ${region ?? '*'} ${day} library`);
        for (const day of theirs) if (!ours.has(day)) found.push(`${country} ${region ?? '*'} ${day} other`);
      }
      expect(found.filter((line) => explained[line] === undefined)).toEqual([]);
    },
  );
});

describe('the calendar of a firm', () => {
  const year = new Date().getUTCFullYear();

  async function world() {
    const firm = await makeFirm(app);
    const hr = await firm.user({ category: 'hr' });
    const post = (path: string, body: object) => firm.call(hr, 'POST', `/api/public_holidays${path}`, body);
    const days = async (
      of = year,
    ): Promise<{ id: string; region: string | null; day: string; name: string; origin: string; half: boolean }[]> =>
      (await firm.call(hr, 'GET', `/api/public_holidays?country=DE&year=${of}&per_page=200`)).body;
    return { firm, hr, post, days };
  }

  test('takes days of the firm’s own, half ones too, once each', async () => {
    const { post, days } = await world();
    const eve = { country: 'DE', day: `${year}-12-24`, name: 'Christmas Eve', half: true };
    expect((await post('', eve)).body).toMatchObject({ ...eve, origin: 'firm', region: null });
    expect(await post('', eve)).toMatchObject({ status: 409, body: { current: { name: 'Christmas Eve' } } });
    expect((await days()).filter((row) => row.half)).toHaveLength(1);
  });

  test('keeps what was taken away or moved when the library is laid in again', async () => {
    const { firm, hr, post, days } = await world();
    const [first, second] = (await days()).filter((row) => row.region === null);
    expect((await firm.call(hr, 'DELETE', `/api/public_holidays/${first?.id}`)).body).toEqual({ success: true });
    const moved = await firm.call(hr, 'PATCH', `/api/public_holidays/${second?.id}`, { day: `${year}-02-02` });
    expect(moved.body).toMatchObject({ name: second?.name, origin: 'firm' });
    expect((await post('/library', { country: 'DE', year })).body).toEqual({ added: 0 });
    const left = (await days()).map((row) => row.day);
    expect(left).not.toContain(first?.day);
    expect(left).not.toContain(second?.day);
    expect(left).toContain(`${year}-02-02`);
  });

  test('a new year comes from the library and takes over the firm’s own days, once', async () => {
    const { post, days } = await world();
    await post('', { country: 'DE', day: `${year}-12-24`, name: 'Christmas Eve', half: true });
    const next = year + 3;
    expect((await post('/library', { country: 'DE', year: next })).body.added).toBeGreaterThan(9);
    expect((await post('/copy', { country: 'DE', from_year: year, to_year: next })).body).toEqual({ added: 1 });
    expect((await post('/copy', { country: 'DE', from_year: year, to_year: next })).body).toEqual({ added: 0 });
    expect((await days(next)).find((row) => row.day === `${next}-12-24`)).toMatchObject({ half: true, origin: 'firm' });
  });

  test('is read by everybody and changed by hr and admin alone', async () => {
    const { firm } = await world();
    const manager = await firm.user({ grade: 'Partner' });
    expect((await firm.call(manager, 'GET', `/api/public_holidays?country=DE&year=${year}`)).status).toBe(200);
    const body = { country: 'DE', day: `${year}-12-24`, name: 'Eve' };
    expect((await firm.call(manager, 'POST', '/api/public_holidays', body)).status).toBe(403);
    const admin = await firm.user({ category: 'admin' });
    expect((await firm.call(admin, 'POST', '/api/public_holidays', body)).status).toBe(200);
  });
});
