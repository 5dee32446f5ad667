import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../kit/day.ts';
import { type Amounts, type Held, discountOf, gradesBetween, marginOf, planRate, raised, sameAmounts } from './rules.ts';

const amounts = (standard_rate: number): Amounts => ({ standard_rate, charge_rate: null, cost_rate: null, nfi_rate: null });

/** The rows after a plan was carried out. */
function done(rows: readonly Held[], wanted: Amounts, from: string): Held[] {
  const plan = planRate(rows, wanted, from);
  if (plan.does === 'nothing') return [...rows];
  if (plan.does === 'replace') return rows.map((row) => (row === plan.row ? { ...row, ...wanted } : row));
  return [
    ...rows.map((row) => (row === plan.ends ? { ...row, valid_to: from } : row)),
    { ...wanted, valid_from: from, valid_to: plan.valid_to },
  ];
}

const on = (rows: readonly Held[], day: string): Held[] => rows.filter((row) => row.valid_from <= day && row.valid_to > day);
const dayAt = (offset: number): string => addDays('2026-01-01', offset);

describe('dated rates', () => {
  const steps = fc.array(fc.record({ from: fc.integer({ min: 0, max: 60 }), rate: fc.integer({ min: 0, max: 4 }) }), {
    maxLength: 12,
  });

  test('one holds on a day at most, and a change leaves every day before it as it was', () => {
    fc.assert(
      fc.property(steps, (all) => {
        let rows: Held[] = [];
        for (const { from, rate } of all) {
          const before = rows;
          rows = done(rows, amounts(rate), dayAt(from));
          for (let offset = 0; offset <= 61; offset++) {
            const held = on(rows, dayAt(offset));
            expect(held.length).toBeLessThanOrEqual(1);
            if (offset < from)
              expect(held.map((row) => row.standard_rate)).toEqual(on(before, dayAt(offset)).map((r) => r.standard_rate));
          }
          expect(on(rows, dayAt(from)).map((row) => row.standard_rate)).toEqual([rate]);
          expect(rows.every((row) => row.valid_to > row.valid_from)).toBe(true);
        }
      }),
    );
  });

  test('the same once more changes nothing', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 4 }), (all, from, rate) => {
        const rows = all.reduce((held: Held[], step) => done(held, amounts(step.rate), dayAt(step.from)), []);
        const once = done(rows, amounts(rate), dayAt(from));
        expect(planRate(once, amounts(rate), dayAt(from)).does).toBe('nothing');
        expect(sameAmounts(on(once, dayAt(from))[0] as Held, amounts(rate))).toBe(true);
      }),
    );
  });
});

describe('raising', () => {
  test.each([
    // 3 % on 145.00, and on 0.17 where half a cent rounds up.
    [14_500, 300, 14_935],
    [17, 300, 18],
    [50, 100, 51],
    [14_500, -1000, 13_050],
    [14_500, -10_000, 0],
  ])('%i by %i hundredths of a per cent is %i', (minor, by, wanted) => expect(raised(minor, by)).toBe(wanted));

  test('stays within half a unit of the exact amount, and never falls where another rises', () => {
    const minor = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(minor, fc.integer({ min: -10_000, max: 1_000_000 }), (amount, by) => {
        const exact = BigInt(amount) * BigInt(10_000 + by);
        const off = BigInt(raised(amount, by)) * 10_000n - exact;
        expect(off <= 5000n && off > -5000n).toBe(true);
        expect(raised(amount + 1, by)).toBeGreaterThanOrEqual(raised(amount, by));
      }),
    );
  });
});

describe('figures of an hour', () => {
  test('discount: 1 - charge / standard; ICAEW’s 400 billed of 470 is 14.9 % under, 85 % recovered', () => {
    expect(discountOf(40_000, 47_000)).toBeCloseTo(70 / 470, 10);
    expect(1 - (discountOf(40_000, 47_000) ?? 0)).toBeCloseTo(0.851, 3);
    expect(discountOf(10_000, 0)).toBeNull();
    expect(discountOf(11_000, 10_000)).toBeCloseTo(-0.1, 10);
  });

  test('margin: (NFI - cost) / NFI', () => {
    // An hour that brings 120 net and costs 78 keeps 42: 35 %.
    expect(marginOf(12_000, 7800)).toBeCloseTo(0.35, 10);
    expect(marginOf(10_000, 12_000)).toBeCloseTo(-0.2, 10);
    expect(marginOf(0, 100)).toBeNull();
  });

  test('grades of a role go from the lowest to the highest', () => {
    expect(gradesBetween('Senior', 'Senior Manager')).toEqual(['Senior', 'Manager', 'Senior Manager']);
    expect(gradesBetween('Partner', 'Partner')).toEqual(['Partner']);
    expect(gradesBetween('Partner', 'Intern')).toEqual([]);
  });
});
