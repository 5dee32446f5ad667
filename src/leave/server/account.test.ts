import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Day, addDays, eachDay, weekday } from '../../kit/day.ts';
import { accountLines, ownDayOn } from './account.ts';
import { type AccountFacts, type Line, type Policy, yearAfter, yearOf } from './account-facts.ts';

const DAY = 480;
const WEEK = [DAY, DAY, DAY, DAY, DAY, 0, 0];
const open = { from: '2015-01-01', to: 'infinity' } as const;

let counter = 0;
const policy = (more: Partial<Policy> = {}): Policy => ({
  id: `p${counter++}`,
  country: 'DE',
  type_id: 'vacation',
  layer: 'contractual',
  grade: null,
  seniority_years: 0,
  days: 2000,
  manner: 'granted',
  pro_rata: 'days',
  rounding: 'none',
  carry_days: null,
  carry_months: null,
  negative_days: 0,
  from: '2024-01-01',
  to: 'infinity',
  ...more,
});

const facts = (more: Partial<AccountFacts> = {}): AccountFacts => ({
  country: 'DE',
  yearMonth: 1,
  weeks: [],
  patterns: [{ ...open, minutes: WEEK }],
  employments: [open],
  grades: [{ ...open, grade: 'Senior' }],
  policies: [policy()],
  takings: [],
  adjustments: [],
  ...more,
});

/** Whole working days from a day on, eight hours each. */
function off(first: Day, count: number): AccountFacts['takings'] {
  const days: Day[] = [];
  for (let day = first; days.length < count; day = addDays(day, 1)) if (weekday(day) <= 5) days.push(day);
  return days.map((day) => ({ day, minutes: DAY, request_id: `r${first}` }));
}

const sum = (lines: readonly Line[]): number => lines.reduce((total, line) => total + line.minutes, 0);
const balance = (of: AccountFacts, day: Day): number => sum(accountLines(of, day));
/** Balance in days of eight hours. */
const days = (of: AccountFacts, day: Day): number => balance(of, day) / DAY;
const lost = (of: AccountFacts, through: Day): number =>
  Math.abs(sum(accountLines(of, through).filter((line) => line.kind === 'expiry'))) / DAY;

describe('granted for the year', () => {
  test('is there on the first day', () => {
    expect(days(facts(), '2023-12-31')).toBe(0);
    expect(days(facts(), '2024-01-01')).toBe(20);
    expect(days(facts(), '2024-12-31')).toBe(20);
  });

  // Paid-plugins #128, orangehrm #671: the first year in part, reckoned and not typed in by hand.
  test('is given in part to who joins within the year, by days or by full months', () => {
    const employments = [{ from: '2025-07-16', to: 'infinity' }];
    expect(balance(facts({ employments }), '2025-07-15')).toBe(0);
    expect(balance(facts({ employments }), '2025-07-16')).toBe(Math.round((20 * DAY * 169) / 365));
    const months = facts({ employments, policies: [policy({ pro_rata: 'months', days: 2400 })] });
    expect(days(months, '2025-07-16')).toBe(10);
    const whole = facts({ employments, policies: [policy({ pro_rata: 'none' })] });
    expect(days(whole, '2025-07-16')).toBe(20);
  });

  test('a part of a day is rounded up to half a day or a day where the policy says so', () => {
    const employments = [{ from: '2025-07-16', to: 'infinity' }];
    const joined = (rounding: Policy['rounding']) => days(facts({ employments, policies: [policy({ rounding })] }), '2025-12-31');
    expect(joined('half_day')).toBe(9.5);
    expect(joined('day')).toBe(10);
  });

  test('who leaves gives back the rest on the day after the last, and keeps what was unused', () => {
    const employments = [{ from: '2015-01-01', to: '2025-07-01' }];
    const leaver = facts({ employments, policies: [policy({ carry_days: 0, pro_rata: 'months', from: '2025-01-01' })] });
    expect(days(leaver, '2025-06-30')).toBe(20);
    expect(days(leaver, '2025-07-01')).toBe(10);
    expect(days(leaver, '2027-01-01')).toBe(10);
  });

  // kimai #5643: each change of contract is a line of its own; what was before stays as it was.
  test('a new pattern changes the rest of the year, on its day', () => {
    const patterns = [
      { from: '2015-01-01', to: '2025-07-02', minutes: WEEK },
      { from: '2025-07-02', to: 'infinity', minutes: [DAY, DAY, DAY, DAY, 0, 0, 0] },
    ];
    const of = facts({ patterns, policies: [policy({ from: '2025-01-01' })] });
    expect(balance(of, '2025-07-01')).toBe(20 * DAY);
    expect(balance(of, '2025-07-02')).toBe(Math.round((20 * DAY * 182 + 20 * DAY * 0.8 * 183) / 365));
    expect(accountLines(of, '2025-12-31').map((line) => [line.day, line.kind])).toEqual([
      ['2025-01-01', 'grant'],
      ['2025-07-02', 'grant'],
    ]);
  });

  test('days are worth the same weeks off whatever the pattern: four weeks stay four weeks', () => {
    for (const minutes of [WEEK, [360, 360, 360, 360, 360, 0, 0], [DAY, DAY, DAY, 0, 0, 0, 0], [600, 600, 600, 600, 0, 0, 0]]) {
      const patterns = [{ ...open, minutes }];
      const weekly = minutes.reduce((total, each) => total + each, 0);
      expect(balance(facts({ patterns }), '2024-01-01')).toBe(4 * weekly);
    }
  });

  test('layers add up, and each has the rule of the grade before the one for all, the longest service first', () => {
    const policies = [
      policy({ layer: 'statutory', days: 2000 }),
      policy({ days: 500 }),
      policy({ days: 700, seniority_years: 5 }),
      policy({ days: 1000, grade: 'Partner' }),
    ];
    const grades = [
      { from: '2020-03-01', to: '2026-01-01', grade: 'Senior' as const },
      { from: '2026-01-01', to: 'infinity', grade: 'Partner' as const },
    ];
    const of = facts({ policies, grades, employments: [{ from: '2020-03-01', to: 'infinity' }] });
    const granted = (year: string) =>
      sum(accountLines(of, `${year}-12-31`).filter((line) => line.kind === 'grant' && line.year === `${year}-01-01`));
    expect(granted('2024')).toBe(25 * DAY);
    // Five years of service on 1 March 2025: 59 days at 5, 306 at 7.
    expect(granted('2025')).toBe(20 * DAY + Math.round(((5 * 59 + 7 * 306) / 365) * DAY));
    expect(granted('2026')).toBe(30 * DAY);
  });

  // odoo #174306: what is due on the day on which the year closes is neither lost nor given twice.
  test('survives the close of the year on the same day though nothing is carried over', () => {
    const of = facts({ policies: [policy({ days: 1000, carry_days: 0 })] });
    expect([days(of, '2024-12-31'), days(of, '2025-01-01'), days(of, '2025-07-01')]).toEqual([10, 10, 10]);
  });
});

describe('accrued by the month', () => {
  test('comes in at the end of each month and adds up to the year exactly', () => {
    const of = facts({ policies: [policy({ manner: 'accrued', pro_rata: 'months', days: 2500 })] });
    expect(days(of, '2024-01-30')).toBe(0);
    expect(days(of, '2024-12-31')).toBe(25);
    expect(accountLines(of, '2024-12-31')).toHaveLength(12);
  });

  test('is given to who leaves on the last day', () => {
    const employments = [{ from: '2015-01-01', to: '2024-03-16' }];
    const of = facts({ employments, policies: [policy({ manner: 'accrued', days: 3660 })] });
    const lines = accountLines(of, '2024-12-31');
    expect(lines.map((line) => line.day)).toEqual(['2024-01-31', '2024-02-29', '2024-03-15']);
    expect(sum(lines)).toBe(Math.round((36.6 * DAY * 75) / 366));
  });

  test('a policy that ends within a month gives what was served', () => {
    const of = facts({ policies: [policy({ manner: 'accrued', days: 3660, to: '2024-02-11' })] });
    expect(accountLines(of, '2024-12-31').map((line) => line.day)).toEqual(['2024-01-31', '2024-02-10']);
  });

  // odoo #185699: one unit for what is accrued, carried and shown.
  test('an hour a month is an hour a month, and four hours are carried at most', () => {
    const hour = policy({ manner: 'accrued', pro_rata: 'months', days: 150, carry_days: 50, from: '2025-01-01' });
    const of = facts({ policies: [hour] });
    expect(balance(of, '2025-01-31')).toBe(60);
    expect(balance(of, '2025-12-31')).toBe(720);
    expect(balance(of, '2026-01-15')).toBe(240);
  });

  // odoo #228208: the month that ends with the year is carried, too.
  test('all that was accrued through the last day of the year is carried, and ends three months later', () => {
    const of = facts({ policies: [policy({ manner: 'accrued', pro_rata: 'months', days: 2400, carry_months: 3 })] });
    expect(days(of, '2025-03-31')).toBe(24 + 6);
    expect(days(of, '2025-04-01')).toBe(6);
    expect(lost(of, '2025-04-01')).toBe(24);
  });
});

describe('carried over', () => {
  // odoo #188621: what is carried is what is left, not the cap.
  test('is what is left, the cap at most', () => {
    const policies = [policy({ days: 2100, carry_days: 700 })];
    expect(days(facts({ policies, takings: off('2024-05-06', 15) }), '2025-01-01')).toBe(27);
    expect(days(facts({ policies, takings: off('2024-05-06', 5) }), '2025-01-01')).toBe(28);
  });

  // odoo #180622: the close of a year that begins in July gives and takes nothing of what passes whole.
  test('all carried: the end of the year changes nothing but what comes in anew', () => {
    const policies = [policy({ days: 1200, pro_rata: 'months', carry_days: null })];
    const of = facts({ yearMonth: 7, policies, employments: [{ from: '2024-12-01', to: 'infinity' }] });
    expect(['2025-01-01', '2025-06-30', '2025-07-01', '2025-12-31'].map((day) => days(of, day))).toEqual([7, 7, 19, 19]);
    expect(lost(of, '2026-12-31')).toBe(0);
  });

  // odoo #227646: what is accrued at the close is limited once, and the new year's days are not limited with it.
  test('the cap holds once at each close, also where a month ends on it', () => {
    const of = facts({ policies: [policy({ manner: 'accrued', pro_rata: 'months', days: 2400, carry_days: 500 })] });
    const on = ['2024-12-31', '2025-01-01', '2025-01-31', '2025-02-28', '2026-01-01', '2026-01-31'];
    expect(on.map((day) => days(of, day))).toEqual([24, 5, 7, 9, 5, 7]);
  });

  // odoo #187377: what was taken before the year closed is taken from what is lost.
  test('nothing carried: last year’s leave takes nothing from this year’s', () => {
    const of = facts({ policies: [policy({ carry_days: 0 })], takings: off('2024-05-06', 10) });
    expect(days(of, '2025-01-01')).toBe(20);
  });

  // odoo #245470: leave after the close of the year does not eat what passes through it.
  test('leave of the new year is none of the old one’s', () => {
    const of = facts({ policies: [policy({ days: 1500, carry_days: 500 })], takings: off('2025-02-17', 5) });
    expect(days(of, '2025-01-01')).toBe(20);
    expect(days(of, '2025-02-21')).toBe(15);
  });

  // odoo #209669: years of 20, 21, 22, 23 days, five carried for six months.
  test('ends after its months in every year, and the new year’s days stay', () => {
    const policies = [20, 21, 22, 23].map((count, index) =>
      policy({
        days: count * 100,
        carry_days: 500,
        carry_months: 6,
        from: `${2025 + index}-01-01`,
        to: index === 3 ? 'infinity' : `${2026 + index}-01-01`,
      }),
    );
    const of = facts({ policies });
    const on = (day: Day): number => days(of, day);
    expect([on('2025-12-31'), on('2026-01-01'), on('2026-06-30'), on('2026-07-01')]).toEqual([20, 26, 26, 21]);
    expect([on('2027-06-30'), on('2027-07-01'), on('2028-06-30'), on('2028-07-01')]).toEqual([27, 22, 28, 23]);
  });

  // hrms PR #1297: only what is unused of the carried days ends.
  test.each([
    [0, 10],
    [8, 2],
    [10, 0],
    [12, 0],
  ])('%i days taken before the end: %i of ten carried are lost', (taken, expected) => {
    const policies = [
      policy({ days: 1000, carry_months: 3, to: '2025-01-01' }),
      policy({ days: 2000, carry_months: 3, from: '2025-01-01' }),
    ];
    const of = facts({ policies, takings: off('2025-02-03', taken) });
    expect(lost(of, '2025-12-31')).toBe(expected);
    expect(days(of, '2025-12-31')).toBe(30 - taken - expected);
  });

  // hrms PRs #335 and #370: 16 new days, five carried that end on 28 February.
  test('leave before, across and after the end of what was carried', () => {
    const policies = [
      policy({ days: 500, carry_months: 2, to: '2025-01-01' }),
      policy({ days: 1600, carry_months: 2, from: '2025-01-01' }),
    ];
    const left = (first: Day, count: number): number => days(facts({ policies, takings: off(first, count) }), '2025-12-31');
    expect(left('2025-01-06', 5)).toBe(16);
    expect(left('2025-01-06', 3)).toBe(16);
    // Monday 24 February to Friday 7 March: five days before the end, five after it.
    expect(left('2025-02-24', 10)).toBe(11);
    expect(left('2025-03-10', 5)).toBe(11);
  });

  test('the cap limits what passes in all, the carried of former years included', () => {
    const of = facts({ policies: [policy({ carry_days: 500 })] });
    expect([days(of, '2025-01-01'), days(of, '2026-01-01'), days(of, '2027-01-01')]).toEqual([25, 25, 25]);
  });

  test('the cap of a part-timer is in their own days', () => {
    const patterns = [{ ...open, minutes: [DAY, DAY, DAY, 0, 0, 0, 0] }];
    expect(balance(facts({ patterns, policies: [policy({ carry_days: 500 })] }), '2025-01-01')).toBe((20 + 5) * 0.6 * DAY);
  });

  // UK: four weeks of the Working Time Regulations and 1.6 weeks by agreement, carried by rules of their own.
  test('each layer by its own rule; the statutory is used first', () => {
    const policies = [policy({ layer: 'statutory', days: 2000, carry_days: 0 }), policy({ days: 800, carry_days: null })];
    const of = facts({ policies, takings: off('2024-05-06', 22) });
    expect(days(of, '2024-12-31')).toBe(6);
    expect(days(of, '2025-01-01')).toBe(28 + 6);
    expect(lost(facts({ policies, takings: off('2024-05-06', 5) }), '2025-01-01')).toBe(15);
  });

  // Paid-plugins #159: leave in advance.
  test('what was taken in advance is owed in the next year, whole', () => {
    const of = facts({ policies: [policy({ carry_days: 0, negative_days: 500 })], takings: off('2024-05-06', 23) });
    expect([days(of, '2024-12-31'), days(of, '2025-01-01')]).toEqual([-3, 17]);
  });

  test('a debt of one layer is paid by what comes in in another before anything is lost', () => {
    const policies = [
      policy({ layer: 'statutory', manner: 'accrued', pro_rata: 'months', days: 1200, carry_days: 0 }),
      policy({ days: 500, carry_days: 0 }),
    ];
    const of = facts({ policies, takings: off('2024-01-08', 8) });
    expect(days(of, '2024-01-31')).toBe(-2);
    expect(days(of, '2024-12-31')).toBe(9);
    expect(lost(of, '2025-01-01')).toBe(9);
  });

  test('a leave year may begin in another month', () => {
    const of = facts({ yearMonth: 4, policies: [policy({ carry_days: 500, from: '2024-04-01' })] });
    expect([days(of, '2025-03-31'), days(of, '2025-04-01')]).toEqual([20, 25]);
    expect([yearOf('2025-03-31', 4), yearOf('2025-04-01', 4)]).toEqual(['2024-04-01', '2025-04-01']);
  });
});

describe('the account begins', () => {
  test('with its first rule: leave taken before is no debt', () => {
    expect(days(facts({ takings: off('2023-05-08', 10) }), '2024-01-01')).toBe(20);
  });

  test('with what was brought from elsewhere, too', () => {
    const adjustments = [{ day: '2023-12-31', minutes: 6 * DAY, layer: null }];
    expect(days(facts({ adjustments }), '2023-12-31')).toBe(6);
    expect(days(facts({ adjustments, policies: [policy({ from: '2023-01-01', days: 0, carry_days: 500 })] }), '2024-01-01')).toBe(
      5,
    );
  });
});

test('a day of leave is shown in one’s own average day', () => {
  expect(ownDayOn(facts({ patterns: [{ ...open, minutes: [600, 600, 600, 600, 0, 0, 0] }] }), '2026-01-01')).toBe(600);
});

/* Random lives of a person. */

const START = '2022-01-01';
const END = '2027-12-31';
const someDay = fc.integer({ min: 0, max: 2000 }).map((offset) => addDays(START, offset));
const somePattern = fc.constantFrom(
  WEEK,
  [DAY, DAY, DAY, 0, 0, 0, 0],
  [450, 450, 450, 450, 455, 0, 0],
  [0, 0, 0, 0, 0, 0, 0],
  [333, 0, 333, 0, 0, 0, 0],
);
const somePolicy = fc
  .record({
    layer: fc.constantFrom('statutory' as const, 'contractual' as const),
    days: fc.integer({ min: 0, max: 3000 }),
    manner: fc.constantFrom('granted' as const, 'accrued' as const),
    pro_rata: fc.constantFrom('days' as const, 'months' as const),
    rounding: fc.constantFrom('none' as const, 'none' as const, 'half_day' as const),
    carry_days: fc.option(fc.integer({ min: 0, max: 1500 })),
    carry_months: fc.option(fc.integer({ min: 1, max: 12 })),
    seniority_years: fc.constantFrom(0, 0, 3),
  })
  .map((more) => more);
/** Versions of the two layers' rules, changed once on a day. */
const somePolicies = fc
  .tuple(fc.array(somePolicy, { minLength: 1, maxLength: 3 }), someDay, somePolicy)
  .map(([rules, turn, next]) => {
    const known = new Map(rules.map((rule) => [`${rule.layer}${rule.seniority_years}`, rule]));
    const first = [...known.values()];
    return first.flatMap((rule, index) =>
      index === 0
        ? [
            policy({ ...rule, from: START, to: turn > START ? turn : addDays(START, 1) }),
            policy({
              ...next,
              layer: rule.layer,
              seniority_years: rule.seniority_years,
              from: turn > START ? turn : addDays(START, 1),
            }),
          ]
        : [policy({ ...rule, from: START })],
    );
  });
const somePatterns = fc.tuple(somePattern, someDay, somePattern).map(([before, turn, after]) => [
  { from: '2015-01-01', to: turn, minutes: before },
  { from: turn, to: 'infinity', minutes: after },
]);
const someEmployments = fc.oneof(
  fc.constant([{ from: '2019-05-20', to: 'infinity' }]),
  fc.tuple(someDay, fc.integer({ min: 1, max: 1500 })).map(([from, length]) => [{ from, to: addDays(from, length) }]),
);
const someTakings = fc.array(
  fc.tuple(someDay, fc.integer({ min: 1, max: 600 })).map(([day, minutes]) => ({ day, minutes, request_id: `r-${day}` })),
  { maxLength: 25 },
);
const someAdjustments = fc.array(
  fc.record({ day: someDay, minutes: fc.integer({ min: -3000, max: 3000 }), layer: fc.constantFrom(null, 'statutory' as const) }),
  { maxLength: 2 },
);
const someLife = fc
  .record({
    policies: somePolicies,
    patterns: somePatterns,
    employments: someEmployments,
    takings: someTakings,
    adjustments: someAdjustments,
    yearMonth: fc.constantFrom(1, 4),
  })
  .map((more) => facts(more));

const plain = (lines: readonly Line[]): string[] =>
  lines.map(({ day, kind, minutes, layer, year, request_id }) => `${day} ${kind} ${minutes} ${layer} ${year} ${request_id}`);

describe('in every life', () => {
  test('the balance of a day is the sum of the lines through it, whenever one looks', () => {
    fc.assert(
      fc.property(someLife, someDay, (life, day) => {
        const then = accountLines(life, day);
        const whole = accountLines(life, END).filter((line) => line.day <= day);
        expect(plain(whole)).toEqual(plain(then));
      }),
    );
  });

  test('what is entered for days to come changes no line before them', () => {
    fc.assert(
      fc.property(someLife, someDay, somePattern, somePolicy, (life, turn, minutes, rule) => {
        const cut = <S extends { from: Day; to: Day }>(spans: readonly S[]): S[] =>
          spans.filter((span) => span.from < turn).map((span) => ({ ...span, to: span.to > turn ? turn : span.to }));
        const changed: AccountFacts = {
          ...life,
          patterns: [...cut(life.patterns), { from: turn, to: 'infinity', minutes }],
          policies: [...cut(life.policies), policy({ ...rule, seniority_years: 0, from: turn })],
          takings: life.takings.filter((taking) => taking.day < turn),
          adjustments: life.adjustments.filter((each) => each.day < turn),
        };
        // The last day before a change may have its line: who leaves accrues on the last day.
        const before = addDays(turn, -2);
        if (life.policies.every((each) => each.from >= turn)) return;
        expect(plain(accountLines(changed, before))).toEqual(plain(accountLines(life, before)));
      }),
    );
  });

  test('the order in which facts were entered says nothing', () => {
    fc.assert(
      fc.property(someLife, (life) => {
        const turned: AccountFacts = {
          ...life,
          policies: life.policies.toReversed(),
          patterns: life.patterns.toReversed(),
          takings: life.takings.toReversed(),
          adjustments: life.adjustments.toReversed(),
        };
        const sorted = (of: AccountFacts): string[] => plain(accountLines(of, END)).sort();
        expect(sorted(turned)).toEqual(sorted(life));
      }),
    );
  });

  test('a year that was closed adds up to nothing: all went into leave, into the next year, or was lost', () => {
    fc.assert(
      fc.property(someTakings, someAdjustments, somePolicies, somePatterns, (takings, adjustments, policies, patterns) => {
        const life = facts({ takings, adjustments, policies, patterns });
        const lines = accountLines(life, END);
        for (let year = START; yearAfter(year) <= END; year = yearAfter(year))
          expect(sum(lines.filter((line) => line.year === year))).toBe(0);
      }),
    );
  });

  test('never is more lost or passed on than was there, and nothing is lost while there is a debt', () => {
    fc.assert(
      fc.property(someLife, (life) => {
        let total = 0;
        for (const line of accountLines(life, END)) {
          if (line.kind === 'expiry') {
            expect(line.minutes).toBeLessThan(0);
            expect(total + line.minutes).toBeGreaterThanOrEqual(0);
          }
          total += line.kind === 'carry_over' ? 0 : line.minutes;
        }
      }),
    );
  });

  test('whole minutes only, and hours and days agree: a life in minutes twice as long has twice the account', () => {
    fc.assert(
      fc.property(someTakings, fc.integer({ min: 0, max: 30 }), (takings, count) => {
        const rule = policy({ days: count * 100, manner: 'accrued', pro_rata: 'months', carry_days: 500, carry_months: 3 });
        const once = facts({ policies: [rule], takings });
        const twice = facts({
          policies: [rule],
          takings: takings.map((taking) => ({ ...taking, minutes: taking.minutes * 2 })),
          patterns: [{ ...open, minutes: WEEK.map((minutes) => minutes * 2) }],
        });
        const [one, two] = [accountLines(once, END), accountLines(twice, END)];
        for (const line of two) expect(Number.isInteger(line.minutes)).toBe(true);
        expect(two.map((line) => [line.day, line.kind, line.minutes])).toEqual(
          one.map((line) => [line.day, line.kind, line.minutes * 2]),
        );
      }),
    );
  });

  test('half days and hours of the same length leave the same', () => {
    const working = eachDay('2024-06-03', '2024-06-14').filter((day) => weekday(day) <= 5);
    const whole = facts({ takings: working.map((day) => ({ day, minutes: DAY, request_id: 'a' })) });
    const halves = facts({
      takings: working.flatMap((day) => [0, 1].map((half) => ({ day, minutes: DAY / 2, request_id: `h${half}` }))),
    });
    const hourly = facts({
      takings: working.flatMap((day) => Array.from({ length: 8 }, () => ({ day, minutes: 60, request_id: 'b' }))),
    });
    expect([balance(halves, '2024-12-31'), balance(hourly, '2024-12-31')]).toEqual([
      balance(whole, '2024-12-31'),
      balance(whole, '2024-12-31'),
    ]);
  });
});
