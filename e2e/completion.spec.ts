import { accessFaults, account, expect, otherHand, signIn, test } from './fixtures.ts';

const PAGE = '/reporting/timesheet_completion';

test.describe('timesheet completion', () => {
  otherHand('by mouse: everybody late is reminded in three clicks, once a day', async ({ page }) => {
    await signIn(page, account('hr', 'Partner'), `${PAGE}?band=partly`);
    await page.getByRole('heading', { name: 'Timesheet completion' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
    await page.getByRole('button', { name: 'Remind…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remind' }).click();
    await expect(page.getByText(/\d+ (person was|people were) reminded/)).toBeVisible();
    expect(await accessFaults(page)).toEqual([]);
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
    await page.getByRole('button', { name: 'Remind…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remind' }).click();
    await expect(page.getByText(/0 people were reminded\. \d+ had been already today/)).toBeVisible();
  });

  test('by keyboard: from cell to cell, into the drawer with the missing days, and to the timesheet of the week', async ({
    page,
  }) => {
    await signIn(page, account('hr', 'Partner'), `${PAGE}?sort=-missing`);
    const cell = (place: string) => page.locator(`[data-week="${place}"]`);
    await cell('0-0').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(cell('1-1')).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('heading', { name: 'Days with time missing' })).toBeVisible();
    await expect(drawer.getByRole('row').nth(1)).toBeVisible();
    // With less room than it needs, what only is read takes the keyboard too.
    await page.setViewportSize({ width: 1440, height: 420 });
    expect(await accessFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(cell('0-1')).toBeFocused();
    await page.keyboard.press('o');
    await expect(page).toHaveURL(/\/time_tracking\/timesheet\?.*user=/);
    await expect(page.getByRole('heading', { name: /Timesheet/ })).toBeVisible();
  });

  test('closed to whom the table closes it', async ({ page }) => {
    await signIn(page, account('operational', 'Junior'), PAGE);
    await expect(page.getByRole('navigation').getByRole('link', { name: 'Timesheet completion' })).toHaveCount(0);
    await expect(page.getByRole('table')).toHaveCount(0);
  });
});
