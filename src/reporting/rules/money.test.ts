import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Money,
  discount,
  earned,
  earningOf,
  effectiveRate,
  margin,
  marginRatio,
  netFees,
  overrun,
  recovery,
  underRecovery,
  underRecoveryRatio,
  worthOf,
} from './money.ts';

const money = (some: Partial<Money>): Money => ({
  seconds: 0,
  chargeable_seconds: 0,
  standard: 0,
  charge: 0,
  fee: 0,
  written_off: 0,
  unpriced_seconds: 0,
  unrated_seconds: 0,
  ...some,
});
const HOUR = 3600;

describe('the examples of docs/reports.md', () => {
  test('1: ICAEW’s 470 of which 400 are billed', () => {
    const sums = money({ standard: 47_000, charge: 47_000, fee: 47_000, written_off: 7000 });
    expect(recovery(sums)?.toFixed(3)).toBe('0.851');
    expect([underRecovery(sums), discount(sums), overrun(sums)]).toEqual([7000, 0, 0]);
    expect(underRecoveryRatio(sums)?.toFixed(3)).toBe('0.149');
  });

  test('2: time and materials', () => {
    const rates = { standard_rate: 10_000, charge_rate: 9000, cost_rate: 5000 };
    const worth = worthOf({ seconds: 10 * HOUR, chargeable: true }, rates);
    const sums = money({
      seconds: worth.seconds,
      chargeable_seconds: worth.seconds,
      standard: worth.standard / HOUR,
      charge: worth.charge / HOUR,
      fee: worth.charge / HOUR,
      cost: worth.cost / HOUR,
      third_party: 0,
    });
    expect([sums.standard, earned(sums), discount(sums), recovery(sums), effectiveRate(sums)]).toEqual([
      100_000, 90_000, 10_000, 0.9, 9000,
    ]);
    expect(margin(sums)).toBe(40_000);
    expect(marginRatio(sums)?.toFixed(3)).toBe('0.444');
  });

  test('5: third parties', () => {
    const sums = money({ standard: 100_000, charge: 100_000, fee: 100_000, cost: 50_000, third_party: 20_000 });
    expect([netFees(sums), margin(sums), marginRatio(sums)]).toEqual([80_000, 30_000, 0.375]);
    // Who may not see costs sees none of it.
    expect([netFees(money({ fee: 100_000 })), margin(money({ fee: 100_000, third_party: 0 }))]).toEqual([null, null]);
  });

  test('3: a fixed fee by progress', () => {
    const engagement = { fee_kind: 'fixed', fee: 900_000, open: true, standard: 60 * HOUR * 10_000, charge: 0 };
    const earning = earningOf({ ...engagement, planned: 30 * HOUR * 10_000 });
    const share = (hours: number): number => (hours * HOUR * 10_000 * earning.of) / earning.whole;
    expect([share(60), share(20), earning.flag]).toEqual([600_000, 200_000, null]);
    const done = earningOf({ ...engagement, planned: 0 });
    expect([(60 * HOUR * 10_000 * done.of) / done.whole, done.flag]).toEqual([900_000, 'no_plan']);
    expect(earningOf({ ...engagement, fee: null, planned: 0 })).toMatchObject({ of: 0, flag: 'no_fee' });
  });

  test('4: a cap', () => {
    const { basis, of, whole } = earningOf({
      fee_kind: 'capped',
      fee: 500_000,
      open: true,
      standard: 0,
      charge: 60 * HOUR * 10_000,
      planned: 0,
    });
    expect([basis, ((HOUR * 10_000 * of) / whole).toFixed(2)]).toEqual(['charge', '8333.33']);
    const below = earningOf({
      fee_kind: 'capped',
      fee: 500_000,
      open: true,
      standard: 0,
      charge: 40 * HOUR * 10_000,
      planned: 0,
    });
    expect(below).toMatchObject({ of: 0, whole: 0 });
  });
});

test('what is not earned is discount, overrun and write-offs, to the cent; nothing to divide by is no ratio', () => {
  const cents = fc.integer({ min: 0, max: 10 ** 12 });
  fc.assert(
    fc.property(cents, cents, cents, fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), (standard, charge, fee, written_off) => {
      const sums = money({ standard, charge, fee, written_off });
      expect(discount(sums) + overrun(sums) + written_off).toBe(underRecovery(sums));
      expect(recovery(sums) === null).toBe(standard === 0);
      expect([effectiveRate(sums), margin(sums), marginRatio(sums)]).toEqual([null, null, null]);
    }),
  );
});

test('a fixed fee is never earned over, and its parts are the whole', () => {
  const amount = fc.integer({ min: 0, max: 10 ** 9 });
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 9 }), amount, amount, (parts, planned, fee) => {
      const standard = parts.reduce((sum, part) => sum + part, 0);
      const { of, whole } = earningOf({ fee_kind: 'fixed', fee, open: false, standard, charge: 0, planned });
      if (whole === 0) return;
      const shares = parts.reduce((sum, part) => sum + (part * of) / whole, 0);
      expect(shares).toBeLessThanOrEqual(fee * (1 + 1e-12));
      expect(shares).toBeCloseTo((fee * standard) / whole, 3);
    }),
  );
});

test('time that nothing prices is counted as such', () => {
  expect(worthOf({ seconds: 60, chargeable: true }, { standard_rate: null, charge_rate: null, cost_rate: null })).toMatchObject({
    standard: 0,
    unpriced_seconds: 60,
    unrated_seconds: 60,
    uncosted_seconds: 60,
  });
  expect(worthOf({ seconds: 60, chargeable: false }, { standard_rate: 100, charge_rate: null, cost_rate: 5 })).toMatchObject({
    standard: 6000,
    charge: 0,
    cost: 300,
    unrated_seconds: 0,
  });
  expect(worthOf({ seconds: 60, chargeable: true }, undefined)).toMatchObject({ seconds: 60, standard: 0, unpriced_seconds: 0 });
});
