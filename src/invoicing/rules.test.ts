import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sharesOf } from '../kit/money.ts';
import {
  TAX_CATEGORIES,
  type TaxedLine,
  amountOf,
  billingStatusOf,
  isPattern,
  numberText,
  openOf,
  statusOf,
  tierOf,
  totalsOf,
  valueOf,
} from './rules.ts';
import { allocated } from './rules/agreement.ts';
import { brokenRules } from './rules/en16931.ts';
import { EU, STANDARD_RATES, taxCaseOf } from './rules/tax.ts';
import { agedAmounts, amountOfWorth, rollForward } from './rules/wip.ts';

const line = (amount: number, tax_rate = 1900, more: Partial<TaxedLine> = {}): TaxedLine => ({
  amount,
  tax_category: tax_rate > 0 ? 'S' : 'Z',
  tax_rate,
  ...more,
});

const anyLine = fc
  .record({
    amount: fc.integer({ min: 0, max: 100_000_000 }),
    rate: fc.constantFrom(0, 700, 810, 1900, 2000, 2100, 2550),
    zero: fc.constantFrom('Z', 'E', 'AE'),
  })
  .map(({ amount, rate, zero }) =>
    line(amount, rate, { tax_category: rate > 0 ? 'S' : zero, tax_reason: rate > 0 ? '' : 'why' }),
  );

describe('a line', () => {
  test('of time is its time at its rate with what is written off or up; of anything else its quantity at its price', () => {
    expect(amountOf({ kind: 'time', seconds: 4800, quantity: 1333, price: 9000, adjustment: 0 })).toBe(12_000);
    expect(amountOf({ kind: 'time', seconds: 4800, quantity: 1333, price: 9000, adjustment: -2000 })).toBe(10_000);
    expect(amountOf({ kind: 'expense', seconds: null, quantity: 1500, price: 333, adjustment: 0 })).toBe(500);
  });

  test('rounds halves up, once', () => {
    expect(valueOf(1800, 9001)).toBe(4501);
    expect(valueOf(60, 9000)).toBe(150);
  });
});

describe('totals', () => {
  test('tax each category and rate from the sum of its lines, not line by line (BR-CO-17)', () => {
    // Three lines of 0.33 at 19 %: 0.19 of the sum 0.99, where line by line it would be 0.18.
    expect(totalsOf([line(33), line(33), line(33)])).toMatchObject({ net: 99, tax: 19, gross: 118 });
  });

  test('of two rates are told apart', () => {
    // 1436.50 at 25 % is 359.125, which is rounded up to 359.13; 92.00 at 12 % is 11.04.
    expect(totalsOf([line(143_650, 2500), line(9200, 1200)])).toMatchObject({ net: 152_850, tax: 37_017, gross: 189_867 });
  });

  test('keep the rules of the norm, whatever the lines are', () => {
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 40 }), (lines) => {
        const totals = totalsOf(lines);
        const parties = { seller: { vat_id: 'DE1', tax_number: '' }, buyer: { vat_id: 'FR1' } };
        expect(brokenRules({ lines, ...totals, ...parties })).toEqual([]);
        expect(totals.net).toBe(lines.reduce((all, { amount }) => all + amount, 0));
        // The same lines in any order come to the same.
        expect(totalsOf([...lines].reverse())).toMatchObject({ net: totals.net, tax: totals.tax });
      }),
    );
  });

  test('that are wrong by a cent, a category or a missing number are found by their rule', () => {
    const lines = [line(100)];
    const whole = { lines, ...totalsOf(lines), seller: { vat_id: 'DE1', tax_number: '' }, buyer: { vat_id: null } };
    expect(brokenRules(whole)).toEqual([]);
    expect(brokenRules({ ...whole, net: 101 })).toEqual(['BR-CO-10', 'BR-CO-15']);
    expect(brokenRules({ ...whole, tax: 20 })).toEqual(['BR-CO-14', 'BR-CO-15']);
    expect(brokenRules({ ...whole, gross: 1 })).toEqual(['BR-CO-15']);
    expect(brokenRules({ ...whole, taxes: [{ ...whole.taxes[0]!, tax: 18 }], tax: 18, gross: 118 })).toEqual(['BR-CO-17']);
    expect(brokenRules({ ...whole, seller: { vat_id: null, tax_number: '' } })).toEqual(['BR-S-02']);
    const of = (tax_category: TaxedLine['tax_category']) => [line(100, 0, { tax_category })];
    const judged = (own: TaxedLine[], seller = whole.seller, buyer: { vat_id: string | null } = whole.buyer) =>
      brokenRules({ lines: own, ...totalsOf(own), seller, buyer });
    expect(judged(of('AE'))).toEqual(['BR-AE-02']);
    expect(judged(of('AE'), whole.seller, { vat_id: 'FR1' })).toEqual([]);
    expect(judged(of('E'))).toEqual(['BR-E-10']);
    expect(judged([...of('O'), line(5)])).toEqual(['BR-O-11']);
    expect(judged([])).toContain('BR-16');
  });
});

describe('tax', () => {
  const de = { country: 'DE', vat_id: 'DE123456789', tax_rate: 1900 };
  const gb = { country: 'GB', vat_id: 'GB123456789', tax_rate: 2000 };
  test.each([
    ['at home', de, { country: 'DE', vat_id: null }, 'S', 1900],
    ['a business elsewhere in the Union owes it itself', de, { country: 'FR', vat_id: 'FR1' }, 'AE', 0],
    ['a private client elsewhere in the Union pays at home of the seller', de, { country: 'FR', vat_id: null }, 'S', 1900],
    ['a client outside of the Union is outside of its scope', de, { country: 'US', vat_id: null }, 'O', 0],
    ['a British firm for a French business', gb, { country: 'FR', vat_id: 'FR1' }, 'O', 0],
    ['a British firm at home', gb, { country: 'GB', vat_id: null }, 'S', 2000],
    ['who has no rate taxes nothing', { country: 'US', vat_id: null, tax_rate: 0 }, { country: 'US', vat_id: null }, 'O', 0],
    ['a client whose country is not known yet', de, { country: null, vat_id: null }, 'S', 1900],
  ] as const)('%s', (_what, seller, buyer, tax_category, tax_rate) => {
    expect(taxCaseOf(seller, buyer)).toEqual({ tax_category, tax_rate });
  });

  test('has a standard rate for every member of the Union, and no rate outside of what is possible', () => {
    expect(EU.filter((country) => STANDARD_RATES[country] === undefined)).toEqual([]);
    expect(EU).toHaveLength(27);
    for (const country of EU) expect(STANDARD_RATES[country]).toBeGreaterThanOrEqual(1500);
  });
});

describe('what is written off', () => {
  test('is cut over the lines by what they are worth, and comes to the wanted sum to the cent', () => {
    // ICAEW: of 470 of time 70 are written off and 400 billed.
    expect(allocated([27_000, 20_000], 40_000)).toEqual([-4021, -2979]);
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 30 }),
        fc.nat(50_000_000),
        (values, wanted) => {
          const cuts = allocated(values, wanted);
          const whole = values.reduce((all, value) => all + value, 0);
          expect(cuts.reduce((all, cut) => all + cut, 0)).toBe(wanted - whole);
          for (const [index, cut] of cuts.entries()) expect((values[index] ?? 0) + cut).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  test('needs the higher grade the more it is', () => {
    expect([
      tierOf(10_000, 500),
      tierOf(10_000, -1000),
      tierOf(10_000, -1001),
      tierOf(10_000, -3000),
      tierOf(10_000, -3001),
    ]).toEqual(['Manager', 'Manager', 'Director', 'Director', 'Partner']);
  });
});

describe('the work in progress', () => {
  test('of 470 of time, of which 70 are written off and 400 billed, is nothing afterwards', () => {
    const worked = [{ day: '2026-03-02', worth: 47_000 * 3600 }];
    const cleared = [{ day: '2026-03-02', booked_on: '2026-03-31', value: 47_000, billed: 40_000 }];
    expect(rollForward(worked, cleared, '2026-03-01', '2026-03-31')).toEqual({
      open: 0,
      time: 47_000,
      billed: 40_000,
      written_off: 7000,
      written_up: 0,
      close: 0,
    });
    expect(rollForward(worked, cleared, '2026-03-01', '2026-03-30').close).toBe(47_000);
    expect(rollForward(worked, cleared, '2026-03-03', '2026-03-31').open).toBe(47_000);
  });

  test('holds: open + time - billed - written off + written up = close, and closes where the next period opens', () => {
    const day = fc.integer({ min: 1, max: 90 }).map((each) => new Date(Date.UTC(2026, 0, each)).toISOString().slice(0, 10));
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    const worked = fc.array(fc.record({ day, worth: amount }), { maxLength: 30 });
    const cleared = fc.array(fc.record({ day, booked_on: day, value: amount, billed: amount }), { maxLength: 30 });
    fc.assert(
      fc.property(worked, cleared, day, day, day, (time, left, ...days) => {
        const [from, between, to] = days.sort() as [string, string, string];
        const roll = rollForward(time, left, from, to);
        expect(roll.open + roll.time - roll.billed - roll.written_off + roll.written_up).toBe(roll.close);
        if (between < to) {
          const next = new Date(Date.parse(`${between}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
          expect(rollForward(time, left, from, between).close).toBe(rollForward(time, left, next, to).open);
        }
      }),
    );
  });

  test('of each age adds up to what all of it comes to, though every age is rounded', () => {
    expect(agedAmounts([1800, 1800, 1800, 0])).toEqual([1, 0, 1, 0]);
    const worth = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(worth, (ages) => {
        const amounts = agedAmounts(ages);
        expect(amounts.reduce((all, each) => all + each, 0)).toBe(amountOfWorth(ages.reduce((all, each) => all + each, 0)));
        amounts.forEach((amount, index) => expect(Math.abs(amount - (ages[index] ?? 0) / 3600)).toBeLessThanOrEqual(1));
      }),
    );
  });

  test('gives each entry its share of a line, so that entries are their line', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 86_400 }), { minLength: 1, maxLength: 50 }),
        fc.nat(60_000),
        (seconds, rate) => {
          const whole = valueOf(
            seconds.reduce((all, each) => all + each, 0),
            rate,
          );
          expect(sharesOf(whole, seconds).reduce((all, each) => all + each, 0)).toBe(whole);
        },
      ),
    );
  });
});

describe('an invoice', () => {
  test('stands where its payments and credits put it', () => {
    const of = (paid: number, credited: number) => statusOf({ gross: 100, paid, credited });
    expect([of(0, 0), of(40, 0), of(0, 40), of(60, 40), of(100, 0), of(0, 100), of(100, 100)]).toEqual([
      'issued',
      'part_paid',
      'part_paid',
      'paid',
      'paid',
      'credited',
      'credited',
    ]);
    expect(openOf({ gross: 100, paid: 100, credited: 30 })).toBe(-30);
  });

  test('has a number by the pattern of its series', () => {
    expect(numberText('INV-{YYYY}-{0000}', { year: 2026, place: 7 })).toBe('INV-2026-0007');
    expect(numberText('{YY}/{000}-R', { year: 2026, place: 12_345 })).toBe('26/12345-R');
    expect(['INV-{0000}', '{00}', 'A-{YY}-{0}'].every(isPattern)).toBe(true);
    expect(['INV', 'INV-{MM}-{000}', 'A-{00}-{00}', '{0'].some(isPattern)).toBe(false);
  });

  test('makes the billing status of its project follow, but not one that somebody has closed', () => {
    const of = (billed: number, drafted: boolean, left: boolean, status = 'in_progress') =>
      billingStatusOf({ billed, drafted, left, status });
    expect([of(0, true, true), of(5, false, true), of(5, true, false), of(5, false, false)]).toEqual([
      'ready_to_bill',
      'part_billed',
      'part_billed',
      'billed',
    ]);
    expect(of(0, false, true, 'billed')).toBe('in_progress');
    expect(of(5, false, false, 'written_off')).toBeUndefined();
    expect(TAX_CATEGORIES).toContain('AE');
  });
});
