import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proportion, proportionUp, sharesOf } from '../kit/money.ts';
import {
  type PricedLine,
  type PricedTable,
  converted,
  effectiveRate,
  marginOf,
  marginRatio,
  price,
  priceTable,
  recoveryOf,
  tierOf,
  underRecovery,
} from './rules.ts';
import { differencesOf } from './rules/differences.ts';
import { solve } from './rules/solve.ts';
import { stressesOf, worstPlace } from './rules/worst.ts';

const line = (given: Partial<PricedLine> = {}): PricedLine => ({
  minutes: [600],
  rate: null,
  allowance: 0,
  standard_rate: 10_000,
  charge_rate: null,
  cost_rate: 5000,
  nfi_rate: null,
  ...given,
});
const table = (given: Partial<PricedTable> = {}): PricedTable => ({
  kind: 'standard',
  exchange: 1_000_000,
  minutes_per_day: 480,
  on_cost: 0,
  discount: 0,
  fee: null,
  target_margin: null,
  floor_margin: null,
  target_recovery: null,
  floor_recovery: null,
  lines: [line()],
  expenses: [],
  ...given,
});

const money = fc.option(fc.integer({ min: 0, max: 1_000_000 }), { nil: null });
const lines = fc.array(
  fc.record({
    minutes: fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 3, maxLength: 3 }),
    rate: money,
    allowance: fc.integer({ min: 0, max: 50_000 }),
    standard_rate: fc.integer({ min: 1, max: 100_000 }),
    charge_rate: money,
    cost_rate: fc.integer({ min: 0, max: 90_000 }),
    nfi_rate: money,
  }),
  { minLength: 1, maxLength: 8 },
);
const tables = fc.array(
  fc.record({
    kind: fc.constantFrom('standard' as const, 'secondment' as const),
    exchange: fc.constantFrom(1_000_000, 863_000, 6100, 112_340_000),
    minutes_per_day: fc.constantFrom(420, 480),
    on_cost: fc.integer({ min: 0, max: 4000 }),
    discount: fc.integer({ min: -2000, max: 10_000 }),
    fee: money,
    target_margin: fc.constantFrom(null, 3000),
    floor_margin: fc.constantFrom(null, 1500),
    target_recovery: fc.constantFrom(null, 9000),
    floor_recovery: fc.constantFrom(null, 7000),
    lines,
    expenses: fc.array(fc.record({ paid: fc.integer({ min: 0, max: 90_000 }), charged: fc.integer({ min: 0, max: 90_000 }) }), {
      maxLength: 2,
    }),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('amounts', () => {
  test('are rounded half up, also where the product passes what a number holds', () => {
    expect([proportion(5, 1, 2), proportion(-5, 1, 2), proportion(7, 1, 3), proportionUp(7, 1, 3)]).toEqual([3, -2, 2, 3]);
    const exact = (value: number, by: number, of: number): number =>
      Number((2n * BigInt(value) * BigInt(by) + BigInt(of)) / (2n * BigInt(of)));
    const whole = fc.integer({ min: 0, max: 1_000_000_000_000 });
    fc.assert(
      fc.property(whole, fc.integer({ min: 0, max: 200_000 }), fc.integer({ min: 1, max: 1_000_000 }), (value, by, of) => {
        expect(proportion(value, by, of)).toBe(exact(value, by, of));
      }),
    );
  });

  test('that are cut into parts are the parts again', () => {
    const weights = fc.array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), weights, (total, all) => {
        const parts = sharesOf(total, all);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total);
        const sum = all.reduce((whole, weight) => whole + weight, 0);
        if (sum > 0)
          parts.forEach((part, index) => expect(Math.abs(part - (total * (all[index] ?? 0)) / sum)).toBeLessThan(1.01));
      }),
    );
  });
});

describe('worked examples', () => {
  test('ICAEW, fees and charge-out rates: of 470 of time 70 are written off and 400 billed, 85 % recovered', () => {
    const figures = price([table({ fee: 40_000, lines: [line({ minutes: [282], standard_rate: 10_000 })] })]);
    expect(figures).toMatchObject({ standard: 47_000, fee: 40_000 });
    expect(underRecovery(figures)).toBe(7000);
    expect(recoveryOf(figures)).toBeCloseTo(0.851, 3);
  });

  test('discount: 160 h at 145, agreed at 130, less 5 %', () => {
    const figures = price([
      table({ discount: 500, lines: [line({ minutes: [9600], standard_rate: 14_500, charge_rate: 13_000, cost_rate: 7000 })] }),
    ]);
    expect(figures).toMatchObject({ standard: 2_320_000, agreed: 2_080_000, fee: 1_976_000, cost: 1_120_000 });
    expect(effectiveRate(figures)).toBe(12_350);
  });

  test('NFI and margin: 50,000 of fee with 8,000 for a subcontractor of which 6,000 are charged, 24,000 of cost', () => {
    const figures = price([
      table({
        fee: 5_000_000,
        expenses: [{ paid: 800_000, charged: 600_000 }],
        lines: [line({ minutes: [28_800], cost_rate: 5000 })],
      }),
    ]);
    // Net fee income is what is left of the income when others are paid: 50,000 + 6,000 - 8,000.
    expect(figures).toMatchObject({ nfi: 4_800_000, cost: 2_400_000 });
    expect(marginOf(figures)).toBe(2_400_000);
    expect(marginRatio(figures)).toBe(0.5);
  });

  test('secondment: 3 months of 18 days at 900 a day, cost of the hours with 21 % on top and 400 a month', () => {
    const days = [18, 18, 18].map((count) => count * 480);
    const figures = price([
      table({
        kind: 'secondment',
        on_cost: 2100,
        lines: [line({ minutes: days, rate: 90_000, cost_rate: 6000, allowance: 40_000 })],
      }),
    ]);
    expect(figures.fee).toBe(54 * 90_000);
    expect(figures.cost).toBe(54 * 8 * 6000 * 1.21 + 3 * 40_000);
  });

  test('several currencies: 1,000.00 GBP at 1.1485 and 2,000.00 EUR', () => {
    const figures = price([table({ fee: 100_000, exchange: 1_148_500 }), table({ fee: 200_000 })]);
    expect(figures.fee).toBe(114_850 + 200_000);
  });

  test('a line with hours and without a rate is missing; what its hours cost is then unknown', () => {
    const figures = price([
      table({
        lines: [
          line(),
          line({ standard_rate: null, cost_rate: null }),
          line({ minutes: [0], standard_rate: null, cost_rate: null }),
        ],
      }),
    ]);
    expect(figures).toMatchObject({ missing: 1, cost: null, standard: 100_000 });
    expect(marginRatio(figures)).toBeNull();
  });
});

describe('sums', () => {
  test('of lines are the table, those of tables the whole, to the minor unit', () => {
    fc.assert(
      fc.property(tables, (all) => {
        const whole = price(all);
        for (const field of ['fee', 'standard', 'agreed', 'minutes', 'cost'] as const)
          for (const each of whole.tables)
            expect(each.lines.reduce((sum, row) => sum + (row[field] ?? 0), 0)).toBe(each[field] ?? 0);
        const own = whole.tables.map((each, index) => converted(each, all[index]?.exchange ?? 1));
        for (const field of ['fee', 'standard', 'charged', 'paid', 'nfi'] as const)
          expect(own.reduce((sum, each) => sum + each[field], 0)).toBe(whole[field]);
        expect(whole.nfi).toBe(whole.fee + whole.charged - whole.paid);
        expect(priceTable(all[0] as PricedTable)).toEqual(whole.tables[0]);
      }),
    );
  });
});

describe('who approves', () => {
  const floors = { target_margin: 3000, floor_margin: 1500, target_recovery: 8500, floor_recovery: 7000 };
  test.each([
    [8500, 5950, 'Manager'],
    [8499, 5000, 'Director'],
    [7000, 4900, 'Director'],
    [6999, 0, 'Partner'],
    [9000, 6301, 'Director'],
    [9000, 7651, 'Partner'],
  ])('fee %i of 10,000 at a cost of %i: %s', (fee, cost, tier) => {
    expect(tierOf({ standard: 10_000, fee, nfi: fee, cost }, floors)).toBe(tier);
  });

  test('a fee of 0 needs a Partner, without any floor a Manager; an unknown cost is not judged', () => {
    expect(tierOf({ standard: 10_000, fee: 0, nfi: 0, cost: 1 }, floors)).toBe('Partner');
    expect(tierOf({ standard: 10_000, fee: 9000, nfi: 9000, cost: null }, floors)).toBe('Manager');
    const none = { target_margin: null, floor_margin: null, target_recovery: null, floor_recovery: null };
    expect(tierOf({ standard: 10_000, fee: 0, nfi: 0, cost: 1 }, none)).toBe('Manager');
    expect(tierOf({ standard: 0, fee: 0, nfi: 0, cost: 0 }, floors)).toBe('Manager');
  });

  test('the whole needs the strictest of its tables', () => {
    const asked = { target_recovery: 9000, floor_recovery: 7000 };
    const [good, bad] = [table(asked), table({ ...asked, fee: 10_000 })];
    expect(price([good, good]).tier).toBe('Manager');
    expect(price([good, bad]).tier).toBe('Partner');
  });
});

describe('solving', () => {
  const wish = fc.record({
    want: fc.constantFrom('margin' as const, 'recovery' as const),
    value: fc.integer({ min: 1, max: 9500 }),
    by: fc.constantFrom('discount' as const, 'hours' as const),
  });

  test('reaches the wanted margin or recovery, or says that it cannot', () => {
    fc.assert(
      fc.property(tables, wish, (all, wanted) => {
        const found = solve(all, wanted);
        if (typeof found === 'string') return;
        const figures = price(found);
        if (wanted.want === 'recovery') expect(figures.fee * 10_000).toBeGreaterThanOrEqual(figures.standard * wanted.value);
        else expect((figures.nfi - (figures.cost ?? 0)) * 10_000).toBeGreaterThanOrEqual(figures.nfi * wanted.value);
      }),
    );
  });

  test('by discount hits a fee to the cent, and asks no more than needed', () => {
    const own = [table({ lines: [line(), line({ minutes: [45] })] }), table({ lines: [line({ standard_rate: 7777 })] })];
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (value) => {
        expect(price(solve(own, { want: 'fee', value, by: 'discount' }) as PricedTable[]).fee).toBe(value);
      }),
    );
    const found = solve([table()], { want: 'margin', value: 3000, by: 'discount' }) as PricedTable[];
    // 10 h at a cost of 50: 500 / 0.7 = 714.2857.
    expect(price(found).fee).toBe(71_429);
  });

  test('by hours keeps the fee and takes tenths of an hour', () => {
    const found = solve([table({ fee: 80_000 })], { want: 'recovery', value: 9000, by: 'hours' }) as PricedTable[];
    const figures = price(found);
    expect(figures.fee).toBe(80_000);
    // 800 / 0.9 / 100 an hour = 8.89 h, and 8.8 of them are full tenths.
    expect(figures.minutes).toBe(528);
  });

  test('says why there is none', () => {
    expect(solve([table({ lines: [] })], { want: 'recovery', value: 9000, by: 'discount' })).toBe('no_hours');
    expect(solve([table({ lines: [line({ cost_rate: null })] })], { want: 'margin', value: 1, by: 'discount' })).toBe('no_cost');
    expect(solve([table()], { want: 'margin', value: 10_000, by: 'discount' })).toBe('out_of_reach');
    expect(solve([table({ discount: 10_000 })], { want: 'margin', value: 1, by: 'hours' })).toBe('no_income');
  });
});

describe('the worst', () => {
  test('table and line are those with the worst recovery', () => {
    const figures = price([
      table(),
      table({ lines: [line({ charge_rate: 9000 }), line({ charge_rate: 4000 }), line({ minutes: [0] })] }),
    ]);
    expect(worstPlace(figures)).toEqual({ table: 1, line: 1 });
    expect(worstPlace(price([table({ lines: [] })]))).toBeUndefined();
  });

  test('cases keep the fee: more hours, the next grade, a fall of other currencies', () => {
    const all = [table({ target_recovery: 10_000, floor_recovery: 8000 }), table({ exchange: 500_000 })];
    const cases = stressesOf(all, (at) =>
      at === 0 ? { standard_rate: 20_000, charge_rate: null, cost_rate: 9000, nfi_rate: null } : undefined,
    );
    const of = (stress: string) => cases.find((each) => each.stress === stress);
    expect(of('hours_10')).toMatchObject({ fee: 150_000, standard: 165_000, cost: 82_500, tier: 'Director' });
    expect(of('hours_20')).toMatchObject({ fee: 150_000, standard: 180_000 });
    expect(of('grade_up')).toMatchObject({ fee: 150_000, standard: 250_000, tier: 'Partner' });
    expect(of('exchange_10')).toMatchObject({ fee: 145_000 });
    expect(stressesOf([table()], () => undefined).map(({ stress }) => stress)).toEqual(['hours_10', 'hours_20', 'grade_up']);
  });
});

describe('differences of versions', () => {
  const named = (given: object = {}) => ({ ...line(), role: 'Reviewer', grade: 'Senior', user: null, note: '', ...given });
  const sheet = (given: object = {}) => ({ ...table(), name: 'Audit', currency: 'EUR', lines: [named()], ...given });

  test('are said of tables and lines; of equal versions there are none', () => {
    expect(differencesOf([sheet()], [sheet()])).toEqual([]);
    const after = sheet({ discount: 500, lines: [named({ minutes: [300] }), named({ grade: 'Manager' })] });
    const found = differencesOf([sheet(), sheet({ name: 'Tax' })], [after]);
    expect(found.map(({ table: name, what, before, after: now }) => [name, what, before, now])).toEqual([
      ['Audit', 'discount', 0, 500],
      ['Audit', 'minutes', 600, 300],
      ['Audit', 'line', null, 600],
      ['Tax', 'table', 600, null],
    ]);
  });
});
