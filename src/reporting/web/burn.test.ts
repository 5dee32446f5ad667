import { describe, expect, test } from 'vitest';
import { burnOf } from './burn.ts';

describe('the burn of a budget', () => {
  test('adds up month by month, leaves none out and logs nothing ahead', () => {
    const months = [
      { month: '2026-01-01', logged_seconds: 3600, planned_minutes: 120 },
      { month: '2026-03-01', logged_seconds: 1800, planned_minutes: 0 },
      { month: '2026-05-01', logged_seconds: 0, planned_minutes: 60 },
    ];
    expect(burnOf({ months, as_of: '2026-03-15', budget_minutes: 600 })).toEqual([
      { month: '2026-01-01', planned: 120, logged: 60, budget: 600 },
      { month: '2026-02-01', planned: 120, logged: 60, budget: 600 },
      { month: '2026-03-01', planned: 120, logged: 90, budget: 600 },
      { month: '2026-04-01', planned: 120, logged: undefined, budget: 600 },
      { month: '2026-05-01', planned: 180, logged: undefined, budget: 600 },
    ]);
    expect(burnOf({ months: [], as_of: '2026-03-15', budget_minutes: null })).toEqual([]);
  });
});
