import type { Locator, Page } from '@playwright/test';
import { bars, openOwnBoard, spoken } from './board.ts';
import { tally } from './counted.ts';
import { account, expect, open, otherHand, signIn, test } from './fixtures.ts';

/** How many keys or presses each act of planning takes at most, by either hand. */

/** A piece of the board, by its row and unit. */
const cell = (page: Page, row: number, unit: number): Locator => page.locator(`[data-cell="${row}-${unit}"]`);

test('the acts of the board by keys: ten to book, one for each change, two for a split, one step back for each', async ({
  page,
}) => {
  await openOwnBoard(page, '2029-02-05', ['Ada', 'Ben']);
  await cell(page, 0, 0).focus();
  const acts = await tally(page);
  const keys = async (...all: string[]): Promise<number> => {
    for (const key of all) await page.keyboard.press(key);
    return (await acts.taken()).keys;
  };
  // Booked from the cell, what it is found by four letters, and told.
  await page.keyboard.press('b');
  await expect(page.getByRole('dialog', { name: 'New booking' })).toBeVisible();
  await page.keyboard.type('Trai');
  await expect(page.getByRole('option', { name: 'Training' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(bars(page, 0)).toHaveCount(1);
  await expect(spoken(page)).toContainText('Booked');
  expect((await acts.taken()).keys).toBeLessThanOrEqual(10);
  await page.keyboard.press('Space');
  await expect(page.locator('[data-proxy]')).toBeFocused();
  await acts.taken();
  // A week later, a week longer, tentative, another person: a key each.
  expect(await keys('Alt+ArrowRight')).toBe(1);
  await expect(spoken(page)).toContainText('moved to 12 – 16 Feb 2029');
  expect(await keys('Alt+Shift+ArrowRight')).toBe(1);
  await expect(spoken(page)).toContainText('12 – 23 Feb 2029');
  expect(await keys('h')).toBe(1);
  await expect(page.locator('[data-row="0"] [data-bar][data-level="soft"]')).toHaveCount(1);
  expect(await keys('Alt+ArrowDown')).toBe(1);
  await expect(bars(page, 1)).toHaveCount(1);
  expect(await keys('s')).toBeLessThanOrEqual(2);
  await expect(bars(page, 1)).toHaveCount(2);
  // One step back for each of them, and forth again.
  for (let step = 0; step < 6; step++) expect(await keys('Control+z')).toBe(1);
  await expect(bars(page, 0)).toHaveCount(0);
  expect(await keys('Control+Shift+z')).toBe(1);
  await expect(bars(page, 0)).toHaveCount(1);
  // Days, weeks, months: a key, and the day that one looks at stays.
  expect(await keys('1')).toBe(1);
  await expect(page).toHaveURL(/zoom=day/);
  expect(await keys('3')).toBe(1);
  await expect(page).toHaveURL(/zoom=month/);
  expect(await keys('2')).toBe(1);
  await expect(page).toHaveURL(/from=2029-0(1-29|2-05)/);
});

otherHand('the acts of the board by pointer: two presses to book, one drag for each change', async ({ page }) => {
  await openOwnBoard(page, '2029-03-05', ['Ada', 'Ben']);
  const acts = await tally(page);
  const form = page.getByRole('dialog', { name: 'New booking' });
  const drag = async (from: Locator, at: { x: number; y: number }, dx: number, dy: number): Promise<void> => {
    const box = await from.boundingBox();
    if (!box) throw new Error('There is nothing to drag.');
    await page.mouse.move(box.x + at.x, box.y + at.y);
    await page.mouse.down();
    await page.mouse.move(box.x + at.x + dx, box.y + at.y + dy, { steps: 6 });
    await page.mouse.up();
  };
  // One drag over two weeks, and six keys at most.
  await drag(cell(page, 0, 0), { x: 20, y: 24 }, 60, 2);
  await expect(form).toBeVisible();
  await page.keyboard.type('Trai');
  await expect(page.getByRole('option', { name: 'Training' }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(bars(page, 0)).toHaveCount(1);
  expect(await acts.taken()).toEqual({ keys: 6, presses: 1 });
  // What the person was booked on last is chosen: a press and Enter book a week of it.
  const row = await page.locator('[data-row="0"]').boundingBox();
  await page.mouse.click((row?.x ?? 0) + 240 + 56 * 5 + 20, (row?.y ?? 0) + 24);
  await expect(form.getByRole('combobox', { name: 'Project or internal work' })).toHaveValue(/Training/);
  await page.keyboard.press('Enter');
  await expect(bars(page, 0)).toHaveCount(2);
  expect(await acts.taken()).toEqual({ keys: 1, presses: 1 });
  // A week later and to another person: one drag. A week longer: one drag.
  await drag(bars(page, 0).last(), { x: 20, y: 10 }, 56, 44);
  await expect(bars(page, 1)).toHaveCount(1);
  await expect(spoken(page)).toContainText('16 – 20 Apr 2029, handed to');
  const box = await bars(page, 1).boundingBox();
  await drag(bars(page, 1), { x: (box?.width ?? 0) - 2, y: 10 }, 56, 0);
  await expect(spoken(page)).toContainText('16 – 27 Apr 2029');
  expect(await acts.taken()).toEqual({ keys: 0, presses: 2 });
  // Cut where the pointer is: one press on the scissors there.
  await bars(page, 1).hover({ position: { x: 58, y: 10 } });
  await page.getByRole('button', { name: 'Split before 23 Apr' }).click();
  await expect(bars(page, 1)).toHaveCount(2);
  expect(await acts.taken()).toEqual({ keys: 0, presses: 1 });
  await page.getByRole('radio', { name: 'Days', exact: true }).locator('..').click();
  await expect(page).toHaveURL(/zoom=day/);
  expect((await acts.taken()).presses).toBe(1);
});

test('people who are free, over-booked people and groups are found in a few acts', async ({ page }) => {
  await openOwnBoard(page, '2029-04-02', ['Ada', 'Ben']);
  let acts = await tally(page);
  // Free Juniors: open, grade, share of their time.
  await page.getByRole('button', { name: 'Find people' }).click();
  const find = page.getByRole('dialog', { name: 'Find people' });
  await find.getByRole('combobox', { name: 'Grades' }).click();
  await page.getByRole('option', { name: 'Junior' }).click();
  await expect(find.getByRole('list', { name: 'Free people' }).getByRole('listitem').first()).toContainText('Junior');
  expect((await acts.taken()).presses).toBeLessThanOrEqual(5);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await signIn(page, account('operational', 'Partner'), '/planning/workload_page');
  await expect(page.locator('[data-cell="0-0"]:not([data-waiting])')).toBeAttached();
  acts = await tally(page);
  await page.getByText('Over-booked', { exact: true }).click();
  await expect(page).toHaveURL(/only=over/);
  expect((await acts.taken()).presses).toBeLessThanOrEqual(3);
  await open(page, '/planning/planning_page?group=grade');
  await expect(page.getByRole('button', { name: /^Partner/ }).first()).toBeVisible();
});
