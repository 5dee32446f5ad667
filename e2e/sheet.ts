import type { Page } from '@playwright/test';
import { addDays, isoWeek, mondayOf, mondayOfIsoWeek } from '../src/kit/day.ts';
import { baseUrl, expect } from './fixtures.ts';
import { firmDay } from '../test/today.ts';

interface SheetReply {
  days: { expected: { pattern: number; holiday: number; leave: number } }[];
  entries: unknown[];
  planned: unknown[];
}

/** The first of so many weeks in a row with five full working days, nothing logged and nothing planned, from some weeks ahead on. */
export async function freeWeek(page: Page, ahead: number, inARow = 1): Promise<string> {
  const start = addDays(mondayOf(firmDay()), ahead * 7);
  const isFree = (week: string): Promise<boolean> =>
    page.evaluate(async (name) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` };
      const sheet = (await (await fetch(`/api/timesheets/${name}`, { headers })).json()) as SheetReply;
      const full = sheet.days
        .slice(0, 5)
        .every(({ expected }) => expected.pattern === 480 && expected.holiday + expected.leave === 0);
      return full && sheet.entries.length + sheet.planned.length === 0;
    }, week);
  let found = 0;
  for (let step = 0; ahead + step < 50; step += 1) {
    found = (await isFree(isoWeek(addDays(start, step * 7)))) ? found + 1 : 0;
    if (found === inARow) return isoWeek(addDays(start, (step - inARow + 1) * 7));
  }
  throw new Error('There is no free week.');
}

export const nextWeek = (week: string): string => isoWeek(addDays(mondayOfIsoWeek(week) ?? '', 7));

export async function openWeek(page: Page, week: string): Promise<void> {
  await page.goto(`${baseUrl()}/time_tracking/timesheet?w=${week}`);
  await expect(page.getByRole('grid')).toBeVisible();
}

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Types into the focused picker and takes the best match. */
export async function pick(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await expect(page.getByRole('option').first()).toBeVisible();
  await press(page, 'Enter');
}

/** Adds a row by keyboard; afterwards the keyboard is in its Monday. */
export async function addRow(page: Page, text: string): Promise<void> {
  const before = await page.locator('tbody tr').count();
  await press(page, 'Insert');
  await pick(page, text);
  await expect(page.locator('tbody tr')).toHaveCount(before + 1);
  await expect(page.locator('td[data-active] input')).toBeFocused();
}

export const saved = (page: Page): Promise<void> => expect(page.getByTestId('saved')).toHaveText('Everything is saved');
export const total = (page: Page, day: number) => page.getByTestId(`total-${day}`);

export async function workdays(page: Page, text: RegExp | string): Promise<void> {
  for (const day of [0, 1, 2, 3, 4]) await expect(total(page, day)).toContainText(text);
}
